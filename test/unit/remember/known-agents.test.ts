import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A space that has two spellings of one name, as a store of an earlier version may. */
async function withBothSpellings(): Promise<Madeleine> {
  const memory = await openSpace();
  for (const name of ['Lisa', 'lisa']) {
    const one = await openSpace();
    await one.agent(name).observe({ content: `${name} paints herons` });
    const file = join(await temporaryFolder(), 'one.ndjson');
    const lines: string[] = [];
    for await (const line of one.export()) lines.push(line);
    await writeFile(file, lines.join(''));
    await memory.import({ file });
  }
  return memory;
}

async function paints(memory: Madeleine, name: string): Promise<readonly string[]> {
  return (await memory.agent(name).search({ query: 'herons' })).memories.map(({ content }) => content);
}

it('takes names that differ in case and in white space for one agent, which is called as it first wrote', async () => {
  const memory = await openSpace();
  const given = await memory.agent(' Lisa ').observe({ content: 'Caroline paints herons' });
  expect(given.believer).toBe('Lisa');
  for (const name of ['lisa', 'LISA', ' lisa', 'Lisa']) expect(memory.agent(name).name).toBe('Lisa');
  expect(await paints(memory, 'LISA')).toEqual(['Caroline paints herons']);
  const again = await memory.agent('lisa').believe({ content: 'Caroline is a painter' });
  expect(again.believer).toBe('Lisa');
  expect((await memory.stats()).names).toEqual(['Lisa']);
  expect((await memory.agent('lisa').stats()).agent).toBe('Lisa');
});

it('takes an accent for the same letter however it is written, and for another than none', async () => {
  const memory = await openSpace();
  await memory.agent('José').observe({ content: 'herons fish at dawn' });
  expect(await paints(memory, 'josé'.normalize('NFD'))).toHaveLength(1);
  expect(await paints(memory, 'Jose')).toEqual([]);
});

it('knows an agent by a session alone', async () => {
  const memory = await openSpace();
  await memory.agent('Lisa').session({ id: 'mon', goal: 'paint a heron' });
  expect(await memory.agent('lisa').sessions()).toMatchObject([{ id: 'session:mon', goal: 'paint a heron' }]);
  const { at, space } = memory;
  await memory.close();
  const reopened = await openSpace({ at, space });
  expect(await reopened.agent('lisa').sessions()).toMatchObject([{ id: 'session:mon', goal: 'paint a heron' }]);
  expect(await reopened.agent('lisa').observe({ content: 'a heron' })).toMatchObject({ believer: 'Lisa' });
});

it('makes one agent of two spellings that are written at the same moment, and keeps what both wrote', async () => {
  const memory = await openSpace();
  const spellings = ['Lisa', 'lisa', 'LISA', ' lisa'];
  const receipts = await Promise.all([
    ...spellings.map((name, at) => memory.agent(name).observe({ content: `heron ${at} fishes` })),
    ...spellings.map((name, at) => memory.agent(name).believe({ content: `heron ${at} is grey` })),
    ...spellings.map((name, at) => memory.agent(name).think({ thought: `heron ${at} is late` })),
  ]);
  const { agents, names } = await memory.stats();
  expect(names).toHaveLength(1);
  expect(agents).toEqual([{ name: names[0], believes: 12 }]);
  expect(new Set(receipts.map(({ believer }) => believer))).toEqual(new Set(names));
  expect(await memory.doctor()).toMatchObject({ ok: true });
});

it('learns nothing of a name from what others say of it', async () => {
  const memory = await openSpace();
  await memory.agent('mark').believe({ content: 'she is late again', about: ['agent:LISA'] });
  const receipt = await memory.agent('Lisa').observe({ content: 'a heron' });
  expect(receipt.believer).toBe('Lisa');
});

it('keeps two spellings that are in a store, each by its exact name, and refuses to choose between them', async () => {
  const memory = await withBothSpellings();
  expect(await paints(memory, 'Lisa')).toEqual(['Lisa paints herons']);
  expect(await paints(memory, 'lisa')).toEqual(['lisa paints herons']);
  expect(await paints(memory, ' lisa')).toEqual(['lisa paints herons']);
  await expect(paints(memory, 'LISA')).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'agent: "LISA" may be "Lisa" or "lisa"; write the name exactly.',
  });
  expect((await memory.agent('LISA').ambient('herons')).items).toEqual([]);
  await memory.agent('lisa').observe({ content: 'the lisa of old paints egrets' });
  expect((await memory.stats()).agents).toEqual([
    { name: 'Lisa', believes: 1 },
    { name: 'lisa', believes: 2 },
  ]);
});

it('takes system in any spelling for what is universal', async () => {
  const memory = await openSpace();
  expect(await memory.agent(' System').believe({ content: 'herons are birds' })).toMatchObject({ believer: 'system' });
});

it('reads the name of an agent in the options of the owner in the same way', async () => {
  const memory = await openSpace();
  await memory.agent('Lisa').believe({ content: 'herons are grey' });
  await memory.agent('Mark').believe({ content: 'herons are white' });
  const compared = await memory.perspectives({ agents: ['lisa', ' MARK'] });
  expect(compared.agents).toEqual(['Lisa', 'Mark']);
  expect(Object.keys(compared.only)).toEqual(['Lisa', 'Mark']);
  expect((await memory.timeline({ agent: 'lisa' })).total).toBe(1);
  expect((await memory.graph({ agents: ['lisa'] })).nodes.filter(({ kind }) => kind === 'fact')).toHaveLength(1);
  expect((await memory.rollback({ agent: 'LISA', dryRun: true })).beliefs).toMatchObject([{ agent: 'Lisa' }]);
  await expect(memory.perspectives({ agents: ['Lisa', 'lisa'] })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

it('names the nearest agent where a comparison asks for one that nobody knows', async () => {
  const memory = await openSpace();
  expect((await memory.perspectives({ agents: ['lisa', 'mark'] })).shared).toEqual([]);
  for (const name of ['Lisa', 'Mark', 'Electra']) await memory.agent(name).observe({ content: `${name} is here` });
  await expect(memory.perspectives({ agents: ['Mark', 'lissa'] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message:
      'perspectives: no agent "lissa" remembers anything here; the nearest name is "Lisa". Known: Lisa, Electra, Mark.',
    details: { agent: 'lissa', known: ['Lisa', 'Electra', 'Mark'] },
  });
  await expect(memory.rollback({ agent: 'merk' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('says in an empty answer that the agent has no memory, and names nobody else', async () => {
  const memory = await openSpace();
  await memory.agent('Electra').observe({ content: 'herons fish at dawn' });
  const stranger = memory.agent('lissa');
  for (const answer of [await stranger.recall({ query: 'herons' }), await stranger.search({ query: 'herons' })]) {
    expect(answer.memories).toEqual([]);
    expect(answer.notices).toEqual(['No memory of agent "lissa" is here.']);
  }
  await stranger.observe({ content: 'egrets fish at noon' });
  expect((await stranger.recall({ query: 'penguins' })).notices).toEqual([]);
});

it('says what rule a name breaks', async () => {
  const memory = await openSpace();
  const refusal = { code: 'INVALID_ARGUMENT' };
  expect(() => memory.agent('  ')).toThrow(
    expect.objectContaining({ ...refusal, message: expect.stringContaining('must not be blank') }),
  );
  expect(() => memory.agent('x'.repeat(257))).toThrow(
    expect.objectContaining({ ...refusal, message: expect.stringContaining('must be 1-256') }),
  );
});
