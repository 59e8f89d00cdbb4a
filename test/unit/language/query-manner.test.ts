import { describe, expect, test } from 'vitest';
import { mannersOf } from '../../../src/language/query-wording.ts';

describe('a query asks for several things', () => {
  test.each([
    'What books has Ada read?',
    'Where have they been?',
    'Which events did Ada take part in?',
    'What kinds of places does Ada visit?',
    'What are the names of the cats?',
    'How many times did it rain?',
    'What do Ada and Bo have in common?',
    'Do both like tea?',
  ])('in "%s"', (query) => {
    expect(mannersOf(query)).toEqual(['several']);
  });

  test.each([
    'What did Ada read?',
    'What is this about?',
    'What does Ada like?',
    'When has Ada been there?',
    'How long have they been married?',
    'Which events did Ada take part in during May 2024?',
    'Which events did Ada take part in during 2024?',
    'tea has tannins',
    '',
  ])('but not in "%s"', (query) => {
    expect(mannersOf(query)).toEqual([]);
  });
});

describe("a query asks for what is the asker's own", () => {
  test('in the first person', () => {
    expect(mannersOf('When does my sprint end?')).toEqual(['own']);
    expect(mannersOf('What did I say?')).toEqual(['own']);
  });

  test('and for several things at once', () => {
    expect(mannersOf('Which cities have I been to?')).toEqual(['own', 'several']);
  });

  test('but not where the letters stand in other words', () => {
    expect(mannersOf('Italy, mystery and time')).toEqual([]);
  });
});

describe('a query asks for what was considered beside the line of thought', () => {
  test.each([
    'the alternative approach that we considered',
    'Which alternatives were rejected?',
    'What other way did Ada think of?',
    'What else was considered for the harbour?',
    'Was there an alternative?',
  ])('in "%s"', (query) => {
    expect(mannersOf(query)).toContain('alternatives');
  });

  test.each([
    'Does Ada like alternative music?',
    'What other places does Ada like?',
    'What else did Ada cook?',
    'Did Ada consider a cat?',
  ])('but not in "%s"', (query) => {
    expect(mannersOf(query)).not.toContain('alternatives');
  });
});

describe('a query asks for what was revised', () => {
  test.each([
    'What did Ada revise?',
    'Which revisions were made?',
    'Where did Ada change her mind about the harbour?',
    'What did Ada think at first?',
    'What had to be reconsidered?',
  ])('in "%s"', (query) => {
    expect(mannersOf(query)).toContain('revisions');
  });

  test.each(['Did Ada revise for the exam?', 'Is Ada revising for her finals?', 'What did Ada think?'])(
    'but not in "%s"',
    (query) => {
      expect(mannersOf(query)).not.toContain('revisions');
    },
  );
});

test('a long text is no question', () => {
  expect(mannersOf(`What have I done? ${'x'.repeat(2_000)}`)).toEqual([]);
});
