/**
 * The ledger of one space: everything that is known, durable and transactional. Owns the writer
 * queue, the head, the change log and the high-water mark. It decides nothing about memories:
 * what a write means is the business of the layers above.
 */
import { join } from 'node:path';
import { BoundExcluded, type DateTime, RecordId, RecordIdRange } from 'surrealdb';
import { InternalError, UnavailableError } from '../domain/errors.ts';
import type { NewId } from '../domain/ids.ts';
import type {
  About,
  Belief,
  CoActivated,
  DerivedFrom,
  Entity,
  Fact,
  Link,
  Memory,
  Mention,
  Supersedes,
} from '../domain/records.ts';
import type { Clock } from '../domain/time.ts';
import { fromRow, idText, moment, type Row, recordId, type Table, toFields, toRow } from './codec.ts';
import type { Change, Head } from './change.ts';
import { commitHash } from './commit-hash.ts';
import type { Database, SpaceDatabase } from './database.ts';
import { HighWaterMark } from './high-water-mark.ts';
import { type LedgerEdge, type LedgerPatch, type LedgerWrite, touchedIds } from './ledger-write.ts';
import { migrate, type SpaceMeta } from './migrate.ts';
import type { SpaceUse } from './space-use.ts';
import * as statements from './statement.ts';
import { type TableName, type TableRecords, tableNames, tables } from './tables.ts';

/** The edges that recall and its index read of some memories. */
export interface MemoryEdges {
  readonly believes: readonly Belief[];
  readonly mentions: readonly Mention[];
  readonly about: readonly About[];
}

/** What a result shows of some memories. */
export interface WholeMemories {
  readonly memories: readonly Memory[];
  readonly believes: readonly Belief[];
  readonly mentions: readonly Mention[];
  /** The entities that are mentioned; one may be there more than once. */
  readonly entities: readonly Pick<Entity, 'id' | 'name' | 'nameKey' | 'type'>[];
  /** What took the place of one of the memories, for whichever believer. */
  readonly supersedes: readonly Supersedes[];
}

/** What is known of a memory beside what it says. */
export interface MemoryReasons {
  readonly believes: readonly Belief[];
  readonly derived: readonly DerivedFrom[];
  /** The memory is at either end. */
  readonly supersedes: readonly Supersedes[];
}

/** What a memory says. */
export interface SaidText {
  readonly id: string;
  readonly content: string;
  readonly speaker?: string;
}

/** Supports and contradictions. */
export interface MemoryLinks {
  readonly supports: readonly Link[];
  readonly contradicts: readonly Link[];
}

/** What names a belief. */
export type BeliefKey = Pick<Belief, 'agent' | 'memory'>;

/** What a ledger is opened with. */
export interface LedgerOptions {
  readonly database: Database;
  readonly space: string;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Goes on with a store that is behind its mark; what is missing is lost. @default false */
  readonly acceptLoss?: boolean;
}

/** What an open ledger is made of. */
interface LedgerParts {
  readonly session: SpaceDatabase;
  readonly use: SpaceUse;
  readonly mark: HighWaterMark | undefined;
  readonly clock: Clock;
  readonly meta: SpaceMeta;
  readonly head: Head;
}

/** The rows of {@link WholeMemories}; edges lie in a list for each memory, or flat of a single one. */
interface WholeRows {
  readonly memories: Row[];
  readonly believes: Row[];
  readonly mentions: Row[] | Row[][];
  readonly supersedes: readonly (Row[] | Row[][])[];
}

/** Rows to a page when a table is read whole. */
const pageRows = 1000;
/** Positions that belong to one sequence number: more than the memories that one call can write. */
export const positionsPerWrite = 1024;

/** One space's ledger. */
export class Ledger {
  readonly #database: SpaceDatabase;
  readonly #use: SpaceUse;
  readonly #mark: HighWaterMark | undefined;
  readonly #clock: Clock;
  /** The version and the key of the space. */
  readonly meta: SpaceMeta;
  #head: Head;
  #closing: Promise<void> | undefined;

