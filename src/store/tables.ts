/** Every table of a space, and which record lies in which. */
import type {
  About,
  Agent,
  Belief,
  BelongsTo,
  CoActivated,
  DerivedFrom,
  Embedding,
  Entity,
  EntityMerge,
  Fact,
  Follows,
  Link,
  Mention,
  Observation,
  PastSleep,
  Relates,
  Session,
  SimilarTo,
  SleepRun,
  Supersedes,
  Tombstone,
} from '../domain/records.ts';
import type { Undo } from '../domain/undo.ts';
import type { Table } from './codec.ts';
import { aboutTable } from './tables/about.ts';
import { agentTable } from './tables/agent.ts';
import { believesTable } from './tables/believes.ts';
import { belongsToTable } from './tables/belongs-to.ts';
import { coActivatedTable } from './tables/co-activated.ts';
import { contradictsTable } from './tables/contradicts.ts';
import { derivedFromTable } from './tables/derived-from.ts';
import { embeddingTable } from './tables/embedding.ts';
import { entityTable } from './tables/entity.ts';
import { entityMergeTable } from './tables/entity-merge.ts';
import { factTable } from './tables/fact.ts';
import { followsTable } from './tables/follows.ts';
import { mentionsTable } from './tables/mentions.ts';
import { observationTable } from './tables/observation.ts';
import { pastSleepTable } from './tables/past-sleep.ts';
import { relatesTable } from './tables/relates.ts';
import { sessionTable } from './tables/session.ts';
import { similarToTable } from './tables/similar-to.ts';
import { sleepRunTable } from './tables/sleep-run.ts';
import { supersedesTable } from './tables/supersedes.ts';
import { supportsTable } from './tables/supports.ts';
import { undoTable } from './tables/undo.ts';
import { tombstoneTable } from './tables/tombstone.ts';

/** The record that each table holds, by the table's name. */
export interface TableRecords {
  agent: Agent;
  session: Session;
  entity: Entity;
  observation: Observation;
  fact: Fact;
  embedding: Embedding;
  believes: Belief;
  about: About;
  mentions: Mention;
  belongs_to: BelongsTo;
  follows: Follows;
  derived_from: DerivedFrom;
  supersedes: Supersedes;
  supports: Link;
  contradicts: Link;
  similar_to: SimilarTo;
  co_activated: CoActivated;
  relates: Relates;
  entity_merge: EntityMerge;
  sleep_run: SleepRun;
  past_sleep: PastSleep;
  undo: Undo;
  tombstone: Tombstone;
}

/** The name of a table. */
export type TableName = keyof TableRecords;

/** Every table, nodes before the edges that need them: the order in which records are written. */
export const tables: { readonly [N in TableName]: Table<TableRecords[N]> } = {
  agent: agentTable,
  session: sessionTable,
  entity: entityTable,
  observation: observationTable,
  fact: factTable,
  embedding: embeddingTable,
  believes: believesTable,
  about: aboutTable,
  mentions: mentionsTable,
  belongs_to: belongsToTable,
  follows: followsTable,
  derived_from: derivedFromTable,
  supersedes: supersedesTable,
  supports: supportsTable,
  contradicts: contradictsTable,
  similar_to: similarToTable,
  co_activated: coActivatedTable,
  relates: relatesTable,
  entity_merge: entityMergeTable,
  sleep_run: sleepRunTable,
  past_sleep: pastSleepTable,
  undo: undoTable,
  tombstone: tombstoneTable,
};

/** The tables' names in writing order. */
export const tableNames: readonly TableName[] = Object.keys(tables) as TableName[];

/** A table whose records the compiler need not tell apart. */
export function anyTable(name: TableName): Table<object> {
  return tables[name] as unknown as Table<object>;
}
