import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  CancelledError,
  type ConnectOptions,
  ConflictError,
  DeniedError,
  Madeleine,
  type RemoteMadeleine,
  UnavailableError,
} from '../../src/index.ts';
import { type ServedDoor, serveDoor } from '../support/http-door.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Connects as the owner, or with another token. */
function connectTo({ server, credentials }: ServedDoor, options: ConnectOptions = {}): Promise<RemoteMadeleine> {
  const token = credentials.owner?.slice('Bearer '.length) ?? '';
  return Madeleine.connect(server.url, { token, space: 'home', retryMs: 1_000, ...options });
}

/** What becomes of the next calls of verbs, in order; those after them go well. */
type Fate = 'answer lost' | 'lost by a proxy' | 'not heard' | 'busy';

/** A `fetch` that loses what it is told to: the hub hears a call whose answer is lost. */
function losing(fates: Fate[]): { readonly fetch: typeof fetch; readonly calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    fetch: async (input, init) => {
      if (init?.method !== 'POST') return fetch(input, init);
      calls.push(String(input));
      const fate = fates.shift();
      if (fate === 'not heard') throw lost('ECONNREFUSED');
      if (fate === 'busy') return Response.json(busy, { status: 503 });
      const answer = await fetch(input, init);
      if (fate === undefined) return answer;
      await answer.text();
      if (fate === 'lost by a proxy') return new Response('<h1>502 Bad Gateway</h1>', { status: 502 });
      throw lost('ECONNRESET');
    },
  };
}

const busy = {
  type: 'urn:madeleine:error:BUSY',
  title: 'Busy',
  status: 503,
  detail: 'http: at most 64 calls at once.',
  code: 'BUSY',
  hint: 'Wait.',
  details: {},
};

