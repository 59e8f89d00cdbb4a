/**
 * The MCP server of one agent, for one connection. Owns what is registered; whose memory it is was decided
 * before, and no argument of a tool or word of a client changes it.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  type CompleteRequest,
  type InputRequiredResult,
  McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { AgentInTalk, type AgentVerbs, version } from '../index.ts';
import { type MemoryTool, ShownErasures, type ToolContext } from './memory-tool.ts';
import { addResources, beliefTemplate, chainTemplate, sessionKey } from './resources.ts';
import { addGraphResource } from './reference-servers/knowledge-graph-tools.ts';
import { toolErrorText } from './tool-error.ts';
import { type ToolSetName, toolSets } from './tool-sets.ts';
import { addPrompts } from './prompts.ts';

/** What a server is made of. */
export interface McpServerOptions {
  /** The memory that every tool works on. */
  readonly agent: AgentVerbs;
  /** @default 'core' */
  readonly tools?: ToolSetName;
  /** Whether there are tools that write. @default 'write' */
  readonly access?: MemoryTool['access'];
  /** What the session has been shown, where it outlives this server. @default nothing yet */
  readonly shown?: ShownErasures;
  /** What the line of thought of the session is called, where it outlives this server. */
  readonly line?: string;
}

/** Makes a server for both eras of the protocol, ready to be connected to a transport. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { agent, tools = 'core', access = 'write', shown = new ShownErasures(), line } = options;
  const set = toolSets[tools];
  const server = new McpServer(
    { name: 'madeleine', title: 'Madeleine', version },
    { capabilities: { tools: {}, logging: {} }, instructions: set.instructions(agent.name) },
  );
  const offered = agent instanceof AgentInTalk ? set.tools.flatMap(toolsInTalk) : set.tools;
  for (const tool of offered) {
    if (access === 'write' || tool.access === 'read') registerTool(server, agent, tool, { shown, line });
  }
  addResources(server, agent);
  if (tools === 'memory') addGraphResource(server, agent);
  addCompletion(server, agent);
  // They speak of these tools, and some of writing.
  if (tools === 'core' || tools === 'all') addPrompts(server, access);
  return server;
}

const inTalk = new WeakMap<MemoryTool, readonly MemoryTool[]>();

/** A tool where the host has fixed who is talked with: it does not ask that, and none reaches what others said. */
function toolsInTalk(tool: MemoryTool): readonly MemoryTool[] {
  const known = inTalk.get(tool) ?? (tool.annotations.destructiveHint ? [] : [withoutTalk(tool)]);
  inTalk.set(tool, known);
  return known;
}

function withoutTalk(tool: MemoryTool): MemoryTool {
  return 'with' in tool.input.shape ? { ...tool, input: tool.input.omit({ with: true }) } : tool;
}

function registerTool(server: McpServer, agent: AgentVerbs, tool: MemoryTool, session: ToolContext): void {
  const { name, title, description, annotations, input, output } = tool;
  server.registerTool(
    name,
    { title, description, annotations, inputSchema: wireSchema(input), outputSchema: wireSchema(output) },
    async (args, context) =>
      withProgress(context, title, () => callTool({ server, agent, tool, session }, args, context)),
  );
}

interface RegisteredTool {
  readonly server: McpServer;
  readonly agent: AgentVerbs;
  readonly tool: MemoryTool;
  readonly session: ToolContext;
}

/**
 * Calls a tool, once a person has said yes where that is asked for. What goes wrong is an answer, which the model
 * reads, and not an error of the protocol.
 */
async function callTool(
  { server, agent, tool, session }: RegisteredTool,
  args: unknown,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { signal } = context.mcpReq;
  try {
    const said = await confirmation(server, context, async () => tool.question?.(agent, args, { signal }));
    if (said === 'no')
      return refused('The user said no, so nothing was done. Do not ask again unless they bring it up.');
    if (typeof said === 'object') return said;
    const { text, structured } = await tool.run(agent, args, { ...session, signal, confirmed: said === 'yes' });
    return { content: [{ type: 'text', text }], structuredContent: { ...structured } };
  } catch (error) {
    return refused(toolErrorText(error, tool));
  }
}

function refused(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Between two signs; clients give a silent call up after a minute. */
const defaultEveryMs = 1_000;

/** Does the work of one request, and tells the client every second that it goes on, if the client wants to know. */
export async function withProgress<T>(
  { mcpReq }: ServerContext,
  title: string,
  work: () => Promise<T>,
  everyMs: number = defaultEveryMs,
): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = { progressToken, progress, message: `${title}: at it for ${(progress * everyMs) / 1_000} s` };
    // A client that has gone hears nothing more; its call ends by its own signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

// Schemas of tools in the form that the protocol's server takes. Tools check their arguments themselves, in words
// that help a model, so nothing is checked here; the JSON Schema is made once, however many connections ask for it.

type JsonSchema = Record<string, unknown>;

type Direction = 'input' | 'output';

const made = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };

