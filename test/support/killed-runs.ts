/**
 * Kills an operation on a store at the points at which it changes the disk. Each kill has a copy of
 * one store of its own; afterwards every copy is read, the operation is done to its end, and the copy is read again.
 */
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type ChildEnd, type KillPoint, runChild } from './child-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The rows of a store, as text, by id. */
export type Rows = Readonly<Record<string, string>>;

/** A store as it was found. */
export interface FoundStore {
  /** As the kill left it. */
  readonly killed: Rows;
  /** Files beside the store, as the kill left them. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** The names of files beside the store, once the operation was done to its end. */
  readonly left: readonly string[];
  /** Once the operation was done to its end. */
  readonly finished: Rows;
  /** What lies in the folder of the store then. */
  readonly entries: readonly string[];
  /** The folders of those of its files that hold what is forgotten and purged. */
  readonly traces: readonly string[];
  /** What the doctor finds wrong then. */
  readonly errors: readonly string[];
}

/** One kill and what it left. */
export interface KilledRun extends FoundStore {
  readonly point: KillPoint;
  /** Whether the operation had said that it was done. */
  readonly acknowledged: boolean;
}

/** What became of an operation. */
export interface KilledRuns {
  /** The store before the operation: what was acknowledged. */
  readonly before: Rows;
  /** The store after the operation, undisturbed; `killed` and `finished` are once and twice. */
  readonly whole: FoundStore;
  readonly runs: readonly KilledRun[];
}

interface Point {
  readonly kind: string;
  /** Whether it can be done by halves. */
  readonly halves: boolean;
}

const program = 'killed-store.mjs';
const options = { guardMs: 600_000 };
/**
 * Kills in one run of the tests. EVERY_KILL_POINT=1 makes it all of them, EVERY_KILL_POINT=disk all of those where
 * records and files change.
 */
const mostKills = 16;
const lanes = 2;
/** A process keeps every store that it opens until it ends. */
const storesInOneLook = 10;

/** Kills an operation of `killed-operations.mjs` and tells on the output how often. */
export async function killAtPoints(operation: string): Promise<KilledRuns> {
  const folder = await temporaryFolder();
  const storeOf = (name: string): string => join(folder, name, 'store');
  const copy = async (name: string): Promise<string> => {
    await cp(join(folder, 'made'), join(folder, name), { recursive: true });
    return storeOf(name);
  };
  await mkdir(join(folder, 'made'));
  expectEnd(await runChild(program, { operation, step: 'make', at: storeOf('made') }, options), { code: 0 });

  const task = { operation, step: 'run', at: await copy('whole') };
  const counted = await runChild(program, task, { ...options, kill: { at: 0, moment: 'before' } });
  expectEnd(counted, { code: 0 });
  const points = counted.said.find(({ event }) => event === 'points')?.['points'] as readonly Point[];
  const possible = points.flatMap(momentsOf);
  const chosen = chosenOf(possible, points, process.env['EVERY_KILL_POINT']);

  const names = chosen.map(({ at, moment }) => `${at}-${moment}`);
  const ends = await inLanes(chosen, async (kill) => {
    const at = await copy(`${kill.at}-${kill.moment}`);
    const end = await runChild(program, { operation, step: 'run', at }, { ...options, kill });
    expectEnd(end, { signal: 'SIGKILL' });
    return end;
  });
  await copy('before');
  const all = [...names, 'before', 'whole'];
  const shares = Array.from({ length: Math.ceil(all.length / storesInOneLook) }, (_, at) =>
    all.slice(at * storesInOneLook, (at + 1) * storesInOneLook),
  );
  await inLanes(shares, async (share) => {
    expectEnd(await runChild(program, { operation, step: 'look', stores: share.map(storeOf) }, options), { code: 0 });
  });
  const found = async (name: string): Promise<FoundStore> =>
    JSON.parse(await readFile(join(folder, name, 'look.json'), 'utf8')) as FoundStore;

  process.stdout.write(`${operation}: ${tally(points)}; ${chosen.length} kills of ${possible.length} possible\n`);
  const runs: KilledRun[] = [];
  for (const [at, point] of chosen.entries()) {
    const acknowledged = ends[at]?.said.some(({ event }) => event === 'done') ?? false;
    runs.push({ point, acknowledged, ...(await found(names[at] ?? '')) });
  }
  return { before: (await found('before')).killed, whole: await found('whole'), runs };
}

