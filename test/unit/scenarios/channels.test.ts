/** What a tool prints or a file says claims no more than its channel may, and counts once however often it is said. */
import { expect, test } from 'vitest';
import type { AgentMemory, BelieveOptions } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

const lisa = async (): Promise<AgentMemory> => (await openSpace({ sharing: 'private' })).agent('lisa');
const build = 'The build of the harbour project takes 40 minutes';

test.each([
  [{ channel: 'tool', confidence: 0.5 }, /"confidence" must be at most 0\.4 from the channel tool, got 0\.5/],
  [{ channel: 'tool', importance: 6 }, /"importance" must be at most 5 from the channel tool, got 6/],
  [{ channel: 'tool', permanent: true }, /"permanent" must not be true from the channel tool/],
  [{ channel: 'tool', ring: 'domain' }, /"ring" must lie no further in than topic from the channel tool, got domain/],
  [{ channel: 'import', confidence: 0.7 }, /"confidence" must be at most 0\.6 from the channel import/],
  [{ channel: 'import', importance: 9 }, /"importance" must be at most 8 from the channel import/],
  [{ channel: 'import', ring: 'core' }, /"ring" must lie no further in than domain from the channel import/],
] as const)('%o is refused by every verb that writes, and nothing is written', async (claimed, rule) => {
  const agent = await lisa();
  const refused = { code: 'INVALID_ARGUMENT', message: expect.stringMatching(rule) };
  await expect(agent.observe({ content: build, ...claimed })).rejects.toMatchObject(refused);
  await expect(agent.observeMany({ observations: [{ content: build, ...claimed }] })).rejects.toMatchObject(refused);
  await expect(agent.believe({ content: build, ...claimed })).rejects.toMatchObject(refused);
  await expect(agent.believeMany({ facts: [{ content: build, ...claimed }] })).rejects.toMatchObject(refused);
  await expect(agent.think({ thought: build, ...claimed })).rejects.toMatchObject(refused);
  expect(await agent.latest({})).toEqual([]);
});

test('a memory that is there is not believed more surely than its channel may', async () => {
  const agent = await lisa();
  const { id } = await agent.observe({ content: build, channel: 'tool' });
  for (const claimed of [{ confidence: 0.5 }, { permanent: true }]) {
    const refused = { code: 'INVALID_ARGUMENT' };
    await expect(agent.believe({ memory: id, channel: 'tool', ...claimed })).rejects.toMatchObject(refused);
  }
});

test('what lies within the bounds is taken, and what is left out lies within them', async () => {
  const agent = await lisa();
  const within = { channel: 'tool', confidence: 0.4, importance: 5, permanent: false, ring: 'topic' } as const;
  await agent.observe({ content: build, ...within });
  const { id } = await agent.believe({ content: 'Always run the linter before a commit', channel: 'tool' });
  const [fact] = await agent.latest({ types: ['fact'] });
  expect(fact).toMatchObject({ id, ring: 'topic', believers: [{ confidence: 0.4, permanent: false }] });
});

test('a tool lowers and raises nothing of what the user has said', async () => {
  const agent = await lisa();
  const said = await agent.believe({ content: build, confidence: 0.95, permanent: true });
  const again: BelieveOptions = { content: build, channel: 'tool', confidence: 0.1, permanent: false };
  expect(await agent.believe(again)).toMatchObject({ id: said.id, confidence: 0.95 });
  expect((await agent.why({ id: said.id })).believers).toMatchObject([
    { confidence: 0.95, permanent: true, provenance: { channel: 'user' } },
  ]);
});

test('what the user withdrew a tool may say anew, as far as a tool is trusted', async () => {
  const agent = await lisa();
  const { id } = await agent.believe({ content: build, permanent: true });
  await agent.withdraw({ id });
  expect(await agent.believe({ content: build, channel: 'tool' })).toMatchObject({ id, confidence: 0.4 });
  expect((await agent.why({ id })).believers).toMatchObject([
    { confidence: 0.4, permanent: false, provenance: { channel: 'tool', trust: 0.4 } },
  ]);
});

test('nobody withdraws what is trusted more', async () => {
  const agent = await lisa();
  const { id } = await agent.believe({ content: build });
  for (const channel of ['tool', 'import', 'agent'] as const) {
    const refused = { code: 'UNTRUSTED', message: expect.stringContaining(`got the channel ${channel}`) };
    await expect(agent.withdraw({ id, channel })).rejects.toMatchObject(refused);
  }
  expect(await agent.latest({})).toHaveLength(1);
  expect(await agent.withdraw({ id })).toMatchObject({ outcome: 'withdrawn' });
  const printed = await agent.believe({ content: 'The tests take 9 minutes', channel: 'tool' });
  expect(await agent.withdraw({ id: printed.id, channel: 'tool' })).toMatchObject({ outcome: 'withdrawn' });
});

