/**
 * Gives the memories of an older store what a newer version would have written of them, step by
 * step. Every batch is a transaction of its own and each step sees by the memories what is left to
 * do, so a run can end anywhere and the next one goes on; when nothing is left nothing is written.
 * Before the first change the whole space is backed up. Opening a store brings its schema up
 * to date, see `store/migrate.ts`.
 *
 *   memories, page by page -> step: what they lack -> backup, once -> decide again as the writer -> commit
 */
import type { z } from 'zod';
import { count, type Fields, list, record, words, yes } from '../domain/result.ts';
import { isDeepStrictEqual } from 'node:util';
import { throwIfCancelled } from '../domain/errors.ts';
import { groupBy, present } from '../domain/values.ts';
import { type Fact, type Memory, isFact } from '../domain/records.ts';
import { type LinkKind, factKinds } from '../domain/vocabulary.ts';
import { isTriggerOf } from '../language/occasions.ts';
import { foldName } from '../language/fold.ts';
import { factTitle } from '../language/knowledge.ts';
import { type GivenFactFields, type GivenFields, inferFactFields, inferFields } from '../remember/new-memory.ts';
import { type Writer, missingLinks } from '../remember/writer.ts';
import type { MemoryLinks } from '../store/ledger-reader.ts';
import type { LedgerPatch, LedgerWrite } from '../store/codec.ts';
import { type Backup, backupRules } from './backup-file.ts';

const backfillCountFields = {
  /** A field of memories, or a kind of link between them. */
  what: words,
  /** The memories that can have it; missing for links. */
  of: count.exactOptional(),
  /** How many had it. */
  before: count,
  /** How many were changed or made now. */
  changed: count,
  /** How many have it. */
  after: count,
};
/** How many there were of one thing, and how many there are. */
export interface BackfillCount extends Fields<typeof backfillCountFields> {}
export const backfillCountRules: z.ZodType<BackfillCount> = record(backfillCountFields);

const migrationReportFields = {
  /** Whether it only counted. */
  dryRun: yes,
  /** Memories that were looked at. */
  memories: count,
  /** Those of them of which a field was changed. */
  changed: count,
  unchanged: count,
  counts: list(backfillCountRules),
  /** The backup that was written before the first change; missing when nothing was changed. */
  backup: backupRules.exactOptional(),
};
/** What a migration did, or would do. */
export interface MigrationReport extends Fields<typeof migrationReportFields> {}
export const migrationReportRules: z.ZodType<MigrationReport> = record(migrationReportFields);

/** How a migration is watched and stopped. */
export interface BackfillRun {
  readonly dryRun: boolean;
  /** Writes the backup; called once, before the first change. */
  readonly backUp: () => Promise<Backup>;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Memories that are looked at and written in one go. */
const batchSize = 200;

/** Backfills a space. */
export async function backfill(writer: Writer, run: BackfillRun): Promise<MigrationReport> {
  await writer.follow();
  const steps = [backfillFields(writer), backfillLinks(writer)];
  const { ledger } = writer.parts;
  const { observation, fact } = await ledger.counts();
  const total = (observation + fact) * steps.length;
  const tally = new Tally();
  let backup: Backup | undefined;
  let done = 0;
  for (const step of steps) {
    for await (const batch of batches(ledger.allMemories())) {
      throwIfCancelled('migrate', run.signal);
      let found = await step.lacking(batch);
      if (found.write !== undefined && !run.dryRun) {
        backup ??= await run.backUp();
        found = await writeBatch(writer, step, batch);
      }
      tally.add(step === steps[0] ? batch.length : 0, found);
      done += batch.length;
      run.onProgress?.(done, total);
    }
  }
  return present({ dryRun: run.dryRun, ...tally.report(), backup });
}

/** Decides once more, as the only writer, and commits. */
function writeBatch(writer: Writer, step: BackfillStep, batch: readonly Memory[]): Promise<BatchBackfill> {
  return writer.exclusive(async () => {
    const found = await step.lacking(await writer.parts.ledger.memories(batch.map(({ id }) => id)));
    if (found.write !== undefined) await writer.commit(found.write);
    return found;
  });
}

class Tally {
  #memories = 0;
  #changed = 0;
  readonly #counts = new Map<string, BackfillCount>();

  add(memories: number, { changed, counts }: BatchBackfill): void {
    this.#memories += memories;
    this.#changed += changed;
    for (const count of counts) {
      const sum = this.#counts.get(count.what);
      this.#counts.set(count.what, sum === undefined ? count : added(sum, count));
    }
  }

