/**
 * Twin worlds behind their doors: what {@link questionsOf} makes up is asked through the memory at a hub, plain HTTP, MCP
 * and the command line. No door may answer, refuse or tell of a change differently because of what is hidden.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsMark } from '../../src/cli/hub/hub-note.ts';
import { mcpMount } from '../../src/cli/hub/run-hub.ts';
import { hookMount } from '../../src/cli/hook/hook-mount.ts';
import { createProgram } from '../../src/cli/run-cli.ts';
import {
  type AgentVerbs,
  agentVerbs,
  kebabCase,
  Madeleine,
  type MadeleineError,
  type TalkOptions,
  version,
  resolveEmbedder,
} from '../../src/index.ts';
import { mcpHttp } from '../../src/mcp/mcp-http.ts';
import { commandsOf, runInProcess } from '../support/cli-in-process.ts';
import { type ServedDoor, serveDoor } from '../support/http-door.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { mcpDoor } from './twin-doors-mcp.ts';
import { asking, type DoorAnswer, sayHidden, type ServedTwins, type Side, spaces, type TwinDoor } from './twin-door.ts';
import {
  canonical,
  difference,
  hiddenAgent,
  names,
  openTwins,
  question,
  questionsOf,
  type TwinQuestion,
  type TwinWorlds,
} from './twin-worlds.ts';

/** The doors by name; each is opened for one pair of worlds. */
const doors: Readonly<Record<string, (worlds: ServedTwins) => Promise<TwinDoor>>> = {
  remote: remoteDoor,
  route: routeDoor,
  mcp: mcpDoor,
  command: commandDoor,
};

async function remoteDoor({ served, tokens, twins }: ServedTwins): Promise<TwinDoor> {
  const listening: Promise<unknown>[] = [];
  const memories = await Promise.all(
    spaces.map((space, side) =>
      Madeleine.connect(served.server.url, {
        space,
        token: tokens[side]!.own,
        // It is subscribed once the hub has begun to answer.
        fetch: (url, init) => {
          const answer = fetch(url, init);
          if (String(url).endsWith('/changes')) listening.push(answer);
          return answer;
        },
      }),
    ),
  );
  return {
    offers: Object.keys(agentVerbs),
    ask: async ({ verb, options, ask }, side) => {
      const agent: AgentVerbs = memories[side]!.agent(asking);
      const call = verb === 'changes' ? heard(agent, options, listening, twins, side) : ask(agent, options as never);
      return [
        await call.then(
          (answer) => ({
            name: verb,
            isAnswered: isTelling(JSON.stringify(answer)),
            text: JSON.stringify(answer) ?? '',
          }),
          (error: MadeleineError) => ({ name: verb, isAnswered: false, text: refusalText(error) }),
        ),
      ];
    },
    close: () => Promise.all(memories.map((memory) => memory.close())),
  };
}

/** All that a caller can read of an error. */
function refusalText({ name, code, status, exitCode, message, hint, details }: MadeleineError): string {
  return JSON.stringify({ name, code, status, exitCode, message, hint, details });
}

/** The first change that is heard, when in the full world something hidden is said before, and what was written then. */
async function heard(
  agent: AgentVerbs,
  options: TwinQuestion['options'],
  listening: readonly Promise<unknown>[],
  twins: TwinWorlds,
  side: Side,
): Promise<unknown> {
  const end = new AbortController();
  const changes = agent.changes({ ...options, signal: end.signal })[Symbol.asyncIterator]();
  await listening.at(-1);
  if (side === 0) await sayHidden(twins);
  const written = await agent.believe({ content: 'That is heard over there', ...options });
  const { value: change } = await changes.next();
  end.abort();
  return { change, written };
}

const isTelling = (text: string | undefined): boolean => text !== undefined && text !== '[]';

