/** What a user is answered over MCP, HTTP and the command line is the same whether or not another user has spoken. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/run-cli.ts';
import { settingsMark } from '../../src/cli/hub/settings-mark.ts';
import { AgentInTalk, agentVerbs, kebabCase, version } from '../../src/index.ts';
import { createMcpServer } from '../../src/mcp/create-mcp-server.ts';
import { agentTools } from '../../src/mcp/tool-sets.ts';
import { canonical, openTwins, questionsOf, type TwinQuestion, type TwinWorlds } from '../property/twin-worlds.ts';
import { callTool, refusalOf } from '../support/call-tool.ts';
import { commandsOf, runInProcess } from '../support/cli-in-process.ts';
import { type ServedDoor, serveDoor } from '../support/http-door.ts';
import { connectClient } from '../support/mcp-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const seeds = [2, 3, 5];
const sofia = { with: ['user:sofia', 'group:guild'] };
const spaces = ['full', 'without'] as const;
/** Pairs of worlds that are asked at least, and at most, until each call has been answered and not only refused. */
const [minSeeds, maxSeeds] = [3, 40];

/** What the tools of MCP are asked in one of two worlds. */
function toolCalls({ hiddenIds, ids, seen }: TwinWorlds, world: 0 | 1): readonly (readonly [string, object])[] {
  const [hiddenId = ''] = hiddenIds;
  return [
    ['search_memories', { query: 'Who is sick?', n_results: 50 }],
    ['recall_memory', { query: 'Where does Luna live?' }],
    ['ambient_context', { message: 'How are Luna, Rex and Porto?' }],
    ['explore_connections', { from: ['Luna', 'Porto'] }],
    ['session', { action: 'list' }],
    ['session', { action: 'open', id: 'asked', goal: 'Find a vet' }],
    ['navigate_reasoning', { id: hiddenId }],
    ['add_memory', { content: 'Rex is sick too', session: 'asked' }],
    ['record_thought', { thought: 'A vet is needed', session: 'asked' }],
    ['believe', { content: 'Rex needs a vet', about: ['Rex'] }],
    ['believe', { action: 'withdraw', memory: hiddenId }],
    ['believe', { action: 'share', memory: hiddenId }],
    // A step made a memory of its own id in each world.
    ['forget_memory', { id: ids[world].get(seen[0] ?? -1) ?? 'fact:none' }],
  ];
}

