import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { openSpace, storeFolder, storeOfItsOwn } from '../../support/open-space.ts';

storeOfItsOwn();

interface FoundLink {
  readonly kind: string;
  readonly believer: string;
  readonly from: string;
  readonly to: string;
  readonly by: string;
  readonly state: string;
}

async function linksOf(memory: Madeleine): Promise<readonly FoundLink[]> {
  const found: FoundLink[] = [];
  for await (const line of memory.export()) {
    const { record, ...link } = JSON.parse(line) as { record: string } & Omit<FoundLink, 'kind'>;
    if (record === 'supports' || record === 'contradicts') found.push({ kind: record, ...link });
  }
  return found;
}

const inBerlin = { id: 'berlin', content: 'Mark lives in Berlin.' };
const inOslo = { id: 'oslo', content: 'Mark lives in Oslo.' };

describe('what is newly believed', () => {
  it('is linked to what it contradicts and supports, from the newer to the older memory', async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    await lisa.believe(inBerlin);
    await lisa.believe({ id: 'noise', content: 'Mark likes the harbour in Berlin.' });
    await lisa.believe(inOslo);
    await lisa.observe({ id: 'again', content: 'Mark lives in Oslo now.' });
    const links = await linksOf(memory);
    expect(links).toContainEqual({
      kind: 'contradicts',
      believer: 'lisa',
      from: 'fact:oslo',
      to: 'fact:berlin',
      by: 'slot',
      state: 'potential',
      similarity: expect.any(Number),
    });
    expect(links.map(({ kind, from, to }) => `${from} ${kind} ${to}`).sort()).toEqual([
      'fact:oslo contradicts fact:berlin',
      'observation:again contradicts fact:berlin',
      'observation:again supports fact:oslo',
    ]);
    expect((await memory.doctor()).ok).toBe(true);
  });

  it('is linked within one batch', async () => {
    const memory = await openSpace();
    const say = (id: string, content: string) => ({ id, content, speaker: 'Mark' });
    await memory.agent('lisa').observeMany({
      observations: [
        say('never', 'I have never written any Flask routes.'),
        say('tea', 'The kettle whistles.'),
        say('did', 'I implemented the Flask routes for the homepage.'),
        say('not', 'I do not drink coffee.'),
        say('coffee', 'I drink coffee.'),
      ],
    });
    expect((await linksOf(memory)).map(({ from, kind, to }) => `${from} ${kind} ${to}`).sort()).toEqual([
      'observation:coffee contradicts observation:not',
      'observation:did contradicts observation:never',
    ]);
  });

  it('finds what a denial denies, and the denial of what is asserted, across writes', async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    await lisa.observe({ id: 'did', content: 'I implemented the Flask routes for the homepage.', speaker: 'Mark' });
    await lisa.observe({ id: 'never', content: 'I have never written any Flask routes.', speaker: 'Mark' });
    await lisa.observe({ id: 'more', content: 'I wrote Flask routes for registration.', speaker: 'Mark' });
    await lisa.observe({ id: 'ben', content: 'I wrote Flask routes for Ben.', speaker: 'Ben' });
    expect((await linksOf(memory)).map(({ from, kind, to }) => `${from} ${kind} ${to}`).sort()).toEqual([
      'observation:more contradicts observation:never',
      'observation:never contradicts observation:did',
    ]);
  });

  it("is linked in its believer's perspective alone", async () => {
    const memory = await openSpace();
    await memory.agent('lisa').believe(inBerlin);
    await memory.agent('mark').believe(inOslo);
    expect(await linksOf(memory)).toEqual([]);
    await memory.agent('electra').believe({ ...inOslo, id: 'shared', shared: true, about: ['Oslo'] });
    expect(await linksOf(memory)).toEqual([
      expect.objectContaining({ kind: 'supports', believer: 'mark', from: 'fact:shared', to: 'fact:oslo' }),
      expect.objectContaining({ kind: 'contradicts', believer: 'lisa', from: 'fact:shared', to: 'fact:berlin' }),
    ]);
  });

  it('is linked when it was there already, and once only', async () => {
    const memory = await openSpace();
    const [lisa, mark] = [memory.agent('lisa'), memory.agent('mark')];
    await lisa.believe(inOslo);
    await mark.believe(inBerlin);
    await mark.believe(inOslo);
    await mark.believe(inOslo);
    const pair = { kind: 'contradicts', believer: 'mark', from: 'fact:oslo', to: 'fact:berlin' };
    expect(await linksOf(memory)).toEqual([expect.objectContaining(pair)]);
    await mark.withdraw({ id: 'fact:oslo' });
    await mark.believe(inOslo);
    expect(await linksOf(memory)).toEqual([expect.objectContaining(pair)]);
  });

  it('is not linked to what its believer has withdrawn', async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    await lisa.believe(inBerlin);
    await lisa.withdraw({ id: 'fact:berlin' });
    await lisa.believe(inOslo);
    expect(await linksOf(memory)).toEqual([]);
    await lisa.believe(inBerlin);
    expect(await linksOf(memory)).toEqual([expect.objectContaining({ from: 'fact:berlin', to: 'fact:oslo' })]);
  });

  it('gets eight links of a kind at the most', async () => {
    const memory = await openSpace();
    const contents = Array.from({ length: 30 }, (_, at) => `The harbour office opens at ${at + 1} o'clock.`);
    await memory.agent('lisa').observeMany({ observations: contents.map((content) => ({ content })) });
    const counts = new Map<string, number>();
    for (const { from } of await linksOf(memory)) counts.set(from, (counts.get(from) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBe(8);
  });

  it('is found again by an index that was built from the ledger', async () => {
    const memory = await openSpace({ space: 'rebuilt' });
    await memory.agent('lisa').believe(inBerlin);
    await memory.close();
    await rm(join(await storeFolder(), 'index', 'rebuilt'), { recursive: true });
    const again = await openSpace({ space: 'rebuilt' });
    expect(again.indexOrigin).toBe('ledger');
    await again.agent('lisa').believe(inOslo);
    expect(await linksOf(again)).toHaveLength(1);
    await again.close();
    const third = await openSpace({ space: 'rebuilt' });
    expect(third.indexOrigin).toBe('snapshot');
    await third.agent('lisa').believe({ content: 'Mark lives in Turin.' });
    expect(await linksOf(third)).toHaveLength(3);
  });
});
