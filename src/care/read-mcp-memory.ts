/**
 * Reads the memory file of the official MCP memory server, line by line. Reads and checks; stores
 * nothing.
 *
 *   { "type": "entity", "name", "entityType", "observations": [text, ...] }
 *   { "type": "relation", "from", "to", "relationType" }
 *
 * An observation there is what we call a fact, and so is what type an entity is of; the sentences in which they are
 * held are those of `entity-statements.ts`, which the tools of that server's names read back.
 */
import { z } from 'zod';
import { MadeleineError } from '../domain/errors.ts';
import { checked, maxContentLength, text } from '../domain/input.ts';
import {
  entityTypeOf,
  observationStatement,
  predicateInWords,
  relationStatement,
  typeStatement,
} from '../language/entity-statements.ts';
import type { EntityType } from '../domain/records.ts';
import { type ImportedBelief, type ImportedEntity, type ImportedRelation, keyOfParts } from './import-item.ts';
import { parseObject } from './read-ndjson.ts';

/** What a line holds, or why it is refused. */
export type McpMemoryLine = { readonly beliefs: readonly ImportedBelief[] } | { readonly refused: string };

/** As long as the write path lets names be. */
const name = text(512);

const entitySchema = z.strictObject({
  type: z.literal('entity'),
  name,
  entityType: z.string({ error: 'must be a string' }).max(256),
  // Room for the name before the text. The server also takes blank observations, which say nothing.
  observations: z.preprocess(withoutBlanks, z.array(text(maxContentLength - 600))),
});

const relationSchema = z.strictObject({
  type: z.literal('relation'),
  from: name,
  to: name,
  relationType: name,
});

/**
 * Reads one line. Never throws.
 *
 * @param typesByName - the types of the entities of earlier lines; an entity's line adds its own.
 */
export function readMcpMemoryLine(
  line: string,
  source: string,
  typesByName: Map<string, EntityType> = new Map(),
): McpMemoryLine {
  if (line.trim() === '') return { beliefs: [] };
  const value = parseObject(line);
  if (typeof value === 'string') return { refused: value };
  try {
    if (value['type'] === 'entity') return readEntity(checked('entity', entitySchema, value), source, typesByName);
    if (value['type'] === 'relation')
      return readRelation(checked('relation', relationSchema, value), source, typesByName);
    return { refused: `"type" must be entity or relation, got ${JSON.stringify(value['type']) ?? 'nothing'}` };
  } catch (error) {
    if (error instanceof MadeleineError) return { refused: error.message.replace(/\.$/, '') };
    throw error;
  }
}

function withoutBlanks(given: unknown): unknown {
  return Array.isArray(given) ? given.filter((item) => typeof item !== 'string' || item.trim() !== '') : given;
}

function readEntity(
  { name, entityType, observations }: z.infer<typeof entitySchema>,
  source: string,
  typesByName: Map<string, EntityType>,
): McpMemoryLine {
  const entity: ImportedEntity = { name, type: entityTypeOf(entityType) };
  typesByName.set(name, entity.type);
  const said = [
    typeStatement(name, entityType),
    ...observations.map((observation) => observationStatement(name, observation)),
  ];
  return { beliefs: said.map((content) => belief(content, [entity], source)) };
}

function readRelation(
  { from, to, relationType }: z.infer<typeof relationSchema>,
  source: string,
  typesByName: ReadonlyMap<string, EntityType>,
): McpMemoryLine {
  const ends = [from, to].map((name): ImportedEntity => ({ name, type: typesByName.get(name) ?? 'other' }));
  const [subject, object] = ends as [ImportedEntity, ImportedEntity];
  const relation: ImportedRelation = { from: subject, predicate: predicateInWords(relationType), to: object };
  const stated = belief(relationStatement(from, relationType, to), ends, source);
  return { beliefs: [{ ...stated, title: relationType, relation }] };
}

function belief(content: string, about: readonly ImportedEntity[], source: string): ImportedBelief {
  const subject = about.map((entity) => entity.name);
  return { id: `fact:mcp-${keyOfParts(subject, content)}`, content, about, channel: 'import', source };
}
