/** MCP on two streams: what a client of either era and somebody with a bare pipe get to hear. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AgentMemory } from '../../../src/index.ts';
import { serveStdio } from '../../../src/mcp/serve-stdio.ts';
import { openSpace } from '../../support/open-space.ts';

let lisa: AgentMemory;

beforeAll(async () => {
  lisa = (await openSpace()).agent('lisa');
});

interface Reply {
  readonly id: unknown;
  readonly result?: { readonly protocolVersion?: string; readonly tools?: readonly unknown[] };
  readonly error?: { readonly code: number; readonly message: string };
}

const handshake = {
  jsonrpc: '2.0',
  id: 'first',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** Sends lines, ends the input, and answers what came back until the connection ended. */
async function exchange(lines: readonly (object | string)[], agent = lisa): Promise<readonly Reply[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const served = serveStdio({ agent, input, output });
  for (const line of lines) input.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  input.end();
  await served;
  output.end();
  const text = Buffer.concat(await output.toArray()).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Reply);
}

const request = (id: number, method: string, params: object = {}): object => ({ jsonrpc: '2.0', id, method, params });

describe('stdio', () => {
  test('answers all that was asked before the input ended', async () => {
    const replies = await exchange([
      handshake,
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      request(1, 'ping'),
      request(2, 'tools/call', { name: 'search_memories', arguments: { query: 'Luna' } }),
    ]);
    expect(replies.map(({ id }) => id).toSorted()).toEqual([1, 2, 'first']);
    expect(replies[0]?.result?.protocolVersion).toBe('2025-06-18');
  });

  test('serves clients of the revision of 2026 from their first request on', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const [found, listed] = await exchange([
      request(1, 'server/discover', { _meta }),
      request(2, 'tools/list', { _meta }),
    ]);
    expect(found?.result).toMatchObject({ supportedVersions: expect.arrayContaining(['2026-07-28']) });
    expect(listed?.result?.tools).toHaveLength(5);
  });

  test.each([
    ['{"jsonrpc": "2.0", "id": 7,', -32_700, null],
    ['not JSON', -32_700, null],
    [`"${'x'.repeat(8 * 1024 * 1024)}"`, -32_700, null],
    ['[]', -32_600, null],
    ['"text"', -32_600, null],
    ['{"id": 7}', -32_600, 7],
    ['{"jsonrpc": "1.0", "id": "a", "method": "ping"}', -32_600, 'a'],
  ])('answers %.40s with an error, and goes on', async (line, code, id) => {
    const replies = await exchange([handshake, line, request(1, 'ping')]);
    expect(replies.find(({ error }) => error?.code === code)).toMatchObject({ jsonrpc: '2.0', id });
    expect(replies.find((reply) => reply.id === 1)).toMatchObject({ result: {} });
    expect(replies).toHaveLength(3);
  });

  test('passes over blank lines, and over answers that nobody waits for', async () => {
    const replies = await exchange([
      '',
      '  \r',
      handshake,
      '{"jsonrpc":"2.0","id":9,"result":{}}',
      '{"id":9,"error":1}',
    ]);
    expect(replies.map(({ id }) => id)).toEqual(['first']);
  });

  test('ends with its input though a call goes on', async () => {
    const search = (): Promise<never> => new Promise(() => undefined);
    const slow = Object.create(lisa, { name: { value: 'lisa' }, search: { value: search } });
    const call = request(1, 'tools/call', { name: 'search_memories', arguments: { query: 'Luna' } });
    const replies = await exchange([handshake, call], slow);
    expect(replies.map(({ id }) => id)).toEqual(['first']);
  });

  test('ends with its signal, and when nobody reads any more', async () => {
    const stop = new AbortController();
    const [input, output] = [new PassThrough(), new PassThrough()];
    const served = serveStdio({ agent: lisa, input, output, signal: stop.signal });
    input.write(`${JSON.stringify(handshake)}\n`);
    await once(output, 'readable');
    stop.abort();
    await served;

    const broken = new PassThrough();
    const errors: Error[] = [];
    const other = serveStdio({
      agent: lisa,
      input: new PassThrough(),
      output: broken,
      onError: (error) => errors.push(error),
    });
    broken.destroy(new Error('EPIPE'));
    await other;
    expect(errors.map(({ message }) => message)).toContain('EPIPE');
  });
});
