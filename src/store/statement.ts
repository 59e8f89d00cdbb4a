/**
 * Every statement that reaches the engine, as constants; values come as bound parameters only.
 * Nothing is ever concatenated into SurrealQL, but what the two functions take.
 */
import { isEdgeName, tableNames } from '../domain/records.ts';
import { headSchema, metaSchema } from './schema.ts';

/** The namespace of every space, where none is named. */
export const defaultNamespace = 'madeleine';
const edgeNames = tableNames.filter(isEdgeName);

/** Makes sure that the namespace exists. */
export const defineNamespace = 'DEFINE NAMESPACE IF NOT EXISTS $name';
/** Makes sure that a space's database exists. */
export const defineSpace = 'DEFINE DATABASE IF NOT EXISTS $name';
/** The version record, which outlives every schema. */
export const defineMeta = metaSchema;
/** The version of a space's schema. */
export const readMeta = 'SELECT * FROM ONLY meta:space';
/**
 * Notes the version of a space's schema. Its keys and its birth are written once: they are read before, because within
 * UPSERT the fields of the record count as empty (measured).
 */
export const writeMeta = `
BEGIN;
LET $known = (SELECT * FROM ONLY meta:space);
UPSERT meta:space SET version = $version, space_key = $known.space_key ?? $space_key,
  created_at = $known.created_at ?? $at, tombstone_key = $known.tombstone_key ?? rand::string(64);
COMMIT;`;
/** Notes when the space was backed up. */
export const noteBackup = 'UPDATE meta:space SET backed_up_at = $at RETURN NONE';
/** Sets who gets what no call has shared. */
export const setSharing = 'UPDATE meta:space SET sharing = $sharing RETURN NONE';
/** Makes sure that the last commit can be asked for. */
export const defineHead = headSchema;
/** The last commit. */
export const headStatement = 'SELECT * FROM ONLY head:main';
/** The ids of a table and the last commit, at one moment. */
export const readIds =
  'RETURN { head: (SELECT * FROM ONLY head:main), ids: (SELECT VALUE id FROM type::table($table)) }';
/** Notes what a space counts, when a build has written it that counts nothing. */
export const writeTally = 'UPDATE head:main SET tally = $tally WHERE seq = $tally.seq RETURN NONE';
/**
 * Makes a user of a space who may only read. The engine takes no bound password.
 *
 * @param password - hexadecimal digits, made at random; nobody keeps it.
 */
export function defineReader(password: string): string {
  return `DEFINE USER OVERWRITE reader ON DATABASE PASSWORD "${password.replace(/[^0-9a-f]/g, '')}" ROLES VIEWER`;
}
/**
 * `$floats` of a query: bytes of 32-bit floats, little-endian, as an array of numbers. The engine has no function for it,
 * but reads CBOR: each float gets its mark, 250, and all of them the head of an array (measured: 0.4 to 1 ms a vector).
 */
const floatsOfBytes = `LET $floats = |$bytes: any| {
  IF $bytes IS NONE { RETURN NONE };
  LET $size = bytes::len($bytes) / 4;
  LET $columns = array::transpose(array::clump(array::reverse(<array> $bytes), 4));
  LET $marked = array::transpose(array::prepend($columns, array::repeat(250, $size)));
  LET $head = [153, math::floor($size / 256), $size % 256];
  RETURN array::reverse(encoding::cbor::decode(<bytes> array::concat($head, array::flatten($marked))));
};
`;
/**
 * The query of a space's owner.
 *
 * @param expression - as `readOnlyQuery` makes it
 * @param limit - a whole number of rows
 * @param timeoutMs - a whole number
 */
export function ownersQuery(expression: string, limit: number, timeoutMs: number): string {
  return `${floatsOfBytes}SELECT VALUE $this FROM (\n${expression}\n) LIMIT ${limit} TIMEOUT ${timeoutMs}ms`;
}
/** Records by id; a missing one answers nothing. */
export const readRecords = 'SELECT * FROM $ids';
/** A page of a table, in the order of ids. */
export const readPage = 'SELECT * FROM $range LIMIT $limit';
/** Every observation with its place in the order of writes, and whether no sleep has read it yet. */
export const observationPlaces = 'SELECT VALUE [id, position, consolidated_at IS NONE] FROM observation';
/** Every fact with its place in the order of writes. */
export const factPlaces = 'SELECT VALUE [id, position, true] FROM fact';
/** The spaces of a store. */
export const describeStore = 'INFO FOR NS';
/** The tables of a space. */
export const describeSpace = 'INFO FOR DB';
/** Puts rows that have their ids where these say. */
export const insertRows = 'INSERT $rows RETURN NONE';
/** The same for edges. */
export const insertEdges = 'INSERT RELATION $rows RETURN NONE';
/** Empties a table. */
export const clearTable = 'DELETE type::table($table) RETURN NONE';
/** How many rows each of some tables has, in one round trip: each costs a millisecond of processor time (measured). */
export const countRows =
  'RETURN $tables.map(|$table| (SELECT count() FROM type::table($table) GROUP ALL)[0].count ?? 0)';
