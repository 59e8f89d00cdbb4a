/**
 * Decides whether a text is a query that only reads, and makes of it what the engine is to run. It works by an
 * allow list: each word must be one of a SELECT, a table or a column of the records, a name that the query gives, or a
 * function without effects. So a statement that writes has no word here, and no engine's parser is trusted with that.
 *
 *   text -> tokens -> each is known -> BELIEVES becomes believes, `vector` becomes an array where that is asked for
 *
 * It is one wall of three. The session that runs the query may only read, and the engine has no network, scripts or
 * functions that wait.
 */
import { InvalidArgumentError } from '../domain/errors.ts';
import type { Field, Table } from '../domain/field.ts';
import { isEdgeName, type TableName, tableNames, tables } from '../domain/records.ts';
import { columnOf } from './schema.ts';

/** The tables that a query may read: all records but what is kept of the forgotten and what undoes an operation. */
export const queriedTables: readonly TableName[] = tableNames.filter((name) => name !== 'tombstone' && name !== 'undo');

/** A column of a table. */
export interface QueriedColumn {
  /** As the store names it; `in` and `out` are the ends of an edge. */
  readonly column: string;
  /** As the record names it. */
  readonly key: string;
  readonly field: Field;
}

/** The columns of a table, but for `id`. */
export function columnsOfTable(name: TableName): readonly QueriedColumn[] {
  const { fields, ends }: Table = tables[name];
  const columns = Object.entries(fields).map(([key, field]) => ({ column: columnOf(key, ends), key, field }));
  return columns.filter(({ key }) => key !== 'id');
}

/** The longest text of a query, in UTF-16 code units. */
export const maxQueryLength = 10_000;
const deepestNesting = 32;

const keywords = wordSet(`
  select value from only where and or not in inside notinside allinside anyinside noneinside outside intersects
  contains containsnot containsall containsany containsnone is as order by asc desc collate numeric rand group all
  limit start split on fetch omit with noindex index null none true false if then else end
  int float number string bool array set datetime duration decimal collect path inclusive`);

/** Words that no name in a query may be: what begins a statement, names what a query must not read, or casts to a record. */
const refusedNames = wordSet(`
  access alter analyze begin break cancel commit continue create define delete explain export fn for function grant import
  info insert into kill let live option purge rebuild record relate remove return revoke show sleep throw timeout
  transaction update upsert use
  meta head change tombstone undo __proto__ constructor prototype`);

/** Parameters of the engine that tell of its session. */
const refusedParameters = wordSet('access auth session token before after event input request');

/** Functions without effects. Those that make much of little are left out. */
const functionPattern =
  /^(?:count|not|rand|(?!array::(?:combine|range|repeat)|string::repeat)(?:array|bytes|duration|math|object|parse|set|string|time|value|vector)(?:::[a-z_0-9]+)+|encoding::base64::(?:en|de)code|meta::id|record::(?:id|tb|exists)|search::(?:score|highlight)|type::(?:bool|datetime|decimal|duration|float|int|number|string|is_[a-z]+|is::[a-z]+))$/;
const methods = wordSet(
  'abs ceil chars contains distinct first flatten floor id is_none join keys last len lowercase max mean min round slice some sort split starts_with ends_with sum table trim uppercase values',
);

const tokenPattern = new RegExp(
  [
    String.raw`(?<space>[ \t\r\n]+)`,
    String.raw`(?<string>'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|[du](?:'[^'\\]*'|"[^"\\]*"))`,
    String.raw`(?<parameter>\$[A-Za-z_]\w*)`,
    String.raw`(?<path>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+)`,
    String.raw`(?<key>(?:⟨[^⟩\\]*⟩|\x60[^\x60\\]*\x60))`,
    String.raw`(?<number>\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?[A-Za-zµ\d]*)`,
    String.raw`(?<word>[A-Za-z_]\w*)`,
    String.raw`(?<mark><->|->|<-|<\||\|>|\.\.\.|>?\.\.=?|[=!<>?*]=|&&|\|\||\?\?|\?[:.]|\*\*|@\d*@|[()[\]{},.:<>=!?+*%@;/-])`,
  ].join('|'),
  'uy',
);

const kinds = ['string', 'parameter', 'path', 'key', 'number', 'word', 'mark'] as const;

interface Token {
  readonly kind: (typeof kinds)[number];
  readonly text: string;
  /** Where it begins in the text, from 0. */
  readonly at: number;
}

/** What a query may name beside the words that are known. */
export interface QueryNames {
  /** The names of bound values, without `$`. */
  readonly bindings: readonly string[];
  /** Whether `vector` is an array of numbers. */
  readonly vectors: boolean;
}

/**
 * The expression that a query is, as the engine takes it: a SELECT in parentheses, or what follows RETURN.
 *
 * @throws {InvalidArgumentError} naming what a query may not have.
 */
