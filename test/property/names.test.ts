/** Names in messages of chance: the matcher finds what a search of every stretch of the message finds. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldName } from '../../src/language/fold.ts';
import { matchNames } from '../../src/recall-index/name-matcher.ts';
import { beliefOf, changeOf, day0, indexOf, memoryOf } from '../unit/recall-index/index-fixture.ts';
import { type Meanings, filesByLooking, namesByLooking, personsByLooking } from './names-oracle.ts';

/** What names and messages are put together from: words that hold each other, scripts, and what joins and parts them. */
const atoms = [
  ...['a', 'an', 'Ann', 'art', 'start', 'Luna', 'LUNA', 'luna', 'Lunas', 'James', 'New', 'York', 'box', 'É', 'e\u0301'],
  ...['Straße', 'STRASSE', 'ﬁn', 'fin', 'src', 'auth', 'py', 'C', '42', 'x_1', '北', '京', '大学', 'は', 'ルナ', 'ー'],
  ...[
    'ｶﾞ',
    'ガ',
    'น้ำ',
    'สม',
    'ชาย',
    '한',
    '\u1112\u1161\u11ab',
    'नि',
    'न',
    'Ｌｕｎａ',
    '🐱',
    "'s",
    '’s',
    "'ll",
    's',
    'es',
    'e',
  ],
] as const;
const joints = [
  '',
  '',
  ' ',
  ' ',
  ' ',
  '  ',
  '\n',
  '-',
  '/',
  '.',
  ':',
  "'",
  '+',
  '++',
  '#',
  '$',
  '@',
  '_',
  ', ',
  '. ',
  '…',
  '・',
];

const text = (most: number): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...atoms), fc.constantFrom(...joints)), { minLength: 1, maxLength: most })
    .map((parts) => parts.map((part) => part.join('')).join(''));

/** What an agent knows, knew and never heard of, and a message that speaks of all of it. */
const worlds = fc
  .record({
    own: fc.array(text(3), { minLength: 1, maxLength: 8 }),
    withdrawn: fc.array(text(2), { maxLength: 2 }),
    others: fc.array(text(3), { maxLength: 3 }),
  })
  .chain((names) => {
    const said = fc.oneof(fc.constantFrom(...names.own, ...names.withdrawn, ...names.others), text(2));
    const pieces = fc.array(fc.tuple(said, fc.constantFrom(...joints, ...atoms)), { minLength: 1, maxLength: 5 });
    return pieces.map((parts) => ({ ...names, message: parts.flat().join('') }));
  });

const mentionsOf = (names: readonly string[], whose: string) =>
  names.map((name, number) => ({ entity: `entity:${whose}-${number}`, type: 'other' as const, surfaces: [name] }));

test('names are matched as a naive search matches them', () => {
  const cases = 1_000;
  let found = 0;
  fc.assert(
    fc.property(worlds, ({ own, withdrawn, others, message }) => {
      const memory = memoryOf('1', 'Mine.', { mentions: mentionsOf(own, 'own') });
      const past = memoryOf('2', 'Once mine.', { mentions: mentionsOf(withdrawn, 'past') });
      const secret = memoryOf('3', 'Another’s.', { mentions: mentionsOf(others, 'secret') });
      const index = indexOf([memory]);
      const beliefs = [beliefOf('lisa', past.id, { withdrawnAt: day0 }), beliefOf('electra', secret.id)];
      index.apply(changeOf(2, { memories: [secret, past], beliefs }));
      const matches = matchNames(index.namesOf(['lisa']), message);
      const known = new Map<string, string[]>();
      for (const [number, name] of own.entries()) {
        const surface = foldName(name);
        known.set(surface, [...(known.get(surface) ?? []), `entity:own-${number}`]);
      }
      const expected = namesByLooking(new Set(known.keys()), message);
      found += expected.length;
      const names = matches.map(({ surface, from, to, entities }) => {
        expect(entities.map((entity) => index.memories.names.text(entity))).toEqual(known.get(surface));
        return { surface, from, to };
      });
      expect(names).toEqual(expected);
    }),
    { numRuns: cases },
  );
  // Cases without any name prove little.
  expect(found).toBeGreaterThan(cases / 2);
});

const [firsts, lasts] = [
  ['tariq', 'anjali', 'zainab'],
  ['nasser', 'deshpande', 'qureshi'],
] as const;
const persons = fc.oneof(
  fc.constantFrom(...firsts, ...lasts),
  fc.tuple(fc.constantFrom(...firsts), fc.constantFrom(...lasts)).map((words) => words.join(' ')),
);
const files = fc
  .tuple(fc.array(fc.constantFrom('repo', 'src', 'lib'), { maxLength: 3 }), fc.constantFrom('auth.py', 'main.py'))
  .map(([folders, file]) => [...folders, file].join('/'));

/** Whom a name means to an agent for whom each of some names is an entity of its own, one a memory. */
function meaningIn(known: ReadonlySet<string>, type: 'person' | 'file', name: string): Meanings {
  const index = indexOf(
    [...known].map((surface, place) =>
      memoryOf(`${place}`, 'One.', { mentions: [{ entity: `entity:${surface}`, type, surfaces: [surface] }] }),
    ),
  );
  const { entities, among } = index.namesOf(['lisa']).named(name);
  const named = (numbers: readonly number[]): readonly string[] =>
    numbers.map((entity) => index.memories.names.text(entity).slice('entity:'.length)).sort();
  const each = among.length > 0 ? among.map((one) => one.entities) : [entities].filter(({ length }) => length > 0);
  return each.map(named).sort((one, other) => (`${one}` < `${other}` ? -1 : 1));
}

test.each([
  ['first and last names mean whom a naive search finds', 'person', persons, personsByLooking],
  ['ends of paths mean the files that a naive search finds', 'file', files, filesByLooking],
] as const)('%s', (_, type, names, byLooking) => {
  const found = { one: 0, several: 0, nobody: 0 };
  fc.assert(
    fc.property(fc.array(names, { minLength: 1, maxLength: 6 }), names, (known, name) => {
      const expected = byLooking(new Set(known), name);
      found[expected.length > 1 ? 'several' : expected.length === 1 ? 'one' : 'nobody'] += 1;
      expect(meaningIn(new Set(known), type, name)).toEqual(expected);
    }),
    { numRuns: 3_000 },
  );
  // Each case comes often enough to prove something: the rarest some 120 times in 3,000, give or take 11.
  expect(Math.min(found.one, found.several, found.nobody)).toBeGreaterThan(50);
});
