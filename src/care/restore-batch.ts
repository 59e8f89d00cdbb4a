/** The records of one batch on their way into one transaction. Lives within one turn of the writer queue. */
import { ConflictError, NotFoundError } from '../domain/errors.ts';
import { foldName } from '../language/fold.ts';
import { groupBy } from '../domain/values.ts';
import type {
  Belief,
  Embedding,
  Entity,
  Fact,
  Link,
  Memory,
  Observation,
  Session,
  TableName,
  TableRecords,
} from '../domain/records.ts';
import type { Undo } from '../domain/upkeep-records.ts';
import { defaultImportance } from '../remember/defaults.ts';
import {
  type GivenFactFields,
  contentKey,
  inferFactFields,
  inferFields,
  newBelief,
  provenanceOf,
} from '../remember/new-memory.ts';
import {
  EntityResolver,
  type NamedEntity,
  type SaidOfEntities,
  readEntities,
  toldRelations,
} from '../remember/entities.ts';
import { missingSessions } from '../remember/sessions.ts';
import type { Writer } from '../remember/writer.ts';
import type { MemoryLinks } from '../store/ledger-reader.ts';
import type { ImportOutcome } from './import-item.ts';
import { ForgottenRecords } from './forgotten-records.ts';
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

/** The ids of a file's entities by their names and aliases, folded: what a text of the file calls so is this one. */
export type NamesInFile = Map<string, string>;

/** What a batch works with. */
export interface RestoreBatchParts {
  readonly writer: Writer;
  /** Who knows the names that are found in texts. */
  readonly agent: string;
  readonly vectorOf: ReadonlyMap<string, Float32Array | undefined>;
  /** From the batches before; those of this one are added once they are stored. */
  readonly called: NamesInFile;
}

/** Gathers the records of one batch. */
export class RestoreBatch {
  readonly #writer: Writer;
  /** Who knows the names that are found in texts. */
  readonly #agent: string;
  readonly #records: readonly TransferRecord[];
  readonly #vectorOf: ReadonlyMap<string, Float32Array | undefined>;
  readonly #called: NamesInFile;
  readonly #calledHere: NamesInFile = new Map();
  readonly #at: Date;
  readonly #resolver: EntityResolver;
  /** Nodes that are there or are made by this batch, by id. */
  readonly #nodes = new Map<string, Memory | Session | Entity | Undo | string>();
  readonly #edges = new Set<string>();
  readonly #about: ReadonlyMap<string, readonly string[]>;
  readonly #agents = new Set<string>();
  readonly #rows: Partial<Rows> = {};
  #memoryCount = 0;
  #forgotten: ForgottenRecords | undefined;

  constructor(records: readonly TransferRecord[], { writer, agent, vectorOf, called }: RestoreBatchParts) {
    this.#writer = writer;
    this.#records = records;
    this.#vectorOf = vectorOf;
    this.#called = called;
    this.#at = writer.parts.clock();
    this.#agent = agent;
    this.#resolver = new EntityResolver(writer);
    const about = groupBy(
      records.filter((record) => record.record === 'about'),
      ({ fact }) => fact,
    );
    this.#about = new Map([...about].map(([fact, edges]) => [fact, edges.map(({ target }) => target).sort()]));
  }

