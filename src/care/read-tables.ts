/**
 * Reads the tables of whisperengine and hAIrem as JSON: an object with a list of rows for each table. Reads and checks;
 * stores nothing.
 */
import { present } from '../domain/values.ts';
import { entityTypeOf, predicateInWords, relationStatement } from '../language/entity-statements.ts';
import {
  fieldsOf,
  type FileFields,
  type ImportedEntity,
  type ImportEntry,
  keyOfParts,
  refused,
  rowsIn,
  givenTime,
  givenText,
} from './import-item.ts';
import { observationEntry } from './read-chats.ts';
import { readRecord } from './read-ndjson.ts';
import { factEntry, importedConfidence } from './read-stores.ts';
import type { TransferRecord } from './transfer-record.ts';

/**
 * The tables of whisperengine: `fact_entities` and `user_fact_relationships` (its `semantic_knowledge_graph_schema.sql` of
 * October 2025) and `v2_chat_history` (its migrations of November 2025), each as `json_agg` writes it.
 *
 *   { fact_entities: [{ id, entity_type, entity_name }],
 *     user_fact_relationships: [{ id, user_id, entity_id, relationship_type, confidence, created_at }],
 *     v2_chat_history: [{ id, user_id, user_name, character_name, role, content, timestamp, message_id, session_id }] }
 */
export function readWhisperengine(value: unknown, source: string): readonly ImportEntry[] {
  const tables = fieldsOf(value) ?? {};
  const history = rowsIn(tables['v2_chat_history']);
  const names = new Map(history.map((row) => [row['user_id'], givenText(row['user_name'])]));
  const entities = new Map(rowsIn(tables['fact_entities']).map((row) => [row['id'], row]));
  const said = history.map((row) => {
    const isUser = row['role'] === 'human' || row['role'] === 'user';
    const name = isUser ? names.get(row['user_id']) : givenText(row['character_name']);
    const turn = {
      id: `whisperengine-${row['message_id'] ?? row['id'] ?? keyOfParts(row)}`,
      session: `whisperengine-${row['session_id'] ?? keyOfParts(row['user_id'], row['character_name'])}`,
      role: isUser ? 'user' : 'assistant',
      text: givenText(row['content']) ?? '',
      at: row['timestamp'],
    };
    return observationEntry(name === undefined ? turn : { ...turn, name }, source);
  });
  const facts = rowsIn(tables['user_fact_relationships']).map((row) => {
    const thing = entities.get(row['entity_id']);
    const [name, type] = [givenText(thing?.['entity_name']), givenText(row['relationship_type'])];
    if (thing === undefined || name === undefined || type === undefined) {
      return refused('a fact must have "relationship_type" and an "entity_id" of "fact_entities"');
    }
    const user = names.get(row['user_id']) ?? givenText(row['user_id']) ?? 'user';
    const from: ImportedEntity = { name: user, type: 'person' };
    const to: ImportedEntity = { name, type: entityTypeOf(String(thing['entity_type'])) };
    const confidence = typeof row['confidence'] === 'number' ? importedConfidence(row['confidence']) : undefined;
    const fact = {
      key: [row['id']],
      content: relationStatement(user, type, name),
      about: [from, to],
      relation: { from, predicate: predicateInWords(type), to },
      since: row['created_at'],
    };
    return factEntry('whisperengine', { ...fact, ...present({ confidence }) }, source);
  });
  return [...said, ...facts];
}

/**
 * The tables of hAIrem (`graph_schema.surql`, V3 of February 2026) as SurrealDB gives their rows. Its model of belief is
 * ours, so each agent goes on believing what it believed, as strongly. A subject that believes something is an agent.
 *
 *   { fact: [{ id, content }], subject: [{ id, name }], concept: [{ id, name }], ABOUT: [{ in, out }],
 *     BELIEVES: [{ in: 'subject:lisa', out: 'fact:1', strength, confidence, permanent, last_reinforced, last_accessed }] }
 */
export function readHairem(value: unknown, source: string): readonly ImportEntry[] {
  const tables = fieldsOf(value) ?? {};
  const [subjects, concepts, facts, beliefs, edges] = ['subject', 'concept', 'fact', 'BELIEVES', 'ABOUT'].map((name) =>
    rowsIn(tables[name]),
  );
  const names = new Map([...(subjects ?? []), ...(concepts ?? [])].map((row) => [row['id'], givenText(row['name'])]));
  const agents = new Set((beliefs ?? []).map((row) => row['in']));
  const isConcept = new Set((concepts ?? []).map((row) => row['id']));
  const things = [...names].flatMap(([id, name]) =>
    name === undefined || agents.has(id)
      ? []
      : [{ record: 'entity', id: entityId(id), name, type: isConcept.has(id) ? 'concept' : 'other' }],
  );
  const held = (facts ?? []).map((row) => {
    const content = givenText(row['content']);
    const own = (beliefs ?? []).filter((edge) => edge['out'] === row['id']);
    if (content === undefined || own.length === 0)
      return refused('a fact must have "content" and an agent that believes it');
    const fact = `fact:hairem-${keyOfParts(row['id'])}`;
    const provenance = { channel: 'import', source, trust: 0.6 };
    const about = (edges ?? []).filter((edge) => edge['in'] === row['id'] && names.get(edge['out']) !== undefined);
    return recordsEntry([
      { record: 'fact', id: fact, content, provenance },
      ...own.map((edge) => beliefOf(edge, fact, names.get(edge['in']) ?? String(edge['in']), provenance)),
      ...about.map(({ out }) => {
        const target = agents.has(out) ? `agent:${names.get(out)}` : entityId(out);
        return { record: 'about', fact, target };
      }),
    ]);
  });
  return [...things.map((thing) => recordsEntry([thing])), ...held];
}

function entityId(id: unknown): string {
  return `entity:hairem-${keyOfParts(id)}`;
}

function beliefOf(edge: FileFields, memory: string, agent: string, provenance: object): FileFields {
  const { strength, confidence, permanent } = edge;
  const times = present({
    reinforcedAt: givenTime(edge['last_reinforced']),
    lastAccessedAt: givenTime(edge['last_accessed']),
  });
  return { record: 'believes', agent, memory, strength, confidence, permanent, ...times, provenance };
}

/** Records of our own format: all of them, or the reason why one is refused. */
function recordsEntry(records: readonly FileFields[]): ImportEntry {
  const parts: TransferRecord[] = [];
  for (const fields of records) {
    const read = readRecord(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
    if ('refused' in read) return refused(read.refused);
    parts.push(...read.records);
  }
  return { kind: 'records', parts };
}
