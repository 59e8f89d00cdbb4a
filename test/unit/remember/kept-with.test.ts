/** What callers say of a memory beside its words: tags and metadata of the believer, concepts, and a vector of their own. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AgentMemory, Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createWordEmbedder } from '../../support/word-embedder.mjs';

async function keptOf(agent: AgentMemory, id: string): Promise<readonly object[]> {
  const memory = (await agent.latest({ limit: 200 })).find((one) => one.id === id);
  return (memory?.believers ?? []).map(({ agent: who, tags, metadata }) => ({ who, tags, metadata }));
}

async function exported(memory: Madeleine): Promise<string> {
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(line);
  return lines.join('');
}

async function copyInto(other: Madeleine, memory: Madeleine): Promise<void> {
  const file = join(await temporaryFolder(), 'copy.ndjson');
  await writeFile(file, await exported(memory));
  await other.import({ file });
}

describe('tags and metadata', () => {
  test('come back with the belief in each answer, as they were given', async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    const metadata = { source: 'crm', row: 7, nested: { list: [1, null, 'two', true] } };
    const { id } = await lisa.observe({ content: 'Luna limps.', tags: ['pets', 'vet', 'pets'], metadata });
    const kept = { tags: ['pets', 'vet'], metadata };
    const { memories } = await lisa.recall({ query: 'Luna' });
    expect(memories[0]?.believers[0]).toMatchObject(kept);
    expect((await lisa.search({ query: 'Luna' })).memories[0]?.believers[0]).toMatchObject(kept);
    expect((await lisa.why({ id })).believers[0]).toMatchObject(kept);
    expect(await keptOf(lisa, id)).toEqual([{ who: 'lisa', ...kept }]);
  });

  test('filter what recall, search and latest answer, before the best are chosen', async () => {
    const lisa = (await openSpace()).agent('lisa');
    const many = Array.from({ length: 60 }, (_, at) => ({ content: `Luna ate her dinner on day ${at}.` }));
    await lisa.observeMany({ observations: many });
    const { id } = await lisa.observe({ content: 'Once Luna ate a whole shoe of leather.', tags: ['vet', 'odd'] });
    const asked = { query: 'What did Luna eat?', limit: 1, tags: ['odd', 'unused'] };
    expect((await lisa.recall(asked)).memories.map((one) => one.id)).toEqual([id]);
    expect((await lisa.search(asked)).memories.map((one) => one.id)).toEqual([id]);
    expect((await lisa.latest({ tags: ['vet'] })).map((one) => one.id)).toEqual([id]);
    expect(await lisa.latest({ tags: ['nothing'] })).toEqual([]);
  });

  test('of one agent are unknown to another who holds the same fact', async () => {
    const memory = await openSpace();
    const [lisa, mark] = [memory.agent('lisa'), memory.agent('mark')];
    const said = { content: 'Luna is allergic to chicken.' };
    const { id } = await lisa.believe({ ...said, tags: ['secret'], metadata: { from: 'diary' } });
    const other = await mark.believe(said);
    expect(other).toMatchObject({ id, outcome: 'stored', refused: [] });
    expect(await keptOf(mark, id)).toEqual([{ who: 'mark', tags: undefined, metadata: undefined }]);
    expect(await mark.latest({ tags: ['secret'] })).toEqual([]);
    expect((await mark.recall({ query: 'Luna', tags: ['secret'] })).memories).toEqual([]);
    await mark.believe({ memory: id, tags: ['mine'] });
    expect(await keptOf(lisa, id)).toEqual([{ who: 'lisa', tags: ['secret'], metadata: { from: 'diary' } }]);
  });

  test('are replaced where the belief is asserted or observed again with others, and stay where it is not', async () => {
    const lisa = (await openSpace()).agent('lisa');
    const { id } = await lisa.believe({ content: 'Luna is a cat.', tags: ['one'], metadata: { a: 1 } });
    await lisa.believe({ content: 'Luna is a cat.' });
    expect(await keptOf(lisa, id)).toEqual([{ who: 'lisa', tags: ['one'], metadata: { a: 1 } }]);
    await lisa.believe({ memory: id, tags: ['two'] });
    expect(await keptOf(lisa, id)).toEqual([{ who: 'lisa', tags: ['two'], metadata: { a: 1 } }]);
    expect(await lisa.latest({ tags: ['one'] })).toEqual([]);
    const said = { id: 'turn-1', content: 'Luna slept.' };
    const seen = await lisa.observe({ ...said, tags: ['one'] });
    await lisa.observe({ ...said, tags: ['three'] });
    expect((await lisa.latest({ tags: ['three'] })).map((one) => one.id)).toEqual([seen.id]);
  });

  test('go with an export, come with its import, and are gone with what is forgotten', async () => {
    const [memory, other] = [await openSpace(), await openSpace()];
    const { id } = await memory.agent('lisa').observe({ content: 'Luna limps.', tags: ['vet'], metadata: { a: [1] } });
    await memory.agent('lisa').observe({ content: 'The sky is blue.', tags: ['told by Rex'], metadata: { by: 'Rex' } });
    await copyInto(other, memory);
    expect(await keptOf(other.agent('lisa'), id)).toEqual([{ who: 'lisa', tags: ['vet'], metadata: { a: [1] } }]);
    await other.agent('lisa').forget({ id });
    await other.forget({ subject: 'Rex' });
    const left = await exported(other);
    expect(left).not.toMatch(/vet|Rex/);
    expect(left).toContain('The sky is blue.');
  });

  test.each<[string, object, string]>([
    ['an empty tag', { tags: [''] }, 'observe: "tags[0]"'],
    [
      'too many tags',
      { tags: Array.from({ length: 33 }, (_, at) => `t${at}`) },
      'observe: "tags" must be at most 32 tags',
    ],
    [
      'what JSON has not',
      { metadata: { when: new Date() } },
      'observe: "metadata" must be a JSON object of at most 16,384 characters',
    ],
    [
      'metadata that are too long',
      { metadata: { long: 'x'.repeat(17_000) } },
      'observe: "metadata" must be a JSON object',
    ],
    ['a list', { metadata: ['a list'] }, 'observe: "metadata" must be a JSON object'],
    [
      'too many concepts',
      { concepts: ['1', '2', '3', '4', '5', '6'] },
      'observe: "concepts" must be at most 5 concepts',
    ],
  ])('are refused where they break a rule: %s', async (_case, options, message) => {
    const lisa = (await openSpace()).agent('lisa');
    await expect(lisa.observe({ content: 'Luna.', ...options })).rejects.toThrow(message);
    expect(await lisa.latest()).toEqual([]);
  });
});

test('concepts of the caller take the place of those that are found, and the memory that is there keeps its own', async () => {
  const lisa = (await openSpace()).agent('lisa');
  const { id } = await lisa.believe({ content: 'Luna sleeps on the heater.', concepts: ['warmth', 'sleeping place'] });
  const [{ concepts } = { concepts: [] }] = await lisa.latest();
  expect(concepts).toEqual(['warmth', 'sleeping place']);
  const again = await lisa.believe({ content: 'Luna sleeps on the heater.', concepts: ['other'] });
  expect(again).toMatchObject({ id, refused: [{ what: '"concepts"' }] });
});

test('a fact with other concepts or another vector is another agent’s own, and tells nothing of the first', async () => {
  const embedder = createWordEmbedder();
  const memory = await openSpace({ embedder });
  const said = { content: 'Luna is allergic to chicken.' };
  const vector = Array.from({ length: 16 }, (_, at) => (at === 3 ? 1 : 0));
  const mine = await memory.agent('lisa').believe({ ...said, embedding: { model: 'words-16', vector } });
  const named = await memory.agent('electra').believe({ ...said, concepts: ['mine alone'] });
  const theirs = await memory.agent('mark').believe(said);
  expect(new Set([mine.id, named.id, theirs.id]).size).toBe(3);
});

describe('a vector of the caller', () => {
  const embedder = createWordEmbedder();
  const [content, meant] = ['Xyzzy.', 'somewhere warm'];

  test('is what the memory is found by, and outlives export, import and reindex', async () => {
    const memory = await openSpace({ embedder });
    const lisa = memory.agent('lisa');
    const [vector = new Float32Array()] = await embedder.embed([meant]);
    await lisa.observe({ content: 'Mark bought apples.' });
    const { id, embedded } = await lisa.observe({ content, embedding: { model: embedder.model, vector: [...vector] } });
    expect(embedded).toBe(true);
    const first = async (of: AgentMemory): Promise<unknown> =>
      (await of.search({ query: meant, profile: 'semantic', limit: 1 })).memories[0]?.id;
    expect(await first(lisa)).toBe(id);
    const other = await openSpace({ embedder });
    await copyInto(other, memory);
    expect(await first(other.agent('lisa'))).toBe(id);
  });

  test('of another model or length is refused, and one where nothing is embedded', async () => {
    const lisa = (await openSpace({ embedder })).agent('lisa');
    const vector = Array.from({ length: 16 }, () => 1);
    const refusal = async (embedding: object): Promise<string> =>
      lisa.observe({ content, embedding: embedding as never }).then(({ id }) => id, String);
    expect(await refusal({ model: 'other', vector })).toContain(
      'observe: "embedding.model" must be "words-16", got "other"',
    );
    expect(await refusal({ model: 'words-16', vector: [1, 2] })).toContain(
      '"embedding.vector" must have 16 numbers, got 2',
    );
    expect(await refusal({ model: 'words-16', vector: vector.map(() => 0) })).toContain('must have a direction');
    const none = (await openSpace()).agent('lisa');
    await expect(none.believe({ content, embedding: { model: 'none', vector } })).rejects.toThrow(
      'believe: "embedding" must be left out, since this memory has no embedder',
    );
  });
});