function lost(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

const writes: readonly (readonly [string, (memory: RemoteMadeleine) => Promise<object>])[] = [
  ['observe', (memory) => memory.agent('lisa').observe({ content: 'Mark drinks tea.', session: 'visit' })],
  [
    'observeMany',
    (memory) =>
      memory.agent('lisa').observeMany({ observations: [{ content: 'It rains.' }, { content: 'Anna sings.' }] }),
  ],
  ['believe', (memory) => memory.agent('lisa').believe({ content: 'Mark likes tea.', about: ['Mark'] })],
  [
    'believeMany',
    (memory) =>
      memory.agent('lisa').believeMany({ facts: [{ content: 'Anna sings alto.' }, { content: 'Luna is a cat.' }] }),
  ],
  ['think', (memory) => memory.agent('lisa').think({ thought: 'What would Mark like?' })],
  ['session', (memory) => memory.agent('lisa').session({ goal: 'Find a present' })],
];

describe('a write whose answer is lost', () => {
  it.each(writes)('is made again and written once, and answers as the first time: %s', async (_name, write) => {
    const ids = ['k1', 'k2'];
    const newId = () => ids.shift() ?? 'k3';
    const plain = await connectTo(await serveDoor(), { newId });
    const expected = await write(plain);
    const door = await serveDoor();
    ids.splice(0, ids.length, 'k1', 'k2');
    const wire = losing(['answer lost', 'lost by a proxy']);
    const memory = await connectTo(door, { newId, fetch: wire.fetch });
    const answered = await write(memory);
    expect(wire.calls).toHaveLength(3);
    expect(timeless(answered)).toEqual(timeless(expected));
    expect((await door.home.stats()).records).toEqual((await plain.stats()).records);
  });

  it('with an id of the caller says that it was there already', async () => {
    const memory = await connectTo(await serveDoor(), { fetch: losing(['answer lost']).fetch });
    const receipt = await memory.agent('lisa').observe({ id: 'mine', content: 'Mark drinks tea.' });
    expect(receipt).toMatchObject({ id: 'observation:mine', outcome: 'merged' });
  });

  it.each(['answer lost', 'lost by a proxy'] as const)(
    'that cannot be made twice is not made again, and the error says what may have happened: %s',
    async (fate) => {
      const door = await serveDoor();
      const { id } = await door.home.agent('lisa').observe({ content: 'Mark drinks tea.' });
      const wire = losing([fate]);
      const withdrawal = (await connectTo(door, { fetch: wire.fetch })).agent('lisa').withdraw({ id });
      await expect(withdrawal).rejects.toMatchObject({
        code: 'HUB_UNREACHABLE',
        message: expect.stringContaining('may have been carried out'),
        details: { mayBeDone: true },
      });
      expect(wire.calls).toHaveLength(1);
      await expect(door.home.agent('lisa').withdraw({ id })).rejects.toThrow();
    },
  );
});

/** Without what the moment of a call decides, and what a second look cannot tell: whether an entity was new. */
function timeless(result: object): object {
  const fleeting = new Set(['created', 'startedAt']);
  const json = JSON.stringify(result, (key, value) => (fleeting.has(key) ? undefined : value));
  return JSON.parse(json.replace(/entity:[\w-]+/g, 'entity'));
}

describe('a hub that is away', () => {
  it('is asked again, whatever the call, as long as it has heard nothing', async () => {
    const door = await serveDoor();
    const { id } = await door.home.agent('lisa').observe({ content: 'Mark drinks tea.' });
    const wire = losing(['not heard', 'busy', 'not heard']);
    const memory = await connectTo(door, { fetch: wire.fetch });
    expect(await memory.agent('lisa').withdraw({ id })).toMatchObject({ outcome: 'withdrawn' });
    expect(wire.calls).toHaveLength(4);
  });

  it('takes far more calls at once than it has room for', async () => {
    const door = await serveDoor({ limits: { calls: 8 } });
    const lisa = (await connectTo(door, { retryMs: 600_000 })).agent('lisa');
    await Promise.all(Array.from({ length: 100 }, (_, at) => lisa.observe({ content: `Turn ${at}` })));
    expect((await door.home.stats()).records).toMatchObject({ observation: 100 });
  });

  it('is given up in the end', async () => {
    const door = await serveDoor();
    const memory = await connectTo(door, { retryMs: 60 });
    await door.server.close();
    const recall = memory.agent('lisa').recall({ query: 'tea' });
    await expect(recall).rejects.toBeInstanceOf(UnavailableError);
    await expect(recall).rejects.toMatchObject({ code: 'HUB_UNREACHABLE', details: { url: door.server.url } });
    expect(await memory.agent('lisa').ambient('tea')).toMatchObject({ text: '', silence: 'failed' });
  });

  it('is asked again where its refusal breaks off', async () => {
    let refusals = 0;
    const refusing: typeof fetch = async (input, init) => {
      if (init?.method !== 'POST' || refusals > 0) return fetch(input, init);
      refusals += 1;
      const pull = (body: ReadableStreamDefaultController): void => body.error(new TypeError('terminated'));
      return new Response(new ReadableStream({ pull }), { status: 503 });
    };
    const memory = await connectTo(await serveDoor(), { fetch: refusing });
    expect(await memory.agent('lisa').latest({})).toEqual([]);
    expect(refusals).toBe(1);
  });

  it('is given up in time, however long an attempt takes', async () => {
    let attempts = 0;
    const slow: typeof fetch = async (input, init) => {
      if (init?.method !== 'POST') return fetch(input, init);
      attempts += 1;
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw lost('UND_ERR_CONNECT_TIMEOUT');
    };
    const memory = await connectTo(await serveDoor(), { fetch: slow, retryMs: 500 });
    await expect(memory.agent('lisa').latest({})).rejects.toMatchObject({ code: 'HUB_UNREACHABLE' });
    // The pauses alone would leave time for five.
    expect(attempts).toBeLessThan(4);
  });

  it('is listened to again where it comes back', async () => {
    const [first, second] = [await serveDoor(), await serveDoor()];
    let door = first;
    const memory = await connectTo(first, {
      fetch: (input, init) =>
        fetch(String(input).replace(first.server.url, door.server.url), {
          ...init,
          headers: { ...init?.headers, authorization: door.credentials.owner ?? '' },
        }),
    });
    const end = new AbortController();
    const changes = memory.changes({ signal: end.signal })[Symbol.asyncIterator]();
    const heard: unknown[] = [];
    const listening = changes.next().then(({ value }) => heard.push(value));
    door = second;
    await first.server.close();
    await expect
      .poll(async () => {
        await second.home.agent('lisa').observe({ content: 'The kettle boils.' });
        return heard;
      })
      .toEqual([{ at: expect.any(Date), ids: [expect.stringMatching(/^observation:/)] }]);
    await listening;
    end.abort();
  });

  it('keeps nobody waiting who has cancelled the call', async () => {
    const door = await serveDoor();
    const memory = await connectTo(door, { retryMs: 600_000 });
    await door.server.close();
    const end = new AbortController();
    const recall = memory.agent('lisa').recall({ query: 'tea', signal: end.signal });
    end.abort();
    await expect(recall).rejects.toBeInstanceOf(CancelledError);
  });
});

describe('an export that does not come to its end', () => {
  /** A `fetch` whose exports stop after some lines; `then` says how. */
  function stopping(then: (body: ReadableStreamDefaultController<Uint8Array>) => Promise<void>): typeof fetch {
    return async (input, init) => {
      const answer = await fetch(input, init);
      if (!String(input).endsWith('/export')) return answer;
      const [first = ''] = (await answer.text()).split('\n');
      let pulls = 0;
      const pull = async (body: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
        pulls += 1;
        if (pulls > 1) return then(body);
        body.enqueue(Buffer.from(`${first}\n`));
      };
      return new Response(new ReadableStream({ pull }));
    };
  }

  async function exportFrom(memory: RemoteMadeleine, end?: AbortController): Promise<void> {
    for await (const line of memory.export(end === undefined ? {} : { signal: end.signal })) {
      expect(line).toContain('"record":"header"');
      end?.abort();
    }
  }

  it('says that the hub is away where it broke off, as every call does', async () => {
    const broken = stopping(async (body) => body.error(new TypeError('terminated')));
    const memory = await connectTo(await serveDoor(), { fetch: broken });
    await expect(exportFrom(memory)).rejects.toMatchObject({ code: 'HUB_UNREACHABLE', name: 'UnavailableError' });
  });

  it('says that its caller has cancelled it', async () => {
    const memory = await connectTo(await serveDoor(), { fetch: stopping(() => new Promise(() => undefined)) });
    await expect(exportFrom(memory, new AbortController())).rejects.toBeInstanceOf(CancelledError);
  });
});

describe('connecting', () => {
  it('takes a token that the hub knows and that reaches so far', async () => {
    const door = await serveDoor();
    const read = door.credentials.read?.slice('Bearer '.length) ?? '';
    const stranger = await connectTo(door, { token: 'mdl_wrong' });
    await expect(stranger.agent('lisa').recall({ query: 'tea' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const reader = await connectTo(door, { token: read });
    expect(await reader.agent('lisa').recall({ query: 'tea' })).toMatchObject({ total: 0 });
    await expect(reader.agent('lisa').observe({ content: 'tea' })).rejects.toBeInstanceOf(DeniedError);
    await expect(reader.agent('electra').recall({ query: 'tea' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('hears a refusal before a long file was sent', async () => {
    const door = await serveDoor();
    const reader = await connectTo(door, { token: door.credentials.write?.slice('Bearer '.length) ?? '' });
    const file = join(await temporaryFolder(), 'memory.jsonl');
    await writeFile(file, 'x'.repeat(20_000_000));
    await expect(reader.import({ file })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('refuses what is no hub, and a hub of another version', async () => {
    const version = JSON.stringify({ version: '0.0.0', embedder: { model: 'none', dimension: 0 } });
    const other = createServer((request, response) => {
      const isStranger = request.url?.startsWith('/stranger') === true;
      response.writeHead(isStranger ? 404 : 200, { 'content-type': 'application/json' }).end(version);
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    await expect(Madeleine.connect(url)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await expect(Madeleine.connect(`${url}/stranger`)).rejects.toMatchObject({ code: 'HUB_UNREACHABLE' });
    other.close();
    other.closeAllConnections();
  });

  it.each([
    ['not an address', {}],
    ['file:///store', {}],
    ['http://127.0.0.1:1', { space: 'my home' }],
    ['http://127.0.0.1:1', { retryMs: -1 }],
    ['http://127.0.0.1:1', { tokn: 'x' }],
  ])('refuses %s with %j', async (url, options) => {
    await expect(Madeleine.connect(url, options as ConnectOptions)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('a memory at a hub that is closed', () => {
  it('takes no further call, and ends what went on and on', async () => {
    const memory = await connectTo(await serveDoor());
    const lisa = memory.agent('lisa');
    const listening = lisa.changes()[Symbol.asyncIterator]().next();
    await memory.close();
    await memory.close();
    expect(await listening).toMatchObject({ done: true });
    await expect(lisa.recall({ query: 'tea' })).rejects.toBeInstanceOf(ConflictError);
    expect(() => memory.agent('lisa')).toThrow(ConflictError);
    expect(() => memory.export()).toThrow(ConflictError);
  });

  it('checks options before it sends them, in the words of the library', async () => {
    const door = await serveDoor();
    const wire = losing([]);
    const memory = await connectTo(door, { fetch: wire.fetch });
    for (const options of [
      { query: '' },
      { query: 'tea', limit: 0 },
      { query: 'tea', onProgress: () => {} },
      null,
      5,
    ]) {
      const words = (error: unknown) => (error as Error).message;
      const here = await door.home
        .agent('lisa')
        .recall(options as never)
        .catch(words);
      expect(
        await memory
          .agent('lisa')
          .recall(options as never)
          .catch(words),
      ).toBe(here);
    }
    expect(wire.calls).toEqual([]);
  });
});

it('keeps the process alive until a call is answered, when nothing else does', async () => {
  const served = await serveDoor();
  const { url, token } = { url: served.server.url, token: served.credentials.owner?.slice('Bearer '.length) };
  // After a hub was killed Node's own fetch sometimes waits like this, without a handle.
  const program = `import { Madeleine } from ${JSON.stringify(new URL('../../dist/bundle/index.js', import.meta.url).href)};
    const wait = () => new Promise((resolve) => setTimeout(resolve, 500).unref());
    const late = async (input, init) => {
      const answer = await fetch(input, { ...init, headers: { ...init.headers, connection: 'close' } });
      const text = await answer.text();
      await wait();
      return new Response(text, { status: answer.status, headers: answer.headers });
    };
    const memory = await Madeleine.connect(${JSON.stringify(url)}, { token: ${JSON.stringify(token)}, space: 'home', fetch: late });
    const { outcome } = await memory.agent('lisa').observe({ content: 'Mark drinks tea.' });
    console.log(outcome);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout.trim()).toBe('stored');
});

it('asks a hub once more that says nothing to the first request of a process', async () => {
  const door = await serveDoor();
  let asked = 0;
  const silentAtFirst: typeof fetch = (input, init) => {
    asked += 1;
    if (asked > 1) return fetch(input, init);
    return new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    );
  };
  const memory = await connectTo(door, { fetch: silentAtFirst });
  expect(asked).toBe(2);
  expect(await memory.agent('lisa').latest({})).toEqual([]);
});
