import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  agentVerbs,
  Constellation,
  Exploration,
  Madeleine,
  type ObserveOptions,
  ReasoningChain,
  type SpaceVerbs,
  spaceVerbs,
} from '../../src/index.ts';
import { serveDoor } from '../support/http-door.ts';
import { openSpace } from '../support/open-space.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A space at a time that stands still but for one second from key to key, so that the same calls come to the same records. */
async function openTwin(): Promise<Madeleine> {
  let made = 0;
  return openSpace({
    at: await temporaryFolder(),
    space: 'home',
    clock: () => new Date(Date.UTC(2026, 0, 1) + made * 1000),
    newId: () => {
      made += 1;
      return `k${String(made).padStart(6, '0')}`;
    },
  });
}

async function linesOf(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

async function entityOf(memory: SpaceVerbs, name: string): Promise<string> {
  const { mentions } = await memory.inspect({ id: 'fact:green' });
  return mentions.find((one) => one.name === name)?.id ?? '';
}

const mcpMemory = [
  { type: 'entity', name: 'Luna', entityType: 'cat', observations: ['sleeps on the piano'] },
  { type: 'relation', from: 'Mark', to: 'Luna', relationType: 'owns' },
];

const tea: ObserveOptions = {
  id: 'tea',
  content: 'Mark drinks jasmine tea with Anna.',
  session: 'visit',
  speaker: 'Mark',
  occurredAt: '2025-12-01',
  mood: { valence: 0.4, arousal: -0.2 },
  domain: 'personal',
  topic: 'tea',
  ring: 'leaf',
};

/** Calls of every verb, in the order in which they are made on both sides; `files` is a folder of the side. */
const calls: readonly (readonly [string, (memory: SpaceVerbs, files: string) => unknown])[] = [
  ['observe', (memory) => memory.agent('lisa').observe(tea)],
  ['observe again', (memory) => memory.agent('lisa').observe(tea)],
  [
    'observeMany',
    (memory) =>
      memory.agent('lisa').observeMany({
        observations: [
          { id: 'rain', content: 'It rained in Paris all day.', session: 'visit' },
          {
            id: 'train',
            content: 'Anna took the train to Paris.',
            shared: true,
            relations: [{ from: 'Anna', predicate: 'lives in', to: 'Paris' }],
          },
        ],
      }),
  ],
  [
    'believe',
    (memory) =>
      memory.agent('lisa').believe({
        id: 'black',
        content: 'Mark prefers black tea.',
        about: ['Mark'],
        validFrom: '2025-11-01',
        source: 'letter',
      }),
  ],
  [
    'believe in place',
    (memory) =>
      memory.agent('lisa').believe({
        id: 'green',
        content: 'Mark prefers green tea.',
        about: ['Mark'],
        supersedes: ['fact:black'],
        reason: 'he said so',
        derivedFrom: ['observation:tea'],
      }),
  ],
  [
    'believeMany',
    (memory) =>
      memory.agent('electra').believeMany({
        facts: [
          { id: 'never', content: 'Mark never drinks green tea.', about: ['Mark'] },
          { id: 'home', content: 'Anna lives in Lyon.', about: ['Anna'], shared: true },
        ],
      }),
  ],
  [
    'think',
    (memory) =>
      memory
        .agent('lisa')
        .think({ id: 'one', thought: 'What shall we give Mark?', totalThoughts: 3, session: 'visit' }),
  ],
  [
    'think on',
    (memory) =>
      memory
        .agent('lisa')
        .think({ id: 'two', thought: 'Green tea, since he likes it.', follows: 'one', reason: 'he said so' }),
  ],
  [
    'think otherwise',
    (memory) =>
      memory.agent('lisa').think({ id: 'three', thought: 'A teapot.', branchFromThought: 'one', branchId: 'pots' }),
  ],
  [
    'think again',
    (memory) =>
      memory
        .agent('lisa')
        .think({ id: 'four', thought: 'White tea, it is rarer.', revisesThought: 'two', nextThoughtNeeded: false }),
  ],
  [
    'judge',
    (memory) =>
      memory.agent('lisa').judge({ one: 'observation:tea', other: 'fact:green', state: 'confirmed', kind: 'supports' }),
  ],
  ['conflicts', (memory) => memory.agent('lisa').conflicts({ state: 'confirmed' })],
  [
    'judge again',
    (memory) => memory.agent('lisa').judge({ one: 'observation:tea', other: 'fact:green', state: 'exception' }),
  ],
  [
    'session',
    (memory) => memory.agent('lisa').session({ id: 'visit', goal: 'Find a present for Mark', planStatus: 'blocked' }),
  ],
  ['sessions', (memory) => memory.agent('lisa').sessions()],
  ['digest', (memory) => memory.agent('lisa').digest({ session: 'visit' })],
  ['resume', (memory) => memory.agent('lisa').resume({ id: 'visit' })],
  [
    'recall',
    (memory) =>
      memory
        .agent('lisa')
        .recall({ query: 'What tea does Mark like?', attention: false, mood: { valence: 0.5, arousal: 0 } }),
  ],
  ['recall nothing', (memory) => memory.agent('nobody').recall({ query: 'xylophone', attention: false })],
  ['search', (memory) => memory.agent('lisa').search({ query: 'tea', limit: 2, offset: 1 })],
  [
    'ambient',
    async (memory) => ({
      ...(await memory.agent('lisa').ambient({ message: 'What would Mark like to drink?' })),
      latencyMs: 0,
    }),
  ],
  ['latest', (memory) => memory.agent('lisa').latest()],
  ['entities', (memory) => memory.agent('lisa').entities()],
  ['namesIn', (memory) => memory.agent('lisa').namesIn({ message: 'Mark met Anna in Paris.' })],
  ['explain', (memory) => memory.agent('lisa').explain({ id: 'fact:green', query: 'tea for Mark' })],
  [
    'neighbours',
    (memory) =>
      memory
        .agent('lisa')
        .neighbours({ id: 'fact:green' })
        .catch(({ code }: { code: string }) => code),
  ],
  ['why', (memory) => memory.agent('lisa').why({ id: 'fact:green' })],
  ['why superseded', (memory) => memory.agent('lisa').why({ id: 'fact:black' })],
  ['navigate', (memory) => memory.agent('lisa').navigate({ id: 'three' })],
  ['navigate revised', (memory) => memory.agent('lisa').navigate({ id: 'four', only: 'revised' })],
  ['explore', (memory) => memory.agent('lisa').explore({ from: ['Mark', 'Zorro'] })],
  ['facts', (memory) => memory.agent('lisa').facts({ about: ['Mark'] })],
  ['stats of an agent', (memory) => memory.agent('lisa').stats()],
  ['perspectives', (memory) => memory.perspectives({ agents: ['lisa', 'electra'], topic: 'tea' })],
  ['graph', (memory) => memory.graph({ computed: ['SHARES_CONCEPT', 'CO_RING'], agents: ['lisa', 'electra'] })],
  ['graph of little', (memory) => memory.graph({ limit: 3, types: ['fact'] })],
  [
    'query',
    async (memory) => {
      const bindings = { since: new Date(0), some: new Float32Array([1, 2]), green: 'fact:green' };
      const { rows } = await memory.query(
        'SELECT id, recorded_at > $since AS late, array::len($some) AS size FROM $green',
        { bindings, limit: 5 },
      );
      expect(rows).toEqual([{ id: 'fact:green', late: true, size: 2 }]);
      return rows;
    },
  ],
  ['query that writes', (memory) => memory.query('DELETE fact').catch(({ code }: { code: string }) => code)],
  ['inspect', (memory) => memory.inspect({ id: 'fact:green' })],
  ['inspect an observation', (memory) => memory.inspect({ id: 'observation:four' })],
  ['inspect an entity', async (memory) => memory.inspect({ id: await entityOf(memory, 'Mark') })],
  [
    'inspect a session',
    (memory) => memory.inspect({ id: 'session:visit' }).catch(({ code }: { code: string }) => code),
  ],
  ['sharing', (memory) => memory.sharing({ findings: 'self' })],
  ['sleep', (memory) => memory.sleep()],
  ['withdraw', (memory) => memory.agent('lisa').withdraw({ id: 'observation:rain' })],
  ['timeline', (memory) => memory.timeline({ bucket: 'hour', limit: 5 })],
  ['timeline of an agent', (memory) => memory.timeline({ agent: 'lisa', from: '2026-01-01', to: '2026-02-01' })],
  [
    'timeline refused',
    (memory) =>
      memory.timeline({ from: '2026-02-01', to: '2026-01-01' }).catch(({ message }: { message: string }) => message),
  ],
  ['impact', (memory) => memory.impact('letter')],
  ['rollback', (memory) => memory.rollback({ source: 'letter' })],
  ['undoable', (memory) => memory.undoable()],
  ['undo', async (memory) => memory.undo((await memory.undoable())[0]?.id ?? '')],
  ['undo twice', async (memory) => memory.undo((await memory.undoable())[0]?.id ?? '')],
  ['mergeEntities first', (memory) => memory.mergeEntities({ from: 'Anna', into: 'Mark', dryRun: true })],
  ['mergeEntities', (memory) => memory.mergeEntities({ from: 'Anna', into: 'Mark', believer: 'lisa' })],
  ['mergeEntities twice', (memory) => memory.mergeEntities({ from: 'Anna', into: 'Mark', believer: 'lisa' })],
  ['undo of a merge', async (memory) => memory.undo((await memory.undoable())[0]?.id ?? '')],
  ['share', (memory) => memory.agent('lisa').share({ id: 'fact:home' })],
  ['unshare', (memory) => memory.agent('lisa').unshare({ id: 'fact:home' })],
  ['forget', (memory) => memory.agent('lisa').forget({ query: 'rained Paris', dryRun: true })],
  ['forget of the space', (memory) => memory.forget({ id: 'fact:home' })],
  [
    'import',
    async (memory, files) => {
      const file = join(files, 'memory.jsonl');
      await writeFile(file, mcpMemory.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return memory.import({ file, universal: true });
    },
  ],
  [
    'import of a folder',
    async (memory, files) => {
      await mkdir(join(files, 'notes'));
      await writeFile(join(files, 'notes', 'Jasmine tea.md'), '- [tea] Boils at 95 degrees\n');
      await writeFile(join(files, 'notes', 'b.md'), '---\ntags: [a\n---\n');
      // A note that tells no time is as old as its file, at the hub too.
      await writeFile(join(files, 'notes', 'Kettle.md'), 'It whistles.\n');
      await utimes(join(files, 'notes', 'Kettle.md'), 1_740_000_000, 1_740_000_000);
      const options = { file: join(files, 'notes'), agent: 'guest', onError: 'skip' } as const;
      return [await memory.import({ ...options, dryRun: true }), await memory.import(options)];
    },
  ],
  ['export as Markdown', (memory) => linesOf(memory.export({ format: 'markdown' }))],
  [
    'import of nothing',
    async (memory, files) =>
      memory.import({ file: join(files, 'missing.jsonl') }).catch(({ code }: { code: string }) => code),
  ],
  ['migrate', (memory) => memory.migrate({ dryRun: true })],
  ['reindex', (memory) => memory.reindex()],
  ['hash', (memory) => memory.hash()],
  ['export', (memory) => linesOf(memory.export({ asOf: '2026-06-01' }))],
  [
    'backup',
    async (memory, files) => {
      const { file, ...backup } = await memory.backup({ file: join(files, 'backup.ndjson') });
      return { ...backup, holds: await readFile(file, 'utf8') };
    },
  ],
  [
    'backup over a file',
    (memory, files) =>
      memory.backup({ file: join(files, 'backup.ndjson') }).catch(({ code }: { code: string }) => code),
  ],
  [
    'restore',
    async (memory, files) =>
      memory.restore({ file: join(files, 'backup.ndjson') }).catch(({ code }: { code: string }) => code),
  ],
  [
    'stats',
    async (memory) => {
      const {
        ambient: { latencyMs: _taken, ...ambient },
        recall: { latencyMs: _spent, ...recall },
        storeBytes: _bytes,
        ...stats
      } = await memory.stats();
      return { ...stats, ambient, recall };
    },
  ],
  ['doctor', async (memory) => (await memory.doctor()).findings.filter(({ check }) => check !== 'disk')],
  [
    'ambient failing',
    async (memory) => ({ ...(await memory.agent('lisa').ambient({ message: 'x', maxTokens: 0 })), latencyMs: 0 }),
  ],
  ['purge', async (memory) => (await memory.purge()).rows],
];

let local: Madeleine;
let remote: SpaceVerbs;
const results = new Map<string, readonly [unknown, unknown]>();

beforeAll(async () => {
  const [here, there] = [await openTwin(), await openTwin()];
  const ready = async () => ({ version: (await import('../../src/index.ts')).version, embedder: there.embedder });
  const { server, credentials } = await serveDoor({ memory: async () => there, ready });
  local = here;
  remote = await Madeleine.connect(server.url, {
    token: credentials.owner?.slice('Bearer '.length) ?? '',
    space: 'home',
  });
  const [files, farFiles] = [await temporaryFolder(), await temporaryFolder()];
  for (const [name, call] of calls) {
    const outcome = async (memory: SpaceVerbs, folder: string) => {
      try {
        return await call(memory, folder);
      } catch (error) {
        return error;
      }
    };
    results.set(name, [await outcome(local, files), await outcome(remote, farFiles)]);
  }
});

describe('a memory at a hub', () => {
  it.each(calls.map(([name]) => name))('answers the same as in this process: %s', (name) => {
    const [here, there] = results.get(name) as readonly [object, object];
    expect(there).toEqual(here);
    expect(Object.getPrototypeOf(there)).toBe(Object.getPrototypeOf(here));
    expect(here).toBeDefined();
  });

  it('is asked for every verb above', () => {
    const called = calls.map(([name]) => name.split(' ')[0]);
    const verbs = [...Object.keys(agentVerbs), ...Object.keys(spaceVerbs)].filter((name) => name !== 'changes');
    expect(new Set(called)).toEqual(new Set(verbs));
  });

  it('answers values that can be told like those of this process', () => {
    for (const name of ['recall', 'navigate', 'explore']) {
      const [here, there] = results.get(name) as readonly [unknown, unknown];
      if (here instanceof Constellation && there instanceof Constellation) {
        expect(there.text()).toBe(here.text());
        expect(there.ranked).toEqual(here.ranked);
      } else if (here instanceof ReasoningChain && there instanceof ReasoningChain) {
        expect(there.toText()).toBe(here.toText());
        expect(there.toMermaid()).toBe(here.toMermaid());
      } else if (here instanceof Exploration && there instanceof Exploration) {
        expect(there.toText()).toBe(here.toText());
        expect(there.toDot()).toBe(here.toDot());
      } else expect.unreachable(`${name} answered values of different classes`);
    }
  });

  it('tells of changes, to each caller of its own view', async () => {
    const end = new AbortController();
    const changes = remote.agent('lisa').changes({ signal: end.signal })[Symbol.asyncIterator]();
    const heard: unknown[] = [];
    const listening = changes.next().then(({ value }) => heard.push(value));
    let kettles = 0;
    const boil = async (): Promise<readonly unknown[]> => {
      kettles += 1;
      await remote.agent('electra').observe({ id: `secret-${kettles}`, content: 'Lisa must not hear of this.' });
      await remote.agent('lisa').observe({ id: `kettle-${kettles}`, content: 'The kettle boils.' });
      return heard;
    };
    const change = { at: expect.any(Date), ids: [expect.stringMatching(/^observation:kettle-/)] };
    await expect.poll(boil).toEqual([change]);
    await listening;
    end.abort();
    await expect.poll(async () => (await changes.next()).done).toBe(true);
  });

  it('stops to tell with the signal, however often memory was cleaned in between', async () => {
    setFlagsFromString('--expose-gc');
    const clean = runInNewContext('gc') as () => void;
    const end = new AbortController();
    const ended = (async () => {
      for await (const { ids } of remote.agent('lisa').changes({ signal: end.signal })) expect(ids).not.toEqual([]);
    })();
    for (let round = 0; round < 5; round += 1) {
      await remote.agent('lisa').observe({ content: `The kettle boils again for the ${round}th time.` });
      clean();
    }
    end.abort();
    await ended;
  });

  it('notes no backup whose file is refused', async () => {
    const file = join(await temporaryFolder(), 'taken.ndjson');
    await writeFile(file, '');
    const { lastBackup } = await remote.stats();
    await remote.agent('lisa').observe({ content: 'The kettle boils once more.' });
    await expect(remote.backup({ file })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await remote.stats()).lastBackup).toEqual(lastBackup);
  });

  it('says where it is and what it embeds with', () => {
    expect(remote).toMatchObject({ space: 'home', embedder: local.embedder, at: expect.stringMatching(/^http:/) });
  });
});
