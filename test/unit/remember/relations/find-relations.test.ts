/** What the rules read of how entities stand to each other, and what they leave alone. */
import { describe, expect, test } from 'vitest';
import { openSpace } from '../../../support/open-space.ts';
import { toldRelations } from '../../../support/told-relations.ts';
import { readEntities } from '../../../../src/remember/entities.ts';

function told(content: string, speaker?: string): readonly string[] {
  return readEntities({ content, speaker }).relations.map(({ from, predicate, to }) => `${from} ${predicate} ${to}`);
}

describe('a text tells', () => {
  test.each([
    ['Mark, Ines and Paul live in Boston.', ['Mark lives in Boston', 'Ines lives in Boston', 'Paul lives in Boston']],
    [
      'Caroline moved from Austin to Denver and works at Google.',
      ['Caroline lives in Denver', 'Caroline works at Google'],
    ],
    [
      'Peter lives in Zurich; his brother Hans lives in Basel.',
      ['Peter lives in Zurich', 'Hans lives in Basel', 'Hans brother of Peter'],
    ],
    ['Mark has a cat named Luna and a dog called Rex.', ['Mark owns Luna', 'Mark owns Rex']],
    ['Ines, who lives in Porto, is Mark’s sister.', ['Ines sister of Mark', 'Ines lives in Porto']],
    ['Paul and Peter are brothers.', ['Paul brother of Peter']],
    [
      '`src/auth.py` imports `src/clock.py` and depends on `src/config.py`.',
      ['src/auth.py imports src/clock.py', 'src/auth.py depends on src/config.py'],
    ],
    ['check_password() is called by login().', ['login calls check_password']],
    ['Python was created by Guido van Rossum.', ['Python created by Guido van Rossum']],
    ['Mark is a member of the Sierra Club.', ['Mark member of Sierra Club']],
  ])('%s', (content, expected) => {
    expect([...told(content)].sort()).toEqual([...expected].sort());
  });

  test.each([
    ['I moved to Denver last summer.', ['Caroline lives in Denver']],
    ['My older sister, Ines, lives in Porto.', ['Ines lives in Porto', 'Ines sister of Caroline']],
    ['We got another cat named Bailey too.', ['Caroline owns Bailey']],
    ['Luna is my cat.', ['Caroline owns Luna']],
  ])('of whoever speaks: %s', (content, expected) => {
    expect([...told(content, 'Caroline')].sort()).toEqual([...expected].sort());
    expect(told(content).filter((relation) => relation.includes('Caroline'))).toEqual([]);
  });
});

test.each([
  'Mark does not live in Seattle anymore.',
  'Does Mark live in Seattle?',
  'If Mark lives in Seattle, he knows the rain.',
  'Ines says that Mark lives in Seattle.',
  'Mark lived in Seattle until 2019.',
  'Mark wants to live in Seattle.',
  'Maybe Luna is Mark’s cat.',
  'It says "Luna is Mark’s cat" on the box.',
  'With Mark lives in Seattle.',
  'Let Mark live in Seattle.',
  'Tom calls Maria every Sunday.',
  'Sourcing things for my business, Jon, was hard.',
  'Luna is Mark’s cat sitter.',
  'He lives in Oslo.',
  '```\nsrc/auth.py imports src/clock.py\n```',
])('nothing is told by: %s', (content) => {
  expect(told(content, 'Sam')).toEqual([]);
});

test('what a text introduces becomes an entity only where a relation needs it', async () => {
  const names = (content: string): readonly string[] =>
    readEntities({ content, speaker: 'Jonas' }).names.map(({ input }) => input.name);
  expect(names('My cat Winter sleeps.')).toEqual(['Winter', 'Jonas']);
  expect(names('Her cat Winter sleeps.')).toEqual([]);
});

test('relations of the text stand beside those of the caller, each once', async () => {
  const memory = await openSpace();
  const relations = [
    { from: 'Mark', predicate: 'owns', to: 'Luna' },
    { from: 'Luna', predicate: 'hates', to: 'cold' },
  ];
  await memory.agent('lisa').observe({ content: 'My cat Luna sleeps.', speaker: 'Mark', relations });
  await memory.agent('lisa').believe({ content: 'Mark lives in Seattle.' });
  expect(await toldRelations(memory)).toEqual(['Luna hates cold', 'Mark lives in Seattle', 'Mark owns Luna']);
});
