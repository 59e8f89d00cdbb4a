/**
 * Remembers what happened. An observation is never rewritten: the same id with the same content
 * is the same observation, with other content a conflict, as far as its believer can know. One call is one transaction.
 */
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { type Fields, list, record } from '../domain/result.ts';
import { ConflictError, throwIfCancelled } from '../domain/errors.ts';
import { groupBy, idIn, present } from '../domain/values.ts';
import { type Checked, checked } from '../domain/input.ts';
import { Perspective, placeAmong } from '../domain/belief.ts';
import type { Belief, Embedding, Follows, Mention, Observation, Relates } from '../domain/records.ts';
import { embedMemories, givenEmbeddingOf, type TextVectors } from '../embed/check-vectors.ts';
import { idsToTry } from '../recall-index/chosen-ids.ts';
import type { MemoryEdges } from '../store/ledger-reader.ts';
import type { LedgerPatch } from '../store/codec.ts';
import { assertion, confidenceAfter, reasonAgain } from './assert-again.ts';
import { assertedStrength, defaultImportance } from './defaults.ts';
import {
  type MoodFields,
  beliefKey,
  believerOf,
  inferFields,
  keptWith,
  moodFields,
  newBelief,
  provenanceOf,
  refusedOfKnown,
} from './new-memory.ts';
import type { NewlyBelieved } from './links.ts';
import {
  type CheckedObservation,
  type ObserveManyOptions,
  type ObserveOptions,
  observeManySchema,
  observeSchema,
} from './observe-options.ts';
import {
  EntityResolver,
  type NamedEntity,
  type ToldRelations,
  linkedEntity,
  readEntities,
  toldRelations,
  withKnownNames,
} from './entities.ts';
import { type Receipt, receiptRules, refusedHalves, type RefusedPart, toldOwner } from './receipt.ts';
import { missingSessions } from './sessions.ts';
import { sharingIn, withSharing } from './sharing.ts';
import type { NamedRelation } from '../language/find-relations.ts';
import { embeddedInput } from './embedded.ts';
import { checkInput } from './memory-input.ts';
import type { Writer } from './writer.ts';

const observeManyResultFields = {
  /** One for each observation, in order. */
  receipts: list(receiptRules),
};
/** What `observeMany` answers. */
export interface ObserveManyResult extends Fields<typeof observeManyResultFields> {}
export const observeManyResultRules: z.ZodType<ObserveManyResult> = record(observeManyResultFields);
/** Remembers one observation. */
export async function observe(writer: Writer, agent: string, options: ObserveOptions): Promise<Receipt> {
  const { signal, ...input } = checked('observe', observeSchema, options);
  const { receipts } = await observeAll(writer, agent, 'observe', [input], signal);
  return receipts[0]!;
}

/** Remembers many observations in one transaction. */
export async function observeMany(
  writer: Writer,
  agent: string,
  options: ObserveManyOptions,
): Promise<ObserveManyResult> {
  const { observations, signal } = checked('observeMany', observeManySchema, options);
  return observeAll(writer, agent, 'observeMany', observations, signal);
}

async function observeAll(
  writer: Writer,
  agent: string,
  operation: string,
  inputs: readonly CheckedObservation[],
  signal: AbortSignal | undefined,
): Promise<ObserveManyResult> {
  throwIfCancelled(operation, signal);
  for (const input of inputs) checkInput(operation, writer.parts.embedder, input);
  const vectors = await embedMemories(operation, writer.parts.embedder, inputs.map(embeddedInput), signal);
  const sharing = await sharingIn(writer);
  const prepared = inputs.map((input, at) =>
    prepareObservation(writer, agent, withSharing(sharing, input), vectors[at]),
  );
  return writer.exclusive(async () => {
    throwIfCancelled(operation, signal);
    return store(writer, agent, operation, prepared);
  });
}

/** An observation with all that can be made ready before the queue is entered. */
export function prepareObservation(
  writer: Writer,
  agent: string,
  given: CheckedObservation,
  vectors: TextVectors | undefined,
): PreparedObservation {
  const { settings } = writer.parts;
  const input = { ...given, content: given.content.toWellFormed() };
  const said = readEntities(input);
  const inferred = inferFields(input.content, present({ concepts: input.concepts }), {
    technicalTerms: settings.technicalTerms,
  });
  return {
    input,
    id: idIn('observation', input.id ?? writer.untimedId()),
    believer: believerOf(agent, input),
    ...said,
    refused: [...refusedHalves(given.content), ...said.refused],
    ...inferred,
    felt: moodFields(input.content, input.mood, settings.inferMood),
    vectors,
  };
}