  private constructor(parts: LedgerParts) {
    this.#database = parts.session;
    this.#use = parts.use;
    this.#mark = parts.mark;
    this.#clock = parts.clock;
    this.meta = parts.meta;
    this.#head = parts.head;
    this.#use.enter();
  }

  /**
   * Opens a space's ledger, made or migrated where need be.
   *
   * @throws {UnavailableError} STORE_TRUNCATED when acknowledged writes are missing.
   * @throws {UnsupportedError} STORE_NEWER when a later build wrote it.
   */
  static async open(options: LedgerOptions): Promise<Ledger> {
    const use = options.database.useOf(options.space);
    // In the queue, because another ledger of this process may be between a commit and its mark.
    return use.queue.run(async () => {
      const session = await options.database.space(options.space);
      try {
        const meta = await migrate(session, options.newId(), options.clock());
        const head = await readHead(session);
        const mark = await checkedMark(options, head);
        return new Ledger({ session, use, mark, clock: options.clock, meta, head });
      } catch (error) {
        await session.close();
        throw error;
      }
    });
  }

  /** The last commit. */
  get head(): Head {
    return this.#head;
  }

  /** Whether others may write to this space too: other processes, or another ledger of this one. */
  get shared(): boolean {
    return this.#mark === undefined || this.#use.shared;
  }

