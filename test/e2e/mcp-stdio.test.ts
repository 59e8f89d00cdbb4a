/**
 * `madeleine mcp` as a host starts it: a process of its own, real pipes, the official SDK's client and a bare one.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, test } from 'vitest';
import { textOf } from '../support/mcp-client.ts';
import { CliSurroundings, executable } from '../support/cli-run.ts';

const surroundings = await CliSurroundings.make();
const stores = new Set<string>();

// A server may have left a hub of its store behind, for the next one.
afterAll(async () => {
  await Promise.all([...stores].map((store) => surroundings.run(['stop', '--at', store])));
  await surroundings.remove();
});

function pathOf(store: string): string {
  const path = surroundings.path(store);
  stores.add(path);
  return path;
}

const argumentsFor = (agent: string, store: string): readonly string[] => [
  executable,
  ...['mcp', '--agent', agent, '--at', pathOf(store), '--embedder', 'none'],
];

/** A reply as it stands on a line of the output. */
interface Reply {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: object;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The server without a client: what is written to it, and every line that it writes. */
class BareServer {
  readonly process: ChildProcessWithoutNullStreams;
  readonly lines: string[] = [];
  readonly ended: Promise<unknown>;
  readonly #reader: Interface;

  constructor(store: string) {
    this.process = spawn(process.execPath, [...argumentsFor('lisa', store)], {
      env: { PATH: process.env['PATH'], HOME: surroundings.folder },
    });
    this.#reader = createInterface({ input: this.process.stdout }).on('line', (line) => this.lines.push(line));
    this.ended = once(this.process, 'close');
  }

  /** Writes lines, and waits where the pipe is full. */
  async say(lines: readonly (object | string)[]): Promise<void> {
    for (const line of lines) {
      const text = `${typeof line === 'string' ? line : JSON.stringify(line)}\n`;
      if (!this.process.stdin.write(text)) await once(this.process.stdin, 'drain');
    }
  }

  /** Settles when there are so many replies. */
  async replied(count: number): Promise<void> {
    while (this.lines.length < count || this.replies().length < count) await once(this.#reader, 'line');
  }

  /** The lines of the output as JSON-RPC, but for what tells of changes; throws where one is no JSON. */
  replies(): readonly Reply[] {
    return this.lines.map((line) => JSON.parse(line) as Reply).filter(({ method }) => method === undefined);
  }
}

const request = (id: number, method: string, params: object = {}): object => ({ jsonrpc: '2.0', id, method, params });
const call = (id: number, name: string, args: object): object => request(id, 'tools/call', { name, arguments: args });
const handshake = [
  request(0, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }),
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];

/** The message of a number: of ten, one is no JSON, one no request, one an unknown method, the rest are asked of the server. */
function message(id: number): object | string {
  switch (id % 10) {
    case 1:
      return `{"jsonrpc":"2.0","id":${id},"method":"ping"`;
    case 2:
      return { jsonrpc: '2.0', id };
    case 3:
      return request(id, 'no/such/method');
    case 4:
      return call(id, 'search_memories', { query: 'Luna', n_results: 1 });
    case 5:
      return id % 100 === 5 ? call(id, 'add_memory', { content: `Luna was seen ${id} times.` }) : request(id, 'ping');
    case 6:
      return call(id, 'no_such_tool', {});
    case 7:
      return call(id, 'recall_memory', { query: '', n_results: -1 });
    default:
      return request(id, 'ping');
  }
}

/** The code of the error by which the message of a number is answered; undefined for an answer. */
const codeOf: Readonly<Record<number, number>> = { 1: -32_700, 2: -32_600, 3: -32_601, 6: -32_602 };

describe('madeleine mcp', () => {
  test('answers 10,000 messages with nothing but JSON-RPC, each as it has to', async () => {
    const server = new BareServer('many');
    const count = 10_000;
    await server.say([...handshake, ...Array.from({ length: count }, (_, at) => message(at + 1))]);
    await server.replied(count + 1);
    server.process.stdin.end();
    const [exitCode] = (await server.ended) as [number];
    expect(exitCode).toBe(0);
    const replies = server.replies();
    expect(server.lines.filter((line) => (JSON.parse(line) as Reply).jsonrpc !== '2.0')).toEqual([]);
    // What cannot be read has no id to answer to.
    expect(replies.filter(({ id }) => id === null).map(({ error }) => error?.code)).toEqual(
      Array(count / 10).fill(-32_700),
    );
    const answered = new Map(replies.map((reply) => [reply.id, reply]));
    const wrong = Array.from({ length: count }, (_, at) => at + 1).filter((id) => {
      const reply = answered.get(id);
      return id % 10 !== 1 && (reply === undefined || reply.error?.code !== codeOf[id % 10]);
    });
    expect(wrong).toEqual([]);
    expect(replies).toHaveLength(count + 1);
  });

  test('ends with its input, and answers what was asked before', async () => {
    const server = new BareServer('end');
    // The first write loads what the hub loads once: what is left is answered in the time that hosts give.
    await server.say([...handshake, call(1, 'add_memory', { content: 'Luna eats.' })]);
    await server.replied(2);
    await server.say([call(2, 'add_memory', { content: 'Luna sleeps.' }), request(3, 'ping')]);
    server.process.stdin.end();
    expect(await server.ended).toEqual([0, null]);
    expect(
      server
        .replies()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([0, 1, 2, 3]);
  });

  test('ends at once where nothing is ever said', async () => {
    const server = new BareServer('silent');
    server.process.stdin.end();
    expect(await server.ended).toEqual([0, null]);
    expect(server.lines).toEqual([]);
  });

  test.each([
    ['of 2025', 'legacy'],
    ['of 2026', { pin: '2026-07-28' }],
  ] as const)(
    "serves the official SDK's client %s: lists, calls, and what it stored is there next time",
    async (_era, mode) => {
      const store = `client-${_era.slice(3)}`;
      const connect = async (): Promise<Client> => {
        const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
        const [, ...args] = argumentsFor('lisa', store);
        const env = { PATH: process.env['PATH'] ?? '', HOME: surroundings.folder };
        await client.connect(new StdioClientTransport({ command: process.execPath, args: [executable, ...args], env }));
        return client;
      };
      const first = await connect();
      expect((await first.listTools()).tools).toHaveLength(5);
      expect(first.getInstructions()).toContain('You are lisa');
      const stored = await first.callTool({ name: 'add_memory', arguments: { content: 'Luna sleeps on the heater.' } });
      expect(textOf(stored)).toMatch(/^Stored as observation:/);
      await first.close();

      const second = await connect();
      const recalled = await second.callTool({ name: 'recall_memory', arguments: { query: 'Where does Luna sleep?' } });
      expect(textOf(recalled)).toContain('Luna sleeps on the heater.');
      const refused = await second.callTool({ name: 'recall_memory', arguments: {} });
      expect(refused.isError).toBe(true);
      expect(textOf(refused)).toContain('"query" is required');
      await second.close();
    },
  );

  test('says what is wrong with its options, and writes nothing to standard output', async () => {
    const wrong = await surroundings.run(['mcp', '--agent', 'lisa', '--tools', 'some', '--at', pathOf('none')]);
    expect(wrong).toMatchObject({ exitCode: 2, stdout: '' });
    expect(wrong.stderr).toMatch(/--tools.* all, memory, sequential-thinking/);
    const nobody = await surroundings.run(['mcp', '--at', pathOf('none')]);
    expect(nobody).toMatchObject({ exitCode: 2, stdout: '' });
    expect(nobody.stderr).toContain('--agent');
  });
});