/** A prepared observation with the names in it that its believer knows; to be called within the queue. */
export function knowingNames(writer: Writer, item: PreparedObservation): PreparedObservation {
  return { ...item, names: withKnownNames(writer, item.believer, item.input.content, item.names) };
}

async function store(
  writer: Writer,
  agent: string,
  operation: string,
  given: readonly PreparedObservation[],
): Promise<ObserveManyResult> {
  const prepared = given.map((item) => knowingNames(writer, item));
  const batch = await ObservationBatch.load(writer, agent, operation, prepared);
  const receipts = prepared.map((item) => batch.add(item));
  await batch.commit();
  return { receipts };
}

// The observations of one call on their way into one transaction. Lives within one turn of the writer queue.

/** An observation with all that can be made ready before the queue is entered. */
export interface PreparedObservation {
  readonly input: CheckedObservation & Pick<Checked<Observation>, 'totalThoughts' | 'nextThoughtNeeded'>;
  /** What it follows, as a thought. */
  readonly follows?: Omit<Follows, 'from'> | undefined;
  readonly id: string;
  readonly believer: string;
  readonly names: readonly NamedEntity[];
  readonly relations: readonly NamedRelation[];
  readonly refused: readonly RefusedPart[];
  readonly concepts: readonly string[];
  readonly surfacesWhen: readonly string[];
  readonly felt: MoodFields;
  readonly vectors: TextVectors | undefined;
}

/** What a memory says of entities. */
type OwnEdges = Pick<MemoryEdges, 'mentions' | 'relates'>;

const untold: ToldRelations = { relates: [], refused: [] };

/** Gathers the observations of one call. */
export class ObservationBatch {
  readonly #writer: Writer;
  readonly #agent: string;
  readonly #operation: string;
  readonly #at: Date;
  readonly #resolver: EntityResolver;
  readonly #memories: Map<string, Observation>;
  readonly #beliefs: Map<string, Belief>;
  /** What the known ones mention, by memory. */
  readonly #mentions: ReadonlyMap<string, readonly Mention[]>;
  readonly #newObservations: Observation[] = [];
  readonly #newBeliefs: Belief[] = [];
  readonly #newlyBelieved: NewlyBelieved[] = [];
  readonly #newMentions: Mention[] = [];
  readonly #newRelates: Relates[] = [];
  readonly #newFollows: Follows[] = [];
  readonly #embeddings: Embedding[] = [];
  readonly #patches: LedgerPatch[] = [];

  private constructor(
    writer: Writer,
    agent: string,
    operation: string,
    memories: readonly Observation[],
    { believes, mentions }: MemoryEdges,
  ) {
    this.#writer = writer;
    this.#agent = agent;
    this.#operation = operation;
    this.#at = writer.parts.clock();
    this.#resolver = new EntityResolver(writer);
    this.#memories = new Map(memories.map((memory) => [memory.id, memory]));
    this.#beliefs = new Map(believes.map((belief) => [beliefKey(belief.agent, belief.memory), belief]));
    this.#mentions = groupBy(mentions, ({ memory }) => memory);
  }

  /** Reads what the ledger has of these observations already. */
  static async load(
    writer: Writer,
    agent: string,
    operation: string,
    prepared: readonly PreparedObservation[],
  ): Promise<ObservationBatch> {
    const { index, ledger } = writer.parts;
    const ids = prepared.map(({ believer, id }) => idsToTry(index, believer, id).at(-1)!);
    const known = [...new Set(ids.filter((id) => index.has(id)))];
    const memories = await ledger.records('observation', known);
    const batch = new ObservationBatch(writer, agent, operation, memories, await ledger.edges(known));
    await batch.#resolver.load(prepared.flatMap(({ believer, names }) => names.map((name) => ({ believer, name }))));
    return batch;
  }