async function routeDoor({ served, tokens, twins, within }: ServedTwins): Promise<TwinDoor> {
  const post = (path: string, body: object, token: string): Promise<Response> =>
    fetch(`${served.server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const pathOf = (side: Side, verb: string, agent = asking): string =>
    `/v1/spaces/${spaces[side]}/agents/${agent}/${agentVerbs[verb as keyof typeof agentVerbs].path}`;
  const feed = async (options: object, side: Side, token: string): Promise<Response> => {
    const answer = await post(pathOf(side, 'changes'), options, token);
    if (side === 0) await sayHidden(twins);
    const written = await post(pathOf(side, 'observe'), { content: 'That is heard at the route', ...within }, token);
    return new Response(`${await firstEvent(answer)} ${await written.text()}`, answer);
  };
  return {
    offers: [...Object.keys(agentVerbs), 'hooks', 'refused'],
    ask: async ({ verb, options }, side) => {
      const { own, inTalk } = tokens[side]!;
      // It reaches all that the agent remembers, so a talk has none of it.
      const token = verb === 'forget' ? own : inTalk;
      const answer =
        verb === 'changes' ? await feed(options, side, token) : await post(pathOf(side, verb), options, token);
      const refused = await post(pathOf(side, verb, hiddenAgent), options, token);
      const hooks = verb === 'ambient' ? await hookAnswers(options, (event) => post('/v1/hooks', event, inTalk)) : [];
      const isForbidden = refused.status === 403;
      return [
        { name: verb, ...(await textOf(answer)) },
        ...(await Promise.all(hooks.map(async (hook) => ({ name: 'hooks', ...(await textOf(hook)) })))),
        { name: 'refused', ...(await textOf(refused)), isAnswered: isForbidden },
      ];
    },
  };
}

/** Status, headers and text of an answer. Its length follows from its text, in which durations have digits. */
async function textOf(answer: Response): Promise<Omit<DoorAnswer, 'name'>> {
  const headers = [...answer.headers].filter(([name]) => name !== 'date' && name !== 'content-length');
  const text = await answer.text();
  return {
    isAnswered: answer.ok && isTelling(text) && text !== '{}',
    text: `${answer.status} ${JSON.stringify(headers)} ${text}`,
  };
}

/** The data of the first event of an answer that goes on. */
async function firstEvent(answer: Response): Promise<string> {
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString('utf8');
    const [, data] = /^data:(.*)\n/m.exec(text) ?? [];
    if (data !== undefined) return data;
  }
  throw new Error(`twin doors: no change came: ${text}`);
}

/** What the hooks of a host hear at the start, and at a prompt that is too short to be kept: that would go on behind the answer. */
async function hookAnswers(
  { message }: TwinQuestion['options'],
  post: (event: object) => Promise<Response>,
): Promise<readonly Response[]> {
  const place = { session_id: 'asked', cwd: '/home/sofia/work' };
  const prompt = names.find((name) => String(message).includes(name)) ?? 'Luna';
  return [
    await post({ ...place, hook_event_name: 'SessionStart', source: 'startup' }),
    await post({ ...place, hook_event_name: 'UserPromptSubmit', prompt }),
  ];
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

async function commandDoor({ served }: ServedTwins): Promise<TwinDoor> {
  const folder = await temporaryFolder();
  const note = { url: served.server.url, pid: process.pid, version, settings: settingsMark({ at: folder }) };
  await writeFile(join(folder, 'hub.json'), JSON.stringify(note));
  await writeFile(join(folder, 'hub.token'), await served.tokens.owner());
  const ofAgents = commandsOf(createProgram()).filter(([, command]) =>
    command.options.some(({ description }) => /keeps what is written from others\.$/.test(description)),
  );
  return {
    offers: [...ofAgents.map(([name]) => name), 'forget --own --yes'],
    ask: async ({ verb, options }, side) => {
      const answers: DoorAnswer[] = [];
      for (const name of commandsOfVerb[verb] ?? [kebabCase(verb)]) {
        for (const form of [[], ['--json']]) {
          const asked = commandLineOf(verb, name === 'session close' ? closing(options) : options);
          const where = ['--at', folder, '--space', spaces[side], '--agent', asking];
          const line = [...name.split(' '), ...asked, ...form, ...where];
          const { exitCode, stdout, stderr } = await runInProcess(line, folder);
          answers.push({
            name,
            isAnswered: exitCode === 0 && !/^(nothing lies near it)?\s*$/.test(stdout),
            text: `${exitCode}\n${stdout}\n${stderr}`,
          });
        }
      }
      return answers;
    },
  };
}

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

/** How many pairs of worlds are asked through their doors. */
export interface DoorCampaign {
  /** The seed of the first pair. One that 4 divides has vectors, without which nothing has neighbours. */
  readonly first: number;
  readonly worlds: number;
  /** What happens in them. @default what users say and agents note */
  readonly open?: (seed: number) => Promise<TwinWorlds>;
}

/** What came of one door. */
export interface DoorTally {
  answers: number;
  readonly offers: readonly string[];
  /** What was asked, and what of it was answered and not only refused. */
  readonly asked: Set<string>;
  readonly answered: Set<string>;
}

/** Asks both worlds of pairs the same through every door; tells where an answer gives the hidden away. */
export async function compareDoors({ first, worlds, open = openTwins }: DoorCampaign): Promise<{
  readonly traces: readonly string[];
  readonly tallies: Readonly<Record<string, DoorTally>>;
  readonly hidden: number;
  readonly common: number;
  readonly line: string;
}> {
  const traces: string[] = [];
  const tallies: Record<string, DoorTally> = {};
  let [hidden, common] = [0, 0];
  for (let turn = 0; turn < worlds; turn++) {
    const twins = await open(first + turn);
    await askThroughDoors(twins, turn, tallies, (trace) => traces.push(`world ${first + turn}, ${trace}`));
    hidden += twins.hiddenIds.length;
    common += twins.common;
  }
  const answers = Object.entries(tallies).map(([name, tally]) => `${name} ${tally.answers}`);
  const line = `${worlds} twin worlds, answers: ${answers.join(', ')}; ${hidden} hidden memories, ${common} in common, ${traces.length} traces`;
  return { traces, tallies, hidden, common, line };
}

interface OpenDoor {
  readonly name: string;
  readonly door: TwinDoor;
}

/** Makes memories for one door in both worlds, and calls of verbs that have something to tell of them. */
async function questionsOfOwn(
  { worlds }: TwinWorlds,
  door: string,
  within: TalkOptions,
): Promise<readonly ((side: Side) => TwinQuestion)[]> {
  const session = `own-${door}`;
  const made = await Promise.all(
    worlds.map(async (world) => {
      const agent = world.agent(asking);
      const fact = (content: string): Promise<{ readonly id: string }> =>
        agent.believe({ content: `${content} of the ${door}`, about: ['Luna'], ...within });
      const [one, other, last] = [
        await fact('Luna likes the garden'),
        await fact('Luna likes the gate'),
        await fact('Luna is fond'),
      ];
      const thought = await agent.think({ thought: `Luna may like the ${door}`, session, ...within });
      return { one: one.id, other: other.id, last: last.id, thought: thought.id };
    }),
  );
  const calls: readonly (readonly [verb: string, (ids: (typeof made)[number]) => object])[] = [
    ['navigate', ({ thought }) => ({ id: thought })],
    ['why', ({ one }) => ({ id: one })],
    ['explain', ({ one }) => ({ id: one, query: 'What does Luna like?' })],
    ['neighbours', ({ one }) => ({ id: one, minSimilarity: 0 })],
    ['judge', ({ one, other }) => ({ one, other, state: 'confirmed', kind: 'supports' })],
    ['digest', () => ({ session })],
    ['resume', () => ({ id: session })],
    ['sessions', () => ({})],
    ['entities', () => ({})],
    ['namesIn', () => ({ message: 'Luna is here' })],
    ['ambient', () => ({ message: 'How is Luna today?' })],
    ['share', ({ one }) => ({ id: one })],
    ['unshare', ({ one }) => ({ id: one })],
    ['withdraw', ({ other }) => ({ id: other })],
  ];
  return [
    ...calls.map(
      ([verb, optionsOf]) =>
        (side: Side) =>
          question(verb, { ...optionsOf(made[side]!), ...within }),
    ),
    (side) => question('forget', { id: made[side]!.last }),
  ];
}

async function askThroughDoors(
  twins: TwinWorlds,
  turn: number,
  tallies: Record<string, DoorTally>,
  onTrace: (trace: string) => void,
): Promise<void> {
  const questions = questionsOf(twins);
  const { served, close, worlds } = await serveTwins(twins, questions[0]!(0).options);
  const opened = await Promise.all(
    Object.entries(doors).map(async ([name, open]) => ({ name, door: await open(worlds) })),
  );
  const ask = async ({ name, door }: OpenDoor, of: (side: Side) => TwinQuestion): Promise<void> => {
    const [asked, askedToo] = [of(0), of(1)];
    const full = await door.ask(asked, 0);
    const without = await door.ask(askedToo, 1);
    tallies[name] ??= { answers: 0, offers: door.offers, asked: new Set(), answered: new Set() };
    const tally = tallies[name];
    for (const one of full) {
      tally.answers += 1;
      tally.asked.add(one.name);
      if (one.isAnswered) tally.answered.add(one.name);
    }
    const [told, toldToo] = [full.map(plainly).join('\n'), without.map(plainly).join('\n')];
    if (told !== toldToo)
      onTrace(`${name} ${asked.verb} ${JSON.stringify(asked.options)}: ${difference(told, toldToo)}`);
  };
  for (const [place, of] of questions.entries()) {
    // What one door has forgotten another one cannot forget: each comes first in its turn.
    const from = (turn + place) % opened.length;
    for (const door of [...opened.slice(from), ...opened.slice(0, from)]) await ask(door, of);
  }
  if (turn === 0)
    for (const door of opened)
      for (const own of await questionsOfOwn(twins, door.name, worlds.within)) await ask(door, own);
  await Promise.all(opened.map(({ door }) => door.close?.()));
  await served.server.close();
  await close();
}

/** Serves both worlds of a pair as two spaces of one store, with MCP and hooks as a hub has them. */
async function serveTwins(
  twins: TwinWorlds,
  { with: members }: TalkOptions,
): Promise<{
  readonly served: ServedDoor;
  readonly worlds: ServedTwins;
  readonly close: () => Promise<unknown>;
}> {
  const memory = async (space: string): Promise<Madeleine> => twins.worlds[space === spaces[0] ? 0 : 1];
  const memoryOf = async (space: string, agent: string): Promise<AgentVerbs> => (await memory(space)).agent(agent);
  const failures: unknown[] = [];
  const onError = (error: unknown): void => void failures.push(error);
  const mcp = mcpHttp({ memoryOf, onError });
  const served = await serveDoor({
    memory,
    mounts: [mcpMount(mcp), hookMount({ memoryOf, embedder: resolveEmbedder('none'), readsFiles: true, onError })],
    onError,
  });
  const within: TalkOptions = members === undefined ? {} : { with: members };
  const talk = members === undefined ? {} : { with: [members].flat() };
  const tokens = await Promise.all(
    spaces.map(async (space) => {
      const kind = { agent: asking, space, scope: 'write' } as const;
      return {
        own: (await served.tokens.create(kind)).token,
        inTalk: (await served.tokens.create({ ...kind, ...talk })).token,
      };
    }),
  );
  const close = async (): Promise<void> => {
    await mcp.close();
    await Promise.all(twins.worlds.map((world) => world.close()));
    // A defect is told to nobody at a door, so it would pass for a refusal.
    if (failures.length > 0) throw new AggregateError(failures, 'twin doors: a door failed');
  };
  return { served, worlds: { twins, served, within, tokens }, close };
}

/** An answer without random ids, durations and the name of its space. */
function plainly({ name, text }: DoorAnswer): string {
  return `${name}: ${canonical(text.replaceAll(/\b(full|without)\b/g, 'space'))}`;
}
