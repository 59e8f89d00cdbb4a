/**
 * The door of MCP: clients of both eras of the protocol on real sockets. One of 2025 is the agent and says in each call
 * who is talked with; one of 2026 has a token that fixes the talk, and reads resources, completions and changes too.
 */
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { MemoryTool } from '../../src/mcp/memory-tool.ts';
import { knowledgeGraphTools } from '../../src/mcp/reference-servers/knowledge-graph-tools.ts';
import { beliefTemplate, chainTemplate, graphUri } from '../../src/mcp/resources.ts';
import { agentTools, type ToolSetName, toolSets } from '../../src/mcp/tool-sets.ts';
import { eventually } from '../support/eventually.ts';
import { modern } from '../support/mcp-http-client.ts';
import { asking, type DoorAnswer, type ServedTwins, type Side, spaces, type TwinDoor } from './twin-door.ts';
import { hiddenAgent, type TwinQuestion, type TwinWorlds } from './twin-worlds.ts';

type Options = TwinQuestion['options'];

/** The tool that calls a verb, and what it takes beside the options of the verb. */
const toolsOfVerb: Readonly<Record<string, readonly (readonly [tool: string, more?: object])[]>> = {
  recall: [['recall_memory']],
  search: [['search_memories']],
  observe: [['add_memory']],
  believe: [['believe']],
  withdraw: [['believe', { action: 'withdraw' }]],
  share: [['believe', { action: 'share' }]],
  unshare: [['believe', { action: 'unshare' }]],
  ambient: [['ambient_context']],
  explore: [['explore_connections']],
  think: [['record_thought']],
  navigate: [['navigate_reasoning']],
  sessions: [['session', { action: 'list' }]],
  digest: [['session', { action: 'digest' }]],
  resume: [['session', { action: 'resume' }]],
  session: [
    ['session', { action: 'open' }],
    ['session', { action: 'close' }],
  ],
  forget: [['forget_memory'], ['forget_memory', { confirm: true }]],
};

/** What is read without a tool, by the verb that it is like. */
const lookedAt = ['stats', 'belief', 'chain', 'resources', 'names', 'ids', 'agents', 'sessions', 'changes'] as const;
/** What a talk is not offered. */
const isDestructive = ({ annotations }: MemoryTool): boolean => annotations.destructiveHint;

/** Opens the door of MCP. */
export async function mcpDoor({ served, tokens, twins }: ServedTwins): Promise<TwinDoor> {
  const open = async (token: string, tools: ToolSetName, options: ClientOptions = {}): Promise<Client> => {
    const client = new Client({ name: 'twin', version: '1.0.0' }, options);
    const url = new URL(`${served.server.url}/mcp?tools=${tools}`);
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return client;
  };
  const each = (token: 'own' | 'inTalk', tools: ToolSetName, options?: ClientOptions): Promise<readonly Client[]> =>
    Promise.all(spaces.map((_, side) => open(tokens[side]![token], tools, options)));
  const own = await each('own', 'all');
  const inTalk = await each('inTalk', 'all', modern);
  const graph = await each('inTalk', 'memory', modern);
  const thinking = await each('inTalk', 'sequential-thinking');
  return {
    offers: [
      ...agentTools.map(({ name }) => name),
      ...lookedAt,
      ...knowledgeGraphTools.filter((tool) => !isDestructive(tool)).map(({ name }) => name),
      graphUri,
      ...toolSets['sequential-thinking'].tools.map(({ name }) => name),
    ],
    ask: async ({ verb, options }, side) => {
      const answers: DoorAnswer[] = [];
      for (const [name, more] of toolsOfVerb[verb] ?? []) {
        answers.push(await toolAnswer(own[side]!, name, argumentsOf(name, options, more)));
        const { with: _fixed, ...rest } = options;
        if (name !== 'forget_memory')
          answers.push(await toolAnswer(inTalk[side]!, name, argumentsOf(name, rest, more)));
      }
      // What was recalled counts at some time within a second, which may come between the two worlds.
      if (verb === 'recall') await twins.worlds[side].sleep({ dryRun: true });
      answers.push(...(await looks(inTalk[side]!, verb, options)));
      if (verb === 'think') answers.push(await thoughtAnswer(thinking[side]!));
      if (verb === 'entities') answers.push(...(await graphAnswers(graph[side]!, twins, side)));
      if (verb === 'changes') answers.push(await changeAnswer(inTalk[side]!, twins, side, options));
      return answers;
    },
    close: () => Promise.all([...own, ...inTalk, ...graph, ...thinking].map((client) => client.close())),
  };
}

/** What a tool is called with for the options of a verb; it is not offered all of them. */
function argumentsOf(name: string, options: Options, more: object = {}): Record<string, unknown> {
  const tool = agentTools.find((one) => one.name === name)!;
  const named = Object.entries(options).map(([option, value]) => [tool.argumentOf(option), value] as const);
  const isClosing = 'action' in more && more.action === 'close';
  const taken = named.filter(([argument]) => argument in tool.input.shape && !(isClosing && argument === 'goal'));
  return { ...Object.fromEntries(taken), ...more };
}