/** A schema that tells its JSON Schema and lets everything pass. */
function wireSchema(schema: z.ZodType): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'madeleine',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => jsonSchema(schema, 'input'), output: () => jsonSchema(schema, 'output') },
    },
  };
}

/** JSON Schema 2020-12, which the protocol takes where no dialect is named. */
function jsonSchema(schema: z.ZodType, io: Direction): JsonSchema {
  const known = made[io].get(schema);
  if (known !== undefined) return known;
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  const told = io === 'input' ? withoutBounds(rest) : rest;
  made[io].set(schema, told);
  return told;
}

/** What models pay for and make nothing of; a call that breaks such a rule is told so, or is read for what it means. */
const bounds: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'additionalProperties',
]);

function withoutBounds(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (bounds.has(key) ? undefined : value)));
}

/** What became of a question: nobody was asked, a person said yes or no, or the client is to ask. */
export type Confirmation = 'unasked' | 'yes' | 'no' | InputRequiredResult;

const key = 'confirm';

/**
 * Asks once for each call. A client of the revision of 2026 asks and calls again with the answer; one of 2025
 * is asked over its connection, in which case the call comes here again, too.
 */
async function confirmation(
  server: McpServer,
  { mcpReq }: ServerContext,
  question: () => Promise<string | undefined>,
): Promise<Confirmation> {
  if (!canAsk(server, mcpReq)) return 'unasked';
  const answer = inputResponse(mcpReq.inputResponses, key);
  if (answer.kind === 'elicit') {
    return answer.action === 'accept' && answer.content?.[key] === true ? 'yes' : 'no';
  }
  const message = await question();
  if (message === undefined) return 'unasked';
  const requestedSchema = {
    type: 'object' as const,
    properties: { [key]: { type: 'boolean' as const, title: 'Yes', description: 'This cannot be undone.' } },
    required: [key],
  };
  return inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) } });
}

/** Whether the client said that it can put a form before a person: in the request in 2026, when it connected in 2025. */
function canAsk({ server }: McpServer, { envelope }: ServerContext['mcpReq']): boolean {
  const told = envelope as { readonly [CLIENT_CAPABILITIES_META_KEY]?: { readonly elicitation?: object } } | undefined;
  const elicitation = (told?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities())?.elicitation;
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation));
}

/** Values of an answer at most, by the protocol. */
const maxValues = 100;

/** Memories whose ids and believers are looked at. */
const maxRead = 200;

type Completer = (memory: AgentVerbs, beginning: string) => Promise<readonly string[]>;

const entityNames: Completer = async (memory, startsWith) => {
  const found = await memory.entities({ limit: maxRead, ...(startsWith.trim() === '' ? {} : { startsWith }) });
  return found.map(({ name }) => name);
};

const sessionKeys: Completer = async (memory, beginning) => {
  const keys = (await memory.sessions({ limit: 1_000 })).map(({ id }) => sessionKey(id));
  return keys.filter((key) => key.startsWith(sessionKey(beginning)));
};

const memoryIds: Completer = async (memory, beginning) => {
  const ids = (await memory.latest({ limit: maxRead })).map(({ id }) => id);
  return ids.filter((id) => id.startsWith(beginning));
};

/** The believers in view: the agent itself, and `system` once there is something universal. */
const agentNames: Completer = async (memory, beginning) => {
  const believers = (await memory.latest({ limit: maxRead })).flatMap((one) => one.believers);
  return [memory.name, ...believers.map(({ agent }) => agent)].filter((name) => name.startsWith(beginning));
};

/** By the name of a prompt's argument. */
const ofPrompts: Readonly<Record<string, Completer>> = { entity: entityNames, session: sessionKeys };

/** By the template and the name of a variable in it. */
const ofTemplates: Readonly<Record<string, Readonly<Record<string, Completer>>>> = {
  [beliefTemplate]: { agent: agentNames, id: memoryIds },
  [chainTemplate]: { id: sessionKeys },
};

/** Completes the arguments of prompts and the variables of templates. */
function addCompletion(server: McpServer, memory: AgentVerbs): void {
  server.server.registerCapabilities({ completions: {} });
  server.server.setRequestHandler('completion/complete', async ({ params }) => {
    const values = [...new Set(await found(memory, params))];
    return { completion: { values: values.slice(0, maxValues), hasMore: values.length > maxValues } };
  });
}

async function found(
  memory: AgentVerbs,
  { ref, argument: { name, value } }: CompleteRequest['params'],
): Promise<readonly string[]> {
  const completers = (ref.type === 'ref/prompt' ? ofPrompts : ofTemplates[ref.uri]) ?? {};
  const complete = Object.hasOwn(completers, name) ? completers[name] : undefined;
  return complete === undefined ? [] : complete(memory, value);
}
