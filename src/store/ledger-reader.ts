/**
 * What is read of one space's ledger: records by id, by content or by name, the edges of memories,
 * whole tables page by page. It writes nothing; that is the business of `ledger.ts`.
 */
import { RecordId } from 'surrealdb';
import { present } from '../domain/values.ts';
import { InternalError, UnavailableError } from '../domain/errors.ts';
import {
  type About,
  type Belief,
  type DerivedFrom,
  type EdgeName,
  type Entity,
  type Fact,
  type Follows,
  type Link,
  type Memory,
  type Mention,
  type Relates,
  type Session,
  type Supersedes,
  type TableName,
  type TableRecords,
  isEdgeName,
  tableNames,
} from '../domain/records.ts';
import {
  type LedgerChange,
  type Head,
  type ChangeRow,
  fromRow,
  idText,
  type Row,
  recordId,
  rowId,
  type StoredRow,
} from './codec.ts';
import { pagesOf, type SpaceStatements } from './space-database.ts';
import * as statements from './statement.ts';
import { holdToCounts, holdToTally, IdCount, readHead, tallyAt } from './tally.ts';

/** The edges that recall and its index read of some memories. */
export interface MemoryEdges {
  readonly believes: readonly Belief[];
  readonly mentions: readonly Mention[];
  readonly about: readonly About[];
  /** Relations that the memories tell. */
  readonly relates: readonly Relates[];
}

/** What a result shows of some memories. */
export interface WholeMemories {
  readonly memories: readonly Memory[];
  readonly believes: readonly Belief[];
  readonly mentions: readonly Mention[];
  /** The entities that are mentioned; one may be there more than once. */
  readonly entities: readonly Entity[];
  /** What the facts among them are derived from, for whichever believer. */
  readonly derived: readonly DerivedFrom[];
  /** What took the place of one of the memories, for whichever believer. */
  readonly supersedes: readonly Supersedes[];
  /** The edges that were asked for. */
  readonly follows: readonly Follows[];
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

/** What a memory is called by in a graph. */
export type MemoryLabel = Pick<Memory, 'content' | 'topic'>;

/** Supports and contradictions. */
export interface MemoryLinks {
  readonly supports: readonly Link[];
  readonly contradicts: readonly Link[];
}

/** What names a belief. */
export type BeliefKey = Pick<Belief, 'agent' | 'memory'>;

/** The rows of {@link WholeMemories}; edges lie in a list for each memory, or flat of a single one. */
interface WholeRows {
  readonly memories: StoredRow[];
  readonly believes: Row[];
  readonly mentions: Row[] | Row[][];
  readonly derived: Row[] | Row[][];
  readonly supersedes: readonly (Row[] | Row[][])[];
  readonly follows: Row[];
}

/** A memory, its place in the order of writes, and whether no sleep has read it yet. */
type Place = readonly [id: RecordId, position: number, isUnread: boolean];

/** Rows to a page when a table is read whole. */
const pageRows = 1000;

/** Reads one space. */
export class LedgerReader {
  protected readonly database: SpaceStatements;

  protected constructor(database: SpaceStatements) {
    this.database = database;
  }

