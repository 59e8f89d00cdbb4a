/**
 * The sessions of 2025 clients over Streamable HTTP, for one agent: a server for each, kept between its requests,
 * so that subscriptions, questions and progress reach the client. A session of somebody else is not found.
 */
import { randomUUID } from 'node:crypto';
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { AgentVerbs } from '../index.ts';
import { announceChanges } from './announce-changes.ts';
import { refusal } from './http-refusal.ts';

/** Sessions that one agent has at most; clients that come back to one that had to go begin a new one. */
const mostSessions = 100;

/** What a session is opened with. */
export interface SessionParts {
  readonly memory: AgentVerbs;
  readonly server: McpServer;
}

/** The open sessions of one agent. */
export class HttpSessions {
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
        if (this.#sessions.size > mostSessions) void oldest?.close();
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