export function readOnlyQuery(text: string, { bindings, vectors }: QueryNames): string {
  const tokens = tokensOf(text);
  if (tokens.at(-1)?.text === ';') tokens.pop();
  const [first] = tokens;
  const begin = first?.kind === 'word' ? first.text.toLowerCase() : '';
  if (begin !== 'select' && begin !== 'return') throw refused(text, first, 'begins no SELECT and no RETURN');
  const body = begin === 'return' ? tokens.slice(1) : tokens;
  const checker = new QueryChecker(text, body, new Set([...bindings, 'this', 'parent']));
  const parts = body.map(({ at, text: said }, index) => {
    checker.check(index);
    const before = body[index - 1];
    const gap = before === undefined ? '' : text.slice(before.at + before.text.length, at);
    return gap + (checker.isNamed(index) ? said : asEngineTakes(body, index, vectors));
  });
  checker.end();
  return parts.join('');
}

/** Each token with what stands around it. */
class QueryChecker {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #parameters: ReadonlySet<string>;
  /** Names that the query gives to columns and to fields of objects. */
  readonly #names: ReadonlySet<string>;
  readonly #open: string[] = [];

  constructor(text: string, tokens: readonly Token[], parameters: ReadonlySet<string>) {
    this.#text = text;
    this.#tokens = tokens;
    this.#parameters = parameters;
    this.#names = new Set(tokens.flatMap(({ text: name }, index) => (this.isNamed(index) ? [name] : [])));
  }

