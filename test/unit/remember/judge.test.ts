import { beforeEach, describe, expect, it } from 'vitest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const [tea, coffee] = ['fact:tea', 'fact:coffee'] as const;
let memory: Madeleine;

beforeEach(async () => {
  memory = await openSpace();
  await memory.agent('lisa').believe({ id: 'tea', content: 'Mugs belong upstairs.', shared: true });
  await memory.agent('lisa').believe({ id: 'coffee', content: 'Coffee keeps for a week.', shared: true });
});

/** The links of the space, as its export tells of them. */
async function links(): Promise<readonly object[]> {
  const found: object[] = [];
  for await (const line of memory.export()) {
    const { record, ...link } = JSON.parse(line) as { record: string };
    if (record === 'supports' || record === 'contradicts') found.push({ kind: record, ...link });
  }
  return found;
}

async function link(fields: object = {}): Promise<void> {
  const file = join(await temporaryFolder(), 'links.ndjson');
  const said = { record: 'contradicts', from: coffee, to: tea, by: 'polarity', similarity: 0.5, ...fields };
  await writeFile(file, `${JSON.stringify(said)}\n`);
  await memory.import({ file, format: 'ndjson' });
}

describe('a judgement', () => {
  it("makes an edge of the agent's own and leaves that of system as it is", async () => {
    await link();
    const judged = await memory.agent('lisa').judge({ one: tea, other: coffee, state: 'exception' });
    expect(judged).toEqual({
      kind: 'contradicts',
      one: coffee,
      other: tea,
      state: 'exception',
      before: 'potential',
      similarity: 0.5,
      by: 'polarity',
      believer: 'lisa',
    });
    const edge = { kind: 'contradicts', from: coffee, to: tea, by: 'polarity', similarity: 0.5 };
    expect(await links()).toEqual([
      { ...edge, believer: 'lisa', state: 'exception' },
      { ...edge, believer: 'system', state: 'potential' },
    ]);
    expect((await memory.doctor()).ok).toBe(true);
  });

  it('is taken back by what it answers that was before', async () => {
    const stated = { one: tea, other: coffee, state: 'confirmed', kind: 'supports' } as const;
    expect(await memory.agent('lisa').judge(stated)).not.toHaveProperty('before');
    const { before = 'potential' } = await memory.agent('lisa').judge({ ...stated, state: 'dismissed' });
    expect(await memory.agent('lisa').judge({ ...stated, state: before })).toMatchObject({
      state: 'confirmed',
      before: 'dismissed',
    });
  });

  it('changes the edge that the agent has, and writes nothing when it says the same again', async () => {
    await link({ believer: 'lisa' });
    await memory.agent('lisa').judge({ one: tea, other: coffee, state: 'confirmed' });
    await memory.agent('lisa').judge({ one: coffee, other: tea, state: 'dismissed' });
    const { seq } = await memory.stats();
    await memory.agent('lisa').judge({ one: coffee, other: tea, state: 'dismissed' });
    expect((await memory.stats()).seq).toBe(seq);
    expect(await links()).toMatchObject([{ believer: 'lisa', state: 'dismissed' }]);
    expect((await memory.doctor()).ok).toBe(true);
  });

  it('states a link that no rule has found, when it is told of which kind', async () => {
    await expect(memory.agent('lisa').judge({ one: tea, other: coffee, state: 'confirmed' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('give "kind"'),
    });
    await memory.agent('lisa').judge({ one: tea, other: coffee, state: 'confirmed', kind: 'supports' });
    expect(await links()).toEqual([
      { kind: 'supports', from: tea, to: coffee, believer: 'lisa', similarity: 1, state: 'confirmed', by: 'lisa' },
    ]);
  });

  it('asks which link is meant where there are two', async () => {
    await link({ believer: 'lisa' });
    await link({ believer: 'lisa', record: 'supports', by: 'agreement' });
    const { judge } = { judge: memory.agent('lisa').judge.bind(memory.agent('lisa')) };
    await expect(judge({ one: tea, other: coffee, state: 'dismissed' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await judge({ one: tea, other: coffee, state: 'dismissed', kind: 'supports' })).toMatchObject({
      kind: 'supports',
      by: 'agreement',
    });
  });

  it("knows nothing of another agent's links and memories", async () => {
    await link({ believer: 'lisa' });
    await expect(memory.agent('mark').judge({ one: tea, other: coffee, state: 'dismissed' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('no link between'),
    });
    const own = await memory.agent('lisa').believe({ content: 'The attic leaks.' });
    await expect(
      memory.agent('mark').judge({ one: tea, other: own.id, state: 'confirmed', kind: 'supports' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining("in mark's view") });
  });

  it.each([
    [{ one: tea, other: tea, state: 'confirmed' }, '"other" must be another memory than "one"'],
    [{ one: tea, other: coffee, state: 'true' }, '"state" must be one of potential, confirmed, dismissed, exception'],
    [{ one: tea, other: coffee, state: 'confirmed', kind: 'likes' }, '"kind" must be one of supports, contradicts'],
    [{ one: tea, state: 'confirmed' }, '"other"'],
  ])('refuses %o', async (options, message) => {
    await expect(memory.agent('lisa').judge(options as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    });
  });
});