  /** The memories of some ids, in the order of the ids; unknown ones are left out. */
  async memories(ids: readonly string[]): Promise<readonly Memory[]> {
    return (await this.#rows(ids)).map(memoryOf);
  }

  /** The records of one table by id; unknown ones are left out. */
  async records<N extends TableName>(name: N, ids: readonly string[]): Promise<readonly TableRecords[N][]> {
    return (await this.#rows(ids)).map((row) => fromRow(name, row));
  }

  /** Some entities; unknown ones are left out. */
  async entities(ids: readonly string[]): Promise<readonly Entity[]> {
    return this.records('entity', ids);
  }

  /** Some sessions; unknown ones are left out. */
  async sessions(ids: readonly string[]): Promise<readonly Session[]> {
    return this.records('session', ids);
  }

  /** The vectors of some memories, where they have one. */
  async embeddings(memories: readonly string[]): Promise<readonly TableRecords['embedding'][]> {
    const rows = await this.#rowsOf(memories.map((memory) => new RecordId('embedding', memory)));
    return rows.map((row) => fromRow('embedding', row));
  }

  /** The belief of one agent in one memory. */
  async belief(agent: string, memory: string): Promise<Belief | undefined> {
    return (await this.beliefs([{ agent, memory }]))[0];
  }

  /** The beliefs of some agents in some memories, where they hold them. */
  async beliefs(pairs: readonly BeliefKey[]): Promise<readonly Belief[]> {
    const rows = await this.#rowsOf(pairs.map(beliefId));
    return rows.map((row) => fromRow('believes', row));
  }

  /** The records that some identifying fields name, each in its place; `undefined` for one that is not there. */
  async named<N extends TableName>(
    name: N,
    records: readonly Partial<TableRecords[N]>[],
  ): Promise<readonly (TableRecords[N] | undefined)[]> {
    const ids = records.map((record) => rowId(name, record));
    const rows = new Map((await this.#rowsOf(ids)).map((row) => [String(row['id']), row]));
    return ids.map((id) => {
      const row = rows.get(String(id));
      return row === undefined ? undefined : fromRow(name, row);
    });
  }

  /** Whether each of these records is there, by its identifying fields. */
  async existing<N extends TableName>(name: N, records: readonly TableRecords[N][]): Promise<readonly boolean[]> {
    return (await this.named(name, records)).map((record) => record !== undefined);
  }

  /** The edges of some memories that recall reads, in one round trip. */
  async edges(memories: readonly string[]): Promise<MemoryEdges> {
    if (memories.length === 0) return { believes: [], mentions: [], about: [], relates: [] };
    const bindings = { ids: memories.map(recordId), keys: memories };
    type Rows = [Row[][], Row[][], Row[][], Row[][]];
    const [believes, mentions, about, relates] = await this.database.run<Rows>(statements.readEdges, bindings);
    return {
      believes: believes.flat().map((row) => fromRow('believes', row)),
      mentions: mentions.flat().map((row) => fromRow('mentions', row)),
      about: about.flat().map((row) => fromRow('about', row)),
      relates: relates.flat().map((row) => fromRow('relates', row)),
    };
  }

  /** The edges of one table that some nodes are an end of, each once. */
  async edgesAround<N extends EdgeName>(table: N, ids: readonly string[]): Promise<readonly TableRecords[N][]> {
    const [edges = []] = await this.edgesOfTables([table], ids);
    return edges;
  }

  /** The same of several tables, in their order, in one call. */
  async edgesOfTables<N extends EdgeName>(
    names: readonly N[],
    ids: readonly string[],
  ): Promise<readonly (readonly TableRecords[N][])[]> {
    if (ids.length === 0) return names.map(() => []);
    const statement = names.map((name) => statements.readAround[name]).join(';\n');
    const sides = await this.database.run<Row[][][][]>(statement, { ids: [...new Set(ids)].map(recordId) });
    return names.map((name, at) => eachOnce((sides[at] ?? []).flat(2)).map((row) => fromRow(name, row)));
  }

  /** What some memories say, and who said it; unknown ones are left out. */
  async said(memories: readonly string[]): Promise<readonly SaidText[]> {
    if (memories.length === 0) return [];
    type Said = StoredRow & { readonly content: string; readonly speaker?: string | null };
    const [rows] = await this.database.run<[Said[]]>(statements.readSaid, { ids: memories.map(recordId) });
    return rows.filter(isThere).map(({ id, content, speaker }) => {
      return present({ id: idText(id), content, speaker: speaker ?? undefined });
    });
  }

  /** The supports and contradictions of some memories, from either end; one between two of them comes twice. */
  async links(memories: readonly string[]): Promise<MemoryLinks> {
    if (memories.length === 0) return { supports: [], contradicts: [] };
    const ids = memories.map(recordId);
    const [supports, contradicts] = await this.database.run<[Row[][][], Row[][][]]>(statements.readLinks, { ids });
    return {
      supports: supports.flat(2).map((row) => fromRow('supports', row)),
      contradicts: contradicts.flat(2).map((row) => fromRow('contradicts', row)),
    };
  }

  /** The texts of some memories, each in its place; `undefined` for one that is not there. */
  async contents(memories: readonly string[]): Promise<readonly (string | undefined)[]> {
    const bindings = { ids: memories.map(recordId) };
    const [texts] = await this.database.run<[(string | null | undefined)[]]>(statements.readContents, bindings);
    return texts.map((text) => text ?? undefined);
  }

  /** What some memories are called by, each in its place; `undefined` for one that is not there. */
  async labels(memories: readonly string[]): Promise<readonly (MemoryLabel | undefined)[]> {
    type Label = { readonly content?: string | null; readonly topic?: string | null } | null | undefined;
    const [rows] = await this.database.run<[Label[]]>(statements.readLabels, { ids: memories.map(recordId) });
    return rows.map((row) => {
      const { content, topic } = row ?? {};
      return content == null ? undefined : present({ content, topic: topic ?? undefined });
    });
  }

  /** What every fact is derived from and for whom, and nothing else of the edges, in no order. */
  async derivationEnds(): Promise<readonly DerivedFrom[]> {
    const [rows] = await this.database.run<[Row[]]>(statements.readDerivationEnds);
    return rows.map((row) => fromRow('derived_from', row));
  }

  /** Why some observations follow others, each reason in the place of its edge; `undefined` where none is known. */
  async reasonsToFollow(edges: readonly Follows[]): Promise<readonly (string | undefined)[]> {
    const bindings = { follows: edges.map(followId) };
    const [texts] = await this.database.run<[(string | null | undefined)[]]>(statements.readReasonsToFollow, bindings);
    return texts.map((text) => text ?? undefined);
  }

  /** What some facts are derived from, for whichever believer. */
  async derivations(facts: readonly string[]): Promise<readonly DerivedFrom[]> {
    if (facts.length === 0) return [];
    const [rows] = await this.database.run<[Row[][]]>(statements.readDerivations, { ids: facts.map(recordId) });
    return rows.flat().map((row) => fromRow('derived_from', row));
  }

  /** Some memories, beliefs and edges between thoughts with what a result shows of them, in one round trip; unknown ones are left out. */
  async wholeMemories(
    memories: readonly string[],
    pairs: readonly BeliefKey[],
    edges: readonly Follows[],
  ): Promise<WholeMemories> {
    if (memories.length === 0)
      return { memories: [], believes: [], mentions: [], entities: [], derived: [], supersedes: [], follows: [] };
    const bindings = { ids: memories.map(recordId), beliefs: pairs.map(beliefId), follows: edges.map(followId) };
    const [found] = await this.database.run<[WholeRows]>(statements.readWholeMemories, bindings);
    const mentioned = found.mentions.flat().filter((row) => row?.['out'] !== undefined);
    return {
      memories: found.memories.filter(isThere).map(memoryOf),
      believes: found.believes.filter(isThere).map((row) => fromRow('believes', row)),
      mentions: mentioned.map((row) => fromRow('mentions', row)),
      entities: mentioned.map((row) => fromRow('entity', row['named'] as Row)),
      derived: found.derived
        .flat()
        .filter(isThere)
        .map((row) => fromRow('derived_from', row)),
      supersedes: eachOnce(found.supersedes.flat(2).filter(isThere)).map((row) => fromRow('supersedes', row)),
      follows: found.follows.filter(isThere).map((row) => fromRow('follows', row)),
    };
  }

  /** Some beliefs in a memory, what it is derived from and what took whose place, for whichever believer. */
  async reasons(memory: string, pairs: readonly BeliefKey[]): Promise<MemoryReasons> {
    const bindings = { ids: [recordId(memory)], beliefs: pairs.map(beliefId) };
    type Rows = { readonly believes: Row[]; readonly derived: Row[][]; readonly supersedes: Row[][][] };
    const [found] = await this.database.run<[Rows]>(statements.readReasons, bindings);
    return {
      believes: found.believes.filter(isThere).map((row) => fromRow('believes', row)),
      derived: found.derived.flat().map((row) => fromRow('derived_from', row)),
      supersedes: found.supersedes.flat(2).map((row) => fromRow('supersedes', row)),
    };
  }

  /** The facts whose content has one of these keys. */
  async factsByContent(keys: readonly string[]): Promise<readonly Fact[]> {
    if (keys.length === 0) return [];
    const [rows] = await this.database.run<[Row[]]>(statements.factsByContent, { keys });
    return rows.map((row) => fromRow('fact', row));
  }

  /** The entities whose folded name is one of these keys. */
  async entitiesByName(keys: readonly string[]): Promise<readonly Entity[]> {
    if (keys.length === 0) return [];
    const [rows] = await this.database.run<[Row[]]>(statements.entitiesByName, { keys });
    return rows.map((row) => fromRow('entity', row));
  }

  /**
   * The changes after a sequence number, oldest first.
   *
   * @throws {UnavailableError} STORE_CORRUPT when one is missing.
   */
  async *changesAfter(seq: number, until?: Head): AsyncGenerator<LedgerChange, void, undefined> {
    const head = until ?? (await readHead(this.database));
    let last = seq;
    for await (const rows of pagesOf<ChangeRow>(this.database, 'change', pageRows, seq)) {
      for (const { id, hash, at, touched } of rows) {
        if (id.id !== last + 1) throw missingChange(last + 1);
        last += 1;
        yield { seq: last, hash, at: at.toDate(), touched };
      }
    }
    if (last < head.seq) throw missingChange(last + 1);
  }

  /** Whether the change log holds this commit. */
  async hasChange(head: Head): Promise<boolean> {
    if (head.seq === 0) return true;
    const [row] = await this.#rowsOf([new RecordId('change', head.seq)]);
    return row?.['hash'] === head.hash;
  }

  /**
   * Every record of a table, in the order of its ids, page by page.
   *
   * @throws {UnavailableError} STORE_CORRUPT at the end, when fewer could be read than the ledger counts.
   */
  async *all<N extends TableName>(name: N): AsyncGenerator<TableRecords[N], void, undefined> {
    const read = new IdCount();
    for await (const rows of pagesOf(this.database, name, pageRows)) {
      for (const row of rows) read.add(row.id);
      yield* rows.map((row) => fromRow(name, row));
    }
    await holdToTally(this.database, name, read.counted);
  }

  /**
   * Holds tables to what the ledger counts of them, without their records.
   *
   * @throws {UnavailableError} STORE_CORRUPT when records cannot be read.
   */
  async verify(names: readonly TableName[] = tableNames): Promise<void> {
    for (const name of names) await holdToTally(this.database, name);
  }

  /**
   * Reads every record, and finds each again by the engine's own keys: content, name, both ends of an edge.
   *
   * @throws {UnavailableError} STORE_CORRUPT when one is missing somewhere.
   */
  async verifyDeeply(): Promise<void> {
    const begun: Partial<Record<TableName, number>> = {};
    const ended: Partial<Record<TableName, number>> = {};
    const edges = tableNames.filter(isEdgeName);
    for (const name of tableNames) {
      for await (const rows of pagesOf(this.database, name, pageRows)) {
        if (isEdgeName(name)) continue;
        const ids = rows.map(({ id }) => id);
        const [around] = await this.database.run<[[number, number][][]]>(statements.countAround, { ids });
        for (const counts of around) {
          for (const [at, edge] of edges.entries()) {
            const [out, into] = counts[at] ?? [0, 0];
            begun[edge] = (begun[edge] ?? 0) + out;
            ended[edge] = (ended[edge] ?? 0) + into;
          }
        }
      }
      await holdToTally(this.database, name);
    }
    const { facts, entities } = { facts: await this.list('fact'), entities: await this.list('entity') };
    const byContent = new Set(
      (await this.factsByContent(facts.map(({ contentKey }) => contentKey))).map(({ id }) => id),
    );
    const byName = new Set((await this.entitiesByName(entities.map(({ nameKey }) => nameKey))).map(({ id }) => id));
    const tally = await tallyAt(this.database, await readHead(this.database));
    holdToCounts({ ...begun, fact: byContent.size, entity: byName.size }, tally);
    holdToCounts(ended, tally);
  }

  /** Every record of a table at once, for tables that are looked at as a whole. */
  async list<N extends TableName>(name: N): Promise<readonly TableRecords[N][]> {
    const records: TableRecords[N][] = [];
    for await (const record of this.all(name)) records.push(record);
    return records;
  }

  /**
   * Every memory, observations first, each in the order in which it was written. The order is made
   * here: an index on it would cost every write more than this costs the few who read everything.
   *
   * @throws {UnavailableError} STORE_CORRUPT when fewer can be read than the ledger counts.
   */
  async *allMemories(): AsyncGenerator<Memory, void, undefined> {
    for (const name of ['observation', 'fact'] as const) {
      const ids = (await this.#places(name)).map(([id]) => id);
      for (let at = 0; at < ids.length; at += pageRows) {
        const page = await this.#rowsOf(ids.slice(at, at + pageRows));
        yield* page.map(memoryOf);
      }
    }
  }

  /** The ids of all memories. */
  async memoryIds(): Promise<readonly string[]> {
    return [...(await this.#places('observation')), ...(await this.#places('fact'))].map(([id]) => idText(id));
  }

  /** The ids of the observations that no sleep has read yet, in the order in which they were written. */
  async unreadObservations(): Promise<readonly string[]> {
    return (await this.#places('observation')).filter(([, , isUnread]) => isUnread).map(([id]) => idText(id));
  }

  /** How many rows each table has. */
  async counts(): Promise<Readonly<Record<TableName, number>>> {
    const [counts] = await this.database.run<[number[]]>(statements.countRows, { tables: tableNames });
    return Object.fromEntries(tableNames.map((name, at) => [name, counts[at]])) as Record<TableName, number>;
  }

  async #places(name: 'observation' | 'fact'): Promise<readonly Place[]> {
    const statement = name === 'fact' ? statements.factPlaces : statements.observationPlaces;
    const [places] = await this.database.run<[Place[]]>(statement);
    const read = new IdCount();
    for (const [id] of places) read.add(id);
    await holdToTally(this.database, name, read.counted);
    return places.sort(([, one], [, other]) => one - other);
  }

  async #rows(ids: readonly string[]): Promise<readonly StoredRow[]> {
    return this.#rowsOf(ids.map(recordId));
  }

  async #rowsOf(ids: readonly RecordId[]): Promise<readonly StoredRow[]> {
    if (ids.length === 0) return [];
    const [rows] = await this.database.run<[StoredRow[]]>(statements.readRecords, { ids });
    return rows.filter(isThere);
  }
}

function missingChange(seq: number): UnavailableError {
  const message = `store: the change log cannot be read at write ${seq}; a file of the store is damaged. Nothing was changed. Write nothing more to it and restore a backup into another folder.`;
  return new UnavailableError('STORE_CORRUPT', message, { details: { seq } });
}

function beliefId({ agent, memory }: BeliefKey): RecordId {
  return rowId('believes', { agent, memory });
}

function followId(edge: Follows): RecordId {
  return rowId('follows', edge);
}

function isThere<R extends Row>(row: R | null | undefined): row is R {
  return row?.['id'] !== undefined;
}

function eachOnce(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [String(row['id']), row])).values()];
}

function memoryOf(row: StoredRow): Memory {
  const table = row.id.table.name;
  if (table === 'fact') return fromRow('fact', row);
  if (table === 'observation') return fromRow('observation', row);
  throw new InternalError('INTERNAL', `store: "${table}" is no table of memories.`);
}
