import { expect, it } from 'vitest';
import { openEchoes } from './echo-worlds.ts';
import { compareDoors, type DoorTally } from './twin-doors.ts';

const worlds = 2;

function expectAllAnswered(tallies: Readonly<Record<string, DoorTally>>): void {
  expect(Object.keys(tallies).sort()).toEqual(['command', 'mcp', 'remote', 'route']);
  for (const [name, { answers, answered, asked, offers }] of Object.entries(tallies)) {
    expect([...asked].sort(), name).toEqual([...new Set(offers)].sort());
    expect([...answered].sort(), name).toEqual([...new Set(offers)].sort());
    // There are 30 questions to one pair of worlds.
    expect(answers, name).toBeGreaterThanOrEqual(worlds * 30);
  }
  expect(tallies['remote']!.offers.length).toBeGreaterThan(25);
  expect(tallies['mcp']!.offers.length).toBeGreaterThan(25);
  expect(tallies['command']!.offers.length).toBeGreaterThan(24);
}

it('answers and refuses the same at every door, to the byte, whatever other users and agents keep to themselves', async () => {
  const { traces, tallies, hidden, line } = await compareDoors({ first: 4, worlds });
  process.stdout.write(`${line}\n`);
  expect(traces.slice(0, 5)).toEqual([]);
  expectAllAnswered(tallies);
  // Worlds in which nothing is hidden would prove nothing.
  expect(hidden).toBeGreaterThan(worlds * 4);
});

it('answers the same at every door, to the byte, whether or not another agent privately states the same facts', async () => {
  const { traces, tallies, common, line } = await compareDoors({ first: 4, worlds, open: openEchoes });
  process.stdout.write(`${line}\n`);
  expect(traces.slice(0, 5)).toEqual([]);
  expectAllAnswered(tallies);
  // Agents that share no record would prove nothing.
  expect(common).toBeGreaterThan(worlds);
});
