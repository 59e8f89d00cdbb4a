/**
 * Reads what other memory systems keep: mem0, Graphiti and Zep, Elefante. Each format is one function that makes
 * facts, and observations where the system keeps what was said. Reads and checks; stores nothing.
 *
 * A fact has a key of its id and its words there, since those systems rewrite a memory in place: what was rewritten is
 * another fact. What is no longer so stays, with the time until which it was so.
 */
import { channelBounds, factKinds, knowledgeTypes, ringWithin, rings } from '../domain/vocabulary.ts';
import { groupBy, present } from '../domain/values.ts';
import {
  entityTypeOf,
  observationStatement,
  predicateInWords,
  relationStatement,
} from '../language/entity-statements.ts';
import {
  fieldsBut,
  fieldsOf,
  type FileFields,
  type ImportedBelief,
  type ImportedEntity,
  type ImportEntry,
  keptFrom,
  keyOfParts,
  refused,
  rowsIn,
  givenTime,
  givenText,
} from './import-item.ts';
import { observationEntry, type ChatTurn } from './read-chats.ts';

/** A fact as a format comes to it, before its times are checked. */
interface StoredFact extends Omit<ImportedBelief, 'id' | 'channel' | 'source' | 'validFrom' | 'validTo'> {
  /** What tells it from others in the same words. */
  readonly key: readonly unknown[];
  readonly since?: unknown;
  readonly until?: unknown;
}

/** A confidence of another system, as far as an import may claim it. */
export function importedConfidence(confidence: number): number {
  return Math.min(confidence, channelBounds.import.confidence);
}

/** The entry of a fact of another system. */
export function factEntry(format: string, { key, since, until, ...fact }: StoredFact, source: string): ImportEntry {
  const [validFrom, ended] = [givenTime(since), givenTime(until)];
  for (const [at, read] of [
    [since, validFrom],
    [until, ended],
  ]) {
    if (at !== undefined && at !== null && read === undefined) return refused(`its time must be ISO 8601, got ${at}`);
  }
  // Clocks of several machines may disagree: nothing ends before it begins.
  const validTo = validFrom !== undefined && ended !== undefined && ended < validFrom ? validFrom : ended;
  const id = `fact:${format}-${keyOfParts(...key, fact.content)}`;
  return { kind: 'beliefs', parts: [{ ...fact, id, channel: 'import', source, ...present({ validFrom, validTo }) }] };
}