async function toolAnswer(client: Client, name: string, args: Record<string, unknown>): Promise<DoorAnswer> {
  const answer = await client.callTool({ name, arguments: args });
  return { name, isAnswered: answer.isError !== true, text: JSON.stringify(answer) };
}

/** What the agent may read of a resource, or how that is refused. */
async function resourceAnswer(client: Client, name: string, uri: string): Promise<DoorAnswer> {
  return client.readResource({ uri }).then(
    (answer) => ({ name, isAnswered: true, text: JSON.stringify(answer) }),
    (error: Error & { readonly code?: unknown; readonly data?: unknown }) => {
      const { code, data, message } = error;
      return { name, isAnswered: false, text: JSON.stringify({ code, data, message }) };
    },
  );
}

/** What is read where a verb is called elsewhere. */
async function looks(client: Client, verb: string, options: Options): Promise<readonly DoorAnswer[]> {
  const completion = async (name: string, uri: string, variable: string, value = ''): Promise<DoorAnswer> => {
    const ref = { type: 'ref/resource', uri } as const;
    const { completion: found } = await client.complete({ ref, argument: { name: variable, value } });
    return { name, isAnswered: found.values.length > 0, text: JSON.stringify(found) };
  };
  if (verb === 'stats') return [await resourceAnswer(client, 'stats', 'memory://stats')];
  if (verb === 'why') {
    const uri = (agent: string): string =>
      `memory://agents/${agent}/beliefs/${encodeURIComponent(String(options['id']))}`;
    return Promise.all([asking, hiddenAgent, 'system'].map((agent) => resourceAnswer(client, 'belief', uri(agent))));
  }
  if (verb === 'digest')
    return [await resourceAnswer(client, 'chain', `memory://sessions/${options['session']}/chain`)];
  if (verb === 'latest') {
    const listed = await client.listResources();
    const ids = await completion('ids', beliefTemplate, 'id');
    const agents = await completion('agents', beliefTemplate, 'agent');
    return [{ name: 'resources', isAnswered: listed.resources.length > 1, text: JSON.stringify(listed) }, ids, agents];
  }
  if (verb === 'sessions') return [await completion('sessions', chainTemplate, 'id')];
  if (verb !== 'entities') return [];
  const ref = { type: 'ref/prompt', name: 'recall-before-answering' } as const;
  const argument = { name: 'entity', value: String(options['startsWith'] ?? '') };
  const { completion: found } = await client.complete({ ref, argument });
  return [{ name: 'names', isAnswered: found.values.length > 0, text: JSON.stringify(found) }];
}

async function thoughtAnswer(client: Client): Promise<DoorAnswer> {
  const thought = { thought: 'A vet is needed', thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true };
  return toolAnswer(client, 'sequentialthinking', thought);
}

/** The knowledge graph; in the full world the hidden agent has made the same one for itself before. */
async function graphAnswers(client: Client, { worlds }: TwinWorlds, side: Side): Promise<readonly DoorAnswer[]> {
  const entities = [
    { name: 'Luna', entityType: 'animal', observations: ['purrs', 'is sick'] },
    { name: 'Porto', entityType: 'place', observations: ['has a vet'] },
  ];
  const relations = [{ from: 'Luna', to: 'Porto', relationType: 'lives_in' }];
  const calls = {
    create_entities: { entities },
    create_relations: { relations },
    add_observations: { observations: [{ entityName: 'Luna', contents: ['purrs', 'sleeps'] }] },
    read_graph: {},
    search_nodes: { query: 'vet' },
    open_nodes: { names: ['Luna', 'Rex'] },
  };
  const hidden = worlds[0].agent(hiddenAgent);
  if (side === 0)
    for (const { name, run } of knowledgeGraphTools)
      if (name in calls) await run(hidden, calls[name as keyof typeof calls]);
  const answers: DoorAnswer[] = [];
  for (const [name, args] of Object.entries(calls)) answers.push(await toolAnswer(client, name, { ...args }));
  return [...answers, await resourceAnswer(client, graphUri, graphUri)];
}

/**
 * What a client is told that listens to a memory that it cannot see, and to one that it can: in the full world the former
 * is made first.
 */
async function changeAnswer(client: Client, { worlds }: TwinWorlds, side: Side, options: Options): Promise<DoorAnswer> {
  const uriOf = (id: string): string => `memory://agents/${asking}/beliefs/fact:${id}`;
  const told = new Set<string>();
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.add(params.uri));
  const [hidden, seen] = [uriOf('kept-from-you'), uriOf('told-to-you')];
  const subscription = await client.listen({ resourceSubscriptions: [hidden, seen] });
  if (side === 0) await worlds[0].agent(hiddenAgent).believe({ id: 'kept-from-you', content: 'Porto is far' });
  await worlds[side].agent(asking).believe({ id: 'told-to-you', content: 'Porto is near', ...options });
  await eventually(() => {
    if (!told.has(seen)) throw new Error('twin doors: no word of the change');
  });
  await subscription.close();
  return { name: 'changes', isAnswered: true, text: JSON.stringify([...told].sort()) };
}
