/** That chains of thought are the same whichever way the index came to know them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Madeleine } from '../../../src/index.ts';
import { openSpace, storeFolder, storeOfItsOwn } from '../../support/open-space.ts';

storeOfItsOwn();

/** Two agents think three chains, with a branch, a revision and something withdrawn. */
async function think(memory: Madeleine): Promise<void> {
  const [lisa, electra] = [memory.agent('lisa'), memory.agent('electra')];
  await lisa.think({ thought: 'One.', id: 'one', shared: true, session: 's', totalThoughts: 4 });
  await lisa.think({ thought: 'Two.', id: 'two', shared: true, session: 's' });
  await electra.think({ thought: 'Wide.', id: 'wide', branchFromThought: 'one', branchId: 'wide' });
  await lisa.think({ thought: 'Not two.', id: 'not-two', revisesThought: 2, session: 's', reason: 'it was three' });
  await lisa.think({ thought: 'Gone.', id: 'gone', follows: 'not-two' });
  await lisa.withdraw({ id: 'observation:gone' });
  await electra.think({ thought: 'The end.', id: 'end', thoughtNumber: 1, nextThoughtNeeded: false });
}

/** How the chains go on from here. */
async function goesOn(memory: Madeleine): Promise<object> {
  const lisa = await memory.agent('lisa').think({ thought: 'Next.', session: 's' });
  const electra = await memory.agent('electra').think({ thought: 'Anew.' });
  const wide = await memory.agent('electra').think({ thought: 'Wider.', follows: 'wide' });
  const short = ({ thoughtNumber, totalThoughts, follows, branches, thoughtHistoryLength }: typeof lisa) => ({
    place: [thoughtNumber, totalThoughts, follows],
    chain: [branches, thoughtHistoryLength],
  });
  return [lisa, electra, wide].map(short);
}

const expected = [
  { place: [4, 4, { id: 'observation:not-two', type: 'next' }], chain: [[], 4] },
  { place: [1, 1, undefined], chain: [[], 1] },
  { place: [3, 4, { id: 'observation:wide', type: 'next' }], chain: [['wide'], 4] },
];

it('go on in the process that wrote them', async () => {
  const memory = await openSpace();
  await think(memory);
  expect(await goesOn(memory)).toEqual(expected);
});

it('go on after opening from the snapshot, and from the ledger alone', async () => {
  for (const [space, snapshot] of [
    ['kept', true],
    ['rebuilt', false],
  ] as const) {
    const first = await openSpace({ space });
    await think(first);
    await first.close();
    if (!snapshot) await rm(join(await storeFolder(), 'index', space), { recursive: true, force: true });
    expect(await goesOn(await openSpace({ space }))).toEqual(expected);
  }
});

it('go on in another opening of the space, which follows the writes of the first', async () => {
  const first = await openSpace({ space: 'both' });
  const other = await openSpace({ space: 'both' });
  await think(first);
  expect(await goesOn(other)).toEqual(expected);
});

it('go on after an export and an import, with what they said of themselves', async () => {
  const first = await openSpace();
  await think(first);
  const folder = await mkdtemp(join(tmpdir(), 'madeleine-chains-'));
  const file = join(folder, 'chains.ndjson');
  const hash = await first.hash();
  await writeFile(file, first.export());
  const second = await openSpace();
  await second.import({ file });
  await rm(folder, { recursive: true, force: true });
  expect(await second.hash()).toEqual(hash);
  expect(await goesOn(second)).toEqual(expected);
});