  /** Reads the head again, where others may have moved it. */
  async refresh(): Promise<Head> {
    const head = await readHead(this.#database);
    // A commit may have moved it on while it was read.
    if (head.seq > this.#head.seq) this.#head = head;
    return this.#head;
  }

  /** Runs a task as the only writer of this space; {@link commit} may be called only within one. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    return this.#use.queue.run(task);
  }

  /**
   * Writes one transaction and answers its sequence number once it lies on the disk.
   *
   * @throws {ConflictError} when another process wrote in between; nothing was written.
   */
  async commit(write: LedgerWrite): Promise<number> {
    const seq = this.#head.seq + 1;
    const touched = touchedIds(write);
    const at = this.#clock();
    const hash = commitHash(this.#head.hash, { seq, at, touched });
    await this.#database.run(statements.commit, {
      expected: this.#head.seq,
      seq,
      hash,
      touched,
      at: moment(at),
      change: new RecordId('change', seq),
      insert: insertRows(write),
      patches: (write.patches ?? []).map(patchRow),
      deletes: [...(write.deletes ?? []).map(recordId), ...(write.edgeDeletes ?? []).map(edgeId)],
    });
    this.#head = { seq, hash };
    await this.#mark?.note(seq);
    return seq;
  }

  /** The memories of some ids, in the order of the ids; unknown ones are left out. */
  async memories(ids: readonly string[]): Promise<readonly Memory[]> {
    const rows = await this.#rows(ids);
    return rows.map(memoryOf);
  }

  /** The records of one table by id; unknown ones are left out. */
  async records<N extends TableName>(name: N, ids: readonly string[]): Promise<readonly TableRecords[N][]> {
    const rows = await this.#rows(ids);
    return rows.map((row) => fromRow(tables[name] as Table<TableRecords[N] & object>, row));
  }

  /** The vectors of some memories, where they have one. */
  async embeddings(memories: readonly string[]): Promise<readonly TableRecords['embedding'][]> {
    const rows = await this.#rowsOf(memories.map((memory) => new RecordId('embedding', memory)));
    return rows.map((row) => fromRow(tables.embedding, row));
  }

  /** The belief of one agent in one memory. */
  async belief(agent: string, memory: string): Promise<Belief | undefined> {
    return (await this.beliefs([{ agent, memory }]))[0];
  }

  /** The beliefs of some agents in some memories, where they hold them. */
  async beliefs(pairs: readonly BeliefKey[]): Promise<readonly Belief[]> {
    const rows = await this.#rowsOf(pairs.map(beliefId));
    return rows.map((row) => fromRow(tables.believes, row));
  }

  /** Whether each of these records is there, by its identifying fields. */
  async existing<N extends TableName>(name: N, records: readonly TableRecords[N][]): Promise<readonly boolean[]> {
    const table = anyTable(name);
    const ids = records.map((record) => new RecordId(table.name, table.key(record)));
    const rows = await this.#rowsOf(ids);
    const there = new Set(rows.map((row) => String(row['id'])));
    return ids.map((id) => there.has(String(id)));
  }

  /** The edges of some memories that recall reads, in one round trip. */
  async edges(memories: readonly string[]): Promise<MemoryEdges> {
    if (memories.length === 0) return { believes: [], mentions: [], about: [] };
    const ids = memories.map(recordId);
    const [believes, mentions, about] = await this.#database.run<[Row[][], Row[][], Row[][]]>(statements.readEdges, {
      ids,
    });
    return {
      believes: believes.flat().map((row) => fromRow(tables.believes, row)),
      mentions: mentions.flat().map((row) => fromRow(tables.mentions, row)),
      about: about.flat().map((row) => fromRow(tables.about, row)),
    };
  }

  /** The pairs that some memories are in, in no order; one with both ends among them comes twice. */
  async coActivated(memories: readonly string[]): Promise<readonly CoActivated[]> {
    if (memories.length === 0) return [];
    const bindings = { ids: memories.map(recordId) };
    const sides = await this.#database.run<[Row[][], Row[][]]>(statements.readCoActivated, bindings);
    return sides.flat(2).map((row) => fromRow(tables.co_activated, row));
  }

  /** What some memories say, and who said it; unknown ones are left out. */
  async said(memories: readonly string[]): Promise<readonly SaidText[]> {
    if (memories.length === 0) return [];
    const [rows] = await this.#database.run<[Row[]]>(statements.readSaid, { ids: memories.map(recordId) });
    return rows.filter(isThere).map((row) => {
      const { content, speaker } = row as { content: string; speaker?: string };
      return { id: idText(row['id'] as RecordId), content, ...(speaker == null ? {} : { speaker }) };
    });
  }

  /** The supports and contradictions of some memories, from either end; one between two of them comes twice. */
  async links(memories: readonly string[]): Promise<MemoryLinks> {
    if (memories.length === 0) return { supports: [], contradicts: [] };
    const ids = memories.map(recordId);
    const [supports, contradicts] = await this.#database.run<[Row[][][], Row[][][]]>(statements.readLinks, { ids });
    return {
      supports: supports.flat(2).map((row) => fromRow(tables.supports, row)),
      contradicts: contradicts.flat(2).map((row) => fromRow(tables.contradicts, row)),
    };
  }

  /** What took the place of some facts and what they took the place of, each edge once. */
  async supersedes(facts: readonly string[]): Promise<readonly Supersedes[]> {
    if (facts.length === 0) return [];
    const ids = [...new Set(facts)].map(recordId);
    const [sides] = await this.#database.run<[Row[][][]]>(statements.readSupersedes, { ids });
    return eachOnce(sides.flat(2)).map((row) => fromRow(tables.supersedes, row));
  }

  /** Some memories and beliefs with what a result shows of them, in one round trip; unknown ones are left out. */
  async wholeMemories(memories: readonly string[], pairs: readonly BeliefKey[]): Promise<WholeMemories> {
    if (memories.length === 0) return { memories: [], believes: [], mentions: [], entities: [], supersedes: [] };
    const bindings = { ids: memories.map(recordId), beliefs: pairs.map(beliefId) };
    const [found] = await this.#database.run<[WholeRows]>(statements.readWholeMemories, bindings);
    const mentioned = found.mentions.flat().filter((row) => row?.['out'] !== undefined);
    return {
      memories: found.memories.filter(isThere).map(memoryOf),
      believes: found.believes.filter(isThere).map((row) => fromRow(tables.believes, row)),
      mentions: mentioned.map((row) => fromRow(tables.mentions, row)),
      entities: mentioned.map((row) => fromRow(tables.entity, row['named'] as Row)),
      supersedes: eachOnce(found.supersedes.flat(2).filter(isThere)).map((row) => fromRow(tables.supersedes, row)),
    };
  }

  /** Some beliefs in a memory, what it is derived from and what took whose place, for whichever believer. */
  async reasons(memory: string, pairs: readonly BeliefKey[]): Promise<MemoryReasons> {
    const bindings = { ids: [recordId(memory)], beliefs: pairs.map(beliefId) };
    type Rows = { readonly believes: Row[]; readonly derived: Row[][]; readonly supersedes: Row[][][] };
    const [found] = await this.#database.run<[Rows]>(statements.readReasons, bindings);
    return {
      believes: found.believes.filter(isThere).map((row) => fromRow(tables.believes, row)),
      derived: found.derived.flat().map((row) => fromRow(tables.derived_from, row)),
      supersedes: found.supersedes.flat(2).map((row) => fromRow(tables.supersedes, row)),
    };
  }

  /** The facts whose content has one of these keys. */
  async factsByContent(keys: readonly string[]): Promise<readonly Fact[]> {
    if (keys.length === 0) return [];
    const [rows] = await this.#database.run<[Row[]]>(statements.factsByContent, { keys });
    return rows.map((row) => fromRow(tables.fact, row));
  }

  /** The entities whose folded name is one of these keys. */
  async entitiesByName(keys: readonly string[]): Promise<readonly Entity[]> {
    if (keys.length === 0) return [];
    const [rows] = await this.#database.run<[Row[]]>(statements.entitiesByName, { keys });
    return rows.map((row) => fromRow(tables.entity, row));
  }

  /** The changes after a sequence number, oldest first. */
  async *changesAfter(seq: number): AsyncGenerator<Change, void, undefined> {
    for await (const row of this.#pages('change', seq)) {
      yield {
        seq: Number((row['id'] as RecordId).id),
        hash: row['hash'] as string,
        at: (row['at'] as DateTime).toDate(),
        touched: row['touched'] as string[],
      };
    }
  }

  /** Whether the change log holds this commit. */
  async hasChange(head: Head): Promise<boolean> {
    if (head.seq === 0) return true;
    const [row] = await this.#rowsOf([new RecordId('change', head.seq)]);
    return row?.['hash'] === head.hash;
  }

  /** Every record of a table, in the order of its ids, page by page. */
  async *all<N extends TableName>(name: N): AsyncGenerator<TableRecords[N], void, undefined> {
    const table = tables[name] as Table<TableRecords[N] & object>;
    for await (const row of this.#pages(table.name, undefined)) yield fromRow(table, row);
  }

  /**
   * Every memory, observations first, each in the order in which it was written. The order is made
   * here: an index on it would cost every write more than this costs the few who read everything.
   */
  async *allMemories(): AsyncGenerator<Memory, void, undefined> {
    for (const statement of [statements.observationPlaces, statements.factPlaces]) {
      const [places] = await this.#database.run<[[RecordId, number][]]>(statement);
      places.sort(([, one], [, other]) => one - other);
      for (let at = 0; at < places.length; at += pageRows) {
        const page = await this.#rowsOf(places.slice(at, at + pageRows).map(([id]) => id));
        yield* page.map(memoryOf);
      }
    }
  }

  /** How many rows each table has. */
  async counts(): Promise<Readonly<Record<TableName, number>>> {
    const counts: Partial<Record<TableName, number>> = {};
    for (const name of tableNames) {
      const [rows] = await this.#database.run<[{ count: number }[]]>(statements.countRows, { table: name });
      counts[name] = rows[0]?.count ?? 0;
    }
    return counts as Record<TableName, number>;
  }

  /** The sequence number that was acknowledged last, as noted beside the store. */
  get acknowledgedSeq(): number | undefined {
    return this.#mark?.seq;
  }

  /** Ends when every write so far has ended. Safe to call twice. */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    await this.#use.queue.idle();
    this.#use.leave();
    await this.#mark?.close();
    await this.#database.close();
  }

  async #rows(ids: readonly string[]): Promise<readonly Row[]> {
    return this.#rowsOf(ids.map(recordId));
  }

  async #rowsOf(ids: readonly RecordId[]): Promise<readonly Row[]> {
    if (ids.length === 0) return [];
    const [rows] = await this.#database.run<[Row[]]>(statements.readRecords, { ids });
    return rows.filter(isThere);
  }

  async *#pages(table: string, after: number | undefined): AsyncGenerator<Row, void, undefined> {
    let key: RecordId['id'] | undefined = after;
    while (true) {
      const range: RecordIdRange = new RecordIdRange(
        table,
        key === undefined ? undefined : new BoundExcluded(key),
        undefined,
      );
      const [rows]: [Row[]] = await this.#database.run<[Row[]]>(statements.readPage, { range, limit: pageRows });
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageRows) return;
      key = (last['id'] as RecordId).id;
    }
  }
}

