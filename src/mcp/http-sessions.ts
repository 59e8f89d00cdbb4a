/**
 * The sessions of clients of 2025 over HTTP. They lie in this process, or are shared by the hubs of one server: then each
 * hub brings a session that began elsewhere to itself with what the client introduced itself with.
 */
import { createHash, randomUUID } from 'node:crypto';
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type AgentVerbs, type Clock, type HubRecords, UnavailableError } from '../index.ts';
import { changeTeller, type Subscriptions, type TellChanges } from './follow-changes.ts';

/** Sessions that one agent has at most; clients that come back to one that had to go begin a new one. */
const maxSessions = 100;

/** What a session is opened with. */
export interface SessionParts {
  readonly memory: AgentVerbs;
  readonly server: McpServer;
}

interface OpenSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly tell: TellChanges;
  /** The request for the stream on which changes are told; a request that nobody holds does not tell when it ends. */
  stream?: Request;
}

/** How long a session that several hubs share is known. */
const sessionMs = 7 * 86_400_000;
/** How old its record becomes in use: the hubs keep those that were used last. */
const renewedMs = 5 * 60_000;
/** Addresses that a session is subscribed to, at most; a further one takes the place of the oldest. */
const maxSubscriptions = 10_000;

/** What the hubs of one server know of the sessions of one agent with one access: what each began with. */
export class SharedSessions {
  readonly #records: HubRecords;
  readonly #clock: Clock;
  readonly #shelf: string;

  constructor(records: HubRecords, clock: Clock, door: string) {
    this.#records = records;
    this.#clock = clock;
    this.#shelf = `mcp-session ${hashOf(door)}`;
  }

  /** Notes how a session began, and that it is in use. */
  async note(id: string, initialisation: unknown): Promise<void> {
    const record = { body: JSON.stringify(initialisation), endsAt: this.#end() };
    await this.#records.put(this.#shelf, hashOf(id), record, maxSessions);
  }

  /** What a session that is in use began with; undefined for one that is not or no longer known. */
  async initialisation(id: string): Promise<unknown> {
    const { body, endsAt = new Date(0) } = (await this.#records.get(this.#shelf, hashOf(id))) ?? {};
    const left = +endsAt - +this.#clock();
    if (body === undefined || left <= 0) return undefined;
    const initialisation: unknown = JSON.parse(body);
    if (left < sessionMs - renewedMs) {
      const { add, all } = this.subscriptions(id);
      await Promise.all([this.note(id, initialisation), ...(await all()).map(add)]);
    }
    return initialisation;
  }

  async end(id: string): Promise<void> {
    await this.#records.remove(this.#shelf, hashOf(id));
  }

  /** What the client of a session has subscribed to, at whichever hub. */
  subscriptions(id: string): Subscriptions {
    const shelf = `mcp-subscription ${hashOf(id)}`;
    return {
      add: (uri) => this.#records.put(shelf, uri, { body: '', endsAt: this.#end() }, maxSubscriptions),
      remove: (uri) => this.#records.remove(shelf, uri),
      all: () => this.#records.keys(shelf),
    };
  }

  #end(): Date {
    return new Date(+this.#clock() + sessionMs);
  }
}

/** A text as it can be shown and stored: what it was cannot be told from it. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The open sessions of one agent. */
export class HttpSessions {
  /** By their ids, the one used longest ago first. */
  readonly #sessions: Map<string, OpenSession> = new Map();
  readonly #resuming = new Map<string, Promise<void>>();
  readonly #open: (line: string) => Promise<SessionParts>;
  readonly #shared: SharedSessions | undefined;

  /** @param open - makes what a session is served with; `line` names it, at whichever hub. */
  constructor(open: (line: string) => Promise<SessionParts>, shared: SharedSessions | undefined) {
    this.#open = open;
    this.#shared = shared;
  }

  /** Serves one request: an initialisation opens a session, anything else goes to the one that it names. */
  async handle(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#initialise(request);
    if (this.#shared !== undefined) await this.#resume(this.#shared, id);
    const session = this.#sessions.get(id);
    if (session === undefined) return refusal(404, -32_001, 'Session not found: initialise a new one.');
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    if (request.method === 'DELETE') await this.#shared?.end(id);
    const response = await session.transport.handleRequest(request);
    // Without a stream there is nobody to tell, and who follows changes keeps the space open.
    if (request.method === 'GET' && response.ok) {
      session.stream = request;
      session.tell(request.signal);
    }
    return response;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()));
  }

  async #initialise(request: Request): Promise<Response> {
    const id = randomUUID();
    const shared = this.#shared;
    if (shared === undefined) return (await this.#opened(id)).handleRequest(request);
    const asked: unknown = await request.json().catch(() => undefined);
    const transport = await this.#opened(id);
    const parsedBody = withoutForms(asked);
    const response = await transport.handleRequest(request, { parsedBody });
    if (transport.sessionId !== undefined) await shared.note(id, parsedBody);
    return response;
  }

  /** Brings a session of another hub here, and ends one that was ended there. */
  async #resume(shared: SharedSessions, id: string): Promise<void> {
    const here = this.#sessions.get(id);
    try {
      const initialisation = await shared.initialisation(id);
      if (initialisation === undefined) return await here?.transport.close();
      if (here !== undefined) return;
      const resuming = this.#resuming.get(id) ?? this.#begin(id, initialisation);
      this.#resuming.set(id, resuming);
      await resuming.finally(() => this.#resuming.delete(id));
    } catch (error) {
      // While the server is away, the sessions that are here go on.
      if (here === undefined || !(error instanceof UnavailableError)) throw error;
    }
  }

  /** Begins a session as its client did elsewhere. */
  async #begin(id: string, initialisation: unknown): Promise<void> {
    const transport = await this.#opened(id);
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const request = new Request('http://localhost/mcp', { method: 'POST', headers });
    const response = await transport.handleRequest(request, { parsedBody: initialisation });
    await response.text();
  }

  async #opened(sessionId: string): Promise<WebStandardStreamableHTTPServerTransport> {
    const { memory, server } = await this.#open(hashOf(sessionId));
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => sessionId,
      onsessioninitialized: (id) => {
        const tell = changeTeller(server, memory, 'legacy', this.#shared?.subscriptions(id));
        this.#sessions.set(id, { transport, tell });
        const [oldest] = this.#sessions.values();
        if (this.#sessions.size > maxSessions) void oldest?.transport.close();
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

/**
 * How a client introduces itself, without forms: the answer to a question of one hub may come to another. The tools then
 * ask in their answers.
 */
function withoutForms(initialisation: unknown): unknown {
  const parsed = introduction.safeParse(initialisation);
  if (!parsed.success) return initialisation;
  const { elicitation: _forms, ...capabilities } = parsed.data.params.capabilities;
  return { ...parsed.data, params: { ...parsed.data.params, capabilities } };
}

const introduction = z.looseObject({
  params: z.looseObject({ capabilities: z.looseObject({ elicitation: z.unknown().optional() }) }),
});

/** An answer in the form of JSON-RPC, with a status that a client without it understands too. */
export function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
