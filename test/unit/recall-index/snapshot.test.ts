import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { IndexedMemory } from '../../../src/recall-index/entry.ts';
import type { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { loadSnapshot, readSnapshotMeta, saveSnapshot, snapshotFile } from '../../../src/recall-index/snapshot.ts';
import { ask, randomQuestion, randomWorld } from '../recall/rank-fixture.ts';
import { semantic } from '../../../src/recall/profiles.ts';
import { beliefOf, changeOf, day0, indexOf, memoryOf, randomOf, unitVector } from './index-fixture.ts';

const meta = { space: 'home', seq: 2, hash: 'abc', model: 'some-model' };
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'madeleine-snapshot-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function cognitive(i: number): Partial<IndexedMemory> {
  return {
    importance: 1 + (i % 10),
    concepts: i % 2 === 0 ? ['harbour', 'lantern'] : ['violin'],
    surfacesWhen: i % 3 === 0 ? ['how to harbour', 'lantern error'] : i % 3 === 1 ? ['violin setup'] : [],
    ...(i % 4 === 0 ? { topic: 'Harbour', domain: 'project:Lantern' } : { domain: 'work' }),
    ...(i % 5 === 0 ? { ring: 'core', knowledgeType: 'law', kind: 'intent.rule' } : {}),
  };
}

function world(): RecallIndex {
  const { memories: plain, vectors } = randomWorld(randomOf(41), 200);
  const memories = plain.map((memory, i) => ({ ...memory, ...cognitive(i) }));
  const index = indexOf(memories, { vectors });
  const shared = memories.filter((_, i) => i % 3 === 0).map(({ id }) => beliefOf('system', id, { strength: 0.9 }));
  const withdrawn = beliefOf('lisa', memories[4]?.id as string, { withdrawnAt: day0 + 1, permanent: true });
  const used = beliefOf('lisa', memories[5]?.id as string, { trust: 0.4, accesses: 7, lastAccessedAt: day0 + 2 });
  const mention = { entity: 'entity:luna', type: 'person' as const, surfaces: ['Luna', 'Lu'] };
  const fact = memoryOf('fact', 'Luna lives by the harbour', {
    type: 'fact',
    mentions: [mention],
    about: ['agent:mark'],
  });
  const secret = memoryOf('secret', 'the unspeakable xyzzyword', { speaker: 'Forgottenspeaker' });
  index.apply(changeOf(1, { memories: [secret], beliefs: [beliefOf('lisa', secret.id)] }));
  const removed = [secret.id, memories[9]?.id as string];
  index.apply(
    changeOf(2, { memories: [fact], beliefs: [...shared, withdrawn, used, beliefOf('lisa', fact.id)], removed }),
  );
  return index;
}

describe('a snapshot', () => {
  test('gives back an index that ranks the same in every perspective and at every time', async () => {
    const index = world();
    await saveSnapshot(index, folder, meta);
    const loaded = (await loadSnapshot(folder, meta)) as RecallIndex;
    expect(loaded.stats()).toMatchObject({ seq: 2, memories: index.size, vectors: index.stats().vectors });
    expect([...loaded.beliefs('lisa')]).toEqual([...index.beliefs('lisa')]);
    expect(loaded.entitiesNamed(['lisa'], 'LUNA')).toEqual(['entity:luna']);
    const random = randomOf(43);
    const { vectors } = randomWorld(randomOf(41), 200);
    for (let i = 0; i < 20; i++) {
      const question = randomQuestion(random);
      const more = { limit: 200, vector: vectors[i]?.vector as Float32Array, ...(i % 4 === 0 ? { asOf: day0 } : {}) };
      for (const agent of ['lisa', 'system', 'mark']) {
        expect(ask(loaded, agent, question, more)).toEqual(ask(index, agent, question, more));
      }
    }
  });

  test('gives back an index that goes on as the one it was made from', async () => {
    const index = world();
    await saveSnapshot(index, folder, meta);
    const loaded = (await loadSnapshot(folder, meta)) as RecallIndex;
    const late = memoryOf('late', 'a lantern in the harbour', {
      session: 'session:3',
      occurredAt: day0,
      speaker: 'Mark',
    });
    const change = changeOf(3, { memories: [late], beliefs: [beliefOf('lisa', late.id)], removed: ['observation:m7'] });
    index.apply(change);
    loaded.apply(change);
    expect(ask(loaded, 'lisa', 'harbour lantern', { limit: 200 })).toEqual(
      ask(index, 'lisa', 'harbour lantern', { limit: 200 }),
    );
  });

  test('keeps how memories felt, and that others felt like nothing', async () => {
    const felt = { valence: -0.25, arousal: 0.5 };
    const index = indexOf([memoryOf('1', 'the storm', { mood: felt }), memoryOf('2', 'the calm')]);
    await saveSnapshot(index, folder, { ...meta, seq: 1 });
    const { memories } = (await loadSnapshot(folder, {})) as RecallIndex;
    expect([1, 2].map((key) => memories.moodOf(memories.row(`observation:${key}`)))).toEqual([felt, undefined]);
  });

  test('keeps what memories tell of entities, and no word of what is forgotten', async () => {
    const owns = { from: 'entity:mark', predicate: 'owns', to: 'entity:luna' };
    const feeds = { from: 'entity:luna', predicate: 'fed by', to: 'entity:ines' };
    const secret = memoryOf('0', 'a', { relations: [{ ...owns, predicate: 'hides' }] });
    const index = indexOf([secret, memoryOf('1', 'b', { relations: [owns, feeds] }), memoryOf('2', 'c')]);
    index.apply(changeOf(2, { removed: [secret.id] }));
    await saveSnapshot(index, folder, meta);
    const { memories } = (await loadSnapshot(folder, {})) as RecallIndex;
    const told = (key: string): readonly string[] => {
      const numbers = memories.relations[memories.row(`observation:${key}`)] as readonly number[];
      return numbers.map((number, i) => (i % 3 === 1 ? memories.predicates : memories.names).text(number));
    };
    expect(told('1')).toEqual(['entity:mark', 'owns', 'entity:luna', 'entity:luna', 'fed by', 'entity:ines']);
    expect(told('2')).toEqual([]);
    expect(memories.predicates.texts()).toEqual(['owns', 'fed by']);
  });

  test('is readable by its owner only and leaves no draft behind', async () => {
    await saveSnapshot(world(), folder, meta);
    await saveSnapshot(world(), folder, meta);
    expect(await readdir(folder)).toEqual([snapshotFile]);
    expect((await stat(join(folder, snapshotFile))).mode & 0o777).toBe(0o600);
  });

  test('says of what it is', async () => {
    await saveSnapshot(world(), folder, meta);
    expect(await readSnapshotMeta(folder)).toEqual(meta);
  });

  test('keeps no word of a forgotten memory', async () => {
    await saveSnapshot(world(), folder, meta);
    const bytes = await readFile(join(folder, snapshotFile), 'latin1');
    expect(bytes).toContain('harbour');
    expect(bytes).not.toContain('xyzzyword');
    expect(bytes.toLowerCase()).not.toContain('forgottenspeaker');
  });
});

