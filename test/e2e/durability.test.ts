/**
 * Nothing acknowledged is ever lost: child processes write to stores and note what was
 * acknowledged, SIGKILL ends them at random moments, and each next one verifies the store before
 * it goes on. The last look at each store reads all of it.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seededRandom } from '../../bench/seeded-random.ts';
import { type ChildEnd, runChild, startChild } from '../support/child-process.ts';
import { often } from '../support/often.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What the child is at when the kill comes: starting or opening, writing, or closing and reopening all the time. */
type Moment = 'opening' | 'writing' | 'closing';

interface Store {
  readonly at: string;
  readonly notes: string;
}

interface Kill {
  readonly moment: Moment;
  /** A share of the longest wait for that moment. */
  readonly share: number;
  readonly round: number;
}

/** The longest wait before a kill: after the start of the process, its first write, or its first close. */
const longestMs = { opening: 1500, writing: 1200, closing: 300 } as const;

/** Kills one child and answers what it said before. */
async function killOne(store: Store, { moment, share, round }: Kill): Promise<ChildEnd> {
  const child = startChild('durable-writer.mjs', { ...store, round, closes: moment === 'closing' });
  if (moment !== 'opening') await child.event(moment);
  await Promise.race([delay(share * longestMs[moment]), child.ended]);
  child.process.kill('SIGKILL');
  return child.ended;
}

/** The kills of one store, one after the other; then all of it is verified. */
async function wearOut(
  kills: readonly Kill[],
): Promise<{ ends: readonly ChildEnd[]; summary: Record<string, unknown> }> {
  const notes = await temporaryFolder();
  const store = { at: join(notes, 'store'), notes };
  await mkdir(notes, { recursive: true });
  const ends: ChildEnd[] = [];
  for (const kill of kills) ends.push(await killOne(store, kill));
  const last = await runChild('durable-verifier.mjs', store);
  expect(last, last.stderr).toMatchObject({ code: 0, signal: null });
  return { ends: [...ends, last], summary: last.said.find(({ event }) => event === 'summary') ?? {} };
}

/** Of them three are of each of the stores that are killed while they are made. */
const [kills, freshStores] = often([12, 2], [60, 7]);

test(`${kills} kills at random moments lose nothing acknowledged and tear nothing`, async () => {
  const { next } = seededRandom(20_261_121);
  let round = 0;
  const killsAt = (...moments: Moment[]): Kill[] =>
    moments.map((moment) => {
      round += 1;
      return { moment, share: next(), round };
    });
  const grown = killsAt(
    ...Array.from({ length: kills / 3 - freshStores }, () => ['writing', 'closing', 'opening'] as const).flat(),
  );
  const fresh = Array.from({ length: freshStores }, () => killsAt('opening', 'opening', 'closing'));
  const startedAt = performance.now();

  // Two lanes at once: one store that grows, and several that are killed while they are made.
  const inTurn = async (): Promise<Awaited<ReturnType<typeof wearOut>>[]> => {
    const worn: Awaited<ReturnType<typeof wearOut>>[] = [];
    for (const kills of fresh) worn.push(await wearOut(kills));
    return worn;
  };
  const [one, others] = await Promise.all([wearOut(grown), inTurn()]);

  const stores = [one, ...others];
  const ends = stores.flatMap((store) => store.ends);
  const damaged = ends.flatMap(({ said }) => said.filter(({ event }) => event === 'damaged'));
  const found = (what: string): unknown[] => damaged.flatMap((line) => (line[what] as unknown[] | undefined) ?? []);
  const sum = (what: string): number => stores.reduce((total, { summary }) => total + Number(summary[what]), 0);
  const killed = ends.filter(({ signal }) => signal === 'SIGKILL').length;
  const snapshots = ends.filter(({ said }) => said.some(({ origin }) => origin === 'snapshot')).length;
  process.stdout.write(
    `${killed} kills, ${sum('acknowledged')} acknowledged in ${sum('calls')} calls, ${found('lost').length} lost, ` +
      `${found('torn').length} torn, index ${found('index').length === 0 ? 'equal' : 'NOT equal'} for ${sum('memories')} ids, ${snapshots} opened from a snapshot ` +
      `(${Math.round((performance.now() - startedAt) / 1000)} s)\n`,
  );

  expect(ends.flatMap(({ stderr }) => (stderr === '' ? [] : [stderr]))).toEqual([]);
  expect(damaged).toEqual([]);
  expect(killed).toBe(kills);
  expect(stores.every(({ summary }) => summary['continued'] === true)).toBe(true);
  // That the kills fell among writes; how many there are is the machine's affair.
  expect(sum('acknowledged')).toBeGreaterThan(3 * kills);
  expect(sum('memories')).toBeGreaterThanOrEqual(sum('acknowledged'));
  expect(snapshots).toBeGreaterThan(kills / 20);
});
