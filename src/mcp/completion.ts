/**
 * Completes names as a person types them, from what one perspective knows and nothing else. A reference that
 * is not there has nothing to complete: an empty list, as with any other search.
 */
import type { CompleteRequest, McpServer } from '@modelcontextprotocol/server';
import type { AgentVerbs } from '../index.ts';
import { beliefTemplate, chainTemplate, sessionKey } from './resource-uris.ts';

/** Values of an answer at most, by the protocol. */
const mostValues = 100;
/** Memories whose ids and believers are looked at. */
const mostRead = 200;

type Completer = (memory: AgentVerbs, beginning: string) => Promise<readonly string[]>;

const entityNames: Completer = async (memory, startsWith) => {
  const found = await memory.entities({ limit: mostRead, ...(startsWith.trim() === '' ? {} : { startsWith }) });
  return found.map(({ name }) => name);
};

const sessionKeys: Completer = async (memory, beginning) => {
  const keys = (await memory.sessions({ limit: 1_000 })).map(({ id }) => sessionKey(id));
  return keys.filter((key) => key.startsWith(sessionKey(beginning)));
};

const memoryIds: Completer = async (memory, beginning) => {
  const ids = (await memory.latest({ limit: mostRead })).map(({ id }) => id);
  return ids.filter((id) => id.startsWith(beginning));
};

/** Whoever believes something in view: the agent itself, and `system` once there is something universal. */
const agentNames: Completer = async (memory, beginning) => {
  const believers = (await memory.latest({ limit: mostRead })).flatMap((one) => one.believers);
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
export function addCompletion(server: McpServer, memory: AgentVerbs): void {
  server.server.registerCapabilities({ completions: {} });
  server.server.setRequestHandler('completion/complete', async ({ params }) => {
    const values = [...new Set(await found(memory, params))];
    return { completion: { values: values.slice(0, mostValues), hasMore: values.length > mostValues } };
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
