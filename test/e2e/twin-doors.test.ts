/** What a user is answered over MCP, HTTP and the command line is the same whether or not another user has spoken. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentVerbs } from '../../src/index.ts';
import { agentTools } from '../../src/mcp/tool-sets.ts';
import { canonical, openTwins, questionsOf } from '../property/twin-worlds.ts';
import { callTool, refusalOf } from '../support/call-tool.ts';
import { type CliRun, CliSurroundings } from '../support/cli-run.ts';
import { serveDoor } from '../support/http-door.ts';

const seeds = [2, 3, 5];
const sofia = { with: ['user:sofia', 'group:guild'] };

test('the tools of MCP answer the same in twin worlds', async () => {
  let hidden = 0;
  for (const seed of seeds) {
    const { worlds, hiddenIds, ids, seen } = await openTwins(seed);
    hidden += hiddenIds.length;
    const [hiddenId = ''] = hiddenIds;
    const [seenStep = -1] = seen;
    const asked: readonly (readonly [string, object])[] = [
      ['search_memories', { query: 'Who is sick?', n_results: 50, ...sofia }],
      ['recall_memory', { query: 'Where does Luna live?', ...sofia }],
      ['ambient_context', { message: 'How are Luna, Rex and Porto?', ...sofia }],
      ['explore_connections', { from: ['Luna', 'Porto'], ...sofia }],
      ['session', { action: 'list', ...sofia }],
      ['session', { action: 'open', id: 'asked', goal: 'Find a vet', ...sofia }],
      ['navigate_reasoning', { id: hiddenId, ...sofia }],
      ['add_memory', { content: 'Rex is sick too', session: 'asked', ...sofia }],
      ['record_thought', { thought: 'A vet is needed', session: 'asked', ...sofia }],
      ['believe', { content: 'Rex needs a vet', about: ['Rex'], ...sofia }],
      ['believe', { action: 'withdraw', memory: hiddenId, ...sofia }],
      ['believe', { action: 'share', memory: hiddenId, ...sofia }],
      ['forget_memory', { id: seenStep }],
    ];
    expect(new Set(asked.map(([tool]) => tool))).toEqual(new Set(agentTools.map(({ name }) => name)));
    for (const [tool, args] of asked) {
      const [full, without] = await Promise.all(
        worlds.map((world, place) => {
          // A step made a memory of its own id in each world.
          const own =
            'id' in args && args.id === seenStep ? { id: ids[place as 0 | 1].get(seenStep) ?? 'fact:none' } : {};
          const given = { ...args, ...own };
          return callTool(world.agent('lisa'), tool, given)
            .then(
              (answer) => JSON.stringify(answer),
              () => refusalOf(world.agent('lisa'), tool, given),
            )
            .then(canonical);
        }),
      );
      expect(without, `${tool} in world ${seed}`).toBe(full);
    }
  }
  expect(hidden).toBeGreaterThan(seeds.length);
});

test('the route of every verb answers the same in twin worlds, refusals too', async () => {
  const asked = new Set<string>();
  for (const seed of seeds) {
    const twins = await openTwins(seed);
    const door = await serveDoor({ memory: async (space) => twins.worlds[space === 'full' ? 0 : 1] });
    const call = (place: 0 | 1, verb: string, options: object): Promise<Response> =>
      door.call(`/v1/spaces/${spaces[place]}/agents/lisa/${verb}`, options);
    for (const question of questionsOf(twins)) {
      const { verb } = question(0);
      asked.add(verb);
      const answers: string[] = [];
      for (const place of [0, 1] as const) {
        const { options } = question(place);
        const { path, form } = agentVerbs[verb as keyof typeof agentVerbs];
        const answer = await call(place, path, options);
        const text =
          form === 'events'
            ? await firstEvent(answer, async (more) => void (await call(place, 'observe', more)), place === 0)
            : answer.text();
        answers.push(canonical(`${answer.status} ${(await text).replaceAll(`/${spaces[place]}/`, '/')}`));
      }
      expect(answers[1], `${verb} in world ${seed}`).toBe(answers[0]);
    }
  }
  expect([...asked].sort()).toEqual(Object.keys(agentVerbs).sort());
});

const spaces = ['full', 'without'] as const;

/** The first event of an answer that goes on, when in the full world something hidden is said before. */
async function firstEvent(
  answer: Response,
  observe: (options: object) => Promise<void>,
  isFull: boolean,
): Promise<string> {
  if (isFull) await observe({ content: 'Nobody else hears that', with: 'user:mark' });
  await observe({ content: 'That is heard' });
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString('utf8');
    if (/^data:.*\n/m.test(text)) break;
  }
  return /^data:.*$/m.exec(text)?.[0] ?? '';
}

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
