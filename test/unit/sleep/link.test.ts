import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import type { Link } from '../../../src/domain/records.ts';
import type { Madeleine } from '../../../src/index.ts';
import { Database } from '../../../src/store/database.ts';
import { Ledger } from '../../../src/store/ledger.ts';
import { openSpace, storeFolder, storeOfItsOwn } from '../../support/open-space.ts';

storeOfItsOwn();

async function contradictions(memory: Madeleine): Promise<readonly Link[]> {
  const found: Link[] = [];
  for await (const line of memory.export()) {
    const { record, ...link } = JSON.parse(line);
    if (record === 'contradicts') found.push(link);
  }
  return found;
}

it('links what came without its links, once, and goes on from there the next time', async () => {
  const memory = await openSpace({ space: 'unlinked' });
  const lisa = memory.agent('lisa');
  await lisa.observe({ content: 'Marta lives in Porto.', type: 'tool_output' });
  await lisa.observe({ content: 'Marta lives in Lisbon.', type: 'tool_output' });
  await memory.agent('electra').observe({ content: 'Marta lives in Braga.', type: 'tool_output' });
  const before = await contradictions(memory);
  expect(before).toHaveLength(1);
  const database = await Database.open(await storeFolder(), {}, process.pid);
  const ledger = await Ledger.open({ database, space: 'unlinked', clock: () => new Date(), newId: uuidv7 });
  await ledger.exclusive(async () => {
    await ledger.refresh();
    await ledger.commit({ edgeDeletes: before.map((record) => ({ table: 'contradicts', record })) });
  });
  await ledger.close();
  expect(await contradictions(memory)).toEqual([]);

  const dry = await memory.sleep({ dryRun: true });
  expect(dry.steps.find(({ step }) => step === 'link')).toMatchObject({ lookedAt: 3, changed: 1 });
  expect(await contradictions(memory)).toEqual([]);
  expect((await memory.sleep()).steps.find(({ step }) => step === 'link')).toEqual({
    step: 'link',
    lookedAt: 3,
    changed: 1,
    counts: { supports: 0, contradictions: 1 },
  });
  expect(await contradictions(memory)).toEqual(before);
  await lisa.observe({ content: 'The bakery opens at seven.' });
  expect((await memory.sleep()).steps.find(({ step }) => step === 'link')).toMatchObject({ lookedAt: 1, changed: 0 });
});
