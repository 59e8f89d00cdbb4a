import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName } from '../../../src/language/fold.ts';
import { entityTypes } from '../../../src/domain/vocabulary.ts';
import { extractEntities, maxEntities, maxSurfaces } from '../../../src/language/extract-entities.ts';
import { labelledSentences } from './labelled-sentences.ts';

function found(text: string, speakers: readonly string[] = []): readonly string[] {
  return extractEntities(text, { speakers }).map(({ type, name }) => `${type}:${name}`);
}

describe('extractEntities', () => {
  it.each(labelledSentences)('reads %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['Unsere Tochter Lena lernt das Lesen.', ['Lena']],
    ['Der Schlüssel liegt unter der Matte.', []],
    ['Jeden Dienstag gehe ich schwimmen.', []],
    ['Ich vertrage keine Laktose.', []],
  ])('takes no German noun for a name: %j', (text, names) => {
    expect(extractEntities(text).map(({ name }) => name)).toEqual(names);
  });

  it('gives one entity per name with all its forms', () => {
    const [mark, ...others] = extractEntities("We saw Mark. Mark's cat likes MARK, and @mark too.");
    expect(mark).toEqual({ name: 'Mark', type: 'person', surfaces: ['Mark', 'MARK', '@mark'] });
    expect(others).toEqual([]);
  });

  it.each([
    ['We deploy the garden app to Fly.io, never to Heroku.', ['concept:Fly.io', 'other:Heroku']],
    ['The chat uses Socket.io and Vue.js now.', ['concept:Socket.io', 'concept:Vue.js']],
    ['we host it on fly.io since May', ['concept:fly.io']],
    ['Mail lisa@fly.io or see https://fly.io/docs', ['identifier:lisa@fly.io', 'url:https://fly.io/docs']],
  ])('reads the name of a product with a dot: %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('reads a time zone as one name', () => {
    expect(found('The clock is set to America/Los_Angeles, and ours to Europe/Berlin.')).toEqual([
      'identifier:America/Los_Angeles',
      'identifier:Europe/Berlin',
    ]);
  });

  it('keeps the path of a file and the brackets of a call', () => {
    expect(extractEntities('parse_token() in src/auth.py')).toEqual([
      { name: 'parse_token', type: 'function', surfaces: ['parse_token()'] },
      { name: 'src/auth.py', type: 'file', path: 'src/auth.py', surfaces: ['src/auth.py'] },
    ]);
  });

  it('keeps the more telling type when two rules find one name', () => {
    expect(found('`parse_token` is slow: parse_token() takes a second')).toEqual(['function:parse_token']);
  });

  it('does not take a URL apart', () => {
    expect(found('see https://example.com/src/auth.py?f=parse_token()&user_id=1')).toEqual([
      'url:https://example.com/src/auth.py?f=parse_token()&user_id=1',
    ]);
  });

  it('finds a known speaker where a capital alone proves nothing', () => {
    expect(found('Zorvatha, are you there? Will is late.')).toEqual([]);
    expect(found('Zorvatha, are you there? Will is late.', ['zorvatha', 'Will'])).toEqual([
      'person:Zorvatha',
      'person:Will',
    ]);
  });

  it('believes an unknown first word that stands capitalised elsewhere', () => {
    expect(found('Zorvatha is slow. I met Zorvatha again.')).toEqual(['other:Zorvatha']);
  });

  it('believes an unknown first word of which only somebody, or something of a name, can be what is said', () => {
    const namesIn = (text: string) => extractEntities(text).map(({ name }) => name);
    expect(namesIn('Sanjana is on call this week.')).toEqual(['Sanjana']);
    expect(namesIn('Vitest is our test runner.')).toEqual(['Vitest']);
    for (const text of ['Deployment is on Friday.', 'Sourdough is my hobby.', 'Pickleball is our new thing.'])
      expect(namesIn(text), text).toEqual([]);
  });

  it('believes a first word that means something else, where only somebody is, has or does what follows', () => {
    const somebody = [
      'Till is left-handed.',
      'Max has two sons.',
      'Hope works at the library.',
      'Paris is allergic to nuts.',
      'Lily is a nurse.',
      'Robin and Marta are engaged.',
      'April lives in Porto.',
    ];
    for (const text of somebody) expect(found(text)[0], text).toBe(`person:${/^\w+/.exec(text)![0]}`);
    expect(found("Iris's brother lives in Kiel.")).toEqual(['other:Iris', 'place:Kiel']);
    const nobody = [
      'Redis works as a cache.',
      'Coffee is a must.',
      'Staff has two days off.',
      'Monday works for my sister.',
      'Paris has two airports.',
      'Life is a teacher of its own.',
    ];
    for (const text of nobody) expect(found(text).join(), text).not.toMatch(/person:/);
  });

  it('finds the house of a saint', () => {
    expect(found("Hanna works as a nurse at St. Mary's Hospital.")).toEqual([
      'person:Hanna',
      "organisation:St. Mary's Hospital",
    ]);
  });

  it('looks for names in prose outside of code blocks only', () => {
    expect(found('We met in Paris.\n```\nfrom London import Luna\n```\nThen in Rome.')).toEqual([
      'place:Paris',
      'place:Rome',
    ]);
  });

  it('reads names in prose at the beginning of a long text, and paths everywhere', () => {
    const filler = 'and so it went on for a while '.repeat(500);
    expect(found(`We met in Paris ${filler} near London, see src/auth.py`)).toEqual([
      'place:Paris',
      'file:src/auth.py',
    ]);
  });

  it('gives no more than the first entities of a text that is full of them', () => {
    const text = Array.from({ length: 200 }, (_, i) => `src/part${i}.ts`).join(' ');
    const entities = extractEntities(text);
    expect(entities).toHaveLength(maxEntities);
    expect(entities.at(-1)?.name).toBe(`src/part${maxEntities - 1}.ts`);
  });

  it.each([
    'a_',
    '/',
    '(',
    '"',
    '`',
    '@',
    'a/',
    'a.',
    'A ',
    'Aa ',
    'A.',
    '"A ',
    'a(',
    'a.a(',
    '://',
    'http://',
    'www.',
    '[',
    '(a ',
    "A's ",
    '_',
    'a@',
    'a@a.',
    '.ts ',
    'Mark. ',
    'Will x. ',
    '\\',
    'C:\\',
    'x',
    " 'A",
    'Aa-',
    'É',
    '《',
    '“',
    '.',
    '\n',
    '```',
    '```a ',
    '`a',
    '&A',
    'A & ',
    'A of the ',
    '猫',
    '#',
    '\ufffc',
    '\ud800',
    'aA',
    '-',
    '%',
    '$a',
    'a::',
    'a->',
    '1/',
  ])('gets through 100,000 characters of %j at once', (piece) => {
    const entities = extractEntities(piece.repeat(100_000 / piece.length));
    expect(entities.length).toBeLessThanOrEqual(maxEntities);
  });

  it('is bounded, distinct and true to the text, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        'Luna',
        'Mark',
        "'s",
        ' ',
        ' ',
        '. ',
        '"',
        '`',
        '@',
        '/',
        '\\',
        '.ts',
        '()',
        '_',
        'https://',
        'of',
        'É',
        '猫',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const entities = extractEntities(text);
        expect(entities.length).toBeLessThanOrEqual(maxEntities);
        expect(new Set(entities.map(({ name }) => foldName(name))).size).toBe(entities.length);
        for (const { name, type, surfaces } of entities) {
          expect(entityTypes).toContain(type);
          expect(foldName(name)).not.toBe('');
          expect(surfaces.length).toBeGreaterThan(0);
          expect(surfaces.length).toBeLessThanOrEqual(maxSurfaces);
          for (const surface of surfaces) expect(text.toWellFormed()).toContain(surface);
        }
      }),
    );
  });
});
