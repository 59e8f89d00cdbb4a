import { describe, expect, test } from 'vitest';
import { parseStatement, attributeKeysOf } from '../../../src/language/parse-statement.ts';

function texts(content: string): readonly string[] {
  return parseStatement({ content }).clauses.map(({ text }) => text);
}

describe('reading a text', () => {
  test.each(['We raised ', 'We moved from ', 'They handed over ', 'I quit ', 'Ann takes over ', 'It went from 1'])(
    'ends, however long a word is: "%s..."',
    (words) => {
      for (const letter of ['x', '7', '.', 'x-', "x'"])
        expect(parseStatement({ content: `${words}${letter.repeat(20_000)}` }).endings.length).toBeLessThan(2);
    },
  );

  test('leaves out code, quoted lines, tables and quotations', () => {
    const content = [
      '> The API is public.',
      '| The API | is public |',
      '```',
      'The API is public.',
      '```',
      'Ann wrote "the API is public now".',
      '- The cache is **full**.',
    ].join('\n');
    expect(texts(content)).toEqual(['Ann wrote', 'The cache is full']);
  });

  test.each([
    ['questions', 'Is the API public?'],
    ['requests', 'Can you check whether the API is public'],
    ['conditions', 'If the flag is set, the API is public.'],
    ['wishes', 'I want to use Docker.'],
    ['guesses', 'The API might be public.'],
    ['hearsay', 'Lisa thinks the API is public.'],
    ['the past that is over', 'I used to paint.'],
  ])('leaves out %s', (_, content) => {
    expect(texts(content)).toEqual([]);
  });

  test('keeps what a question is wrapped in', () => {
    expect(texts("I've never used Docker, can you help me, I use Podman now?")).toEqual([
      "I've never used Docker",
      'I use Podman now',
    ]);
  });

  test('reads several verbs of one subject as several assertions', () => {
    const { clauses } = parseStatement({ content: 'I have never written a route or handled a request.' });
    expect(clauses.map(({ verb, negated, terms }) => [verb, negated, [...terms]])).toEqual([
      ['make', true, ['rout']],
      ['handl', true, ['request']],
    ]);
  });

  test('brings numbers, dates, times and weekdays into one form', () => {
    const { clauses } = parseStatement({
      content: 'The fair is on the 4th of June at 7 pm, on Friday, and costs $1,200.50 for thirty-four people.',
    });
    expect(clauses.flatMap(({ values }) => values)).toEqual([
      '#d:06-04',
      '#t:19:00',
      '#w:friday',
      '#n:1200.50',
      '#n:34',
    ]);
  });

  test.each([
    ['I had a dog.', 'have', 'past'],
    ['I have a dog.', 'have', 'present'],
    ['Yesterday I glazed a teapot.', 'glaze', 'past'],
    ['I have never glazed a teapot.', 'glaze', 'perfect'],
    ['I have been living in Rome for years.', 'live', 'present'],
    ['I will leave.', 'leav', 'future'],
  ])('tells when it holds: "%s"', (content, verb, tense) => {
    expect(parseStatement({ content }).clauses).toMatchObject([{ verb, tense }]);
  });

  test('does not know whom a pronoun means', () => {
    expect(parseStatement({ content: 'She lives in Rome.' }).claims).toEqual([]);
  });

  test('survives what is no prose, and stays quick on what is long', () => {
    for (const content of [
      '',
      '\n',
      '????',
      '```',
      '"',
      'a'.repeat(50_000),
      '( '.repeat(5_000),
      'not '.repeat(5_000),
    ]) {
      expect(() => parseStatement({ content })).not.toThrow();
    }
    expect(parseStatement({ content: 'The cache is full. '.repeat(1_000) }).clauses.length).toBeLessThanOrEqual(80);
  });
});

describe('the keys of slots', () => {
  test.each([
    ['Mark lives in Seattle.', 'mark|home'],
    ["Mark's cat is called Luna.", 'cat mark|name'],
    ["The report's deadline is 12 May.", 'report|deadlin'],
    ['The deadline for the report is 12 May.', 'report|deadlin'],
    ['Omar is 34 years old.', 'omar|age'],
    ['Nina is married to Paul.', 'nina|spouse'],
    ['Mark moved to Denver.', 'mark|home'],
  ])('of "%s" hold %s', (content, key) => {
    expect(attributeKeysOf(parseStatement({ content }))).toContain(key);
  });

  test('are of the speaker where he says "I" and "my"', () => {
    expect(attributeKeysOf(parseStatement({ content: 'I live in Rome. My wife is Ada.', speaker: 'Mark' }))).toEqual(
      expect.arrayContaining(['mark|home', 'mark|spouse']),
    );
  });

  test('are shared by the same sentence with another number', () => {
    const [one, other] = ['The suite takes 4 minutes.', 'The suite takes 9 minutes.'].map((content) =>
      attributeKeysOf(parseStatement({ content })),
    );
    expect(one).toEqual(other);
    expect(one).toHaveLength(1);
  });

  test('are none for what may have many values', () => {
    expect(attributeKeysOf(parseStatement({ content: 'I like tea. I visited Rome. I speak Spanish.' }))).toEqual([]);
  });
});
