import { beforeAll, expect, test } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { createWordEmbedder } from '../../support/word-embedder.mjs';

let memory: Madeleine;
const texts = {
  dog: 'Rex the dog barked loudly at the postman.',
  same: 'Loudly barked Rex the dog at the postman.',
  near: 'Rex the dog slept.',
  far: 'Interest rates went up in March.',
};

beforeAll(async () => {
  memory = await openSpace({ embedder: createWordEmbedder({ dimension: 256 }) });
  const lisa = memory.agent('lisa');
  for (const [id, content] of Object.entries(texts)) await lisa.observe({ id, content });
  await memory.agent('tom').observe({ id: 'private', content: texts.dog });
  await memory.agent('tom').observe({ id: 'shared', content: `${texts.dog} Woof!`, shared: true });
});

async function near(options: object, agent = 'lisa'): Promise<readonly string[]> {
  const found = await memory.agent(agent).neighbours({ id: 'observation:dog', ...options });
  return found.map((one) => one.memory.id.replace('observation:', ''));
}

test('neighbours are the nearest in view, the nearest first, without the memory itself', async () => {
  const found = await memory.agent('lisa').neighbours({ id: 'observation:dog', minSimilarity: 0.2 });
  expect(found.map((one) => one.memory.content)).toEqual([texts.same, `${texts.dog} Woof!`, texts.near]);
  const [same, , other] = found.map(({ similarity }) => similarity);
  expect(same).toBeCloseTo(1, 2);
  expect(other).toBeGreaterThan(0.2);
  expect(other).toBeLessThan(0.8);
});

test('neighbours are those of this agent and of everybody', async () => {
  expect(await near({})).not.toContain('private');
  const toms = await memory.agent('tom').neighbours({ id: 'observation:private' });
  expect(toms.map((one) => one.memory.id)).toEqual(['observation:shared']);
  await expect(near({}, 'tom')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(near({ id: 'observation:none' })).rejects.toThrow("is in lisa's view; look it up with search.");
});

test('neighbours keep to a limit and to a floor', async () => {
  expect(await near({ limit: 1 })).toEqual(['same']);
  expect(await near({ minSimilarity: 0.99 })).toEqual(['same']);
  expect(await near({ minSimilarity: 0 })).toHaveLength(4);
});

test('neighbours of a memory without a vector are refused with what to do', async () => {
  const lexical = await openSpace();
  const { id } = await lexical.agent('lisa').observe({ content: texts.dog });
  await expect(lexical.agent('lisa').neighbours({ id })).rejects.toMatchObject({ code: 'EMBEDDER_MISMATCH' });
});
