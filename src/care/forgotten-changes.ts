/** What undo records keep of forgotten memories: such changes are dropped, for nothing could undo them. */
import type { Says } from '../language/said-words.ts';
import type { InversePatch, KeptFields, Undo } from '../domain/undo.ts';
import type { LedgerPatch } from '../store/ledger-write.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';

/** What is to be found in undo records. */
export interface ForgottenTraces {
  /** Ids of memories and entities that are gone. */
  readonly deleted: ReadonlySet<string>;
  /** Whether one agent's belief in a memory is gone. */
  readonly isUnbelieved: (agent: string, memory: string) => boolean;
  /** Reasons that are to go. */
  readonly says: Says | undefined;
}

/** Undo records that lose some of their changes, and those that have none left. */
export interface ForgottenChanges {
  readonly patches: readonly LedgerPatch[];
  /** Ids of undo records. */
  readonly empty: readonly string[];
}

/** What the undo records lose. */
export async function forgottenChanges(ledger: LedgerReader, traces: ForgottenTraces): Promise<ForgottenChanges> {
  const patches: LedgerPatch[] = [];
  const empty: string[] = [];
  for await (const { id, changes } of ledger.all('undo')) {
    const left = changes.filter((change) => !isForgotten(change, traces));
    if (left.length === 0 && changes.length > 0) empty.push(id);
    else if (left.length < changes.length) patches.push(trimmed(id, left));
  }
  return { patches, empty };
}

function trimmed(id: string, changes: Undo['changes']): LedgerPatch {
  return { table: 'undo', record: { id }, set: { changes } };
}

function isForgotten({ record, before, after }: InversePatch, traces: ForgottenTraces): boolean {
  const { agent, believer = agent, memory, from, to } = record as Readonly<Record<string, string>>;
  const ends = [memory, from, to].filter((id) => id !== undefined);
  if (ends.some((id) => traces.deleted.has(id) || traces.isUnbelieved(believer ?? '', id))) return true;
  return traces.says?.([reasonIn(before), reasonIn(after)]) === true;
}

function reasonIn(fields: KeptFields | undefined): string | undefined {
  return fields?.['reason'] as string | undefined;
}