  /** Reads what the ledger has of all ids that the batch names. */
  async load(): Promise<void> {
    const { ledger } = this.#writer.parts;
    const ids = new Set(this.#records.flatMap(idsIn));
    for (const table of ['agent', 'session', 'entity', 'observation', 'fact', 'undo'] as const) {
      const asked = [...ids].filter((id) => id.startsWith(`${table}:`));
      for (const record of await ledger.records(table, asked)) {
        this.#nodes.set('id' in record ? record.id : `agent:${record.name}`, 'id' in record ? record : record.name);
      }
    }
    for (const [table, records] of groupBy(this.#records.filter(isEdge), ({ record }) => record)) {
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
    this.#forgotten = await ForgottenRecords.load(lookup, this.#records);
    const derived = this.#records
      .filter(isMemory)
      .filter((record) => record.concepts === undefined && !this.#nodes.has(record.id));
    await this.#resolver.load(
      derived.flatMap((record) => saidIn(record).names).map((name) => ({ believer: this.#agent, name })),
    );
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
    if (record.record === 'entity') {
      for (const name of [record.name, ...(record.aliases ?? [])]) this.#calledHere.set(foldName(name), record.id);
    }
    if (known !== undefined) {
      checkSame(record, known);
      return { outcome: 'merged' };
    }
    this.#addNode(record);
    return { outcome: 'stored' };
  }

  /** Writes all that is new in one transaction; with nothing new nothing is written. */
  async commit(): Promise<void> {
    const observations = this.#rows.observation ?? [];
    const homeless = observations.filter(({ session }) => session !== undefined && !this.#nodes.has(session));
    const opened = await missingSessions(this.#writer, homeless);
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
        ...this.#resolver.made((this.#rows.mentions ?? []).map(({ entity }) => entity)),
      ],
    };
    const written =
      Object.values(this.#rows).some((rows) => rows.length > 0) ||
      tombstones.length > 0 ||
      agents.some(({ name }) => this.#agents.has(name));
    if (written)
      await this.#writer.commit({ insert }, [
        ...this.#resolver.known,
        ...(this.#rows.entity ?? []),
        ...this.#knownEntities(),
      ]);
    for (const [name, id] of this.#calledHere) this.#called.set(name, id);
  }

  /** Links that the rules find for memories written by hand; an export says itself which there are. */
  async #foundLinks(): Promise<MemoryLinks> {
    const byHand = new Set(this.#records.flatMap((record) => (isByHand(record) ? [record.id] : [])));
    const newly = (this.#rows.believes ?? [])
      .filter(({ memory, withdrawnAt }) => byHand.has(memory) && withdrawnAt === undefined)
      .map(({ agent, memory }) => ({ believer: agent, memory: this.#nodes.get(memory) as Memory }));
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
    else if (record.record === 'fact') this.#addFact(record);
    else if (record.record === 'session') this.#put('session', record.id, filledRecord(record, this.#at));
    else if (record.record === 'undo') this.#put('undo', record.id, filledRecord(record, this.#at));
    else this.#put('entity', record.id, { ...filledRecord(record, this.#at), nameKey: foldName(record.name) });
  }

  #addObservation(record: Of<'observation'>): void {
    const observation: Observation = {
      ...filledRecord(record, this.#at),
      ...inferFields(record.content, given(record), this.#conceptOptions()),
      ...this.#workedOut(record, record.agent),
    };
    this.#put('observation', record.id, observation);
    if (record.session !== undefined) this.#push('belongs_to', { observation: record.id, session: record.session });
    this.#agents.add(record.agent);
    this.#attach(record);
  }

  #addFact(record: Of<'fact'>): void {
    const fields = filledRecord(record, this.#at);
    const about = this.#about.get(record.id) ?? [];
    const fact: Fact = {
      ...fields,
      ...inferFactFields(record.content, given(record), this.#conceptOptions()),
      ...this.#workedOut(record, 'import'),
      contentKey: record.contentKey ?? contentKey({ ...fields, about }),
    };
    this.#put('fact', record.id, fact);
    this.#attach(record);
  }

  /** What every memory has and the import gives it where the file does not. */
  #workedOut(record: MemoryRecord, source: string): Pick<Memory, 'importance' | 'position' | 'provenance'> {
    const position = this.#writer.nextPosition + this.#memoryCount;
    this.#memoryCount += 1;
    return {
      importance: record.importance ?? defaultImportance,
      position,
      provenance: record.provenance ?? provenanceOf('import', source, source),
    };
  }

  /** The vector of a memory, and its mentions where the file derives nothing itself. */
  #attach(record: MemoryRecord): void {
    const vector = this.#vectorOf.get(record.id);
    if (vector !== undefined) {
      const embedding: Embedding = { memory: record.id, model: this.#writer.parts.embedder.model, vector };
      this.#push('embedding', embedding);
    }
    if (record.concepts !== undefined) return;
    const said = saidIn(record);
    for (const name of said.names) {
      const surfaces = [...new Set(name.surfaces)];
      this.#pushNew({ record: 'mentions', memory: record.id, entity: this.#entityOf(name), surfaces });
    }
    for (const edge of toldRelations(record.id, said, (name) => this.#entityOf(name)).relates) {
      this.#pushNew({ record: 'relates', ...edge });
    }
  }

  /** The id of the entity that a name in a text means: the file's own where it calls one so. */
  #entityOf(name: NamedEntity): string {
    const key = foldName(name.input.name);
    return this.#calledHere.get(key) ?? this.#called.get(key) ?? this.#resolver.resolve(name, this.#agent).entity.id;
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
    if (record.record === 'believes') return this.#belief(record);
    const edge = filledRecord(record, this.#at);
    if (record.record !== 'mentions') return edge;
    return { ...edge, surfaces: record.surfaces ?? [(this.#nodes.get(record.entity) as Entity).name] };
  }

  #belief({ record: _record, ...said }: Of<'believes'>): Belief {
    this.#agents.add(said.agent);
    const memory = this.#nodes.get(said.memory) as Memory;
    const { confidence, permanent } = said;
    const provenance = said.provenance ?? memory.provenance;
    const asked = { agent: said.agent, memory, provenance, confidence, permanent, at: this.#at };
    return { ...newBelief(asked, this.#writer.parts.settings), ...said };
  }

  #checkThere(record: string, id: string): void {
    if (this.#nodes.has(id) || id.startsWith('agent:')) {
      if (id.startsWith('agent:')) this.#agents.add(id.slice('agent:'.length));
      return;
    }
    throw new NotFoundError(
      'NOT_FOUND',
      `import: a "${record}" line points at "${id}", which is neither stored nor in the file before it; add it.`,
      {
        details: { id },
      },
    );
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

  #conceptOptions(): { technicalTerms: readonly string[] } {
    return { technicalTerms: this.#writer.parts.settings.technicalTerms };
  }
}

/** Whether a record is a memory that leaves to the write path what it can derive. */
function isByHand(record: TransferRecord): record is MemoryRecord {
  return isMemory(record) && record.concepts === undefined;
}

function given(record: MemoryRecord): GivenFactFields {
  const { concepts, surfacesWhen } = record;
  return {
    ...(concepts === undefined ? {} : { concepts }),
    ...(surfacesWhen === undefined ? {} : { surfacesWhen }),
    ...(record.record === 'fact' ? givenOfFact(record) : {}),
  };
}

function givenOfFact({ kind, title, knowledgeType, ring, importance }: Of<'fact'>): GivenFactFields {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(title === undefined ? {} : { title }),
    ...(knowledgeType === undefined ? {} : { knowledgeType }),
    ...(ring === undefined ? {} : { ring }),
    ...(importance === undefined ? {} : { importance }),
  };
}

function saidIn(record: MemoryRecord): SaidOfEntities {
  const { content } = record;
  return readEntities({ content, speaker: record.record === 'observation' ? record.speaker : undefined });
}

function checkSame(record: NodeRecord, known: unknown): void {
  if (!isMemory(record) || (known as Memory).content === record.content) return;
  throw new ConflictError(
    'CONFLICT',
    `import: "${record.id}" is stored already with another content; give it another id.`,
    {
      details: { id: record.id },
    },
  );
}
