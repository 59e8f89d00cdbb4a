/** Files of other systems that are imported again after something has changed there. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function write(content: unknown): Promise<string> {
  const file = join(await temporaryFolder(), 'kept.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

/** Until when whom holds each memory to have been so. */
async function ends(memory: Madeleine): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const line of memory.export()) {
    const { record, agent, validTo } = JSON.parse(line);
    if (record === 'believes') found.push([agent, validTo]);
  }
  return found;
}

describe('what has moved on at its source', () => {
  const edge = { uuid: 'f1', name: 'WORKS_AT', fact: 'Ann works at Acme.', valid_at: '2024-01-05T09:00:00Z' };
  const graph = (more: object = {}, company = 'Acme') => ({
    nodes: [
      { uuid: 'n1', name: 'Ann', labels: ['Person'] },
      { uuid: 'n2', name: company, labels: ['Company'] },
    ],
    edges: [{ ...edge, source_node_uuid: 'n1', target_node_uuid: 'n2', ...more }],
  });
  const ended = { invalid_at: '2025-02-01T00:00:00Z' };
  const gym = { id: 'm1', memory: 'Has a gym card', user_id: 'Alice', created_at: '2025-03-01T10:00:00Z' };
  const tabs = { created_at: '2025-11-01T08:00:00Z' };
  const over = { ...tabs, deprecated: true, last_modified: '2025-12-01T00:00:00Z' };

  /** What an import comes to, dry first: both say the same. */
  async function came(memory: Madeleine, content: unknown, whose: object = { agent: 'lisa' }): Promise<unknown> {
    const file = await write(content);
    const { found: _found, ...foretold } = await memory.import({ file, ...whose, dryRun: true });
    const report = await memory.import({ file, ...whose });
    expect(foretold).toEqual(report);
    const { stored, updated, merged, skipped } = report;
    return { stored, updated, merged, skipped };
  }

  it.each([
    ['Graphiti', graph(), graph(ended), '2025-02-01T00:00:00.000Z'],
    ['mem0', [gym], [{ ...gym, expiration_date: '2025-12-31' }], '2026-01-01T00:00:00.000Z'],
    [
      'Elefante',
      { memories: [{ id: 'a', content: 'Prefers tabs.', metadata: tabs }] },
      { memories: [{ id: 'a', content: 'Prefers tabs.', metadata: over }] },
      '2025-12-01T00:00:00.000Z',
    ],
  ])('in %s and has ended there, ends here, once', async (_name, before, after, end) => {
    const memory = await openSpace();
    expect(await came(memory, before)).toEqual({ stored: 1, updated: 0, merged: 0, skipped: 0 });
    expect(await came(memory, after)).toEqual({ stored: 0, updated: 1, merged: 0, skipped: 0 });
    expect(await came(memory, after)).toEqual({ stored: 0, updated: 0, merged: 1, skipped: 0 });
    expect(await ends(memory)).toEqual([['lisa', end]]);
    const { memories } = await memory.agent('lisa').search({ query: 'Ann work, gym card, prefers tabs' });
    expect(memories).toEqual([expect.objectContaining({ superseded: { at: new Date(end) } })]);
  });

  it('goes on where it does there, and ends when that says now', async () => {
    const memory = await openSpace();
    await came(memory, graph());
    await came(memory, graph(ended));
    expect(await came(memory, graph({ invalid_at: '2025-03-01T00:00:00Z' }))).toMatchObject({ updated: 1 });
    expect(await ends(memory)).toEqual([['lisa', '2025-03-01T00:00:00.000Z']]);
    expect(await came(memory, graph())).toMatchObject({ updated: 1 });
    expect(await ends(memory)).toEqual([['lisa', undefined]]);
    expect(await came(memory, graph())).toMatchObject({ updated: 0, merged: 1 });
  });

  it('is the same fact, though it began earlier, or what it is about has another name', async () => {
    const memory = await openSpace();
    await came(memory, graph());
    expect(await came(memory, graph({ valid_at: '2023-01-01T00:00:00Z' }))).toMatchObject({ merged: 1 });
    expect(await came(memory, graph({}, 'Acme Corp'))).toMatchObject({ merged: 1, stored: 0 });
  });

  it('leaves what was corrected here as it is', async () => {
    const memory = await openSpace();
    await came(memory, graph());
    const lisa = memory.agent('lisa');
    const [fact] = (await lisa.facts()).facts;
    const now = { content: 'Ann works at Beta.', validFrom: '2024-06-01', supersedes: [fact!.id] };
    await lisa.believe(now);
    expect(await came(memory, graph(ended))).toMatchObject({ updated: 0, merged: 1 });
    expect(await ends(memory)).toContainEqual(['lisa', '2024-06-01T00:00:00.000Z']);
  });

  it('is refused, and foretold to be, where what was said has other words now', async () => {
    const memory = await openSpace();
    const episode = (content: string) => ({ episodes: [{ uuid: 'e1', content, source: 'text' }] });
    await came(memory, episode('Ann joined Acme.'));
    const other = await write(episode('Ann joined Beta.'));
    const asked = { file: other, agent: 'lisa' };
    const refusal = expect.stringContaining('is refused: observeMany: "id" must be new or name the same');
    await expect(memory.import({ ...asked, dryRun: true })).rejects.toMatchObject({ message: refusal });
    await expect(memory.import(asked)).rejects.toMatchObject({ message: refusal });
    const skipping = { ...asked, onError: 'skip' } as const;
    const { found: _found, ...foretold } = await memory.import({ ...skipping, dryRun: true });
    expect(foretold).toEqual(await memory.import(skipping));
  });

  it('ends for the agent that imports it, and for nobody else', async () => {
    const memory = await openSpace();
    await came(memory, graph(), { universal: true });
    expect(await came(memory, graph(ended))).toMatchObject({ stored: 1 });
    expect(await came(memory, graph(ended))).toMatchObject({ stored: 0, updated: 0, merged: 1 });
    expect(await ends(memory)).toEqual(
      expect.arrayContaining([
        ['system', undefined],
        ['lisa', '2025-02-01T00:00:00.000Z'],
      ]),
    );
    const heldBy = async (agent: string) => (await memory.agent(agent).facts()).facts[0]?.superseded;
    expect([await heldBy('lisa'), await heldBy('mark')]).toEqual([{ at: new Date('2025-02-01') }, undefined]);
  });

  it('is over in an export for mem0 as well', async () => {
    const memory = await openSpace();
    await came(memory, [gym]);
    await came(memory, [{ ...gym, expiration_date: '2025-12-31' }]);
    let text = '';
    for await (const part of memory.export({ format: 'mem0' })) text += part;
    expect(JSON.parse(text).results).toEqual([expect.objectContaining({ expiration_date: '2025-12-31' })]);
  });
});

