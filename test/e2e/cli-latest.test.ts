import { afterAll, beforeAll, expect, test } from 'vitest';
import { CliInProcess } from '../support/cli-in-process.ts';

let cli: CliInProcess;
const lisa = ['--agent', 'lisa', '--embedder', 'none'];

beforeAll(async () => {
  cli = await CliInProcess.make();
  await cli.run(['observe', 'Luna slept on the heater in Oslo.', '--session', 'kitchen', ...lisa]);
  await cli.run(['believe', "Luna is Mark's cat.", '--about', 'Luna', ...lisa]);
});

afterAll(() => cli.remove());

test('latest lists what an agent learned last, newest first', async () => {
  const all = await cli.run(['latest', ...lisa]);
  expect(all.stdout).toMatch(
    /^lisa learned last\n\n1 {2}Luna is Mark's cat\.[\s\S]*\n2 {2}Luna slept on the heater in Oslo\./,
  );
  expect(all.stdout).not.toMatch(/believed by|fact:|observation:/);
  const why = await cli.run(['latest', '--why', ...lisa]);
  expect(why.stdout).toMatch(
    /\n2 {2}Luna slept .*\n.*\n {3}observation:\S+\n {3}user input · kitchen .*\n {3}believed by lisa,/,
  );
  const facts = await cli.run(['latest', '--type', 'fact', '--limit', '1', ...lisa]);
  expect(facts.stdout).not.toContain('heater');
  const session = (await cli.json(['latest', '--session', 'kitchen', ...lisa])) as unknown as { content: string }[];
  expect(session.map(({ content }) => content)).toEqual(['Luna slept on the heater in Oslo.']);
});

test('entities lists who and what an agent knows by name', async () => {
  const all = (await cli.json(['entities', ...lisa])) as unknown as { name: string; memories: number }[];
  expect(all.map(({ name, memories }) => [name, memories])).toEqual([
    ['Luna', 2],
    ['Mark', 1],
    ['Oslo', 1],
  ]);
  const some = await cli.run(['entities', 'os', ...lisa]);
  expect(some.stdout).toMatch(/^name +type +memories +id\nOslo +place +1 +entity:/);
  expect((await cli.run(['entities', 'x', ...lisa])).stdout).toBe('no such name is known\n');
});

test('conflicts lists what contradicts each other, and judge takes it off the list', async () => {
  await cli.run(['believe', 'Always deploy on Fridays.', ...lisa]);
  await cli.run(['believe', 'Never deploy on Fridays.', ...lisa]);
  const listed = await cli.run(['conflicts', ...lisa]);
  expect(listed.stdout).toMatch(
    /^lisa has 1 potential contradiction\n\n {2}Never deploy on Fridays\.\n {2}fact:.+\n≠ Always deploy on Fridays\.\n/,
  );
  const { conflicts } = (await cli.json(['conflicts', ...lisa])) as unknown as {
    conflicts: { one: { id: string }; other: { id: string } }[];
  };
  const [{ one, other } = expect.unreachable()] = conflicts;
  await cli.run(['judge', one.id, other.id, 'exception', ...lisa]);
  expect((await cli.run(['conflicts', ...lisa])).stdout).toBe('lisa has 0 potential contradictions\n');
  const judged = await cli.run(['conflicts', '--state', 'exception', '--limit', '1', ...lisa]);
  expect(judged.stdout).toContain('lisa has 1 exception contradiction\n');
});
