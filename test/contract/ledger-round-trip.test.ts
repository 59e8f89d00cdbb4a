/** What goes into each table comes out of it as it was, with and without every optional field. */
import { recordKeyIn } from '../../src/domain/field.ts';
import type { JsonObject } from '../../src/domain/input.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Belief, MemoryFields } from '../../src/domain/records.ts';
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
  sleepStepNames,
} from '../../src/domain/vocabulary.ts';
import type { InversePatch } from '../../src/domain/upkeep-records.ts';
import { undoableTables, undoKinds } from '../../src/domain/vocabulary.ts';

import type { Ledger } from '../../src/store/ledger.ts';
import { type TableName, type TableRecords, tableNames, tables } from '../../src/domain/records.ts';
import { entityOf, factOf, observationOf, sessionOf } from '../support/ledger-records.ts';
import { openLedger } from '../support/open-ledger.ts';

/** Records to a table: enough for each of a dozen optional fields to be there and to be missing. */
const perTable = 40;

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map((value) => value.toWellFormed());
const texts = fc.array(text, { maxLength: 4 });
// NUL, an escape, letters beyond the first plane, right to left, what looks like SurrealQL.
const hostile = fc.constantFrom(
  'a\u0000b',
  "'; DELETE observation; --",
  '⟨x⟩`y`',
  '🐈‍⬛',
  'שלום',
  'table:key:more',
  '$value',
);
const name = fc.oneof(text, hostile);
const unit = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0);
const date = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
const oneOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const provenance = fc.record({ channel: oneOf(channels), source: name, trust: unit });
const mood = fc.record({ valence: fc.double({ min: -1, max: 1, noNaN: true }), arousal: unit }).map((value) => ({
  valence: value.valence + 0,
  arousal: value.arousal,
}));

/** Records of which some fields may be missing. */
function records<T>(
  fields: { [K in keyof T]-?: fc.Arbitrary<T[K]> },
  optional: readonly (keyof T)[] = [],
): fc.Arbitrary<T> {
  const required = (Object.keys(fields) as (keyof T)[]).filter((field) => !optional.includes(field));
  return fc.record(fields, { requiredKeys: required as never }) as fc.Arbitrary<T>;
}

type Arbitraries<T> = { [K in keyof T]-?: fc.Arbitrary<Exclude<T[K], undefined>> };

const memoryFields: Arbitraries<Omit<MemoryFields, 'id'>> = {
  content: fc.oneof(
    name,
    fc.string({ unit: 'binary', minLength: 1, maxLength: 500 }).map((value) => value.toWellFormed()),
  ),
  importance: fc.double({ min: 1, max: 10, noNaN: true }),
  mood,
  moodInferred: fc.constant(true as const),
  concepts: texts,
  surfacesWhen: texts,
  domain: oneOf(['work', 'project:⟨x⟩'] as const),
  topic: name,
  ring: oneOf(rings),
  knowledgeType: oneOf(knowledgeTypes),
  accesses: fc.nat(),
  lastAccessedAt: date,
  givenEmbedding: fc.record({ model: name, vector: fc.base64String({ minLength: 4 }) }),
  recordedAt: date,
  position: fc.constant(0),
  provenance,
};
const optionalInMemory = [
  'mood',
  'moodInferred',
  'domain',
  'topic',
  'ring',
  'knowledgeType',
  'lastAccessedAt',
  'givenEmbedding',
] as const;
const idIn = (table: string): fc.Arbitrary<string> => name.map((key) => `${table}:${key}`);
const ends = { from: fc.constant(''), to: fc.constant('') };
const link = { ...ends, believer: name, similarity: unit, state: oneOf(linkStates), by: name };
const kept = fc.dictionary(fc.constantFrom('agent', 'withdrawnAt', 'state'), fc.oneof(name, unit, fc.boolean()));
const change = records<InversePatch>({ table: oneOf(undoableTables), record: kept, before: kept, after: kept }, [
  'before',
  'after',
]);
const vector = fc
  .array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 64 })
  // A view into a larger buffer, as batches of vectors are.
  .map((values) => new Float32Array([7, ...values, 7]).subarray(1, values.length + 1));

