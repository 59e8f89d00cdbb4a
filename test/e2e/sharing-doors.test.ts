/** Who hears what, by every door: what is shared and taken back, and a talk that the host has fixed. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpMount } from '../../src/cli/hub/run-hub.ts';
import { createMcpServer } from '../../src/mcp/create-mcp-server.ts';
import { type McpCaller, type McpHttp, mcpHttp } from '../../src/mcp/mcp-http.ts';
import { CliInProcess } from '../support/cli-in-process.ts';
import { executable } from '../support/cli-run.ts';
import { type ServedDoor, serveDoor } from '../support/http-door.ts';
import { HubStore } from '../support/hub-store.ts';
import { connectClient, textOf } from '../support/mcp-client.ts';
import { connectHttp, modern } from '../support/mcp-http-client.ts';
import { openSpace } from '../support/open-space.ts';

const fix = 'The login bug was a race in auth.ts.';
const question = 'How did we fix the login bug?';

/** One way to a memory of two agents. */
interface SharingDoor {
  /** What Lisa finds for herself; answers its id. */
  readonly find: () => Promise<string>;
  /** What Lisa does with it. */
  readonly change: (done: 'share' | 'unshare', id: string) => Promise<unknown>;
  /** What Electra is told of it. */
  readonly asked: () => Promise<string>;
}

let cli: CliInProcess;
let store: HubStore;
/** The store of a server that is a process of its own. */
let own: HubStore;
let door: ServedDoor;
let mcp: McpHttp;
beforeAll(async () => {
  cli = await CliInProcess.make();
  store = new HubStore(cli, 'talks');
  own = new HubStore(cli.apart, 'own');
  mcp = mcpHttp({ memoryOf: async (_space, agent) => door.home.agent(agent) });
  door = await serveDoor({ mounts: [mcpMount(mcp)] });
});
afterAll(async () => {
  await Promise.all([mcp.close(), store.kill(), own.kill()]);
  await cli.remove();
});

const doors: Readonly<Record<string, () => Promise<SharingDoor>>> = {
  'the library': async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    return {
      find: async () => (await lisa.observe({ content: fix, channel: 'agent' })).id,
      change: (done, id) => lisa[done]({ id }),
      asked: async () => (await memory.agent('electra').recall({ query: question })).text(),
    };
  },
  HTTP: async () => {
    const call = async (agent: string, verb: string, options: object): Promise<Record<string, unknown>> => {
      const answer = await door.call(`/v1/spaces/shared/agents/${agent}/${verb}`, options);
      expect(answer.status).toBe(200);
      return (await answer.json()) as Record<string, unknown>;
    };
    return {
      find: async () => String((await call('lisa', 'observe', { content: fix, channel: 'agent' }))['id']),
      change: (done, id) => call('lisa', done, { id }),
      asked: async () => JSON.stringify((await call('electra', 'recall', { query: question }))['memories']),
    };
  },
  MCP: async () => {
    const memory = await openSpace();
    const [lisa, electra] = await Promise.all(
      ['lisa', 'electra'].map((name) => connectClient(createMcpServer({ agent: memory.agent(name) }))),
    );
    return {
      find: async () => {
        const added = await lisa!.callTool({ name: 'add_memory', arguments: { content: fix } });
        return (added.structuredContent as { readonly id: string }).id;
      },
      change: (action, id) => lisa!.callTool({ name: 'believe', arguments: { action, memory: id } }),
      asked: async () => textOf(await electra!.callTool({ name: 'recall_memory', arguments: { query: question } })),
    };
  },
  'the command line': async () => ({
    find: async () => String((await store.json(['observe', fix, '--channel', 'agent', '--agent', 'lisa']))['id']),
    change: (done, id) => store.json([done, id, '--agent', 'lisa']),
    asked: async () => (await store.run(['recall', question, '--agent', 'electra'])).stdout,
  }),
};

it.each(Object.entries(doors))('a finding is shared by %s, with who found it, and taken back', async (_, open) => {
  const { find, change, asked } = await open();
  const id = await find();
  expect(await asked()).not.toContain('race');
  await change('share', id);
  const told = await asked();
  expect(told).toContain(fix);
  expect(told).toMatch(/lisa/i);
  await change('unshare', id);
  expect(await asked()).not.toContain('race');
});

describe('a thought and a session', () => {
  it('are shared over MCP and HTTP as by the library', async () => {
    const memory = await openSpace();
    const client = await connectClient(createMcpServer({ agent: memory.agent('lisa'), tools: 'all' }));
    const call = (name: string, args: object): Promise<unknown> =>
      client.callTool({ name, arguments: { ...args, shared: true } });
    await call('record_thought', { thought: 'A lock around the token cache mends it.' });
    await call('session', { action: 'open', id: 'sprint', goal: 'Mend the login' });
    const electra = memory.agent('electra');
    expect((await electra.latest()).map(({ content }) => content)).toEqual(['A lock around the token cache mends it.']);
    expect((await electra.sessions()).map(({ goal }) => goal)).toEqual(['Mend the login']);
    const post = (agent: string, verb: string, options: object): Promise<Response> =>
      door.call(`/v1/spaces/thoughts/agents/${agent}/${verb}`, options);
    await post('lisa', 'think', { thought: 'A lock mends it.', shared: true });
    await post('lisa', 'session', { id: 'sprint', goal: 'Mend it', shared: true });
    expect(await (await post('electra', 'latest', {})).text()).toContain('A lock mends it.');
    expect(await (await post('electra', 'sessions', {})).text()).toContain('Mend it');
    await client.close();
  });

  it('are shared by the command line', async () => {
    await store.json(['think', 'A lock mends the cache.', '--shared', '--agent', 'lisa']);
    await store.json(['session', 'open', 'sprint', '--goal', 'Mend it', '--shared', '--agent', 'lisa']);
    expect((await store.run(['latest', '--agent', 'electra'])).stdout).toContain('A lock mends the cache.');
    expect((await store.run(['session', 'list', '--agent', 'electra'])).stdout).toContain('Mend it');
  });
});