describe('the same file once more', () => {
  const hiking = { id: 'm1', memory: 'Loves hiking', user_id: 'Alice' };
  const chat = [{ role: 'user', content: 'Luna limps. \ud83d' }];

  async function held(memory: Madeleine): Promise<readonly string[]> {
    const { memories } = await memory.agent('lisa').search({ query: 'Luna limps, Alice loves hiking' });
    return memories.map(({ id }) => id);
  }

  it.each([
    ['facts', [hiking]],
    ['a chat', chat],
  ])('brings back nothing of %s that was withdrawn or rolled back', async (_what, content) => {
    const memory = await openSpace();
    const asked = { file: await write(content), agent: 'lisa' };
    await memory.import(asked);
    expect(await memory.import({ ...asked, dryRun: true })).toMatchObject({ stored: 0, merged: 1 });
    const [id = ''] = await held(memory);
    await memory.agent('lisa').withdraw({ id });
    const { found: _found, ...foretold } = await memory.import({ ...asked, dryRun: true });
    expect(await memory.import(asked)).toEqual(foretold);
    expect(foretold).toMatchObject({ stored: 0, merged: 1 });
    expect(await held(memory)).toEqual([]);
    await memory.agent('lisa').believe({ memory: id });
    await memory.rollback({ source: 'kept.json' });
    expect(await memory.import(asked)).toMatchObject({ stored: 0, merged: 1 });
    expect(await held(memory)).toEqual([]);
    expect(await memory.import({ ...asked, agent: 'mark' })).toMatchObject({ stored: 1 });
    expect((await memory.agent('mark').search({ query: 'Luna limps, Alice loves hiking' })).memories).toHaveLength(1);
  });

  const cited = (...uuids: readonly string[]) => ({
    episodes: ['e1', 'e2'].map((uuid) => ({ uuid, content: `Ann joined Acme (${uuid}).`, source: 'text' })),
    edges: uuids.map((uuid) => ({ uuid, fact: `Ann works at Acme (${uuid}).`, episodes: ['e1', 'e2'] })),
  });

  async function factsOf(memory: Madeleine): Promise<readonly string[]> {
    const { memories } = await memory.agent('lisa').search({ query: 'Ann works at Acme' });
    return memories.map(({ id }) => id).filter((id) => id.startsWith('fact:'));
  }

  it('is for a second agent too where facts cite episodes', async () => {
    const memory = await openSpace();
    const file = await write(cited('f1'));
    await memory.import({ file, agent: 'electra' });
    const { found: _found, ...foretold } = await memory.import({ file, agent: 'lisa', dryRun: true });
    expect(await memory.import({ file, agent: 'lisa' })).toEqual(foretold);
    const [id = ''] = await factsOf(memory);
    expect((await memory.agent('lisa').why({ id })).derivedFrom).toHaveLength(2);
  });

  it('leaves out of the sources of a fact what was forgotten here', async () => {
    const memory = await openSpace();
    await memory.import({ file: await write(cited('f1')), agent: 'lisa' });
    await memory.forget({ id: 'observation:graphiti-e1' });
    const file = await write(cited('f1', 'f2'));
    const { found: _found, ...foretold } = await memory.import({ file, agent: 'lisa', dryRun: true });
    expect(await memory.import({ file, agent: 'lisa' })).toEqual(foretold);
    expect(foretold).toMatchObject({ forgotten: 1, skipped: 0 });
    expect(await factsOf(memory)).toHaveLength(2);
  });
});