/** Those of some tables that have rows. */
export const tablesInUse = 'RETURN $tables.filter(|$table| (SELECT VALUE id FROM type::table($table) LIMIT 1) != [])';
/** Facts that say the same. Key by key: of more than a few dozen keys with IN the engine reads the whole table (measured). */
export const factsByContent = 'RETURN array::flatten($keys.map(|$key| (SELECT * FROM fact WHERE content_key = $key)))';
/** Entities of the same folded name, key by key as well. */
export const entitiesByName = 'RETURN array::flatten($keys.map(|$key| (SELECT * FROM entity WHERE name_key = $key)))';
/** The edges of some memories that recall and its index read; `$keys` are their ids as texts. */
export const readEdges = `
SELECT VALUE <-believes.* FROM $ids;
SELECT VALUE ->mentions.* FROM $ids;
SELECT VALUE ->about.* FROM $ids;
RETURN $keys.map(|$key| (SELECT * FROM relates:[$key]..[$key, ..]));`;

/** Keeps full-text indexes of what memories say, for other programs that query a server; recall uses none. */
export const defineWordIndexes = `
DEFINE ANALYZER IF NOT EXISTS words TOKENIZERS class FILTERS lowercase, ascii, snowball(english);
DEFINE INDEX IF NOT EXISTS observation_words ON observation FIELDS content FULLTEXT ANALYZER words BM25;
DEFINE INDEX IF NOT EXISTS fact_words ON fact FIELDS content FULLTEXT ANALYZER words BM25;`;
/**
 * Keeps a view with the vectors of one length as arrays, and an HNSW index on it, for the same programs. Each length has
 * a view of its own, since the index refuses what is longer or shorter.
 *
 * @param dimension - a whole number
 */
export function defineVectorIndex(dimension: number): string {
  const view = `near_${Math.trunc(dimension)}`;
  return `
DEFINE TABLE IF NOT EXISTS ${view} AS SELECT memory, model,
  array::reverse(encoding::cbor::decode(<bytes> array::concat(
    [153, math::floor(bytes::len(vector) / 1024), (bytes::len(vector) / 4) % 256],
    array::flatten(array::transpose(array::prepend(
      array::transpose(array::clump(array::reverse(<array> vector), 4)),
      array::repeat(250, bytes::len(vector) / 4)
    )))
  ))) AS vector FROM embedding WHERE bytes::len(vector) = ${4 * Math.trunc(dimension)};
DEFINE INDEX IF NOT EXISTS ${view}_vector ON ${view} FIELDS vector HNSW DIMENSION ${Math.trunc(dimension)} DIST COSINE TYPE F32;`;
}
/** What hubs keep in common; it is no part of what is known, so no version of the schema has it. */
export const defineHubRecords = `
DEFINE TABLE IF NOT EXISTS hub_record SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS body ON hub_record TYPE string;
DEFINE FIELD IF NOT EXISTS made_at ON hub_record TYPE datetime;
DEFINE FIELD IF NOT EXISTS ends_at ON hub_record TYPE option<datetime>;`;
/** Writes a record of hubs; ended ones of all shelves go, and the oldest of its own beyond the most. */
export const putHubRecord = `
BEGIN;
UPSERT $id SET body = $body, made_at = time::now(), ends_at = $ends RETURN NONE;
DELETE hub_record WHERE ends_at != NONE AND ends_at < time::now() RETURN NONE;
IF $most != NONE {
  DELETE (SELECT id, made_at FROM hub_record:[$shelf]..[$shelf, ..] ORDER BY made_at DESC START $most).id RETURN NONE
};
COMMIT;`;
/** The keys of a shelf, in the order in which they were written. */
export const hubKeys =
  'RETURN (SELECT id, made_at FROM hub_record:[$shelf]..[$shelf, ..] ORDER BY made_at).map(|$one| record::id($one.id)[1])';
/** Takes a record of hubs away and answers it. */
export const takeHubRecord = 'DELETE $id RETURN BEFORE';
/** Asks whether anybody answers. */
export const ping = 'RETURN 1';

