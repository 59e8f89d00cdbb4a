/** What the rules make of two things that one believer holds. */
import { expect, test } from 'vitest';
import type { Fact, Observation } from '../../../src/domain/records.ts';
import { judgeByRules } from '../../../src/sleep/resolve.ts';
import type { BelievedMemory, Verdict } from '../../../src/sleep/sleep-step.ts';

const at = new Date('2026-01-01T00:00:00Z');
const provenance = { channel: 'consolidation', source: 'sleep', trust: 0.7 } as const;

function held(content: string, said?: string): BelievedMemory {
  const shared = {
    importance: 5,
    concepts: [],
    surfacesWhen: [],
    accesses: 0,
    recordedAt: at,
    position: 1,
    provenance,
  };
  const fact: Fact = { id: 'fact:one', content, kind: 'world.fact', title: content, contentKey: content, ...shared };
  const source: Observation = {
    id: 'observation:one',
    content: said ?? content,
    type: 'user_input',
    agent: 'lisa',
    occurredAt: at,
    ...shared,
  };
  const times = { since: at, reinforcedAt: at, halfLifeDays: 180 };
  const belief = {
    agent: 'lisa',
    memory: fact.id,
    strength: 1,
    confidence: 0.7,
    accesses: 0,
    permanent: false,
    provenance,
    ...times,
  };
  return { memory: fact, belief, sources: said === undefined ? [] : [source] };
}

async function verdict(older: string, newer: string, said?: string): Promise<Verdict | undefined> {
  return (await judgeByRules([{ believer: 'lisa', newer: held(newer, said), older: held(older) }]))[0];
}

const judged: readonly (readonly [expected: Verdict | undefined, older: string, newer: string, said?: string])[] = [
  ['override', 'Rita lives in Bergen.', 'Rita lives in Trondheim.'],
  ['override', 'Rita drinks tea.', "Rita doesn't drink tea."],
  ['override', 'The gate is open.', 'The gate is closed.'],
  ['override', 'The dinner is at 7 pm.', 'The dinner is at 8 pm.'],
  ['override', 'The team squashes its branches.', 'The team never squashes its branches.'],
  ['override', 'Rita plays the cello.', 'Rita plays the flute, not the cello.'],
  ['override', 'We picked Ruby for the shop.', 'We picked Elixir for the shop instead of Ruby.'],
  [
    'override',
    'The club meets in the old library.',
    'The club meets in the old school.',
    'I was wrong: the club meets in the old school.',
  ],
  [undefined, 'The club meets in the old library.', 'The club meets in the old school.'],
  ['override', 'Rita prefers corner tables.', 'Rita prefers window tables.', 'I prefer window tables these days.'],
  [undefined, 'Rita prefers corner tables.', 'Rita prefers window tables.', 'I also like window tables these days.'],
  ['exception', 'We deploy on Fridays.', 'We do not deploy on Fridays before a holiday.'],
  ['exception', 'Rita eats no meat.', 'Rita eats meat, but only on Sundays.'],
  ['merge', 'Rita likes the sea.', 'Rita really likes the sea.'],
  [undefined, 'Rita is the boss of Ben.', 'Ben is the boss of Rita.'],
  [undefined, 'Rita has a cat.', 'Rita has a dog.'],
  [undefined, 'Rita likes tea.', 'Rita likes coffee, not wine.'],
  [undefined, 'Rita lives in Norway.', 'Rita lives in Bergen.'],
];

for (const [expected, older, newer, said] of judged) {
  test(`says ${expected} of "${older}" and then "${said ?? newer}"`, async () => {
    expect(await verdict(older, newer, said)).toBe(expected);
  });
}

test('judges each pair in its place', async () => {
  const [one, other] = [held('Rita lives in Bergen.'), held('Rita lives in Trondheim.')];
  const cat = held('Rita has a cat.');
  const pairs = [
    { believer: 'lisa', newer: cat, older: one },
    { believer: 'lisa', newer: other, older: one },
  ];
  expect(await judgeByRules(pairs)).toEqual([undefined, 'override']);
});
