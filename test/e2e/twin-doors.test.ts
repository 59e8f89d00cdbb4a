/** What a user is answered over MCP, HTTP and the command line is the same whether or not another user has spoken. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonical, openTwins } from '../property/twin-worlds.ts';
import { callTool, refusalOf } from '../support/call-tool.ts';
import { type CliRun, CliSurroundings } from '../support/cli-run.ts';
import { serveDoor } from '../support/http-door.ts';

const seeds = [2, 3, 5];
const sofia = { with: ['user:sofia', 'group:guild'] };

test('the tools of MCP answer the same in twin worlds', async () => {
  let hidden = 0;
  for (const seed of seeds) {
    const { worlds, hiddenIds } = await openTwins(seed);
    hidden += hiddenIds.length;
    const asked: readonly (readonly [string, object])[] = [
      ['search_memories', { query: 'Who is sick?', n_results: 50, ...sofia }],
      ['recall_memory', { query: 'Where does Luna live?', ...sofia }],
      ['ambient_context', { message: 'How are Luna, Rex and Porto?', ...sofia }],
      ['explore_connections', { from: ['Luna', 'Porto'], ...sofia }],
      ['session', { action: 'list', ...sofia }],
    ];
    for (const [tool, args] of asked) {
      const [full, without] = await Promise.all(worlds.map((world) => callTool(world.agent('lisa'), tool, args)));
      expect(canonical(JSON.stringify(without)), `${tool} in world ${seed}`).toBe(canonical(JSON.stringify(full)));
    }
    const [id = ''] = hiddenIds;
    const [one, other] = await Promise.all(
      worlds.map((world) => refusalOf(world.agent('lisa'), 'navigate_reasoning', { id, ...sofia })),
    );
    expect(other).toBe(one);
  }
  expect(hidden).toBeGreaterThan(seeds.length);
});

test('routes answer the same in twin worlds, refusals too', async () => {
  for (const seed of seeds) {
    const { worlds, hiddenIds } = await openTwins(seed);
    const door = await serveDoor({ memory: async (space) => worlds[space === 'full' ? 0 : 1] });
    const asked: readonly (readonly [string, object])[] = [
      ['search', { query: 'Who is sick?', limit: 50 }],
      ['latest', { limit: 50 }],
      ['facts', {}],
      ['entities', {}],
      ['sessions', {}],
      ['stats', {}],
      ['why', { id: hiddenIds[0] }],
      ['digest', { session: 'mon' }],
    ];
    for (const [verb, options] of asked) {
      const answers = await Promise.all(
        ['full', 'without'].map(async (space) => {
          const answer = await door.call(`/v1/spaces/${space}/agents/lisa/${verb}`, { ...options, ...sofia });
          return canonical(`${answer.status} ${(await answer.text()).replaceAll(`/${space}/`, '/')}`);
        }),
      );
      expect(answers[1], `${verb} in world ${seed}`).toBe(answers[0]);
    }
  }
});

let cli: CliSurroundings;
beforeAll(async () => {
  cli = await CliSurroundings.make();
});
afterAll(() => cli.remove());

test('commands answer the same whether or not another user has spoken', async () => {
  const lisa = ['--agent', 'lisa', '--embedder', 'none'];
  const dated = ['--occurred-at', '2025-05-01'];
  for (const space of ['full', 'without']) {
    const inSpace = [...lisa, '--space', space];
    if (space === 'full')
      await cli.run(['observe', 'My therapist says Luna is sick', '--with', 'user:mark', ...dated, ...inSpace]);
    await cli.run(['observe', 'Luna is sick', '--with', 'user:sofia', ...dated, ...inSpace]);
  }
  const commands = [
    ['search', 'who is sick?'],
    ['ambient', 'How is Luna?'],
    ['explore', 'Luna'],
    ['recall', 'therapist'],
  ];
  for (const command of commands) {
    const runs: CliRun[] = [];
    for (const space of ['full', 'without']) {
      runs.push(await cli.run([...command, '--with', 'user:sofia', ...lisa, '--space', space]));
    }
    const [full, without] = runs.map(({ exitCode, stdout, stderr }) => canonical(`${exitCode}\n${stdout}\n${stderr}`));
    expect(without, command.join(' ')).toBe(full);
    expect(full).not.toContain('says');
  }
});
