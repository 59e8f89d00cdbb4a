/**
 * MCP over Streamable HTTP, for the hub to mount behind its checks of host, origin and token. Serves clients of 2026,
 * request by request without a session, and of 2025, by session. Who calls is told by the token and nothing else.
 */
import {
  InMemoryServerEventBus,
  type McpHttpHandler,
  type ServerEvent,
  type ServerEventBus,
  createMcpHandler,
  isLegacyRequest,
} from '@modelcontextprotocol/server';
import { AgentInTalk, type AgentVerbs, type Clock, type HubRecords } from '../index.ts';
import { followChanges } from './follow-changes.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { ShownErasures } from './memory-tool.ts';
import { isToolSetName, type ToolSetName, toolSetNames } from './tool-sets.ts';
import { HttpSessions, hashOf, refusal, SharedSessions } from './http-sessions.ts';

/** Who calls, as the token says. */
export interface McpCaller {
  readonly scope: 'read' | 'write' | 'admin';
  /** Missing for the owner of the store, who is nobody in particular. */
  readonly space?: string;
  readonly agent?: string;
  /** Who is talked with, where the token fixes that. */
  readonly with?: readonly string[];
}

/** What the door is made of. */
export interface McpHttpOptions {
  /** The memory of an agent. */
  readonly memoryOf: (space: string, agent: string) => Promise<AgentVerbs>;
  /** Where sessions lie when several hubs share them; a client of 2025 then goes on at any of them. */
  readonly shared?: { readonly records: HubRecords; readonly clock: Clock } | undefined;
  /** Hears what went wrong and whose answer tells no more than that something did. */
  readonly onError?: (error: Error) => void;
}

/** The door. */
export interface McpHttp {
  handle(request: Request, caller: McpCaller): Promise<Response>;
  /** Ends all streams and sessions; a second call does nothing. */
  close(): Promise<void>;
}

/** What serves the requests of one agent with one access. */
interface AgentDoor {
  readonly modern: McpHttpHandler;
  readonly sessions: HttpSessions;
}

/** What tells the doors of one agent apart. */
interface DoorKind {
  readonly talk: McpCaller['with'];
  readonly access: 'read' | 'write';
  readonly tools: ToolSetName;
}

/** Makes the door. */
export function mcpHttp({ memoryOf, shared, onError }: McpHttpOptions): McpHttp {
  const doors = new Map<string, AgentDoor>();
  const doorOf = (space: string, agent: string, { talk, access, tools }: DoorKind): AgentDoor => {
    const key = JSON.stringify([space, agent, talk, access, tools]);
    const memory = async (): Promise<AgentVerbs> => {
      const all = await memoryOf(space, agent);
      return talk === undefined ? all : new AgentInTalk(all, talk);
    };
    const known = shared && new SharedSessions(shared.records, shared.clock, key);
    const door = doors.get(key) ?? makeDoor(memory, { access, tools, line: hashOf(key) }, known, onError);
    doors.set(key, door);
    return door;
  };
  return {
    handle: async (request, { space, agent, scope, with: talk }) => {
      if (space === undefined || agent === undefined) return refusal(403, -32_600, ownerIsNobody);
      const tools = new URL(request.url).searchParams.get('tools') ?? 'core';
      if (!isToolSetName(tools))
        return refusal(400, -32_600, `mcp: "tools" must be one of ${toolSetNames.join(', ')}.`);
      const access = scope === 'read' ? 'read' : 'write';
      const { modern, sessions } = doorOf(space, agent, { talk, access, tools });
      return (await isLegacyRequest(request)) ? sessions.handle(request) : modern.fetch(request);
    },
    close: async () => {
      const open = [...doors.values()];
      doors.clear();
      await Promise.all(open.flatMap(({ modern, sessions }) => [modern.close(), sessions.close()]));
    },
  };
}

const ownerIsNobody =
  "mcp: the owner's token is no agent's, and a memory has to be somebody's; make one with `madeleine token create --agent NAME --scope write`.";

function makeDoor(
  memoryOf: () => Promise<AgentVerbs>,
  { line: ofDoor, ...kind }: Omit<DoorKind, 'talk'> & { readonly line: string },
  shared: SharedSessions | undefined,
  onError: ((error: Error) => void) | undefined,
): AgentDoor {
  const open = async (line: string, shown = new ShownErasures()) => {
    const memory = await memoryOf();
    return { memory, server: createMcpServer({ agent: memory, ...kind, shown, line }) };
  };
  // Clients of 2026 have no session: what one call of the agent showed counts for the next, which goes on with its line.
  const shown = new ShownErasures();
  const modern = createMcpHandler(async () => (await open(ofDoor, shown)).server, {
    legacy: 'reject',
    bus: new ChangeBus(memoryOf),
    ...(onError === undefined ? {} : { onerror: onError }),
  });
  return { modern, sessions: new HttpSessions(open, shared) };
}

/** The changes in one perspective, as the protocol's handler takes them. */
class ChangeBus implements ServerEventBus {
  readonly #bus = new InMemoryServerEventBus();
  readonly #memoryOf: () => Promise<AgentVerbs>;
  #following: AbortController | undefined;

  constructor(memoryOf: () => Promise<AgentVerbs>) {
    this.#memoryOf = memoryOf;
  }

  publish(event: ServerEvent): void {
    this.#bus.publish(event);
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const leave = this.#bus.subscribe(listener);
    this.#following ??= this.#follow();
    return () => {
      leave();
      if (this.#bus.listenerCount > 0) return;
      this.#following?.abort();
      this.#following = undefined;
    };
  }

  #follow(): AbortController {
    const following = new AbortController();
    followChanges({
      memoryOf: this.#memoryOf,
      signal: following.signal,
      tell: (uris) => {
        this.publish({ kind: 'resources_list_changed' });
        for (const uri of uris) this.publish({ kind: 'resource_updated', uri });
      },
    });
    return following;
  }
}
