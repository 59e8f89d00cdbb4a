/** What comes and goes over HTTP in more than one piece: changes, progress, files. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ServedDoor, serveDoor } from '../support/http-door.ts';
import { openSpace } from '../support/open-space.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const events = { accept: 'text/event-stream' };
let door: ServedDoor;

interface Told {
  readonly event: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

async function* eventsOf({ body }: Response): AsyncGenerator<Told> {
  const stream = body?.pipeThrough(new TextDecoderStream() as never).pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of stream as unknown as AsyncIterable<{ event?: string; data: string }>) {
    yield { event, data: JSON.parse(data) as Told['data'] };
  }
}

async function allOf(answer: Response): Promise<readonly Told[]> {
  const all: Told[] = [];
  for await (const one of eventsOf(answer)) all.push(one);
  return all;
}

/** The folders in which files lie while they come and go. */
async function passingFolders(): Promise<number> {
  return (await readdir(tmpdir())).filter((name) => /^madeleine-http-/.test(name)).length;
}

beforeAll(async () => {
  door = await serveDoor();
  await door.home.agent('lisa').observe({ content: 'Luna sleeps on the windowsill.' });
});

describe('changes', () => {
  test('come as events while something is written, and only what is in view', async () => {
    const listening = await door.call('/v1/spaces/home/agents/lisa/changes', {}, 'read');
    expect(listening.headers.get('content-type')).toBe('text/event-stream');
    const heard = eventsOf(listening);
    const next = heard.next();
    await door.home.agent('electra').observe({ content: 'Electra alone knows where the key lies.' });
    const { id } = await door.home.agent('lisa').observe({ content: 'Luna has jumped down.' });
    const { value } = await next;
    expect(value).toMatchObject({ event: 'change', data: { ids: expect.arrayContaining([id]) } });
    await heard.return(undefined);
  });

  test('bring what agents recall to a signed-in page, and to no token', async () => {
    const page = await fetch(`${door.server.url}/v1/spaces/home/changes`, {
      method: 'POST',
      headers: { ...(await door.signIn()), 'content-type': 'application/json' },
      body: '{}',
    });
    const owner = eventsOf(await door.call('/v1/spaces/home/changes'));
    const [toPage, toOwner] = [eventsOf(page), owner.next()];
    const heard = toPage.next();
    await door.call('/v1/spaces/home/agents/lisa/recall', { query: 'Where does Luna sleep?' }, 'read');
    expect((await heard).value).toMatchObject({
      event: 'recall',
      data: { agent: 'lisa', query: 'Where does Luna sleep?', text: expect.stringContaining('windowsill') },
    });
    await door.home.agent('lisa').observe({ content: 'Luna yawns.' });
    expect((await toOwner).value).toMatchObject({ event: 'change' });
    await Promise.all([toPage.return(undefined), owner.return(undefined)]);
  });

  test('end when the server closes', async () => {
    const { server, call } = await serveDoor();
    const listening = await call('/v1/spaces/home/changes');
    const ended = allOf(listening);
    await server.close();
    expect(await ended).toEqual([]);
  });

  test('take no place of the calls', async () => {
    const { server, call } = await serveDoor({ limits: { calls: 1, streams: 1 } });
    const listening = await call('/v1/spaces/home/changes');
    expect((await call('/v1/spaces/home/stats')).status).toBe(200);
    await listening.body?.cancel();
    await server.close();
  });
});

describe('long work', () => {
  test('answers its result alone, or its progress and then its result', async () => {
    const plain = await (await door.call('/v1/spaces/home/hash')).json();
    const told = await allOf(await door.call('/v1/spaces/home/hash', {}, 'owner', events));
    expect(told.at(-1)).toEqual({ event: 'result', data: plain });
    expect(told.slice(0, -1).every(({ event, data }) => event === 'progress' && data['task'] === 'export')).toBe(true);
  });

  test('tells of a failure as an event when the answer has begun', async () => {
    // The embedder is none.
    const told = await allOf(await door.call('/v1/spaces/home/reindex', {}, 'owner', events));
    expect(told).toMatchObject([{ event: 'problem', data: { code: 'UNSUPPORTED', status: 501 } }]);
    expect((await door.call('/v1/spaces/home/reindex')).status).toBe(501);
  });
});

describe('a file', () => {
  test('of the whole space comes line by line, as the library exports it', async () => {
    const lines: string[] = [];
    for await (const line of door.home.export()) lines.push(line);
    const answer = await door.call('/v1/spaces/home/export');
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    const withoutTime = (text: string): string => text.replace(/"exportedAt":"[^"]*"/, '');
    expect(withoutTime(await answer.text())).toBe(withoutTime(lines.join('')));
    expect((await door.call('/v1/spaces/home/export', { asOf: 'never' })).status).toBe(400);
  });

  test('that nobody reads to its end is let go, and the memory can close', async () => {
    const { server, call, home } = await serveDoor();
    const many = Array.from({ length: 1_000 }, (_, index) => ({ content: `${index} ${'x'.repeat(2_000)}` }));
    await home.agent('lisa').observeMany({ observations: many });
    const answer = await call('/v1/spaces/home/export');
    await answer.body?.cancel();
    await server.close();
    await home.close();
  });

  test('is imported under its name, and removed afterwards', async () => {
    const { call, home } = await serveDoor();
    const before = await passingFolders();
    const line = { type: 'entity', name: 'Luna', entityType: 'cat', observations: ['Luna is a grey cat.'] };
    const send = (headers = {}): Promise<Response> =>
      call('/v1/spaces/home/import?file=memory.jsonl&agent=lisa', JSON.stringify(line), 'admin', headers);
    expect(await (await send()).json()).toMatchObject({ format: 'mcp-memory' });
    const [first] = (await home.agent('lisa').search({ query: 'grey cat' })).memories;
    expect(first).toMatchObject({
      content: 'Luna is a grey cat.',
      believers: [{ provenance: { source: 'memory.jsonl' } }],
    });
    expect((await allOf(await send(events))).at(-1)).toMatchObject({ event: 'result', data: { stored: 0 } });
    expect((await call('/v1/spaces/home/import?file=x', '{"no":"format"}', 'admin')).status).toBe(400);
    expect(await passingFolders()).toBe(before);
  });

  test('too large to be uploaded is refused, and nothing of it stays', async () => {
    const { call } = await serveDoor({ limits: { uploadBytes: 100 } });
    const before = await passingFolders();
    expect((await call('/v1/spaces/home/import?file=x', 'x'.repeat(101))).status).toBe(413);
    expect(await passingFolders()).toBe(before);
  });

  test('is a backup that makes the same space again', async () => {
    const before = await passingFolders();
    const backup = await (await door.call('/v1/spaces/home/backup')).text();
    const file = join(await temporaryFolder(), 'backup.ndjson');
    await writeFile(file, backup);
    const restored = await openSpace({ at: await temporaryFolder() });
    const { call } = await serveDoor({ memory: async () => restored });
    const answer = await call('/v1/spaces/home/restore?file=backup.ndjson', await readFile(file, 'utf8'));
    expect(answer.status).toBe(200);
    expect((await restored.hash()).hash).toBe((await door.home.hash()).hash);
    // The hub's own copy has a name that tells its caller nothing.
    const refused = await call('/v1/spaces/home/restore?file=env.sh', 'export A=1');
    expect(await refused.text()).toContain('restore: \\"env.sh\\" is no backup of Madeleine');
    expect(await passingFolders()).toBe(before);
  });
});
