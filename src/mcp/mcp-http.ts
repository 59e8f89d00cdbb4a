/**
 * MCP over Streamable HTTP, for the hub to mount behind its checks of host, origin and token. Serves clients of 2026,
 * request by request without a session, and of 2025, by session. Who calls is told by the token and nothing else.
 */
import { randomUUID } from 'node:crypto';
import {
  InMemoryServerEventBus,
  type McpHttpHandler,
  type McpServer,
  type ServerEvent,
  type ServerEventBus,
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  isLegacyRequest,
} from '@modelcontextprotocol/server';
import { AgentInTalk, type AgentVerbs } from '../index.ts';
import { announceChanges, followChanges } from './follow-changes.ts';
import { createMcpServer } from './create-mcp-server.ts';

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

/** Makes the door. */
export function mcpHttp({ memoryOf, onError }: McpHttpOptions): McpHttp {
  const doors = new Map<string, AgentDoor>();
  const doorOf = (space: string, agent: string, talk: McpCaller['with'], access: 'read' | 'write'): AgentDoor => {
    const key = JSON.stringify([space, agent, talk, access]);
    const memory = async (): Promise<AgentVerbs> => {
      const all = await memoryOf(space, agent);
      return talk === undefined ? all : new AgentInTalk(all, talk);
    };
    const door = doors.get(key) ?? makeDoor(memory, access, onError);
    doors.set(key, door);
    return door;
  };
  return {
    handle: async (request, { space, agent, scope, with: talk }) => {
      if (space === undefined || agent === undefined) return refusal(403, -32_600, ownerIsNobody);
      const { modern, sessions } = doorOf(space, agent, talk, scope === 'read' ? 'read' : 'write');
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
  access: 'read' | 'write',
  onError: ((error: Error) => void) | undefined,
): AgentDoor {
  const open = async () => {
    const memory = await memoryOf();
    return { memory, server: createMcpServer({ agent: memory, access }) };
  };
  const modern = createMcpHandler(async () => (await open()).server, {
    legacy: 'reject',
    bus: new ChangeBus(memoryOf),
    ...(onError === undefined ? {} : { onerror: onError }),
  });
  return { modern, sessions: new HttpSessions(open) };
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

/** Sessions that one agent has at most; clients that come back to one that had to go begin a new one. */
const maxSessions = 100;

/** What a session is opened with. */
export interface SessionParts {
  readonly memory: AgentVerbs;
  readonly server: McpServer;
}

/** The open sessions of one agent. */
class HttpSessions {
  /** By their ids, the one used longest ago first. */
  readonly #sessions: Map<string, WebStandardStreamableHTTPServerTransport> = new Map();
  readonly #open: () => Promise<SessionParts>;

  constructor(open: () => Promise<SessionParts>) {
    this.#open = open;
  }

  /** Serves one request: an initialisation opens a session, anything else goes to the one that it names. */
  async handle(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return (await this.#opened()).handleRequest(request);
    const transport = this.#sessions.get(id);
    if (transport === undefined) return refusal(404, -32_001, 'Session not found: initialise a new one.');
    this.#sessions.delete(id);
    this.#sessions.set(id, transport);
    return transport.handleRequest(request);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((transport) => transport.close()));
  }

  async #opened(): Promise<WebStandardStreamableHTTPServerTransport> {
    const { memory, server } = await this.#open();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        this.#sessions.set(id, transport);
        announceChanges(server, memory, 'legacy');
        const [oldest] = this.#sessions.values();
        if (this.#sessions.size > maxSessions) void oldest?.close();
      },
    });
    await server.connect(transport);
    const closed = transport.onclose;
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
      closed?.();
    };
    return transport;
  }
}

/** An answer in the form of JSON-RPC, with a status that a client without it understands too. */
function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
