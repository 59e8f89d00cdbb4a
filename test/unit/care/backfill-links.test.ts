/** Links of memories that were written before links were looked for, or by this version itself. */
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, it } from 'vitest';
import type { Madeleine, MigrationReport } from '../../../src/index.ts';
import type { Link } from '../../../src/domain/records.ts';
import { Database } from '../../../src/store/database.ts';
import { Ledger } from '../../../src/store/ledger.ts';
import { readProjectFile } from '../../repo/source-files.ts';
import { openSpace, storeFolder, storeOfItsOwn } from '../../support/open-space.ts';

storeOfItsOwn();

interface Pair {
  readonly one: { readonly content: string };
  readonly other: { readonly content: string };
}

const believers = ['lisa', 'electra', 'system'] as const;
let memory: Madeleine;

/** Statements of which many support or contradict each other, told by two agents and to all. */
beforeAll(async () => {
  const pairs = JSON.parse(readProjectFile('bench/data/statement-pairs.json')) as readonly Pair[];
  memory = await openSpace({ space: 'linked' });
  for (let from = 0; from < 240; from += 12) {
    const some = pairs.slice(from, from + 12).flatMap(({ one, other }) => [one.content, other.content]);
    for (const [at, agent] of believers.entries()) {
      const observations = some.filter((_, place) => place % believers.length === at).map((content) => ({ content }));
      await memory.agent(agent).observeMany({ observations });
    }
  }
});

async function links(): Promise<readonly (Link & { readonly record: string })[]> {
  const found: (Link & { readonly record: string })[] = [];
  for await (const line of memory.export()) {
    const link = JSON.parse(line) as Link & { readonly record: string };
    if (link.record === 'supports' || link.record === 'contradicts') found.push(link);
  }
  return found;
}

const linked = ({ counts }: MigrationReport) => counts.filter(({ what }) => ['supports', 'contradicts'].includes(what));
const keysOf = (all: readonly (Link & { readonly record: string })[]): readonly string[] =>
  all.map(({ record, believer, from, to }) => [record, believer, from, to].join(' ')).sort();

it('finds nothing more between memories that were linked when they were written', async () => {
  const report = await memory.migrate({ dryRun: true });
  expect(linked(report).every(({ before }) => before > 10)).toBe(true);
  expect(linked(report).map(({ changed }) => changed)).toEqual([0, 0]);
});

it('finds the links again where there are none, no others, and nothing the second time', async () => {
  const before = await links();
  const database = await Database.open(await storeFolder(), {}, process.pid);
  const ledger = await Ledger.open({ database, space: 'linked', clock: () => new Date(), newId: uuidv7 });
  const edgeDeletes = before.map(({ record, ...edge }) => ({ table: record as 'supports', record: edge }));
  await ledger.exclusive(async () => {
    await ledger.refresh();
    await ledger.commit({ edgeDeletes });
  });
  await ledger.close();
  const dry = await memory.migrate({ dryRun: true });
  const { backup, ...report } = await memory.migrate();
  expect(backup?.lines).toBeGreaterThan(0);
  expect({ ...report, dryRun: true }).toEqual(dry);
  expect(linked(report).map((count) => count.before)).toEqual([0, 0]);
  const [found, wanted] = [keysOf(await links()), keysOf(before)];
  expect(found.filter((key) => !wanted.includes(key))).toEqual([]);
  // A memory is compared with a few more of those that were written in one call with it than of others.
  expect(found.length).toBeGreaterThan(0.95 * wanted.length);
  expect((await memory.doctor()).ok).toBe(true);
  expect(linked(await memory.migrate()).map(({ changed }) => changed)).toEqual([0, 0]);
});
