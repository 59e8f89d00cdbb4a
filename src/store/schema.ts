/** The schema of a space, made from the one table of records, and the tables of the ledger itself. */
import type { Field, RecordFields, Table } from '../domain/field.ts';
import { tables } from '../domain/records.ts';

/** The head, which every build can read. */
export const headSchema = `
DEFINE TABLE IF NOT EXISTS head SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS seq ON head TYPE int;
DEFINE FIELD IF NOT EXISTS hash ON head TYPE string;
DEFINE FIELD IF NOT EXISTS tally ON head TYPE option<object> FLEXIBLE;`;

/** The version record and the head, which outlive every schema. */
export const metaSchema = `
BEGIN;
DEFINE TABLE IF NOT EXISTS meta SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS version ON meta TYPE int;
DEFINE FIELD IF NOT EXISTS space_key ON meta TYPE string;
DEFINE FIELD IF NOT EXISTS created_at ON meta TYPE datetime;
DEFINE FIELD IF NOT EXISTS tombstone_key ON meta TYPE option<string>;
DEFINE FIELD IF NOT EXISTS backed_up_at ON meta TYPE option<datetime>;
DEFINE FIELD IF NOT EXISTS sharing ON meta TYPE option<string>;
${headSchema}
COMMIT;`;

/** What many processes on one server need: a commit that is told from every other, and who has the next turn. */
export const sharedSchema = `
DEFINE FIELD IF NOT EXISTS operation ON change TYPE option<string>;
DEFINE TABLE IF NOT EXISTS turn SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS holder ON turn TYPE string;
DEFINE FIELD IF NOT EXISTS until ON turn TYPE datetime;`;

/** What later versions added to the records of the first one, by table. */
export const addedSchema: string = [
  ...definitionsIn(tables.observation, ['givenEmbedding']),
  ...definitionsIn(tables.fact, ['givenEmbedding']),
  ...definitionsIn(tables.believes, ['tags', 'metadata']),
  ...definitionsIn(tables.embedding, ['tokens']),
].join('\n');

/** What the next version added. */
export const placedSchema: string = definitionsIn(tables.believes, ['position']).join('\n');

/** The change log. */
const logSchema = `
DEFINE TABLE IF NOT EXISTS change SCHEMAFULL;
DEFINE FIELD IF NOT EXISTS hash ON change TYPE string;
DEFINE FIELD IF NOT EXISTS touched ON change TYPE array<string>;
DEFINE FIELD IF NOT EXISTS at ON change TYPE datetime;
${sharedSchema}`;

/** Everything that a new space defines, whole or not at all; it may run again. */
export const schema: string = ['BEGIN;', ...Object.values(tables).map(definitionOf), logSchema, 'COMMIT;'].join('\n');

/** The column of a field: `in` and `out` for the ends of an edge, otherwise its name in snake_case. */
export function columnOf(field: string, ends?: Table['ends']): string {
  if (field === ends?.[0]) return 'in';
  if (field === ends?.[1]) return 'out';
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function definitionOf(table: Table): string {
  const [from, to] = (table.ends ?? []).map((end) => table.fields[end]?.tables?.join(' | '));
  const kind = table.ends === undefined ? '' : ` TYPE RELATION IN ${from} OUT ${to} ENFORCED`;
  return [`DEFINE TABLE IF NOT EXISTS ${table.name}${kind} SCHEMAFULL;`, ...fieldsOf(table)].join('\n');
}

function definitionsIn(table: Table, names: readonly string[]): string[] {
  return [...fieldsOf(table, names)];
}

function* fieldsOf(table: Table, names: readonly string[] = Object.keys(table.fields)): Generator<string> {
  for (const [name, field] of Object.entries(table.fields)) {
    if (!names.includes(name) || name === 'id' || table.ends?.includes(name)) continue;
    const column = columnOf(name, table.ends);
    yield* define(table.name, column, field, false);
    if (field.index !== undefined) yield `DEFINE INDEX IF NOT EXISTS ${field.index} ON ${table.name} FIELDS ${column};`;
  }
}

/** Defines a field with those inside it; what lies in an object that may be missing may be missing too. */
function* define(table: string, path: string, field: Field, inOptional: boolean): Generator<string> {
  const isOptional = inOptional || field.presence === 'optional';
  const type = isOptional ? `option<${field.type}>` : field.type;
  const clause = field.clause === undefined ? '' : ` ${field.clause}`;
  yield `DEFINE FIELD IF NOT EXISTS ${path} ON ${table} TYPE ${type}${clause};`;
  const isList = field.type.startsWith('array');
  const inner: RecordFields = field.fields ?? {};
  for (const [name, one] of Object.entries(inner)) {
    const column = field.kept === 'rows' ? columnOf(name) : name;
    yield* define(table, `${path}${isList ? '.*' : ''}.${column}`, one, isOptional && !isList);
  }
}
