import { afterAll, beforeAll, expect, test } from 'vitest';
import { CliSurroundings } from './cli-run.ts';

let cli: CliSurroundings;
const lisa = ['--agent', 'lisa', '--embedder', 'none'];

beforeAll(async () => {
  cli = await CliSurroundings.make();
  await cli.run(['observe', 'Luna slept on the heater in Oslo.', '--session', 'kitchen', ...lisa]);
  await cli.run(['believe', "Luna is Mark's cat.", '--about', 'Luna', ...lisa]);
});

afterAll(() => cli.remove());

test('latest lists what an agent learned last, newest first', async () => {
  const all = await cli.run(['latest', ...lisa]);
  expect(all.stdout).toMatch(
    /^lisa learned last\n\n1 {2}Luna is Mark's cat\.[\s\S]*\n2 {2}Luna slept on the heater in Oslo\./,
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
