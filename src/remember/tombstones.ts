/**
 * What is kept of the forgotten, so that an old export cannot bring it back: a keyed hash of each
 * id and of what it said, and nothing that could be read. The key is random, the space's own, and
 * in no export, so that nobody who has a tombstone can try texts on it.
 */
import { createHmac } from 'node:crypto';
import type { Observation, Tombstone } from '../domain/records.ts';
import { contentKey } from './new-memory.ts';
import type { Ledger } from '../store/ledger.ts';

/** What a tombstone can stand for. */
export type Grave =
  | { readonly of: 'id'; readonly id: string }
  /** What a memory said, under whatever id; `key` as {@link contentKey} and {@link observationKey} make it. */
  | { readonly of: 'content'; readonly key: string }
  /** One agent's belief in a memory that others may still hold. */
  | { readonly of: 'belief'; readonly agent: string; readonly memory: string }
  | { readonly of: 'relation'; readonly from: string; readonly predicate: string; readonly to: string };

/** The tombstone of something in this space. */
export function tombstoneOf(ledger: Ledger, grave: Grave): Tombstone {
  const said = JSON.stringify(Object.entries(grave).sort(([one], [other]) => (one < other ? -1 : 1)));
  return { id: `tombstone:${createHmac('sha256', ledger.meta.tombstoneKey).update(said).digest('hex')}` };
}

/** Those of some graves that have a tombstone, as the texts of their tombstones' ids. */
export async function tombstonesAmong(ledger: Ledger, graves: readonly Grave[]): Promise<ReadonlySet<string>> {
  if (!(await hasForgotten(ledger))) return new Set();
  const asked = new Set(graves.map((grave) => tombstoneOf(ledger, grave).id));
  return new Set((await ledger.records('tombstone', [...asked])).map(({ id }) => id));
}

/** Whether anything was ever forgotten here: most spaces need not look further. */
async function hasForgotten(ledger: Ledger): Promise<boolean> {
  for await (const _tombstone of ledger.all('tombstone')) return true;
  return false;
}

/** The tombstones of some graves that are not there yet, each once. */
export async function newTombstones(ledger: Ledger, graves: readonly Grave[]): Promise<readonly Tombstone[]> {
  const there = await tombstonesAmong(ledger, graves);
  const ids = new Set(graves.map((grave) => tombstoneOf(ledger, grave).id));
  return [...ids].filter((id) => !there.has(id)).map((id) => ({ id }));
}

/** The same for observations of the same words by the same speaker at the same time. */
export function observationKey(said: Pick<Observation, 'content' | 'speaker' | 'occurredAt'>): string {
  return contentKey({ content: said.content, about: [said.speaker ?? ''], validFrom: said.occurredAt });
}
