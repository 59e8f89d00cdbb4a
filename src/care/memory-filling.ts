/**
 * What a memory of a file gets that the file leaves out, in one batch: fields, place in the order of writing,
 * provenance, mentions, relations, and beliefs. What the file says itself stays. Lives within one turn of the writer
 * queue.
 */
import type { Belief, Entity, Fact, Memory, Observation } from '../domain/records.ts';
import { present } from '../domain/values.ts';
import { foldName } from '../language/fold.ts';
import { defaultImportance } from '../remember/defaults.ts';
import {
  EntityResolver,
  type NamedEntity,
  type SaidOfEntities,
  readEntities,
  toldRelations,
} from '../remember/entities.ts';
import {
  type GivenFactFields,
  contentKey,
  inferFactFields,
  inferFields,
  newBelief,
  provenanceOf,
} from '../remember/new-memory.ts';
import type { Writer } from '../remember/writer.ts';
import {
  type EdgeRecord,
  type MemoryRecord,
  type Of,
  type TransferRecord,
  filledRecord,
  isMemory,
} from './transfer-record.ts';

/** The ids of a file's entities by their names and aliases, folded: what a text of the file calls so is this one. */
export type NamesInFile = Map<string, string>;

/** What memories are filled with. */
export interface FillingParts {
  readonly writer: Writer;
  /** Who knows the names that are found in texts. */
  readonly agent: string;
  /** From the batches before; those of this one are added by {@link MemoryFilling.keepNames}. */
  readonly called: NamesInFile;
  /** The time of the import. */
  readonly at: Date;
}

/** Fills the memories of one batch. */
export class MemoryFilling {
  readonly #parts: FillingParts;
  readonly #calledHere: NamesInFile = new Map();
  readonly #resolver: EntityResolver;
  #memoryCount = 0;

  constructor(parts: FillingParts) {
    this.#parts = parts;
    this.#resolver = new EntityResolver(parts.writer);
  }

  /** Reads which entities the names in the texts of new memories may be. */
  async load(memories: readonly MemoryRecord[]): Promise<void> {
    const names = memories.flatMap((record) => saidIn(record).names);
    await this.#resolver.load(names.map((name) => ({ believer: this.#parts.agent, name })));
  }

  /** Takes in what the file calls an entity. */
  call({ id, name, aliases = [] }: Of<'entity'>): void {
    for (const one of [name, ...aliases]) this.#calledHere.set(foldName(one), id);
  }

  /** Keeps what this batch calls its entities for the batches after it, once it is stored. */
  keepNames(): void {
    for (const [name, id] of this.#calledHere) this.#parts.called.set(name, id);
  }

  /** Entities that the ledger has. */
  get known(): readonly Entity[] {
    return this.#resolver.known;
  }

  /** The new entities among some ids. */
  made(ids: readonly string[]): readonly Entity[] {
    return this.#resolver.made(ids);
  }

  observation(record: Of<'observation'>): Observation {
    return {
      ...filledRecord(record, this.#parts.at),
      ...inferFields(record.content, given(record), this.#conceptOptions()),
      ...this.#workedOut(record, record.agent),
    };
  }

  /** @param about - ids of what the fact is about, sorted. */
  fact(record: Of<'fact'>, about: readonly string[]): Fact {
    const fields = filledRecord(record, this.#parts.at);
    return {
      ...fields,
      ...inferFactFields(record.content, given(record), this.#conceptOptions()),
      ...this.#workedOut(record, 'import'),
      contentKey: record.contentKey ?? contentKey({ ...fields, about }),
    };
  }

  belief({ record: _record, ...said }: Of<'believes'>, memory: Memory): Belief {
    const { confidence, permanent } = said;
    const provenance = said.provenance ?? memory.provenance;
    const { at, writer } = this.#parts;
    const { position } = memory;
    const asked = { agent: said.agent, memory, provenance, confidence, permanent, at, position };
    return { ...newBelief(asked, writer.parts.settings), ...said };
  }

  /** The mentions and relations of a memory that is written by hand; an export says itself which there are. */
  edges(record: MemoryRecord): readonly EdgeRecord[] {
    if (!isByHand(record)) return [];
    const said = saidIn(record);
    const mentions = said.names.map((name): EdgeRecord => {
      const surfaces = [...new Set(name.surfaces)];
      return { record: 'mentions', memory: record.id, entity: this.#entityOf(name), surfaces };
    });
    const { relates } = toldRelations(record.id, said, (name) => this.#entityOf(name));
    return [...mentions, ...relates.map((edge): EdgeRecord => ({ record: 'relates', ...edge }))];
  }

  /** What every memory has and the import gives it where the file does not. */
  #workedOut(record: MemoryRecord, source: string): Pick<Memory, 'importance' | 'position' | 'provenance'> {
    const position = this.#parts.writer.nextPosition + this.#memoryCount;
    this.#memoryCount += 1;
    return {
      importance: record.importance ?? defaultImportance,
      position,
      provenance: record.provenance ?? provenanceOf('import', source, source),
    };
  }

  /** The id of the entity that a name in a text means: the file's own where it calls one so. */
  #entityOf(name: NamedEntity): string {
    const { agent, called } = this.#parts;
    const key = foldName(name.input.name);
    return this.#calledHere.get(key) ?? called.get(key) ?? this.#resolver.resolve(name, agent).entity.id;
  }

  #conceptOptions(): { technicalTerms: readonly string[] } {
    return { technicalTerms: this.#parts.writer.parts.settings.technicalTerms };
  }
}

/** Whether a record is a memory that leaves to the write path what it can derive. */
export function isByHand(record: TransferRecord): record is MemoryRecord {
  return isMemory(record) && record.concepts === undefined;
}

function given(record: MemoryRecord): GivenFactFields {
  const { concepts, surfacesWhen } = record;
  if (record.record === 'observation') return present({ concepts, surfacesWhen });
  const { kind, title, knowledgeType, ring, importance, provenance: { channel } = { channel: 'import' } } = record;
  return present({ concepts, surfacesWhen, kind, title, knowledgeType, ring, importance, channel });
}

function saidIn(record: MemoryRecord): SaidOfEntities {
  const { content } = record;
  return readEntities({ content, speaker: record.record === 'observation' ? record.speaker : undefined });
}