  check(index: number): void {
    const token = this.#tokens[index]!;
    const { kind, text } = token;
    if (kind === 'mark') this.#checkMark(token, index);
    if (kind === 'word') this.#checkWord(token, index);
    if (kind === 'path' && !functionPattern.test(text)) throw this.#refused(token, 'is no function of a query');
    if (kind === 'parameter') {
      const name = text.slice(1);
      if (refusedParameters.has(name)) throw this.#refused(token, 'is no parameter of a query');
      if (!this.#parameters.has(name)) throw this.#refused(token, 'is bound to nothing; give it in "bindings"');
    }
    if (kind === 'key' && !/^(?::|>?\.\.=?)$/.test(this.#around(index, -1)))
      throw this.#refused(token, 'stands where no key of a record does');
  }

  /** @throws {InvalidArgumentError} when a bracket is still open. */
  end(): void {
    const last = this.#tokens.at(-1);
    if (this.#open.length > 0) throw this.#refused(last, `leaves "${this.#open.at(-1)}" open`);
    if (last === undefined) throw this.#refused(last, 'ends before it says anything');
  }

  /** Whether the query gives this name: after AS, or as a field of an object. */
  isNamed(index: number): boolean {
    const token = this.#tokens[index];
    if (token?.kind !== 'word') return false;
    if (this.#around(index, -1).toLowerCase() === 'as') return true;
    if (this.#around(index, 1) !== ':' || !/^[{,]$/.test(this.#around(index, -1))) return false;
    return this.#tokens[openedBefore(this.#tokens, index)]?.text === '{';
  }

  #checkMark(token: Token, index: number): void {
    const { text } = token;
    if (text === ';') throw this.#refused(token, 'begins a second statement; send one at a time');
    // In front of a value it begins a regular expression, which could hide anything.
    if (text === '/' && !/^(?:\)|\]|[\d.]+)$/.test(this.#around(index, -1)))
      throw this.#refused(token, 'divides no value in parentheses; write (a) / b');
    if (text === ':' && !this.isNamed(index - 1) && !this.#isRecord(index))
      throw this.#refused(token, 'stands behind no table; a record is fact:KEY, without spaces');
    if (/^[([{]$/.test(text)) this.#open.push(text);
    if (this.#open.length > deepestNesting) throw this.#refused(token, `nests deeper than ${deepestNesting}`);
    if (!/^[)\]}]$/.test(text)) return;
    const opened = this.#open.pop();
    if (opened === undefined || '([{'.indexOf(opened) !== ')]}'.indexOf(text))
      throw this.#refused(token, 'closes what is not open');
  }

  #checkWord(token: Token, index: number): void {
    const { text } = token;
    const lower = text.toLowerCase();
    const before = this.#around(index, -1);
    // The key of a record, such as lisa in agent:lisa.
    if (before === ':' && !this.isNamed(index - 2)) return;
    if (refusedNames.has(lower)) throw this.#refused(token, 'is no word of a query, which only reads');
    if (this.isNamed(index)) {
      if (keywords.has(lower)) throw this.#refused(token, 'is a word of SurrealQL; choose another name');
      return;
    }
    if (before === '.' && this.#around(index, 1) === '(') {
      if (!methods.has(text)) throw this.#refused(token, 'is no method of a query');
    } else if (this.#around(index, 1) === '(' && !keywords.has(lower)) {
      if (!functionPattern.test(text)) throw this.#refused(token, 'is no function of a query');
    } else if (!keywords.has(lower) && !this.#isTable(index) && !columnNames.has(text) && !this.#names.has(text))
      throw this.#refused(token, 'is no table, column or word of a query');
  }

  /** Whether a colon stands between a table and a key, which touch it. */
  #isRecord(colon: number): boolean {
    const [table, { at }, key] = [this.#tokens[colon - 1], this.#tokens[colon]!, this.#tokens[colon + 1]];
    return this.#isTable(colon - 1) && table!.at + table!.text.length === at && key?.at === at + 1;
  }

  #isTable(index: number): boolean {
    const token = this.#tokens[index];
    return token?.kind === 'word' && tableOf(token.text) !== undefined;
  }

  #around(index: number, step: number): string {
    return this.#tokens[index + step]?.text ?? '';
  }

  #refused(token: Token | undefined, rule: string): InvalidArgumentError {
    return refused(this.#text, token, rule);
  }
}

const columnNames: ReadonlySet<string> = new Set([
  'id',
  ...queriedTables.flatMap((name) => [
    ...(isEdgeName(name) ? ['in', 'out'] : []),
    ...columnsOfTable(name).flatMap(({ column, field }) => [column, ...innerNames(field)]),
  ]),
]);

/** The names inside a field that is an object or a list of objects, as the store writes them. */
function innerNames({ fields = {}, kept }: Field): readonly string[] {
  return Object.keys(fields).map((name) => (kept === 'rows' ? columnOf(name) : name));
}

/** The table of a word: its name, or its name in capitals as the published designs write edges. */
function tableOf(word: string): TableName | undefined {
  return queriedTables.find((name) => name === word || name.toUpperCase() === word);
}

function asEngineTakes(tokens: readonly Token[], index: number, vectors: boolean): string {
  const { kind, text } = tokens[index]!;
  const before = tokens[index - 1]?.text ?? '';
  if (kind !== 'word' || before === '.' || before === ':') return text;
  if (vectors && text === 'vector') {
    const after = tokens[index + 1]?.text ?? '';
    const opened = openedBefore(tokens, index);
    // Within brackets that hold no SELECT it is an argument, or an item of a list.
    const isInSelect = opened < 0 || /^select$/i.test(tokens[opened + 1]?.text ?? '');
    const isColumn = isInSelect && /^(?:select|,)$/i.test(before) && /^(?:from|,)$/i.test(after);
    return isColumn ? '$floats(vector) AS vector' : '$floats(vector)';
  }
  return keywords.has(text.toLowerCase()) ? text : (tableOf(text) ?? text);
}

/** Where the innermost bracket around a token opens; -1 where none does. */
function openedBefore(tokens: readonly Token[], index: number): number {
  let depth = 0;
  for (let at = index - 1; at >= 0; at -= 1) {
    const { text, kind } = tokens[at]!;
    if (kind !== 'mark') continue;
    if (/^[)\]}]$/.test(text)) depth += 1;
    else if (/^[([{]$/.test(text) && depth === 0) return at;
    else if (/^[([{]$/.test(text)) depth -= 1;
  }
  return -1;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const at = tokenPattern.lastIndex;
    const groups = tokenPattern.exec(text)?.groups ?? {};
    if (groups['space'] !== undefined) continue;
    const kind = kinds.find((one) => groups[one] !== undefined);
    const token = { kind: kind ?? 'mark', text: groups[kind ?? ''] ?? text.slice(at, at + 12), at };
    if (kind === undefined) throw refused(text, token, 'is nothing that a query may have');
    const next = text.charAt(tokenPattern.lastIndex);
    if (/^(?:--|\/[/*])/.test(text.slice(at, at + 2)) || (token.text.endsWith('-') && next === '-'))
      throw refused(text, token, 'begins a comment; leave it out');
    if (kind === 'word' && /['"⟨`]/.test(next)) throw refused(text, token, 'stands before a quotation mark');
    tokens.push(token);
  }
  return tokens;
}

function refused(text: string, token: Token | undefined, rule: string): InvalidArgumentError {
  const shown = token === undefined ? 'the text' : JSON.stringify(token.text);
  const line = text.slice(0, token?.at ?? 0).split('\n').length;
  const where =
    token === undefined ? '' : ` (line ${line}, character ${token.at - text.lastIndexOf('\n', token.at - 1)})`;
  const message = `query: ${shown}${where} ${rule}; docs/schema.md has what a query may read.`;
  return new InvalidArgumentError('INVALID_ARGUMENT', message, {
    details: { option: 'sql', rule, at: token?.at ?? 0 },
  });
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}
