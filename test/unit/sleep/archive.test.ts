import { expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { dayMs } from '../../../src/domain/time.ts';
import { agingSpace, agingStart } from '../../support/aging-space.ts';

/** When the beliefs in the space were archived, by agent and memory. */
async function archived(memory: Madeleine): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for await (const line of memory.export()) {
    const { record, agent, memory: id, archivedAt } = JSON.parse(line);
    if (record === 'believes' && archivedAt !== undefined) found[`${agent} ${id}`] = archivedAt;
  }
  return found;
}

it('archives what has faded below the threshold, whoever believes it, and nothing else', async () => {
  const { memory, wait } = await agingSpace();
  const lisa = memory.agent('lisa');
  await lisa.believe({ content: 'The heating is loud.', id: 'heating' });
  await lisa.believe({ content: 'The cat is called Luna.', id: 'luna', permanent: true });
  await memory.agent('electra').believe({ content: 'The heating is loud.', id: 'heating' });
  await lisa.believe({ content: 'The radio is broken.', id: 'radio' });
  await lisa.withdraw({ id: 'fact:radio' });
  // 180 days halve a belief in a fact: after 600 a tenth of it is left.
  wait(590);
  expect((await memory.sleep()).steps.at(-1)).toEqual({ step: 'archive', lookedAt: 0, changed: 0, counts: {} });
  wait(10);
  await lisa.believe({ content: 'The bakery closes on Mondays.', id: 'bakery' });
  expect((await memory.sleep()).steps.at(-1)).toEqual({ step: 'archive', lookedAt: 2, changed: 2, counts: {} });
  const at = new Date(agingStart + 600 * dayMs).toISOString();
  expect(await archived(memory)).toEqual({ 'electra fact:heating': at, 'lisa fact:heating': at });
});

it('shows what it archived to a recall of the archive, and an assertion brings it back', async () => {
  const { memory, wait } = await agingSpace();
  const lisa = memory.agent('lisa');
  await lisa.believe({ content: 'The heating is loud.', id: 'heating' });
  wait(700);
  await memory.sleep();
  const found = async (options: { archived?: boolean }): Promise<readonly string[]> =>
    (await lisa.recall({ query: 'heating', attention: false, ...options })).memories.map(({ id }) => id);
  expect(await found({})).toEqual([]);
  expect(await found({ archived: true })).toEqual(['fact:heating']);
  await lisa.believe({ content: 'The heating is loud.' });
  expect(await found({})).toEqual(['fact:heating']);
  expect(await archived(memory)).toEqual({});
});

it('leaves no belief in the archive that a recall of the archive has strengthened', async () => {
  const { memory, wait } = await agingSpace();
  const lisa = memory.agent('lisa');
  await lisa.believe({ content: 'The heating is loud.', id: 'heating' });
  wait(700);
  await memory.sleep();
  await lisa.recall({ query: 'heating', archived: true });
  expect((await memory.sleep()).steps.at(-1)?.changed).toBe(0);
  expect(await archived(memory)).toEqual({});
});

it('says of a dry run what would be archived, and writes nothing', async () => {
  const { memory, wait } = await agingSpace();
  await memory.agent('lisa').believe({ content: 'The heating is loud.' });
  wait(700);
  const { seq } = await memory.stats();
  const report = await memory.sleep({ dryRun: true });
  expect(report.dryRun).toBe(true);
  expect(report.steps.at(-1)).toMatchObject({ step: 'archive', changed: 1 });
  expect((await memory.stats()).seq).toBe(seq);
  expect(await archived(memory)).toEqual({});
});