  report(): Pick<MigrationReport, 'memories' | 'changed' | 'unchanged' | 'counts'> {
    const [memories, changed] = [this.#memories, this.#changed];
    return { memories, changed, unchanged: memories - changed, counts: [...this.#counts.values()] };
  }
}

function added(one: BackfillCount, other: BackfillCount): BackfillCount {
  const of = one.of === undefined || other.of === undefined ? undefined : one.of + other.of;
  const sum = (name: 'before' | 'changed' | 'after'): number => one[name] + other[name];
  return present({ what: one.what, of, before: sum('before'), changed: sum('changed'), after: sum('after') });
}

async function* batches(memories: AsyncIterable<Memory>): AsyncGenerator<readonly Memory[], void, undefined> {
  let batch: Memory[] = [];
  for await (const memory of memories) {
    if (batch.push(memory) < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The step that finds what existing memories support and contradict. */
const kinds: readonly LinkKind[] = ['supports', 'contradicts'];

function backfillLinks(writer: Writer): BackfillStep {
  return {
    async lacking(memories) {
      const links = await missingLinks(writer, memories);
      return {
        write: kinds.every((kind) => links[kind].length === 0) ? undefined : { insert: links },
        changed: 0,
        counts: kinds.map((kind) => countOf(kind, writer, memories, links)),
      };
    },
  };
}

/** Each link is counted with its newer memory. */
function countOf(kind: LinkKind, { parts }: Writer, memories: readonly Memory[], links: MemoryLinks): BackfillCount {
  const { index } = parts;
  const rows = memories.map(({ id }) => index.memories.row(id));
  const known = rows.map((row) => index.links.at(row).filter((edge) => edge.kind === kind && edge.one === row));
  const before = known.reduce((sum, edges) => sum + edges.length, 0);
  const changed = links[kind].length;
  return { what: kind, before, changed, after: before + changed };
}

// The step that fills the fields which follow from a memory by rules.

interface Change {
  readonly memory: Memory;
  readonly set: FieldChanges;
}

function backfillFields(writer: Writer): BackfillStep {
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
        counts: inferredFields.map((field) => countOfField(field, changes)),
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

function countOfField(field: (typeof inferredFields)[number], changes: readonly Change[]): BackfillCount {
  const able = changes.filter(({ memory }) => canHave(memory, field));
  return {
    what: field,
    of: able.length,
    before: able.filter(({ memory }) => hasField(memory, field)).length,
    changed: able.filter(({ set }) => Object.hasOwn(set, field)).length,
    after: able.filter(({ memory, set }) => hasField({ ...memory, ...set }, field)).length,
  };
}

// What the rules would write of a memory today: the fields that an older version left empty or filled by other rules.
// What a caller has chosen stays. No record says what was chosen, so a value counts as chosen where this is so:
//   concepts             one of them does not stand in the text as a single word
//   surfacesWhen         one of them does not come from the memory's concepts by the rules
//   kind                 it is known, and is not the default kind of a fact without a title
//   title                it is there, and is not the default title of the memory's kind
//   knowledgeType, ring  they are there

/** The fields that follow from a memory by rules. Observations have the first two only. */
const inferredFields = ['concepts', 'surfacesWhen', 'kind', 'title', 'knowledgeType', 'ring'] as const;
/** A field that follows from a memory by rules. */
export type InferredField = (typeof inferredFields)[number];

type FieldChanges = Partial<Pick<Fact, InferredField>>;

/** What the rules read beside the memory. */
export interface FieldGrounds {
  /** The technical terms of the space. */
  readonly technicalTerms: readonly string[];
  /** Whether the only agent that believes the memory holds it for good. */
  readonly permanent: boolean;
}

function canHave(memory: Memory, field: InferredField): boolean {
  return field === 'concepts' || field === 'surfacesWhen' || isFact(memory);
}

function hasField(memory: Memory, field: InferredField): boolean {
  if (field === 'concepts' || field === 'surfacesWhen') return memory[field].length > 0;
  if (!isFact(memory)) return false;
  return field === 'kind' ? factKinds.includes(memory.kind) : (memory[field]?.trim() ?? '') !== '';
}

/** What is to change of a memory; empty for nothing. */
export function fieldChanges(memory: Memory, { technicalTerms, permanent }: FieldGrounds): FieldChanges {
  const { content, importance, provenance } = memory;
  const made: FieldChanges = isFact(memory)
    ? inferFactFields(
        content,
        { ...chosen(memory), ...chosenOfFact(memory), importance, permanent, channel: provenance.channel },
        { technicalTerms },
      )
    : inferFields(content, chosen(memory), { technicalTerms });
  const now: FieldChanges = memory;
  const changed = inferredFields.filter((field) => field in made && !isDeepStrictEqual(made[field], now[field]));
  return Object.fromEntries(changed.map((field) => [field, made[field]]));
}

function chosen({ content, concepts, surfacesWhen }: Memory): GivenFields {
  const text = foldName(content);
  const isOfTheText = (concept: string): boolean => !/\s/.test(concept) && text.includes(concept);
  return present({
    concepts: concepts.every(isOfTheText) ? undefined : concepts,
    surfacesWhen: surfacesWhen.every((pattern) => isTriggerOf(pattern, concepts)) ? undefined : surfacesWhen,
  });
}

function chosenOfFact({ kind, title, content, knowledgeType, ring }: Fact): GivenFactFields {
  const isTitled = title.trim() !== '';
  return present({
    kind: factKinds.includes(kind) && (isTitled || kind !== 'world.fact') ? kind : undefined,
    title: isTitled && title !== factTitle(kind, content) ? title : undefined,
    knowledgeType,
    ring,
  });
}

/** What a batch of memories lacks, by one step. */
interface BatchBackfill {
  /** Undefined when they lack nothing. */
  readonly write: LedgerWrite | undefined;
  /** Memories of the batch of which a field changes. */
  readonly changed: number;
  readonly counts: readonly BackfillCount[];
}

interface BackfillStep {
  /** What a batch lacks. It is asked again with the memories as they are then before anything is written. */
  lacking(memories: readonly Memory[]): Promise<BatchBackfill>;
}
