/** What each line of our own export may hold. Owns the rules; `read-ndjson.ts` applies them. */
import { z } from 'zod';
import { date, domainName, identifier, integerIn, maxContentLength, numberIn, oneOf, text } from '../domain/input.ts';
import {
  channels,
  entityTypes,
  factKinds,
  followTypes,
  knowledgeTypes,
  linkStates,
  observationTypes,
  planStatuses,
  rings,
  systemAgent,
} from '../domain/records.ts';
import { undoableTables, undoKinds } from '../domain/undo.ts';
import type { SpaceHash } from './space-hash.ts';
import type { TransferRecordName } from './transfer-record.ts';

const id = identifier();
/** A name or a word as it stands in a text; as long as the write path lets names be. */
const name = text(512);
const share = numberIn(0, 1);
const count = integerIn(0, Number.MAX_SAFE_INTEGER);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hexadecimal digits' });
const provenance = z.strictObject({ channel: oneOf(channels), source: id, trust: share });

/** An id of one of the tables, `table:key`. */
function idOf(...names: readonly string[]): z.ZodType<string, string> {
  const prefixes = names.map((name) => `${name}:`);
  return id.refine((value) => prefixes.some((prefix) => value.startsWith(prefix) && value.length > prefix.length), {
    error: `must be an id such as ${prefixes.map((prefix) => `"${prefix}KEY"`).join(' or ')}`,
  });
}

const memoryId = idOf('observation', 'fact');
const entityId = idOf('entity');

const memoryFields = {
  content: text(maxContentLength),
  importance: numberIn(1, 10).optional(),
  mood: z.strictObject({ valence: numberIn(-1, 1), arousal: numberIn(-1, 1) }).optional(),
  moodInferred: z.literal(true).optional(),
  concepts: z.array(name).max(5).optional(),
  surfacesWhen: z.array(text(1_000)).max(100).optional(),
  domain: domainName.optional(),
  topic: id.optional(),
  ring: oneOf(rings).optional(),
  knowledgeType: oneOf(knowledgeTypes).optional(),
  accesses: count.optional(),
  lastAccessedAt: date.optional(),
  recordedAt: date.optional(),
  provenance: provenance.optional(),
  /** Short for one `believes` line for each of these agents. */
  believedBy: z.array(id).min(1).max(100).optional(),
};

/** Fields of a record that an operation has changed: names and values as the ledger keeps them. */
const keptFields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

const link = z.strictObject({
  believer: id.default(systemAgent),
  from: memoryId,
  to: memoryId,
  similarity: share.optional(),
  state: oneOf(linkStates).optional(),
  by: id,
});

/** The rules of the first line of an export. */
export const headerSchema: z.ZodType = z.strictObject({
  format: z.literal('madeleine', { error: 'must be "madeleine"' }),
  version: z.literal(1, { error: 'must be 1 (a newer version wrote this file: upgrade madeleine)' }),
  space: id.optional(),
  seq: count.optional(),
  exportedAt: date.optional(),
  asOf: date.optional(),
  validAt: date.optional(),
});

/** The rules of the last line of a backup, which `restore` holds a store to. */
export const endSchema: z.ZodType<SpaceHash> = z.strictObject({ records: count, hash: sha256 });

/** The rules of each kind of line, by its `record`. */
export const transferSchemas: Readonly<Record<TransferRecordName, z.ZodType>> = {
  agent: z.strictObject({ name: id }),
  session: z.strictObject({
    id: idOf('session'),
    agent: id,
    goal: text(maxContentLength).optional(),
    status: oneOf(['open', 'closed']).optional(),
    planStatus: oneOf(planStatuses).optional(),
    startedAt: date.optional(),
    endedAt: date.optional(),
  }),
  entity: z.strictObject({
    id: entityId,
    name,
    aliases: z.array(name).max(100).optional(),
    type: oneOf(entityTypes).optional(),
    path: text(4_096).optional(),
  }),
  observation: z.strictObject({
    ...memoryFields,
    id: idOf('observation'),
    type: oneOf(observationTypes).optional(),
    agent: id,
    speaker: id.optional(),
    session: idOf('session').optional(),
    occurredAt: date,
    branchId: id.optional(),
    thoughtNumber: integerIn(1, 1_000_000).optional(),
    totalThoughts: integerIn(1, 1_000_000).optional(),
    nextThoughtNeeded: z.boolean().optional(),
    consolidatedAt: date.optional(),
  }),
  fact: z.strictObject({
    ...memoryFields,
    id: idOf('fact'),
    kind: oneOf(factKinds).optional(),
    title: text(1_000).optional(),
    contentKey: sha256.optional(),
    validFrom: date.optional(),
    validTo: date.optional(),
  }),
  believes: z.strictObject({
    agent: id,
    memory: memoryId,
    strength: share.optional(),
    confidence: share.optional(),
    since: date.optional(),
    reinforcedAt: date.optional(),
    accesses: count.optional(),
    lastAccessedAt: date.optional(),
    permanent: z.boolean().optional(),
    withdrawnAt: date.optional(),
    archivedAt: date.optional(),
    validTo: date.optional(),
    past: z
      .array(z.strictObject({ since: date, until: date, strength: share, reinforcedAt: date }))
      .max(1_000)
      .optional(),
    halfLifeDays: numberIn(0.001, 1_000_000).optional(),
    provenance: provenance.optional(),
  }),
  about: z.strictObject({ fact: idOf('fact'), target: idOf('entity', 'agent') }),
  mentions: z.strictObject({ memory: memoryId, entity: entityId, surfaces: z.array(name).max(100).optional() }),
  follows: z.strictObject({
    from: idOf('observation'),
    to: idOf('observation'),
    type: oneOf(followTypes).optional(),
    reason: text(10_000).optional(),
  }),
  derived_from: z.strictObject({
    fact: idOf('fact'),
    observation: idOf('observation'),
    believer: id.optional(),
    at: date.optional(),
  }),
  supersedes: z.strictObject({
    from: memoryId,
    to: memoryId,
    believer: id,
    reason: text(10_000).optional(),
    at: date.optional(),
    saidAt: date.optional(),
    withdrawnAt: date.optional(),
  }),
  supports: link,
  contradicts: link,
  similar_to: z.strictObject({ from: memoryId, to: memoryId, similarity: share }),
  relates: z
    .strictObject({
      from: entityId,
      to: entityId,
      predicate: name,
      memory: memoryId.optional(),
      mentions: count.optional(),
      firstAt: date.optional(),
      lastAt: date.optional(),
      trust: share.optional(),
    })
    // How often, when and how surely it is told follows from the memories that tell it.
    .transform(({ mentions: _mentions, firstAt: _firstAt, lastAt: _lastAt, trust: _trust, ...edge }) => edge),
  entity_merge: z.strictObject({
    believer: id,
    from: entityId,
    to: entityId,
    at: date.optional(),
    undoneAt: date.optional(),
  }),
  undo: z.strictObject({
    id: idOf('undo'),
    kind: oneOf(undoKinds),
    what: text(10_000),
    at: date,
    undoneAt: date.optional(),
    changes: z.array(
      z.strictObject({
        table: oneOf(undoableTables),
        record: keptFields,
        before: keptFields.optional(),
        after: keptFields.optional(),
      }),
    ),
  }),
  co_activated: z
    .strictObject({ agent: id.default(systemAgent), from: memoryId, to: memoryId, count, lastAt: date })
    // A pair reads the same both ways, and is kept once.
    .transform(({ from, to, ...pair }) => (from < to ? { ...pair, from, to } : { ...pair, from: to, to: from })),
};