describe('a talk that the host has fixed', () => {
  const told = 'My therapist says that Luna wears me out';

  it('holds for every call of `madeleine mcp --with`, which does not ask for it and offers no tool that forgets', async () => {
    const agent = ['--agent', 'mira'];
    await own.json(['observe', told, '--speaker', 'Mark', '--with', 'user:mark', ...agent]);
    const args = [executable, 'mcp', ...agent, '--at', own.at, '--embedder', 'none', '--with', 'user:sofia'];
    const client = new Client({ name: 'host', version: '1' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: { HOME: cli.folder } }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('forget_memory');
    expect(tools.filter(({ inputSchema }) => 'with' in (inputSchema.properties ?? {}))).toEqual([]);
    const call = (name: string, given: object): ReturnType<Client['callTool']> =>
      client.callTool({ name, arguments: { ...given } });
    await call('add_memory', { content: 'Luna likes tuna', channel: 'user', speaker: 'Sofia' });
    expect(textOf(await call('recall_memory', { query: 'Luna' }))).toMatch(/tuna/);
    expect(textOf(await call('search_memories', { query: 'therapist Luna' }))).not.toContain('therapist says');
    const widened = await call('search_memories', { query: 'Luna', with: 'user:mark' });
    expect(widened.isError).toBe(true);
    expect(textOf(widened)).toContain('"with" is fixed to user:sofia here, got user:mark; leave it out.');
    const { contents } = await client.readResource({ uri: 'memory://stats' });
    expect(JSON.stringify(contents)).not.toContain('Mark');
    const { resources } = await client.listResources();
    expect(resources.map(({ title }) => title)).not.toContain(told);
    await client.close();
    const toMark = await own.run(['search', 'Luna', '--with', 'user:mark', ...agent]);
    expect(toMark.stdout).toContain('therapist');
    expect(toMark.stdout).not.toContain('tuna');
  });

  it('holds for every call with a token that was made for it, over HTTP and MCP', async () => {
    const lisa = door.home.agent('lisa');
    await lisa.observe({ content: told, speaker: 'Mark', with: 'user:mark' });
    await lisa.observe({ content: 'Luna likes tuna', speaker: 'Sofia', with: 'user:sofia' });
    const options = { agent: 'lisa', space: 'home', scope: 'write', with: ['user:sofia'] } as const;
    const authorization = `Bearer ${(await door.tokens.create(options)).token}`;
    const call = (verb: string, body: object): Promise<Response> =>
      door.call(`/v1/spaces/home/agents/lisa/${verb}`, body, 'none', { authorization });
    const found = await (await call('search', { query: 'Luna' })).text();
    expect(found).toContain('tuna');
    expect(found).not.toContain('therapist');
    const widened = await call('search', { query: 'Luna', with: 'user:mark' });
    expect([widened.status, await widened.text()]).toEqual([400, expect.stringContaining('is fixed to user:sofia')]);
    const forget = await call('forget', { query: 'Luna', dryRun: true });
    expect([forget.status, await forget.text()]).toEqual([501, expect.not.stringContaining('therapist')]);
    expect((await door.call('/v1/spaces/home/stats', {}, 'none', { authorization })).status).toBe(403);
    await call('observe', { content: 'Rex limps' });
    const { memories } = await lisa.search({ query: 'Rex limps', with: 'user:mark' });
    expect(memories).toEqual([]);
    const many = await call('observe-many', { observations: [{ content: 'Rex sleeps' }] });
    expect(await many.text()).toContain('user:sofia');
    for (const audience of [['user:mark'], [], 'user:mark', ['user:sofia', 'user:mark']]) {
      const elsewhere = await call('observe', { content: 'Mark owes me money', audience });
      expect([elsewhere.status, await elsewhere.text()]).toEqual([
        400,
        expect.stringContaining(String.raw`\"audience\" is fixed to user:sofia here`),
      ]);
    }
    const one = { content: 'Mark owes me money', audience: [] };
    expect((await call('observe-many', { observations: [one] })).status).toBe(400);
    expect((await call('believe-many', { facts: [one] })).status).toBe(400);
    expect((await call('observe', { content: 'Sofia sings', audience: 'user:sofia' })).status).toBe(200);
    for (const item of [null, 'abc', 5]) {
      const refused = await call('observe-many', { observations: [item] });
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('observations')]);
    }
    await expect(door.tokens.create({ ...options, scope: 'admin' })).rejects.toThrow(
      'token create: "scope" must be read or write where "with" is given',
    );
  });

  it('holds for MCP over HTTP by the token', async () => {
    const caller = { scope: 'write', space: 'home', agent: 'lisa' } as const;
    const toolsFor = async (fixed: Partial<McpCaller>): Promise<readonly string[]> => {
      const client = await connectHttp(mcp, { ...caller, ...fixed }, modern);
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    };
    expect(await toolsFor({})).toContain('forget_memory');
    expect(await toolsFor({ with: ['user:sofia'] })).not.toContain('forget_memory');
  });
});
