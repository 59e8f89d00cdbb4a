/** The step of a migration that fills the fields which follow from a memory by rules. */
import { groupBy } from '../domain/group-by.ts';
import { isFact, type Memory } from '../domain/records.ts';
import type { Writer } from '../remember/writer.ts';
import type { LedgerPatch } from '../store/ledger-write.ts';
import type { BackfillCount, BackfillStep } from './backfill-step.ts';
import { canHave, type FieldChanges, fieldChanges, hasField, inferredFields } from './field-changes.ts';

interface Change {
  readonly memory: Memory;
  readonly set: FieldChanges;
}

/** The step over the fields of memories. */
export function backfillFields(writer: Writer): BackfillStep {
  const { ledger, settings } = writer.parts;
  const { technicalTerms } = settings;
  return {
    async lacking(memories) {
      const permanent = await heldForGood(writer, memories);
      const changes = memories.map((memory) => {
        return { memory, set: fieldChanges(memory, { technicalTerms, permanent: permanent.has(memory.id) }) };
      });
      const patches = changes.filter(({ set }) => Object.keys(set).length > 0).map(patchOf);
      return {
        write: patches.length === 0 ? undefined : { patches },
        changed: patches.length,
        counts: inferredFields.map((field) => countOf(field, changes)),
      };
    },
  };

  /** Ids of the facts without a ring that one agent alone believes, for good: what others hold tells nobody anything. */
  async function heldForGood({ parts }: Writer, memories: readonly Memory[]): Promise<ReadonlySet<string>> {
    // Where nothing fades every belief is permanent, and that says nothing of any of them.
    const ringless = parts.settings.decay
      ? memories.filter((memory) => isFact(memory) && memory.ring === undefined)
      : [];
    const { believes } = await ledger.edges(ringless.map(({ id }) => id));
    const alone = [...groupBy(believes, ({ memory }) => memory)].filter(([, held]) => held.length === 1);
    return new Set(alone.flatMap(([id, [belief]]) => (belief?.permanent === true ? [id] : [])));
  }
}

function patchOf({ memory, set }: Change): LedgerPatch {
  const record = { id: memory.id };
  return isFact(memory) ? { table: 'fact', record, set } : { table: 'observation', record, set };
}

function countOf(field: (typeof inferredFields)[number], changes: readonly Change[]): BackfillCount {
  const able = changes.filter(({ memory }) => canHave(memory, field));
  return {
    what: field,
    of: able.length,
    before: able.filter(({ memory }) => hasField(memory, field)).length,
    changed: able.filter(({ set }) => Object.hasOwn(set, field)).length,
    after: able.filter(({ memory, set }) => hasField({ ...memory, ...set }, field)).length,
  };
}
