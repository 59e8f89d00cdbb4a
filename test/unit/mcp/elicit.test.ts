import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { type McpHttp, mcpHttp } from '../../../src/mcp/mcp-http.ts';
import { textOf } from '../../support/mcp-client.ts';
import { connectHttp, modern } from '../../support/mcp-http-client.ts';
import { openSpace } from '../../support/open-space.ts';

let memory: Madeleine;
let door: McpHttp;
let id: string;
let asked: string[];

beforeEach(async () => {
  memory = await openSpace();
  door = mcpHttp({ memoryOf: async (_space, agent) => memory.agent(agent) });
  ({ id } = await memory.agent('lisa').observe({ content: 'Rex limps.' }));
  asked = [];
});
afterEach(() => door.close());

/** A client with a person in front of it who answers every question alike. */
async function clientWith(
  answer: { action: 'accept'; content: { confirm: boolean } } | { action: 'decline' } | { action: 'cancel' },
  options: ClientOptions,
): Promise<Client> {
  const client = await connectHttp(
    door,
    { space: 'home', agent: 'lisa', scope: 'write' },
    { ...options, capabilities: { elicitation: { form: {} } } },
    (unconnected) =>
      unconnected.setRequestHandler('elicitation/create', ({ params }) => {
        asked.push(params.message);
        return answer;
      }),
  );
  return client;
}

const held = async (): Promise<number> => (await memory.agent('lisa').latest()).length;

describe.each([
  ['2025', {}],
  ['2026', modern],
] as const)('forgetting, with a client of %s', (_era, options) => {
  const forget = (client: Client, args = {}) => client.callTool({ name: 'forget_memory', arguments: { id, ...args } });

  it('is done when the person says yes, who is asked once and told what will be gone', async () => {
    const client = await clientWith({ action: 'accept', content: { confirm: true } }, options);
    const { isError, structuredContent } = await forget(client);
    expect(isError).not.toBe(true);
    expect(structuredContent).toMatchObject({ dry_run: false });
    expect(asked).toEqual([expect.stringContaining('Rex limps.')]);
    expect(await held()).toBe(0);
  });

  it.each([{ action: 'accept', content: { confirm: false } }, { action: 'decline' }, { action: 'cancel' }] as const)(
    'is not done after %o, whatever the model says itself',
    async (answer) => {
      const result = await forget(await clientWith(answer, options), { confirm: true });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain('The user said no');
      expect(asked).toHaveLength(1);
      expect(await held()).toBe(1);
    },
  );

  it('asks nobody where nothing would be gone', async () => {
    const client = await clientWith({ action: 'decline' }, options);
    const { isError } = await client.callTool({ name: 'forget_memory', arguments: { subject: 'Nobody' } });
    expect([isError === true, asked]).toEqual([false, []]);
  });

  it('first tells what would be gone where the client can ask nobody', async () => {
    const client = await connectHttp(door, { space: 'home', agent: 'lisa', scope: 'write' }, options);
    expect((await forget(client, { confirm: true })).structuredContent).toMatchObject({ dry_run: true });
    expect(await held()).toBe(1);
    expect((await forget(client, { confirm: true })).structuredContent).toMatchObject({ dry_run: false });
    expect(await held()).toBe(0);
  });
});