const arbitraries: { readonly [N in TableName]: fc.Arbitrary<TableRecords[N]> } = {
  agent: records<TableRecords['agent']>({ name }),
  session: records<TableRecords['session']>(
    {
      id: idIn('session'),
      agent: name,
      goal: name,
      status: oneOf(['open', 'closed'] as const),
      planStatus: oneOf(planStatuses),
      startedAt: date,
      endedAt: date,
    },
    ['goal', 'endedAt'],
  ),
  entity: records<TableRecords['entity']>(
    { id: idIn('entity'), name, nameKey: name, aliases: texts, type: oneOf(entityTypes), path: name },
    ['path'],
  ),
  observation: records<TableRecords['observation']>(
    {
      ...memoryFields,
      id: idIn('observation'),
      type: oneOf(observationTypes),
      agent: name,
      speaker: name,
      session: idIn('session'),
      occurredAt: date,
      branchId: name,
      thoughtNumber: fc.integer({ min: 1, max: 1_000_000 }),
      totalThoughts: fc.integer({ min: 1, max: 1_000_000 }),
      nextThoughtNeeded: fc.boolean(),
      consolidatedAt: date,
    },
    [
      ...optionalInMemory,
      'speaker',
      'session',
      'branchId',
      'thoughtNumber',
      'totalThoughts',
      'nextThoughtNeeded',
      'consolidatedAt',
    ],
  ),
  fact: records<TableRecords['fact']>(
    {
      ...memoryFields,
      id: idIn('fact'),
      kind: oneOf(factKinds),
      title: name,
      contentKey: name,
      validFrom: date,
      validTo: date,
    },
    [...optionalInMemory, 'validFrom', 'validTo'],
  ),
  embedding: records<TableRecords['embedding']>(
    { memory: fc.constant(''), model: name, vector, tokens: fc.int8Array() },
    ['tokens'],
  ),
  believes: records<Belief>(
    {
      agent: fc.constant(''),
      memory: fc.constant(''),
      strength: unit,
      confidence: unit,
      since: date,
      reinforcedAt: date,
      position: fc.nat(),
      accesses: fc.nat(),
      lastAccessedAt: date,
      permanent: fc.boolean(),
      withdrawnAt: date,
      archivedAt: date,
      validTo: date,
      past: fc.array(fc.record({ since: date, until: date, strength: unit, reinforcedAt: date }), { maxLength: 3 }),
      halfLifeDays: fc.double({ min: 0.01, max: 100_000, noNaN: true }),
      provenance,
      tags: texts,
      metadata: fc.dictionary(name, fc.jsonValue()).map((value): JsonObject => JSON.parse(JSON.stringify(value))),
    },
    ['position', 'lastAccessedAt', 'withdrawnAt', 'archivedAt', 'validTo', 'past', 'tags', 'metadata'],
  ),
  about: records<TableRecords['about']>({ fact: fc.constant(''), target: fc.constant('') }),
  mentions: records<TableRecords['mentions']>({ memory: fc.constant(''), entity: fc.constant(''), surfaces: texts }),
  belongs_to: records<TableRecords['belongs_to']>({ observation: fc.constant(''), session: fc.constant('') }),
  follows: records<TableRecords['follows']>({ ...ends, type: oneOf(followTypes), reason: name }, ['reason']),
  derived_from: records<TableRecords['derived_from']>(
    { fact: fc.constant(''), observation: fc.constant(''), believer: name, at: date },
    ['believer', 'at'],
  ),
  supersedes: records<TableRecords['supersedes']>(
    { ...ends, believer: name, reason: name, at: date, saidAt: date, withdrawnAt: date },
    ['reason', 'saidAt', 'withdrawnAt'],
  ),
  supports: records<TableRecords['supports']>(link),
  contradicts: records<TableRecords['contradicts']>(link),
  co_activated: records<TableRecords['co_activated']>({ ...ends, agent: name, count: fc.nat(), lastAt: date }),
  relates: records<TableRecords['relates']>({ ...ends, predicate: name, memory: fc.constant('') }, ['memory']),
  entity_merge: records<TableRecords['entity_merge']>({ ...ends, believer: name, at: date, undoneAt: date }, [
    'undoneAt',
  ]),
  sleep_run: records<TableRecords['sleep_run']>(
    {
      id: idIn('sleep_run'),
      holder: name,
      startedAt: date,
      leaseUntil: date,
      step: oneOf(sleepStepNames),
      linkedTo: fc.nat(),
      endedAt: date,
    },
    ['linkedTo', 'endedAt'],
  ),
  past_sleep: records<TableRecords['past_sleep']>(
    {
      id: idIn('past_sleep'),
      startedAt: date,
      endedAt: date,
      brokenOff: fc.constant(true as const),
      steps: fc.array(
        fc.record({
          step: oneOf(sleepStepNames),
          lookedAt: fc.nat(),
          changed: fc.nat(),
          counts: fc.dictionary(name, fc.nat()),
        }),
      ),
    },
    ['brokenOff'],
  ),
  undo: records<TableRecords['undo']>(
    { id: idIn('undo'), kind: oneOf(undoKinds), what: name, at: date, undoneAt: date, changes: fc.array(change) },
    ['undoneAt'],
  ),
  tombstone: records<TableRecords['tombstone']>({ id: idIn('tombstone') }),
};

