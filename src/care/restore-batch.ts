/** The records of one batch on their way into one transaction. Lives within one turn of the writer queue. */
import { agentOf, audienceOf, believerWithin } from '../domain/audience.ts';
import { ConflictError, NotFoundError } from '../domain/errors.ts';
import { foldName } from '../language/fold.ts';
import { groupBy } from '../domain/values.ts';
import type { Entity, Link, Memory, Session, TableName, TableRecords } from '../domain/records.ts';
import type { TextVectors } from '../embed/check-vectors.ts';
import type { Undo } from '../domain/upkeep-records.ts';
import { missingSessions } from '../remember/sessions.ts';
import type { Writer } from '../remember/writer.ts';
import type { MemoryLinks } from '../store/ledger-reader.ts';
import type { ImportOutcome } from './import-item.ts';
import { ForgottenRecords } from './forgotten-records.ts';
import { MemoryFilling, type NamesInFile, isByHand } from './memory-filling.ts';
import {
  type EdgeRecord,
  type MemoryRecord,
  type NodeRecord,
  type Of,
  type TransferRecord,
  edgeKey,
  idsIn,
  isEdge,
  isMemory,
  filledRecord,
} from './transfer-record.ts';

type Rows = { [N in TableName]: TableRecords[N][] };

/** What a batch works with. */
export interface RestoreBatchParts {
  readonly writer: Writer;
  /** Who knows the names that are found in texts. */
  readonly agent: string;
  readonly vectorsOf: ReadonlyMap<string, TextVectors | undefined>;
  /** From the batches before; those of this one are added once they are stored. */
  readonly called: NamesInFile;
}

/** Gathers the records of one batch. */
export class RestoreBatch {
  readonly #writer: Writer;
  /** With each agent as the space spells it. */
  readonly records: readonly TransferRecord[];
  readonly #vectorsOf: ReadonlyMap<string, TextVectors | undefined>;
  readonly #at: Date;
  readonly #filling: MemoryFilling;
  /** Nodes that are there or are made by this batch, by id. */
  readonly #nodes = new Map<string, Memory | Session | Entity | Undo | string>();
  readonly #edges = new Set<string>();
  readonly #about: ReadonlyMap<string, readonly string[]>;
  readonly #agents = new Set<string>();
  readonly #rows: Partial<Rows> = {};
  #forgotten: ForgottenRecords | undefined;

  constructor(records: readonly TransferRecord[], { writer, agent, vectorsOf, called }: RestoreBatchParts) {
    this.#writer = writer;
    this.records = asSpelledHere(records, writer);
    this.#vectorsOf = vectorsOf;
    this.#at = writer.parts.clock();
    this.#filling = new MemoryFilling({ writer, agent, called, at: this.#at });
    const about = groupBy(
      this.records.filter((record) => record.record === 'about'),
      ({ fact }) => fact,
    );
    this.#about = new Map([...about].map(([fact, edges]) => [fact, edges.map(({ target }) => target).sort()]));
  }

  /** Reads what the ledger has of all ids that the batch names. */
  async load(): Promise<void> {
    const { ledger } = this.#writer.parts;
    const ids = new Set(this.records.flatMap(idsIn));
    for (const table of ['agent', 'session', 'entity', 'observation', 'fact', 'undo'] as const) {
      const asked = [...ids].filter((id) => id.startsWith(`${table}:`));
      for (const record of await ledger.records(table, asked)) {
        this.#nodes.set('id' in record ? record.id : `agent:${record.name}`, 'id' in record ? record : record.name);
      }
    }
    for (const [table, records] of groupBy(this.records.filter(isEdge), ({ record }) => record)) {
      const there = await ledger.existing(table, records as unknown as TableRecords[typeof table][]);
      records.forEach((record, at) => {
        if (there[at]) this.#edges.add(edgeKey(record));
      });
    }
    const lookup = {
      ledger,
      isThere: (id: string) => this.#nodes.has(id),
      aboutOf: (fact: string) => this.#about.get(fact) ?? [],
    };
    this.#forgotten = await ForgottenRecords.load(lookup, this.records);
    await this.#filling.load(this.records.filter(isByHand).filter(({ id }) => !this.#nodes.has(id)));
  }