test('the tools of MCP answer the same in twin worlds', async () => {
  let hidden = 0;
  for (const seed of seeds) {
    const twins = await openTwins(seed);
    hidden += twins.hiddenIds.length;
    const calls = toolCalls(twins, 0);
    expect(new Set(calls.map(([tool]) => tool))).toEqual(new Set(agentTools.map(({ name }) => name)));
    for (const [place, [tool]] of calls.entries()) {
      const [full, without] = await Promise.all(
        twins.worlds.map((world, side) => {
          const [, args] = toolCalls(twins, side as 0 | 1)[place]!;
          const given = tool === 'forget_memory' ? args : { ...args, ...sofia };
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

test('a server of MCP that is told who is talked with answers the same in twin worlds', async () => {
  for (const seed of seeds) {
    const twins = await openTwins(seed);
    const clients = await Promise.all(
      twins.worlds.map((world) => {
        const agent = new AgentInTalk(world.agent('lisa'), sofia.with);
        return connectClient(createMcpServer({ agent, tools: 'all' }));
      }),
    );
    const [full, without] = await Promise.all(
      clients.map(async (client, side) => {
        const told = [JSON.stringify(await client.listTools())];
        for (const [name, args] of toolCalls(twins, side as 0 | 1)) {
          if (name !== 'forget_memory')
            told.push(`${name} ${JSON.stringify(await client.callTool({ name, arguments: { ...args } }))}`);
        }
        for (const { uri } of (await client.listResources()).resources)
          told.push(`${uri} ${JSON.stringify(await client.readResource({ uri }))}`);
        await client.close();
        return told.map(canonical);
      }),
    );
    expect(without, `world ${seed}`).toEqual(full);
    expect(full?.filter((text) => text.includes('"isError":true')).length).toBeLessThan(6);
  }
});

/**
 * Asks what {@link questionsOf} makes up of pairs of worlds, the same of both, until every call that is named has been
 * answered at least once: a refusal alone would say little.
 */
async function compareUntilAnswered(
  names: readonly string[],
  ask: (question: TwinQuestion, side: 0 | 1, door: ServedDoor) => Promise<readonly Asked[]>,
): Promise<void> {
  const open = new Set(names);
  for (let seed = 2; seed < 2 + minSeeds || (open.size > 0 && seed < 2 + maxSeeds); seed++) {
    const twins = await openTwins(seed);
    const door = await serveDoor({ memory: async (space) => twins.worlds[space === spaces[0] ? 0 : 1] });
    for (const question of questionsOf(twins)) {
      const full = await ask(question(0), 0, door);
      const without = await ask(question(1), 1, door);
      expect(without.map(plainly), `${question(0).verb} in world ${seed}`).toEqual(full.map(plainly));
      for (const { name, isAnswered } of full) if (isAnswered) open.delete(name);
    }
    await door.server.close();
  }
  expect([...open]).toEqual([]);
}

/** What a call was answered. */
interface Asked {
  readonly name: string;
  readonly isAnswered: boolean;
  readonly text: string;
}

/** An answer without random ids, durations and the name of its space. */
function plainly({ name, text }: Asked): string {
  return `${name}: ${canonical(text.replaceAll(/\b(full|without)\b/g, 'space'))}`;
}

test('the route of every verb answers the same in twin worlds, refusals too', async () => {
  await compareUntilAnswered(Object.keys(agentVerbs), async ({ verb, options }, side, door) => {
    const call = (path: string, given: object): Promise<Response> =>
      door.call(`/v1/spaces/${spaces[side]}/agents/lisa/${path}`, given);
    const { path, form } = agentVerbs[verb as keyof typeof agentVerbs];
    const answer = await call(path, options);
    const text =
      form === 'events'
        ? await firstEvent(answer, async (more) => void (await call('observe', more)), side === 0)
        : await answer.text();
    return [{ name: verb, isAnswered: answer.ok && text !== '[]', text: `${answer.status} ${text}` }];
  });
});

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

/** The commands that call a verb of an agent, where they are called otherwise; none for what only programs ask. */
const commandsOfVerb: Readonly<Record<string, readonly string[]>> = {
  observeMany: [],
  believeMany: [],
  namesIn: [],
  stats: [],
  changes: [],
  session: ['session open', 'session close'],
  sessions: ['session list'],
  resume: ['session resume'],
  digest: ['session digest'],
  forget: ['forget --own --yes'],
};

test('every command of an agent answers the same in twin worlds, refusals too', async () => {
  const folder = await temporaryFolder();
  const agentCommands = commandsOf(createProgram())
    .filter(([, command]) =>
      command.options.some(({ description }) => /keeps what is written from others\.$/.test(description)),
    )
    .map(([name]) => name);
  expect(agentCommands.length).toBeGreaterThan(23);
  await compareUntilAnswered([...agentCommands, 'forget --own --yes'], async ({ verb, options }, side, door) => {
    const note = { url: door.server.url, pid: process.pid, version, settings: settingsMark({ at: folder }) };
    await writeFile(join(folder, 'hub.json'), JSON.stringify(note));
    await writeFile(join(folder, 'hub.token'), await door.tokens.owner());
    const answers: Asked[] = [];
    for (const name of commandsOfVerb[verb] ?? [kebabCase(verb)]) {
      for (const form of [[], ['--json']]) {
        const line = [
          ...name.split(' '),
          ...commandLineOf(verb, name === 'session close' ? closing(options) : options),
          ...form,
        ];
        const where = ['--at', folder, '--space', spaces[side], '--agent', 'lisa'];
        const { exitCode, stdout, stderr } = await runInProcess([...line, ...where], folder);
        answers.push({
          name,
          isAnswered: exitCode === 0 && !/^(nothing lies near it)?\s*$/.test(stdout),
          text: `${exitCode}\n${stdout}\n${stderr}`,
        });
      }
    }
    return answers;
  });
});

/** A session that is closed takes no goal. */
function closing({ goal: _goal, ...options }: TwinQuestion['options']): TwinQuestion['options'] {
  return options;
}

/** The options of a verb as somebody types them. */
function commandLineOf(verb: string, options: TwinQuestion['options']): readonly string[] {
  const {
    arguments: positional = [],
    flags = {},
  }: { arguments?: readonly string[]; flags?: Readonly<Record<string, string>> } =
    agentVerbs[verb as keyof typeof agentVerbs].commandLine;
  const texts = (value: unknown): readonly string[] => [value].flat().map(String);
  const words = positional.flatMap((name) => (name in options ? texts(options[name]) : []));
  const flagged = Object.entries(options)
    .filter(([name]) => !positional.includes(name))
    .flatMap(([name, value]) => {
      const flag = kebabCase(flags[name] ?? name);
      if (typeof value === 'boolean') return [value ? `--${flag}` : `--no-${flag}`];
      return texts(value).flatMap((text) => [`--${flag}`, text]);
    });
  return [...words, ...flagged];
}