async function readHead(session: SpaceDatabase): Promise<Head> {
  const [row] = await session.run<[{ seq: number; hash: string } | null | undefined]>(statements.readHead);
  return row === null || row === undefined ? { seq: 0, hash: '' } : { seq: row.seq, hash: row.hash };
}

/** The mark of an embedded space, brought up to its head; a server has none. */
async function checkedMark(
  { database, space, acceptLoss }: LedgerOptions,
  head: Head,
): Promise<HighWaterMark | undefined> {
  if (database.folder === undefined) return undefined;
  const mark = await HighWaterMark.open(join(database.folder, 'marks', space));
  if (mark.seq > head.seq && acceptLoss !== true) {
    await mark.close();
    throw new UnavailableError(
      'STORE_TRUNCATED',
      `open: the space "${space}" ends at write ${head.seq}, but write ${mark.seq} was acknowledged; restore a backup, or accept the loss.`,
      { details: { space, found: head.seq, acknowledged: mark.seq } },
    );
  }
  if (mark.seq !== head.seq) await mark.note(head.seq);
  return mark;
}

function insertRows(write: LedgerWrite): Row {
  const rows: Row = {};
  for (const name of tableNames) {
    const table = anyTable(name);
    rows[name] = (write.insert?.[name] ?? []).map((record) => toRow(table, record));
  }
  return rows;
}

function patchRow(patch: LedgerPatch): Row {
  const table = anyTable(patch.table);
  return { id: edgeId(patch), set: toFields(table, patch.set) };
}

function edgeId({ table: name, record }: LedgerEdge): RecordId {
  const table = anyTable(name);
  return new RecordId(table.name, table.key(record));
}

function beliefId({ agent, memory }: BeliefKey): RecordId {
  return new RecordId('believes', [agent, memory]);
}

function isThere(row: Row | null | undefined): row is Row {
  return row?.['id'] !== undefined;
}

/** Rows without those that came before. */
function eachOnce(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [String(row['id']), row])).values()];
}

/** A table whose records the compiler need not tell apart. */
function anyTable(name: TableName): Table<object> {
  return tables[name] as unknown as Table<object>;
}

function memoryOf(row: Row): Memory {
  const table = (row['id'] as RecordId).table.name;
  if (table === 'fact') return fromRow(tables.fact, row);
  if (table === 'observation') return fromRow(tables.observation, row);
  throw new InternalError('INTERNAL', `store: "${table}" is no table of memories.`);
}