describe('vectors in a snapshot', () => {
  const { memories, vectors } = randomWorld(randomOf(41), 300);

  /** A space that has lost some memories and does not have all vectors yet. */
  async function saved(): Promise<RecallIndex> {
    const index = indexOf(memories.slice(0, 250), { vectors: vectors.slice(0, 200) });
    index.apply(changeOf(2, { removed: memories.slice(10, 30).map(({ id }) => id), vectors: vectors.slice(200, 210) }));
    await saveSnapshot(index, folder, meta);
    return index;
  }

  test('answer as they did', async () => {
    const index = await saved();
    const loaded = (await loadSnapshot(folder, meta)) as RecallIndex;
    for (const { memory, vector } of vectors.slice(0, 210)) {
      const hits = ask(loaded, 'lisa', 'harbour', { vector, profile: semantic }).hits;
      expect(hits).toEqual(ask(index, 'lisa', 'harbour', { vector, profile: semantic }).hits);
      if (loaded.has(memory)) expect(hits[0]?.id).toBe(memory);
    }
  });

  test('go on as they were', async () => {
    await saved();
    const loaded = (await loadSnapshot(folder, meta)) as RecallIndex;
    const change = changeOf(3, {
      removed: [memories[50]?.id as string],
      vectors: [{ memory: memories[60]?.id as string, vector: unitVector(randomOf(2), 16) }],
    });
    loaded.apply(change);
    const [hit] = ask(loaded, 'lisa', '', { vector: unitVector(randomOf(2), 16), profile: semantic }).hits;
    expect(hit?.id).toBe(memories[60]?.id);
  });

  test('are all there is: one file, for the owner only, and no graph files of an older version', async () => {
    const left = ['recall-index.0123456789abcdef.graph', 'recall-index.77-0.graph-draft'];
    for (const name of left) await writeFile(join(folder, name), 'vectors of what may be forgotten');
    await saved();
    expect(await readdir(folder)).toEqual([snapshotFile]);
    expect((await stat(join(folder, snapshotFile))).mode & 0o777).toBe(0o600);
  });
});

describe('there is no snapshot', () => {
  test('in an empty or a missing folder', async () => {
    expect(await loadSnapshot(folder, meta)).toBeUndefined();
    expect(await loadSnapshot(join(folder, 'none'), meta)).toBeUndefined();
    expect(await readSnapshotMeta(folder)).toBeUndefined();
  });

  test.each([
    ['space', { ...meta, space: 'work' }],
    ['model', { ...meta, model: 'another' }],
    ['history', { ...meta, hash: 'abd' }],
    ['moment', { ...meta, seq: 3 }],
  ])('of another %s', async (_, expected) => {
    await saveSnapshot(world(), folder, meta);
    expect(await loadSnapshot(folder, expected)).toBeUndefined();
  });

  test('in a file that is damaged anywhere, cut short, or longer than it says', async () => {
    await saveSnapshot(world(), folder, meta);
    const path = join(folder, snapshotFile);
    const whole = await readFile(path);
    const random = randomOf(47);
    const places = [0, 8, 12, 16, 24, 60, whole.length - 1];
    while (places.length < 60) places.push(Math.floor(random() * whole.length));
    for (const place of places) {
      const damaged = Buffer.from(whole);
      damaged[place] = (damaged[place] as number) ^ 0x41;
      await writeFile(path, damaged);
      expect(await loadSnapshot(folder, meta)).toBeUndefined();
    }
    for (const length of [0, 10, 56, 200, whole.length - 1]) {
      await writeFile(path, whole.subarray(0, length));
      expect(await loadSnapshot(folder, meta)).toBeUndefined();
    }
    await writeFile(path, Buffer.concat([whole, Buffer.from('x')]));
    expect(await loadSnapshot(folder, meta)).toBeUndefined();
    await writeFile(path, whole);
    expect(await loadSnapshot(folder, meta)).toBeDefined();
  });
});