  /**
   * Takes in one record, unless it was forgotten here.
   *
   * @throws {NotFoundError} when it points at what is neither there nor in the file before it.
   * @throws {ConflictError} when its id is taken by another content.
   */
  add(record: TransferRecord): ImportOutcome {
    if (isEdge(record)) return this.#addEdge(record);
    if (record.record === 'agent') {
      const known = this.#nodes.has(`agent:${record.name}`);
      this.#nodes.set(`agent:${record.name}`, record.name);
      this.#agents.add(record.name);
      return { outcome: known ? 'merged' : 'stored' };
    }
    const known = this.#nodes.get(record.id);
    if (known === undefined && this.#forgotten?.has(record) === true) return { outcome: 'forgotten' };
    if (record.record === 'entity') this.#filling.call(record);
    if (known !== undefined) {
      checkSame(record, known);
      return { outcome: 'merged' };
    }
    this.#addNode(record);
    return { outcome: 'stored' };
  }

  /**
   * What would become of a record; takes nothing in.
   *
   * @param isSeen - whether a record of this id came before.
   * @throws as {@link add} does.
   */
  foresee(record: TransferRecord, isSeen: (id: string) => boolean): ImportOutcome {
    const known = isEdge(record) ? undefined : this.#nodes.get(idsIn(record)[0] ?? '');
    if (known !== undefined) checkSame(record, known);
    if (known !== undefined || (isEdge(record) && this.#edges.has(edgeKey(record)))) return { outcome: 'merged' };
    if (this.#forgotten?.has(record) === true) return { outcome: 'forgotten' };
    for (const id of isEdge(record) ? idsIn(record) : []) if (!isSeen(id)) this.#checkThere(record.record, id);
    return { outcome: 'stored' };
  }

  /** Writes all that is new in one transaction; with nothing new nothing is written. */
  async commit(): Promise<void> {
    const observations = this.#rows.observation ?? [];
    const homeless = observations.filter(({ session }) => session !== undefined && !this.#nodes.has(session));
    const opened = await missingSessions(this.#writer, homeless, this.#rows.believes ?? []);
    const agents = await this.#writer.missingAgents(this.#agents);
    const links = await this.#foundLinks();
    const tombstones = (await this.#forgotten?.newTombstones()) ?? [];
    const insert = {
      ...this.#rows,
      supports: [...(this.#rows.supports ?? []), ...links.supports],
      contradicts: [...(this.#rows.contradicts ?? []), ...links.contradicts],
      tombstone: tombstones,
      agent: agents,
      session: [...(this.#rows.session ?? []), ...opened],
      entity: [
        ...(this.#rows.entity ?? []),
        ...this.#filling.made((this.#rows.mentions ?? []).map(({ entity }) => entity)),
      ],
    };
    const written =
      Object.values(this.#rows).some((rows) => rows.length > 0) ||
      tombstones.length > 0 ||
      agents.some(({ name }) => this.#agents.has(name));
    if (written)
      await this.#writer.commit({ insert }, [
        ...this.#filling.known,
        ...(this.#rows.entity ?? []),
        ...this.#knownEntities(),
      ]);
    this.#filling.keepNames();
  }

  /** Links that the rules find for memories written by hand; an export says itself which there are. */
  async #foundLinks(): Promise<MemoryLinks> {
    const byHand = new Set(this.records.flatMap((record) => (isByHand(record) ? [record.id] : [])));
    const newly = (this.#rows.believes ?? [])
      .filter(({ memory, withdrawnAt }) => byHand.has(memory) && withdrawnAt === undefined)
      .map((belief) => ({ believer: belief.agent, memory: this.#nodes.get(belief.memory) as Memory, belief }));
    const { supports, contradicts } = await this.#writer.links.find(newly);
    const isNew = (record: 'supports' | 'contradicts') => (link: Link) =>
      !this.#edges.has(edgeKey({ record, ...link }));
    return {
      supports: supports.filter(isNew('supports')),
      contradicts: contradicts.filter(isNew('contradicts')),
    };
  }

  *#knownEntities(): Iterable<Entity> {
    for (const [id, node] of this.#nodes) if (id.startsWith('entity:')) yield node as Entity;
  }

  #addNode(record: NodeRecord): void {
    if (record.record === 'observation') this.#addObservation(record);
    else if (record.record === 'fact') {
      this.#put('fact', record.id, this.#filling.fact(record, this.#about.get(record.id) ?? []));
      this.#attach(record);
    } else if (record.record === 'session') this.#put('session', record.id, filledRecord(record, this.#at));
    else if (record.record === 'undo') this.#put('undo', record.id, filledRecord(record, this.#at));
    else this.#put('entity', record.id, { ...filledRecord(record, this.#at), nameKey: foldName(record.name) });
  }

  #addObservation(record: Of<'observation'>): void {
    this.#put('observation', record.id, this.#filling.observation(record));
    if (record.session !== undefined) this.#push('belongs_to', { observation: record.id, session: record.session });
    this.#agents.add(record.agent);
    this.#attach(record);
  }

  /** The vectors of a memory, and its mentions and relations where the file derives nothing itself. */
  #attach(record: MemoryRecord): void {
    const vectors = this.#vectorsOf.get(record.id);
    if (vectors !== undefined) this.#push('embedding', { memory: record.id, ...vectors });
    for (const edge of this.#filling.edges(record)) this.#pushNew(edge);
  }

  /** An edge that the file leaves to be derived, unless it says it itself. */
  #pushNew(record: EdgeRecord): void {
    const key = edgeKey(record);
    if (this.#edges.has(key)) return;
    this.#edges.add(key);
    const { record: table, ...edge } = record;
    this.#push(table, edge as TableRecords[typeof table]);
  }

  #addEdge(record: EdgeRecord): ImportOutcome {
    const key = edgeKey(record);
    if (this.#edges.has(key)) return { outcome: 'merged' };
    if (this.#forgotten?.has(record) === true) return { outcome: 'forgotten' };
    for (const id of idsIn(record)) this.#checkThere(record.record, id);
    this.#edges.add(key);
    const table = record.record;
    this.#push(table, this.#edgeOf(record) as TableRecords[typeof table]);
    return { outcome: 'stored' };
  }

  #edgeOf(record: EdgeRecord): object {
    if (record.record === 'believes') {
      this.#agents.add(record.agent);
      return this.#filling.belief(record, this.#nodes.get(record.memory) as Memory);
    }
    const edge = filledRecord(record, this.#at);
    if (record.record !== 'mentions') return edge;
    return { ...edge, surfaces: record.surfaces ?? [(this.#nodes.get(record.entity) as Entity).name] };
  }

  #checkThere(record: string, id: string): void {
    if (this.#nodes.has(id) || id.startsWith('agent:')) {
      if (id.startsWith('agent:')) this.#agents.add(id.slice('agent:'.length));
      return;
    }
    const message = `import: a "${record}" line points at "${id}", which is neither stored nor in the file before it; add it.`;
    throw new NotFoundError('NOT_FOUND', message, { details: { id } });
  }

  #put<N extends 'session' | 'entity' | 'observation' | 'fact' | 'undo'>(
    table: N,
    id: string,
    node: TableRecords[N],
  ): void {
    this.#nodes.set(id, node);
    this.#push(table, node);
  }

  #push<N extends TableName>(table: N, row: TableRecords[N]): void {
    const rows = (this.#rows[table] ?? []) as TableRecords[N][];
    rows.push(row);
    (this.#rows as Record<N, TableRecords[N][]>)[table] = rows;
  }
}

function checkSame(record: TransferRecord, known: unknown): void {
  if (!isMemory(record) || (known as Memory).content === record.content) return;
  const message = `import: "${record.id}" is stored already with another content; give it another id.`;
  throw new ConflictError('CONFLICT', message, { details: { id: record.id } });
}

/** Records with each agent as the space spells it, where the file has no line of the agent itself, as an export has. */
function asSpelledHere(records: readonly TransferRecord[], { agents }: Writer): readonly TransferRecord[] {
  const told = new Set(records.flatMap((record) => (record.record === 'agent' ? [record.name] : [])));
  const spelled = (believer: string): string => {
    const name = agentOf(believer);
    return believerWithin(told.has(name) ? name : (agents.find(name) ?? name), audienceOf(believer));
  };
  return records.map((record) => {
    if (record.record === 'about' && record.target.startsWith('agent:'))
      return { ...record, target: `agent:${spelled(record.target.slice('agent:'.length))}` };
    if ('agent' in record && record.agent !== undefined) return { ...record, agent: spelled(record.agent) };
    if ('believer' in record && record.believer !== undefined) return { ...record, believer: spelled(record.believer) };
    return record;
  });
}
