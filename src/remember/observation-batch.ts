/** The observations of one call on their way into one transaction. Lives within one turn of the writer queue. */
import { ConflictError } from '../domain/errors.ts';
import { idIn } from '../domain/ids.ts';
import { Perspective } from '../domain/perspective.ts';
import type { Belief, Embedding, Mention, Observation } from '../domain/records.ts';
import { defaultImportance } from './defaults.ts';
import { newBelief, provenanceOf } from './new-memory.ts';
import type { CheckedObservation } from './observe-options.ts';
import type { Receipt, RefusedPart } from './receipt.ts';
import { EntityResolver, linkedEntity, type NamedEntity } from './resolve-entities.ts';
import { missingSessions } from './sessions.ts';
import type { Writer } from './writer.ts';

/** An observation with all that can be made ready before the queue is entered. */
export interface PreparedObservation {
  readonly input: CheckedObservation;
  readonly id: string;
  readonly believer: string;
  readonly names: readonly NamedEntity[];
  readonly refused: readonly RefusedPart[];
  readonly concepts: readonly string[];
  readonly surfacesWhen: readonly string[];
  readonly vector: Float32Array | undefined;
}

/** A receipt before its commit. */
export type PendingReceipt = Omit<Receipt, 'seq'>;

/** Gathers the observations of one call. */
export class ObservationBatch {
  readonly #writer: Writer;
  readonly #agent: string;
  readonly #operation: string;
  readonly #at: Date;
  readonly #resolver: EntityResolver;
  readonly #memories: Map<string, Observation>;
  readonly #beliefs: Map<string, Belief>;
  readonly #newObservations: Observation[] = [];
  readonly #newBeliefs: Belief[] = [];
  readonly #mentions: Mention[] = [];
  readonly #embeddings: Embedding[] = [];

  private constructor(
    writer: Writer,
    agent: string,
    operation: string,
    memories: readonly Observation[],
    beliefs: readonly Belief[],
  ) {
    this.#writer = writer;
    this.#agent = agent;
    this.#operation = operation;
    this.#at = writer.parts.clock();
    this.#resolver = new EntityResolver(writer, new Perspective(agent));
    this.#memories = new Map(memories.map((memory) => [memory.id, memory]));
    this.#beliefs = new Map(beliefs.map((belief) => [beliefKey(belief.agent, belief.memory), belief]));
  }

  /** Reads what the ledger has of these observations already. */
  static async load(
    writer: Writer,
    agent: string,
    operation: string,
    prepared: readonly PreparedObservation[],
  ): Promise<ObservationBatch> {
    const { index, ledger } = writer.parts;
    const known = [...new Set(prepared.map(({ id }) => id).filter((id) => index.has(id)))];
    const memories = await ledger.records('observation', known);
    const { believes } = await ledger.edges(known);
    const batch = new ObservationBatch(writer, agent, operation, memories, believes);
    await batch.#resolver.load(prepared.flatMap(({ id, names }) => (index.has(id) ? [] : names)));
    return batch;
  }

  /**
   * Takes in one observation.
   *
   * @throws {ConflictError} when its id is taken by another content.
   */
  add(item: PreparedObservation): PendingReceipt {
    const known = this.#memories.get(item.id);
    if (known !== undefined) this.#checkSame(known, item.input);
    const observation = known ?? this.#create(item);
    const held = this.#beliefs.get(beliefKey(item.believer, item.id));
    const belief = held ?? this.#believe(item, observation);
    const linked = known === undefined ? this.#mention(item) : [];
    const merged = held !== undefined;
    return {
      id: observation.id,
      outcome: merged ? 'merged' : 'stored',
      ...(merged ? { reason: 'an observation of this id and content is there already' } : {}),
      believer: item.believer,
      strength: belief.strength,
      confidence: belief.confidence,
      ...(observation.session === undefined ? {} : { session: observation.session }),
      linked,
      refused: item.refused,
      embedded: item.vector !== undefined,
    };
  }

  /** Writes all that is new in one transaction; with nothing new nothing is written. */
  async commit(): Promise<number> {
    const { ledger } = this.#writer.parts;
    if (this.#newObservations.length === 0 && this.#newBeliefs.length === 0) return ledger.head.seq;
    const belongsTo = this.#newObservations.flatMap(({ id, session }) =>
      session === undefined ? [] : [{ observation: id, session }],
    );
    const insert = {
      agent: await this.#writer.missingAgents([this.#agent]),
      session: await missingSessions(this.#writer, this.#agent, this.#firstInSession()),
      entity: this.#resolver.created,
      observation: this.#newObservations,
      embedding: this.#embeddings,
      believes: this.#newBeliefs,
      mentions: this.#mentions,
      belongs_to: belongsTo,
    };
    return this.#writer.commit({ insert }, this.#resolver.known);
  }

  #create(item: PreparedObservation): Observation {
    const { input } = item;
    const {
      id: _id,
      channel,
      source,
      entities: _e,
      shared: _s,
      permanent: _p,
      confidence: _c,
      session,
      ...fields
    } = input;
    const observation = {
      ...withoutUndefined(fields),
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
      position: this.#writer.nextPosition + this.#newObservations.length,
      provenance: provenanceOf(channel, source, this.#agent),
    } as Observation;
    this.#newObservations.push(observation);
    this.#memories.set(observation.id, observation);
    if (item.vector !== undefined) {
      this.#embeddings.push({ memory: item.id, model: this.#writer.parts.embedder.model, vector: item.vector });
    }
    return observation;
  }

  #believe({ believer, input }: PreparedObservation, memory: Observation): Belief {
    const provenance = provenanceOf(input.channel, input.source, this.#agent);
    const { confidence, permanent } = input;
    const asked = { agent: believer, memory, provenance, confidence, permanent, at: this.#at };
    const belief = newBelief(asked, this.#writer.parts.settings);
    this.#newBeliefs.push(belief);
    this.#beliefs.set(beliefKey(believer, memory.id), belief);
    return belief;
  }

  #mention(item: PreparedObservation): PendingReceipt['linked'] {
    const resolved = item.names.map((name) => this.#resolver.resolve(name));
    const byEntity = new Map<string, string[]>();
    for (const { entity, surfaces } of resolved) {
      byEntity.set(entity.id, [...new Set([...(byEntity.get(entity.id) ?? []), ...surfaces])]);
    }
    for (const [entity, surfaces] of byEntity) this.#mentions.push({ memory: item.id, entity, surfaces });
    return resolved
      .filter(({ entity }, at) => resolved.findIndex((other) => other.entity.id === entity.id) === at)
      .map(linkedEntity);
  }

  #firstInSession(): ReadonlyMap<string, Date> {
    const first = new Map<string, Date>();
    for (const { session, occurredAt } of this.#newObservations) {
      if (session === undefined) continue;
      const known = first.get(session);
      if (known === undefined || occurredAt < known) first.set(session, occurredAt);
    }
    return first;
  }

  #checkSame(known: Observation, input: CheckedObservation): void {
    if (known.content === input.content) return;
    throw new ConflictError(
      'CONFLICT',
      `${this.#operation}: "id" must be new or name the same content, got ${JSON.stringify(input.id)}, which holds another; choose another id.`,
      { details: { id: known.id } },
    );
  }
}

function beliefKey(agent: string, memory: string): string {
  return JSON.stringify([agent, memory]);
}

function withoutUndefined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