  /**
   * Takes in one observation.
   *
   * @throws {ConflictError} when its believer knows another content by its id.
   */
  add(given: PreparedObservation): Receipt {
    // What others keep under the id is hidden, and stays so: this one gets an id of its believer's own.
    const item = { ...given, id: this.#idOf(given) };
    const known = this.#memories.get(item.id);
    const mentions = known === undefined ? this.#mentionsOf(item) : [];
    const told =
      known === undefined
        ? toldRelations(item.id, item, (name) => this.#resolver.resolve(name, item.believer).entity.id)
        : untold;
    if (known !== undefined && known.content !== item.input.content)
      throw takenObservation(this.#operation, item.id, item.input.id);
    const observation = known ?? this.#create(item, this.#made(item), { mentions, ...told });
    const held = this.#beliefs.get(beliefKey(item.believer, item.id));
    const belief = held ?? this.#believe(item, observation);
    const isBack = held?.withdrawnAt !== undefined;
    const again = isBack ? this.#bringBack(item, observation, held) : [];
    if (held !== undefined && !isBack) this.#keepWith(item, held);
    return {
      id: observation.id,
      ...outcomeOf(held, isBack),
      ...toldOwner(item.believer),
      strength: isBack ? assertedStrength : belief.strength,
      confidence: confidenceAfter(belief, again),
      ...(observation.session === undefined ? {} : { session: observation.session }),
      linked: known === undefined ? this.#linked(item) : this.#linkedBefore(item),
      refused: [...item.refused, ...told.refused, ...(known ? refusedOfKnown(known, item.input) : [])],
      embedded: item.vectors !== undefined,
    };
  }

  /** Writes all that is new in one transaction; with nothing new nothing is written. */
  async commit(): Promise<void> {
    const isNothingNew = this.#newBeliefs.length === 0 && this.#patches.length === 0;
    if (isNothingNew) return;
    const belongsTo = this.#newObservations.flatMap(({ id, session }) =>
      session === undefined ? [] : [{ observation: id, session }],
    );
    const insert = {
      agent: await this.#writer.writingAgents([this.#agent, ...this.#newBeliefs.map(({ agent }) => agent)]),
      session: await missingSessions(this.#writer, this.#newObservations, this.#newBeliefs),
      entity: this.#resolver.made(this.#newMentions.map(({ entity }) => entity)),
      observation: this.#newObservations,
      embedding: this.#embeddings,
      believes: this.#newBeliefs,
      mentions: this.#newMentions,
      relates: this.#newRelates,
      belongs_to: belongsTo,
      follows: this.#newFollows,
      ...(await this.#writer.links.find(this.#newlyBelieved)),
    };
    await this.#writer.commit({ insert, patches: this.#patches }, this.#resolver.known);
  }

  /** The observation as it would be stored. */
  #made(item: PreparedObservation): Observation {
    const { input } = item;
    const {
      id: _id,
      channel,
      source,
      entities: _e,
      relations: _r,
      shared: _s,
      with: _w,
      audience: _a,
      permanent: _p,
      confidence: _c,
      tags: _t,
      metadata: _m,
      embedding,
      session,
      ...fields
    } = input;
    return {
      ...withoutUndefined(fields),
      ...item.felt,
      ...(embedding && { givenEmbedding: givenEmbeddingOf(embedding) }),
      id: item.id,
      type: input.type ?? 'user_input',
      agent: this.#agent,
      ...(session === undefined ? {} : { session: idIn('session', session) }),
      importance: input.importance ?? defaultImportance,
      concepts: item.concepts,
      surfacesWhen: item.surfacesWhen,
      accesses: 0,
      occurredAt: input.occurredAt ?? this.#at,
      recordedAt: this.#at,
      position: this.#nextPosition,
      provenance: provenanceOf(channel, source, this.#agent),
    } as Observation;
  }

  /** The place of the next belief, and of its observation if that is new. */
  get #nextPosition(): number {
    return this.#writer.nextPosition + this.#newBeliefs.length;
  }

  #create(item: PreparedObservation, observation: Observation, { mentions, relates }: OwnEdges): Observation {
    this.#newObservations.push(observation);
    this.#memories.set(observation.id, observation);
    this.#newMentions.push(...mentions);
    this.#newRelates.push(...relates);
    if (item.follows !== undefined) this.#newFollows.push({ from: item.id, ...item.follows });
    if (item.vectors !== undefined) {
      this.#embeddings.push({ memory: item.id, ...item.vectors });
    }
    return observation;
  }

  #believe({ believer, input }: PreparedObservation, memory: Observation): Belief {
    const provenance = provenanceOf(input.channel, input.source, this.#agent);
    const { confidence, permanent } = input;
    const kept = keptWith(input);
    const at = this.#at;
    const { believers } = new Perspective(believer);
    const inView = believers.flatMap((agent) => this.#beliefs.get(beliefKey(agent, memory.id)) ?? []);
    const position = placeAmong(memory, inView, this.#nextPosition);
    const asked = { agent: believer, memory, provenance, confidence, permanent, kept, at, position };
    const belief = newBelief(asked, this.#writer.parts.settings);
    this.#newBeliefs.push(belief);
    this.#newlyBelieved.push({ believer, memory, belief });
    this.#beliefs.set(beliefKey(believer, memory.id), belief);
    return belief;
  }

  /** Observing again what is believed changes nothing but what the believer keeps with it, where that is given anew. */
  #keepWith({ input, believer, id }: PreparedObservation, held: Belief): void {
    const kept = keptWith(input);
    const believed = { ...held, ...kept };
    if (isDeepStrictEqual(believed, held)) return;
    this.#beliefs.set(beliefKey(believer, id), believed);
    const made = this.#newBeliefs.indexOf(held);
    if (made >= 0) this.#newBeliefs[made] = believed;
    else this.#patches.push({ table: 'believes', record: { agent: believer, memory: id }, set: kept });
  }

  /** Observing again what was withdrawn asserts it again, once a call. */
  #bringBack(
    { input, id, believer }: PreparedObservation,
    memory: Observation,
    held: Belief,
  ): ReturnType<typeof assertion> {
    this.#newlyBelieved.push({ believer, memory, belief: held });
    const provenance = provenanceOf(input.channel, input.source, this.#agent);
    const { decay } = this.#writer.parts.settings;
    const again = assertion(held, { ...input, provenance, decay }, this.#at);
    this.#patches.push(...again);
    const { withdrawnAt: _withdrawn, ...belief } = held;
    this.#beliefs.set(beliefKey(believer, id), belief);
    return again;
  }

  #mentionsOf({ id, names, believer }: PreparedObservation): readonly Mention[] {
    const byEntity = groupBy(
      names.map((name) => this.#resolver.resolve(name, believer)),
      ({ entity }) => entity.id,
    );
    return [...byEntity].map(([entity, resolved]) => ({
      memory: id,
      entity,
      surfaces: [...new Set(resolved.flatMap(({ surfaces }) => surfaces))],
    }));
  }

  #linked({ names, believer }: PreparedObservation): Receipt['linked'] {
    const linked = names.map((name) => linkedEntity(this.#resolver.resolve(name, believer)));
    return linked.filter(({ id }, at) => linked.findIndex((other) => other.id === id) === at);
  }

  /** What of its names an observation mentions that was there already. */
  #linkedBefore(item: PreparedObservation): Receipt['linked'] {
    const mentioned = new Set(this.#mentions.get(item.id)?.map(({ entity }) => entity));
    return this.#linked(item).filter(({ id }) => mentioned.has(id));
  }

  #idOf({ believer, id }: PreparedObservation): string {
    const tried = idsToTry(this.#writer.parts.index, believer, id, {
      has: (one) => this.#memories.has(one),
      isInView: (by, one) => new Perspective(by).believers.some((agent) => this.#beliefs.has(beliefKey(agent, one))),
    });
    return tried.at(-1)!;
  }
}

/** The error where an id stands for another content. */
export function takenObservation(operation: string, id: string, given: string | undefined): ConflictError {
  return new ConflictError(
    'CONFLICT',
    `${operation}: "id" must be new or name the same observation, got ${JSON.stringify(given)}, which holds another; choose another id.`,
    { details: { id } },
  );
}

function outcomeOf(held: Belief | undefined, isBack: boolean): Pick<Receipt, 'outcome' | 'reason'> {
  if (held === undefined) return { outcome: 'stored' };
  if (isBack) return { outcome: 'merged', reason: reasonAgain(held) };
  return { outcome: 'merged', reason: 'an observation of this id and content is there already' };
}

function withoutUndefined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