/** The nodes that the edges of this test join. */
const nodes = Array.from({ length: perTable }, (_, at) => String(at));

/** Gives a record what has to differ between the records of a table: ids, positions, the ends of an edge. */
function placed(table: TableName, record: object, at: number): object {
  const n = nodes[at] as string;
  const columns: Record<string, unknown> = {
    position: 10_000 + at,
    agent: table === 'believes' ? `agent ${n}` : undefined,
    memory: at % 2 === 0 ? `fact:${n}` : `observation:${n}`,
    fact: `fact:${n}`,
    observation: `observation:${n}`,
    session: table === 'belongs_to' ? `session:${n}` : undefined,
    entity: `entity:${n}`,
    target: at % 2 === 0 ? `entity:${n}` : `agent:agent ${n}`,
    from: endOf(table, n),
    to: endOf(table, nodes[(at + 1) % perTable] as string),
  };
  const changed = Object.keys(record).filter((field) => columns[field] !== undefined);
  return { ...record, ...Object.fromEntries(changed.map((field) => [field, columns[field]])) };
}

function endOf(table: TableName, key: string): string {
  if (table === 'relates' || table === 'entity_merge') return `entity:${key}`;
  return table === 'follows' ? `observation:${key}` : `fact:${key}`;
}

async function writeNodes(ledger: Ledger): Promise<void> {
  await ledger.commit({
    insert: {
      agent: nodes.map((key) => ({ name: `agent ${key}` })),
      session: nodes.map((key) => sessionOf(key)),
      entity: nodes.map((key) => entityOf(key)),
      observation: nodes.map((key, at) => observationOf(key, { position: at + 1 })),
      fact: nodes.map((key, at) => factOf(key, { position: at + 1 })),
    },
  });
}

const ledger = await openLedger();
await ledger.exclusive(() => writeNodes(ledger));

test.each(tableNames)('%s', async (table) => {
  const keyOf = (record: object): string => JSON.stringify(recordKeyIn(tables[table], record));
  const sampled = fc.sample(arbitraries[table] as fc.Arbitrary<object>, { numRuns: perTable, seed: 20_261_121 });
  const unique = new Map(
    sampled.map((record, at) => placed(table, record, at)).map((record) => [keyOf(record), record]),
  );
  const before = new Set<string>();
  for await (const record of ledger.all(table)) before.add(keyOf(record as object));
  const written = [...unique.values()].filter((record) => !before.has(keyOf(record)));
  expect(written.length).toBeGreaterThan(perTable / 4);

  await ledger.exclusive(() => ledger.commit({ insert: { [table]: written } }));

  const read = new Map<string, object>();
  for await (const record of ledger.all(table)) {
    if (!before.has(keyOf(record as object))) read.set(keyOf(record as object), record as object);
  }
  expect(read.size).toBe(written.length);
  for (const record of written) expect(read.get(keyOf(record))).toEqual(record);
  expect(await ledger.existing(table, written as never)).toEqual(written.map(() => true));
});