/** What tells of the writes themselves: it passes through more than two states. */
const ofWrites = /^(?:head|change|meta|sleep_run|past_sleep):/;
const ofNumbers = /^(?:head|change|sleep_run|past_sleep):/;

/**
 * Expects of an operation in one transaction that a kill leaves the old store or the new one, the new
 * one once it was acknowledged, and that it can be done after every kill.
 */
export function expectOldOrNewStore({ before, whole, runs }: KilledRuns): void {
  for (const { point, acknowledged, killed, finished, entries, errors } of runs) {
    const where = JSON.stringify(point);
    expect(entries, where).toEqual(whole.entries);
    const isNew = differences(killed, whole.killed).length === 0;
    expect(isNew ? [] : differences(killed, before), where).toEqual([]);
    if (acknowledged) expect(isNew, where).toBe(true);
    expect(differences(finished, whole.killed), where).toEqual([]);
    expect(errors, where).toEqual([]);
  }
}

/** Expects of an operation in many transactions that a kill leaves each record old or new, and that it goes on after every kill. */
export function expectOldOrNewRecords({ before, whole, runs }: KilledRuns): void {
  for (const { point, acknowledged, killed, finished, errors } of runs) {
    const where = JSON.stringify(point);
    const left = acknowledged ? differences(killed, whole.killed) : neitherOldNorNew(killed, before, whole.killed);
    expect(
      left.filter((id) => !ofWrites.test(id)),
      where,
    ).toEqual([]);
    expect(
      differences(finished, whole.killed).filter((id) => !ofNumbers.test(id)),
      where,
    ).toEqual([]);
    expect(errors, where).toEqual([]);
  }
}

/** Ids of the rows in which two stores differ. */
export function differences(one: Rows, other: Rows): readonly string[] {
  return neitherOldNorNew(one, other, other);
}

function neitherOldNorNew(killed: Rows, before: Rows, after: Rows): readonly string[] {
  const ids = Object.keys({ ...killed, ...before, ...after });
  return ids.filter((id) => killed[id] !== before[id] && killed[id] !== after[id]);
}

function expectEnd(end: ChildEnd, expected: Partial<ChildEnd>): void {
  expect(end, `${end.stderr} ${JSON.stringify(end.said.at(-1))}`).toMatchObject(expected);
}

function momentsOf({ halves }: Point, index: number): readonly KillPoint[] {
  const moments = halves ? (['before', 'amid', 'after'] as const) : (['before', 'after'] as const);
  return moments.map((moment) => ({ at: index + 1, moment }));
}

/** Half of the kills where the schema and the folders are made, which all operations do, half where records and files change; or every one of these, or of all. */
function chosenOf(
  possible: readonly KillPoint[],
  points: readonly Point[],
  every: string | undefined,
): readonly KillPoint[] {
  if (every === '1') return possible;
  const prepares = ({ at }: KillPoint): boolean => /^(?:folder|statement)$/.test(points[at - 1]?.kind ?? '');
  const changes = possible.filter((kill) => !prepares(kill));
  const most = every === 'disk' ? changes.length : mostKills / 2;
  return [...evenly(possible.filter(prepares), mostKills / 2), ...evenly(changes, most)];
}

/** At most so many of the items, evenly spread, the first and the last among them. */
function evenly<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, at) => items[Math.round((at * (items.length - 1)) / (most - 1))] as T);
}

/** Does a task for every item, in two lanes at once; answers in the order of the items. */
async function inLanes<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await task(items[at] as T);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}

/** "46 points (4 commit, 11 folder)". */
function tally(points: readonly Point[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of points) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return `${points.length} points (${[...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')})`;
}
