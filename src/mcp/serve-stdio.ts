/** MCP on the standard streams of a process: what hosts start for one agent. */
import { type JSONRPCMessage, type Transport, parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import type { AgentVerbs } from '../index.ts';
import { changeTeller } from './follow-changes.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { ShownErasures } from './memory-tool.ts';
import type { ToolSetName } from './tool-sets.ts';

/** What is served, and where. */
export interface StdioOptions {
  /** Whose memory it is. */
  readonly agent: AgentVerbs;
  /** @default 'core' */
  readonly tools?: ToolSetName;
  readonly input: NodeJS.ReadableStream;
  /** Nothing but messages of the protocol is written to it. */
  readonly output: NodeJS.WritableStream;
  /** Hears what went wrong beside the answers. */
  readonly onError?: (error: Error) => void;
  /** Ends the connection. */
  readonly signal?: AbortSignal;
}

/** Serves one client, of either era of the protocol, until its input ends; settles when all is answered or given up. */
export async function serveStdio({
  agent,
  tools = 'core',
  input,
  output,
  onError,
  signal,
}: StdioOptions): Promise<void> {
  const transport = new LineTransport(input, output);
  const shown = new ShownErasures();
  const served = serve(
    ({ era }) => {
      const server = createMcpServer({ agent, tools, shown });
      changeTeller(server, agent, era)();
      return server;
    },
    { transport, ...(onError === undefined ? {} : { onerror: onError }) },
  );
  // The protocol has set its own listener by now, which ends the servers.
  const end = transport.onclose;
  await new Promise<void>((resolve) => {
    transport.onclose = () => {
      end?.();
      resolve();
    };
    if (signal?.aborted) void served.close();
    signal?.addEventListener('abort', () => void served.close(), { once: true });
  });
}

/** A line is either read whole or too long; of the latter nothing is kept. */
type Line = string | undefined;

const newline = 0x0a;

/** The lines of a stream, as its bytes come in. */
export class MessageLines {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Whether what comes belongs to a line that was told to be too long. */
  #isPassedOver = false;

  /** @param maxBytes - what a line may have, its end aside. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that these bytes end, and undefined for each that becomes too long: its rest is passed over. */
  *read(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      if (this.#becomesTooLong(chunk.subarray(from, end))) yield undefined;
      if (!this.#isPassedOver) yield this.rest();
      this.#isPassedOver = false;
      from = end + 1;
    }
    if (this.#becomesTooLong(chunk.subarray(from))) yield undefined;
  }

  /** What came since the last end of a line; '' for nothing, and for what is passed over. */
  rest(): Line {
    const line = Buffer.concat(this.#pieces).toString('utf8').trim();
    this.#pieces = [];
    this.#bytes = 0;
    return line;
  }

  /** Keeps a piece of a line, unless the line becomes too long by it. */
  #becomesTooLong(piece: Buffer): boolean {
    if (this.#isPassedOver) return false;
    this.#bytes += piece.length;
    if (this.#bytes <= this.#maxBytes) {
      if (piece.length > 0) this.#pieces.push(piece);
      return false;
    }
    this.#pieces = [];
    this.#bytes = 0;
    this.#isPassedOver = true;
    return true;
  }
}

// MCP over two streams, one JSON-RPC message to a line. Beyond what the SDK's own transport does, what is no message
// is answered (-32700, -32600) instead of passed over, and what was asked before the input ended is still answered.
// Writes nothing to the output but messages.

/** Bytes of a message at most: as many as the HTTP door takes. */
const maxBytes = 8 * 1024 * 1024;
/** How long answers are waited for once the input has ended: hosts expect the process to end within a second. */
const graceMs = 500;

type Id = string | number;

/** A connection over an input and an output. */
class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: NodeJS.ReadableStream;
  readonly #output: NodeJS.WritableStream;
  readonly #lines = new MessageLines(maxBytes);
  /** The ids of requests that are not answered yet. */
  readonly #asked = new Set<Id>();
  #grace: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onEnd).on('error', this.#onBroken);
    this.#output.on('error', this.#onBroken).on('drain', this.#onDrain);
    if (!this.#input.readable) setImmediate(this.#onEnd);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('id' in message && !('method' in message)) this.#asked.delete(message.id!);
    this.#write(message);
    if (this.#grace !== undefined && this.#asked.size === 0) await this.close();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#grace);
    this.#input.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onEnd).pause();
    this.#output.off('drain', this.#onDrain);
    this.onclose?.();
  }

  readonly #onData = (chunk: Buffer | string): void => {
    for (const line of this.#lines.read(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)) this.#take(line);
  };

  /** A last line need not be ended. */
  readonly #onEnd = (): void => {
    if (this.#isClosed || this.#grace !== undefined) return;
    this.#grace = setTimeout(() => void this.close(), graceMs);
    this.#take(this.#lines.rest());
    if (this.#asked.size === 0) void this.close();
  };

  readonly #onBroken = (error: Error): void => {
    this.onerror?.(error);
    void this.close();
  };

  readonly #onDrain = (): void => {
    this.#input.resume();
  };

  #take(line: Line): void {
    if (line === '' || this.#isClosed) return;
    const value = this.#parsed(line);
    if (value === undefined) return;
    const message = messageIn(value);
    if (message !== undefined) this.#pass(message);
    // The sender of an answer gets none: it would take that for an answer to a question of its own.
    else if (!isAnswer(value)) {
      this.#refuse(-32_600, 'this is no JSON-RPC 2.0 request, notification or response', idOf(value));
    }
  }

  /** What a line holds; undefined where that is no JSON. */
  #parsed(line: Line): unknown {
    if (line === undefined) {
      this.#refuse(-32_700, `a message must be at most ${maxBytes} bytes`, null);
      return undefined;
    }
    try {
      return JSON.parse(line);
    } catch (error) {
      this.#refuse(-32_700, (error as Error).message, null);
      return undefined;
    }
  }

  #pass(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message) this.#asked.add(message.id);
    if ('method' in message && message.method === 'notifications/cancelled') {
      this.#asked.delete(message.params?.['requestId'] as Id);
    }
    this.onmessage?.(message);
  }

  #refuse(code: -32_600 | -32_700, rule: string, id: Id | null): void {
    const reason = code === -32_700 ? 'Parse error' : 'Invalid request';
    this.#write({ jsonrpc: '2.0', id, error: { code, message: `${reason}: ${rule}.` } });
  }

  /** Reads on only when there is room for answers. */
  #write(message: object): void {
    if (this.#isClosed) return;
    if (!this.#output.write(`${JSON.stringify(message)}\n`)) this.#input.pause();
  }
}

function messageIn(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}

function isAnswer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !('method' in value) && ('result' in value || 'error' in value);
}

function idOf(value: unknown): Id | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
