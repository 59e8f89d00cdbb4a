/** What the records of our own export are, and which ids they name. */
import type { TransferRecord } from './transfer-record.ts';

/** The record of one kind. */
export type Of<N extends TransferRecord['record']> = Extract<TransferRecord, { record: N }>;
/** An observation or a fact. */
export type MemoryRecord = Of<'observation'> | Of<'fact'>;
/** A record that has an id. */
export type NodeRecord = Of<'session'> | Of<'entity'> | Of<'undo'> | MemoryRecord;
/** A record of one edge. */
export type EdgeRecord = Exclude<TransferRecord, Of<'agent'> | NodeRecord>;

/** Whether a record is an edge. */
export function isEdge(record: TransferRecord): record is EdgeRecord {
  return !['agent', 'session', 'entity', 'observation', 'fact', 'undo'].includes(record.record);
}

/** The ids of the nodes that a record is or points at. */
export function idsIn(record: TransferRecord): readonly string[] {
  switch (record.record) {
    case 'agent':
      return [`agent:${record.name}`];
    case 'observation':
      return record.session === undefined ? [record.id] : [record.id, record.session];
    case 'session':
    case 'entity':
    case 'fact':
    case 'undo':
      return [record.id];
    case 'believes':
      return [record.memory];
    case 'mentions':
      return [record.memory, record.entity];
    case 'about':
      return [record.fact, record.target];
    case 'derived_from':
      return [record.fact, record.observation];
    case 'relates':
      return [...(record.memory === undefined ? [] : [record.memory]), record.from, record.to];
    default:
      return [record.from, record.to];
  }
}

/** The same for records of the same edge. */
export function edgeKey(record: EdgeRecord): string {
  return JSON.stringify([record.record, ...idsIn(record), qualifierOf(record)]);
}

/** What beside its ends tells an edge from others of its kind. */
function qualifierOf(record: EdgeRecord): string {
  switch (record.record) {
    case 'believes':
    case 'co_activated':
      return record.agent;
    case 'derived_from':
      return record.believer ?? '';
    case 'relates':
      return record.predicate;
    case 'supersedes':
    case 'supports':
    case 'contradicts':
    case 'entity_merge':
      return record.believer;
    default:
      return '';
  }
}

/** Whether a record is a memory. */
export function isMemory(record: TransferRecord): record is MemoryRecord {
  return record.record === 'observation' || record.record === 'fact';
}
