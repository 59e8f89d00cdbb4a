import { expect, it } from 'vitest';
import { agentVerbs } from '../../src/index.ts';
import { openEchoes } from './echo-worlds.ts';
import { compareTwins } from './twin-worlds.ts';
import { often } from '../support/often.ts';

const worlds = often(3, 12);

it('answers one user the same to the byte whether or not another user has spoken, or another agent has noted', async () => {
  const { traces, answers, hidden, verbs, line } = await compareTwins({ worlds, rounds: 2 });
  process.stdout.write(`${line}\n`);
  expect(traces.slice(0, 5)).toEqual([]);
  expect(answers).toBe(worlds * 2 * 30);
  expect([...verbs].sort()).toEqual(Object.keys(agentVerbs).sort());
  // Worlds in which nothing is hidden would prove nothing.
  expect(hidden).toBeGreaterThan(worlds * 4);
});

it('answers an agent the same to the byte whether or not another one privately states the same facts in the same words', async () => {
  const { traces, answers, common, line } = await compareTwins({ worlds, rounds: 1, open: openEchoes });
  process.stdout.write(`${line}\n`);
  expect(traces.slice(0, 5)).toEqual([]);
  expect(answers).toBe(worlds * 30);
  // Agents that share no record would prove nothing.
  expect(common).toBeGreaterThan(worlds);
});
