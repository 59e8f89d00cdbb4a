/** 2,500 pairs of worlds that differ in what is hidden, over 250,000 calls: no answer may tell them apart. CI compares a fiftieth. */
import { expect, test } from 'vitest';
import { openEchoes } from '../property/echo-worlds.ts';
import { compareDoors } from '../property/twin-doors.ts';
import { compareTwins, openTwins } from '../property/twin-worlds.ts';

const worlds = process.env['CI'] === undefined ? 1_250 : 25;
const atOnce = 25;
/** A pair takes a second on an idle machine. */
const limitOfPairMs = 10_000;

test(
  `no answer tells one user in ${worlds} worlds that another user or agent has said anything`,
  async () => {
    const sums = { answers: 0, operations: 0, hidden: 0 };
    for (let first = 1_001; first < 1_001 + worlds; first += atOnce) {
      const { traces, answers, operations, hidden, line } = await compareTwins({ worlds: atOnce, rounds: 1, first });
      process.stdout.write(`from ${first}: ${line}\n`);
      expect(traces.slice(0, 5)).toEqual([]);
      sums.answers += answers;
      sums.operations += operations;
      sums.hidden += hidden;
    }
    expect(sums.answers).toBe(worlds * 30);
    expect(sums.operations).toBeGreaterThan(worlds * 95);
    expect(sums.hidden).toBeGreaterThan(worlds * 4);
  },
  worlds * limitOfPairMs,
);

test(
  `no answer tells an agent in ${worlds} worlds that another one privately states the same facts in the same words`,
  async () => {
    let [operations, common] = [0, 0];
    for (let first = 1_001; first < 1_001 + worlds; first += atOnce) {
      const found = await compareTwins({ worlds: atOnce, rounds: 1, first, open: openEchoes });
      process.stdout.write(`from ${first}: ${found.line}\n`);
      expect(found.traces.slice(0, 5)).toEqual([]);
      expect(found.answers).toBe(atOnce * 30);
      operations += found.operations;
      common += found.common;
    }
    expect(operations).toBeGreaterThan(worlds * 95);
    expect(common).toBeGreaterThan(worlds);
  },
  worlds * limitOfPairMs,
);

test.each([
  ['users say and agents note', openTwins],
  ['agents state in the same words', openEchoes],
] as const)(
  'no answer of any door tells what other %s for themselves',
  async (_, open) => {
    const pairs = worlds / 25;
    const { traces, tallies, line } = await compareDoors({ first: 1_000, worlds: pairs, open });
    process.stdout.write(`${line}\n`);
    expect(traces.slice(0, 5)).toEqual([]);
    for (const { answers } of Object.values(tallies)) expect(answers).toBeGreaterThan(pairs * 30);
  },
  worlds * limitOfPairMs,
);