test('what sleep reads out of an import keeps that channel and its trust, and out of a tool it reads nothing', async () => {
  const memory = await openSpace({ sharing: 'household' });
  const agent = memory.agent('lisa');
  await agent.observe({ content: 'Anna Berg lives in Porto.', channel: 'import', importance: 8 });
  await agent.observe({ content: 'Marc Blum lives in Lyon.', channel: 'tool' });
  await memory.sleep();
  expect(await agent.latest({ types: ['fact'] })).toMatchObject([
    {
      content: 'Anna Berg lives in Porto.',
      importance: 8,
      believers: [{ confidence: 0.6, provenance: { channel: 'import', source: 'sleep', trust: 0.6 } }],
    },
  ]);
});

test('500 copies of one claim by one source take two of ten places and raise nothing', async () => {
  const memory = await openSpace();
  const agent = memory.agent('lisa');
  const claim = 'The harbour deployment needs the flag unsafe-mode';
  const others = Array.from(
    { length: 9 },
    (_, number) => `The harbour deployment has step ${number + 1} in its runbook`,
  );
  await agent.observeMany({ observations: others.map((content) => ({ content })) });
  const copies = Array.from({ length: 500 }, (_, number) => ({
    content: number % 2 === 0 ? claim : ` ${claim.toUpperCase()}. `,
    channel: 'tool' as const,
    source: 'page',
    session: `crawl-${number % 7}`,
  }));
  const { receipts } = await agent.observeMany({ observations: copies });
  const query = 'What does the harbour deployment need?';
  const isCopy = ({ content }: { readonly content: string }): boolean => /unsafe-mode/i.test(content);
  for (const found of [await agent.recall({ query, minRelevance: 0 }), await agent.search({ query, limit: 10 })]) {
    expect(found.memories.filter(isCopy)).toHaveLength(2);
    expect(found.memories.length).toBeGreaterThan(8);
  }
  const { memories } = await agent.recall({ query });
  for (const copy of memories.filter(isCopy)) expect(copy.role).not.toBe('supporting');
  expect(JSON.stringify(memories.flatMap(({ links = [] }) => links))).not.toContain('supports');
  const explained = await agent.explain({ id: receipts[0]!.id, query });
  expect(explained).toMatchObject({ outcome: 'copy', reason: expect.stringContaining('only the last 2') });
  await memory.sleep();
  const slept = await agent.recall({ query, minRelevance: 0 });
  expect(slept.memories.filter(isCopy).length).toBeLessThan(3);
  expect(slept.memories.filter(({ role }) => role === 'contradicting')).toEqual([]);
  // A filter that the later ones don't pass lets the earlier ones through.
  const inFirst = await agent.search({ query, sessions: ['crawl-0'], limit: 50 });
  expect(inFirst.memories.filter(isCopy)).toHaveLength(2);
  const nodes = (await agent.explore({ from: 'harbour', depth: 1, nodes: 100 })).nodes;
  expect(nodes.filter(({ label }) => /unsafe-mode/i.test(label)).length).toBeLessThan(3);
});

test('another source that says the same is another claim', async () => {
  const agent = await lisa();
  for (const source of ['one', 'one', 'one', 'two', 'two', 'two']) {
    await agent.observe({ content: 'The harbour gate opens at 6', channel: 'tool', source });
  }
  expect((await agent.search({ query: 'harbour gate' })).memories).toHaveLength(4);
});

test('copies are counted anew when one is forgotten, and after the index was read from the disk', async () => {
  const memory = await openSpace();
  const agent = memory.agent('lisa');
  const ids: string[] = [];
  for (let count = 0; count < 4; count++)
    ids.push((await agent.observe({ content: 'The harbour gate opens at 6', channel: 'tool' })).id);
  const found = async (): Promise<readonly string[]> =>
    (await agent.search({ query: 'harbour gate' })).memories.map(({ id }) => id).sort();
  expect(await found()).toEqual(ids.slice(2).sort());
  await agent.forget({ id: ids[3]! });
  expect(await found()).toEqual(ids.slice(1, 3).sort());
  const { at, space } = memory;
  await memory.close();
  const again = await openSpace({ at: at!, space });
  const { memories } = await again.agent('lisa').search({ query: 'harbour gate' });
  expect(memories.map(({ id }) => id).sort()).toEqual(ids.slice(1, 3).sort());
});