/** What some memories say, and who said it. */
export const readSaid = 'RETURN $ids.{id, content, speaker}';
/** The edges of each table that some nodes are an end of. */
export const readAround: Readonly<Record<string, string>> = Object.fromEntries(
  tableNames.filter(isEdgeName).map((name) => [name, `SELECT VALUE [->${name}.*, <-${name}.*] FROM $ids`]),
);
/** Which of some records are there, and the edges that go with some nodes. */
export const goneWith = `
SELECT VALUE id FROM $ids;
SELECT VALUE [${edgeNames.map((name) => `->${name}, <-${name}`).join(', ')}] FROM $nodes;`;
/** How many edges of each table begin and end at some nodes. */
export const countAround = `SELECT VALUE [${edgeNames
  .map((name) => `[array::len(->${name}), array::len(<-${name})]`)
  .join(', ')}] FROM $ids`;
/** The supports and contradictions of some memories, from either end. */
export const readLinks = `${readAround['supports']};\n${readAround['contradicts']};`;

/** The texts of some memories, and nothing else: a chain may have thousands. */
export const readContents = 'RETURN $ids.content';

/** What the nodes of a graph are called by: of tens of thousands of memories, so nothing else of them. */
export const readLabels = 'RETURN $ids.{content, topic}';

/** What every fact of the space is derived from, and who says so. */
export const readDerivationEnds = 'SELECT in, out, believer FROM derived_from';

/** Why some observations follow others. */
export const readReasonsToFollow = 'RETURN $follows.reason';

/** What some facts are derived from. */
export const readDerivations = 'SELECT VALUE ->derived_from.* FROM $ids';

/**
 * Some memories, some beliefs, what the memories mention and follow from, what superseded whom and some edges between thoughts:
 * all that a result shows.
 * One statement, because each costs about as much as reading ten records (measured).
 */
export const readWholeMemories = `RETURN {
  memories: $ids.*,
  believes: $beliefs.*,
  mentions: $ids->mentions.{in, out, surfaces, named: out.*},
  derived: $ids->derived_from.*,
  supersedes: [$ids<-supersedes.*, $ids->supersedes.*],
  follows: $follows.*
}`;

/** What is known of some memories beside what they say: some beliefs in them, their sources, and their successions. */
export const readReasons = `RETURN {
  believes: $beliefs.*,
  derived: $ids->derived_from.*,
  supersedes: [$ids->supersedes.*, $ids<-supersedes.*]
}`;

/** Fails while another process has reserved the next commit. */
const heedTurn =
  'LET $turn = (SELECT * FROM ONLY turn:main); IF $turn.until > time::now() AND $turn.holder != $holder { THROW "HEAD_MOVED" };';

/** Reserves the next commit for a process that others were faster than again and again; they wait for it so long. */
export const reserveTurn: string = [
  'BEGIN;',
  heedTurn,
  'UPSERT turn:main SET holder = $holder, until = time::now() + 3s RETURN NONE;',
  'COMMIT;',
].join('\n');

/**
 * Of an edge that is there already. Without it the embedded engine leaves such an edge as it is, and a server refuses
 * the commit; IGNORE would hide every other error there too (measured).
 */
const leaveAsItIs = 'ON DUPLICATE KEY UPDATE in = in';

/**
 * One transaction: inserts in the order of the tables and patches, then the head and the change log. It fails as a
 * whole when another writer moved the head. Few statements, because each costs about a tenth of a millisecond.
 */
export const commit: string = commitWith('', '');
/** The same for a space to which other processes write. */
export const commitShared: string = commitWith(heedTurn, 'DELETE turn:main WHERE holder = $holder RETURN NONE;');

function commitWith(before: string, after: string): string {
  return [
    'BEGIN;',
    'IF ((SELECT VALUE seq FROM ONLY head:main) ?? 0) != $expected { THROW "HEAD_MOVED" };',
    before,
    'INSERT $nodes RETURN NONE;',
    `INSERT RELATION $edges ${leaveAsItIs} RETURN NONE;`,
    'FOR $patch IN $patches { UPDATE $patch.id MERGE $patch.set RETURN NONE };',
    'DELETE $deletes RETURN NONE;',
    'UPSERT head:main SET seq = $seq, hash = $hash, tally = $tally RETURN NONE;',
    'CREATE ONLY $change CONTENT { hash: $hash, touched: $touched, at: $at, operation: $operation } RETURN NONE;',
    after,
    'COMMIT;',
  ].join('\n');
}