/** Whether a text speaks of the user by that word, so that the name need not stand before it. */
const speaksOfUser = /\b(?:the )?user(?:'s)?\b/i;

/**
 * What `get_all` of mem0 gives (`MemoryItem`), or an export of its platform: an array, or an object
 * with `results` or `memories`, and perhaps the `relations` of its graph.
 *
 *   { results: [{ id, memory, user_id, agent_id, actor_id, role, metadata, categories, created_at, updated_at,
 *      expiration_date }], relations: [{ source, relationship, target }] }
 *
 * Its package for Node writes `createdAt`, and the rest as here.
 */
export function readMem0(value: unknown, source: string): readonly ImportEntry[] {
  const { results, memories, relations } = fieldsOf(value) ?? {};
  const facts = rowsIn(results ?? memories ?? value).map((row) => {
    const memory = givenText(row['memory']);
    if (memory === undefined) return refused('it must be an object with "memory"');
    const owner = ownerOf(row);
    const content = owner === undefined || speaksOfUser.test(memory) ? memory : observationStatement(owner, memory);
    const about: readonly ImportedEntity[] = owner === undefined ? [] : [{ name: owner, type: 'person' }];
    const times = { since: row['created_at'] ?? row['createdAt'], until: endOfDay(row['expiration_date']) };
    const metadata = fieldsOf(row['metadata']) ?? {};
    const kept = keptFrom(metadata['tags'] ?? row['categories'], {
      ...fieldsBut(metadata, tagsAlone),
      ...fieldsBut(row, toldByMem0Fact),
    });
    return factEntry('mem0', { key: [row['id']], content, about, ...times, ...kept }, source);
  });
  return [...facts, ...rowsIn(relations).map((row) => relationEntry('mem0', row, source))];
}

const tagsAlone = new Set(['tags']);

/** Fields of a memory of mem0 that a fact has otherwise, or that only mem0 needs. */
const toldByMem0Fact = new Set(
  'id memory hash score metadata categories user_id created_at createdAt expiration_date'.split(' '),
);

/** When a day is over: mem0 keeps a memory until the end of its last day. */
function endOfDay(day: unknown): unknown {
  const start = typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? givenTime(day) : undefined;
  return start === undefined ? day : new Date(start.getTime() + 86_400_000).toISOString();
}

/** Whose words a memory of mem0 is: a message that was kept as it was names who said it. */
function ownerOf(row: FileFields): string | undefined {
  const [actor, agent, user] = [row['actor_id'], row['agent_id'], row['user_id']].map(givenText);
  return actor ?? (row['role'] === 'assistant' ? (agent ?? 'assistant') : (user ?? agent));
}

function relationEntry(format: string, row: FileFields, source: string): ImportEntry {
  const [from, type, to] = [row['source'], row['relationship'], row['target'] ?? row['destination']].map(givenText);
  if (from === undefined || type === undefined || to === undefined) {
    return refused('a relation must have "source", "relationship" and "target"');
  }
  const ends: readonly ImportedEntity[] = [from, to].map((name) => ({ name, type: 'other' }));
  const content = relationStatement(from, type, to);
  return factEntry(format, { key: [], content, title: type, about: ends, ...relationOf(ends, type) }, source);
}

function relationOf(ends: readonly ImportedEntity[], type: string): Pick<ImportedBelief, 'relation'> {
  const [from, to] = ends;
  const predicate = predicateInWords(type);
  return from === undefined || to === undefined || from.name === to.name ? {} : { relation: { from, predicate, to } };
}

/** Sources of an episode that a fact names, at most: as many as `believe` takes. */
const maxSources = 64;

/**
 * Episodes, entities and facts of Graphiti (`EpisodicNode`, `EntityNode` and `EntityEdge` as JSON) or
 * Zep, as `graph.search` groups them. `facts` and `entities` are read as `edges` and `nodes`. A fact that was invalidated
 * was so until then. Summaries repeat the facts and are left out.
 *
 *   { episodes: [{ uuid, content, source, valid_at }], nodes: [{ uuid, name, labels, attributes }],
 *     edges: [{ uuid, name, fact, source_node_uuid, target_node_uuid, episodes, valid_at, invalid_at, expired_at,
 *      attributes }] }
 */
export function readGraphiti(value: unknown, source: string): readonly ImportEntry[] {
  const { episodes, nodes, entities, edges, facts } = fieldsOf(value) ?? {};
  const said = rowsIn(episodes);
  const known = new Set<unknown>(said.filter((row) => givenText(row['content'])).map((row) => row['uuid']));
  const things = rowsIn(nodes ?? entities);
  const byId = new Map(things.map((row) => [row['uuid'], entityIn(row)]));
  const endsOf = (edge: FileFields): readonly ImportedEntity[] =>
    [edge['source_node_uuid'], edge['target_node_uuid']].flatMap((id) => byId.get(id) ?? []);
  const told = rowsIn(edges ?? facts);
  const citing = groupBy(
    told.flatMap((edge) => listOfIds(edge['episodes']).map((id) => ({ id, edge }))),
    ({ id }): unknown => id,
  );
  const observations = said.map((row) => {
    const turn = {
      id: `graphiti-${givenText(row['uuid']) ?? keyOfParts(row)}`,
      session: `graphiti-${givenText(row['session_id']) ?? givenText(row['group_id']) ?? 'graph'}`,
      at: row['valid_at'] ?? row['created_at'],
      entities: [...new Set((citing.get(row['uuid']) ?? []).flatMap(({ edge }) => endsOf(edge)))],
      ...spokenIn(row),
      ...keptFrom([], {
        name: row['name'],
        source_description: row['source_description'],
        ...fieldsOf(row['episode_metadata']),
      }),
    };
    return observationEntry(turn, source);
  });
  const held = told.map((row) => {
    const content = givenText(row['fact']);
    if (content === undefined) return refused('an edge must have "fact"');
    const about = endsOf(row);
    const from = listOfIds(row['episodes']).filter((id) => known.has(id));
    const derivedFrom = from.slice(0, maxSources).map((id) => `observation:graphiti-${id}`);
    const fact = {
      key: [row['uuid']],
      content,
      about,
      since: row['valid_at'],
      until: row['invalid_at'] ?? row['expired_at'],
      ...relationOf(about, givenText(row['name']) ?? 'relates to'),
      ...(derivedFrom.length === 0 ? {} : { derivedFrom }),
      ...keptFrom([], fieldsOf(row['attributes']) ?? {}),
    };
    return factEntry('graphiti', fact, source);
  });
  return [...observations, ...held, ...things.flatMap((row) => attributeEntries(row, source))];
}

/** How an episode of messages names who speaks: `Ann: words`, `Ann(user): words` or `(assistant): words`. */
const spokenLine = /^(?!:)([^:()\n]{0,60}?)[ \t]*(?:\((user|assistant)\))?:[ \t]+(?=\S)/u;

/** Who speaks in an episode, and what. What several say is a text of its own that nobody says. */
function spokenIn(row: FileFields): Pick<ChatTurn, 'role' | 'text' | 'isDocument' | 'name'> {
  const text = givenText(row['content']) ?? '';
  const speaker = givenText(row['role']);
  const role = row['role_type'] === 'assistant' ? 'assistant' : 'user';
  const isDocument = row['source'] !== undefined && row['source'] !== 'message';
  if (speaker !== undefined || row['source'] !== 'message')
    return { role, text, isDocument, ...present({ name: speaker }) };
  const turns = text.split('\n').filter((line) => spokenLine.test(line));
  const [prefix, name, kind] = spokenLine.exec(text) ?? [];
  if (prefix === undefined || turns.length > 1) return { role, text, isDocument: turns.length > 1 };
  return { role: kind ?? role, text: text.slice(prefix.length), ...present({ name: givenText(name) }) };
}

/** What the fields of a node's own type say of it. */
function attributeEntries(row: FileFields, source: string): readonly ImportEntry[] {
  const about = entityIn(row);
  const [entity] = about;
  if (entity === undefined) return [];
  return Object.entries(fieldsOf(row['attributes']) ?? {}).flatMap(([name, value]) => {
    if (!['string', 'number', 'boolean'].includes(typeof value) || value === '') return [];
    const content = observationStatement(entity.name, `${predicateInWords(name)}: ${value}`);
    return [factEntry('graphiti', { key: [row['uuid']], content, about }, source)];
  });
}

function listOfIds(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}

function entityIn(row: FileFields): readonly ImportedEntity[] {
  const name = givenText(row['name']);
  const labels = Array.isArray(row['labels']) ? row['labels'].filter((label) => label !== 'Entity') : [];
  return name === undefined ? [] : [{ name, type: entityTypeOf(String(labels[0] ?? 'other')) }];
}

/**
 * The memories of Elefante (`memories` of `export_all_memories_json.py`), or what `get` of its Chroma collection
 * gives. Its taxonomy is ours. A memory that another took the place of was so until that was made.
 *
 *   { memories: [{ id, content, metadata: { layer, sublayer, domain, importance, created_at, ... } }] }
 *   { ids: [id], documents: [content], metadatas: [metadata] }
 */
export function readElefante(value: unknown, source: string): readonly ImportEntry[] {
  const file = fieldsOf(value) ?? {};
  const rows = Array.isArray(file['ids']) ? columnsAsRows(file) : rowsIn(file['memories']);
  const madeAt = new Map(rows.map((row) => [row['id'], fieldsOf(row['metadata'])?.['created_at']]));
  return rows.map((row) => {
    const content = givenText(row['content']);
    if (content === undefined) return refused('a memory must have "content"');
    const metadata = fieldsOf(row['metadata']) ?? {};
    const { importance, confidence, project } = metadata;
    const isOver = [metadata['deprecated'], metadata['archived']].includes(true);
    const area = givenText(metadata['domain']);
    const details = present({
      kind: factKinds.find((kind) => kind === `${metadata['layer']}.${metadata['sublayer']}`),
      knowledgeType: knowledgeTypes.find((type) => type === metadata['knowledge_type']),
      ring: rings.find((ring) => ring === metadata['ring'] && ringWithin(ring, 'import') === ring),
      title: givenText(metadata['title']),
      topic: givenText(metadata['topic']),
      domain: area === 'project' ? projectDomain(project) : areas.find((one) => one === area),
      importance: typeof importance === 'number' ? Math.min(importance, channelBounds.import.importance) : undefined,
      confidence: typeof confidence === 'number' ? importedConfidence(confidence) : undefined,
    });
    const until = madeAt.get(metadata['superseded_by_id']) ?? (isOver ? metadata['last_modified'] : undefined);
    const times = { since: metadata['created_at'] ?? metadata['timestamp'], until };
    const kept = keptFrom(metadata['tags'], fieldsBut(metadata, toldByElefanteFact));
    return factEntry('elefante', { key: [row['id']], content, about: [], ...details, ...times, ...kept }, source);
  });
}

/** Fields of Elefante's metadata that a fact has otherwise. */
const toldByElefanteFact = new Set(
  'layer sublayer knowledge_type ring title topic domain project importance confidence tags created_at timestamp'.split(
    ' ',
  ),
);

const areas = ['work', 'personal', 'learning', 'reference', 'system'] as const;

function projectDomain(project: unknown): `project:${string}` | undefined {
  const name = givenText(project);
  return name === undefined ? undefined : `project:${name}`;
}

function columnsAsRows({ ids, documents, metadatas }: FileFields): readonly FileFields[] {
  const at = (column: unknown, index: number): unknown => (Array.isArray(column) ? column[index] : undefined);
  return (Array.isArray(ids) ? ids : []).map((id: unknown, index) => ({
    id,
    content: at(documents, index),
    metadata: at(metadatas, index),
  }));
}
