/** The facts of one call on their way into one transaction. Lives within one turn of the writer queue. */
import { ConflictError, NotFoundError } from '../domain/errors.ts';
import { idIn } from '../domain/ids.ts';
import { Perspective } from '../domain/perspective.ts';
import type { About, Belief, DerivedFrom, Embedding, Fact, FactKind, Mention, Relates } from '../domain/records.ts';
import type { LedgerPatch } from '../store/ledger-write.ts';
import { assertion } from './assert-again.ts';
import type { CheckedBelief } from './believe-options.ts';
import { assertedStrength, defaultImportance } from './defaults.ts';
import { contentKey, newBelief, provenanceOf } from './new-memory.ts';
import type { Receipt, RefusedPart } from './receipt.ts';
import { EntityResolver, linkedEntity, type NamedEntity } from './resolve-entities.ts';
import type { Writer } from './writer.ts';

/** An edge between two entities that a fact states. */
export interface RelationInput {
  readonly from: string;
  /** In words, e.g. `works at`. */
  readonly predicate: string;
  readonly to: string;
}

/** A fact with all that can be made ready before the queue is entered. */
export interface PreparedFact {
  readonly input: CheckedBelief & { readonly content: string };
  readonly believer: string;
  readonly kind: FactKind;
  readonly title: string;
  readonly aboutNames: readonly NamedEntity[];
  /** `agent:NAME`. */
  readonly aboutAgents: readonly string[];
  readonly names: readonly NamedEntity[];
  readonly refused: readonly RefusedPart[];
  readonly concepts: readonly string[];
  readonly surfacesWhen: readonly string[];
  readonly vector: Float32Array | undefined;
  readonly relation?: RelationInput;
}

type PendingReceipt = Omit<Receipt, 'seq'>;

/** Gathers the facts of one call. */
export class FactBatch {
  readonly #writer: Writer;
  readonly #agent: string;
  readonly #at: Date;
  readonly #resolver: EntityResolver;
  /** Facts by the key of what they say, those of this call included. */
  readonly #facts: Map<string, Fact>;
  readonly #beliefs: Map<string, Belief>;
  readonly #inserts = {
    facts: [] as Fact[],
    believes: [] as Belief[],
    embeddings: [] as Embedding[],
    mentions: [] as Mention[],
    about: [] as About[],
    derivedFrom: [] as DerivedFrom[],
    relates: new Map<string, Relates>(),
  };
  readonly #patches: LedgerPatch[] = [];

  private constructor(
    writer: Writer,
    agent: string,
    resolver: EntityResolver,
    facts: readonly Fact[],
    beliefs: readonly Belief[],
  ) {
    this.#writer = writer;
    this.#agent = agent;
    this.#at = writer.parts.clock();
    this.#resolver = resolver;
    this.#facts = new Map(facts.map((fact) => [fact.contentKey, fact]));
    this.#beliefs = new Map(beliefs.map((belief) => [beliefKey(belief.agent, belief.memory), belief]));
  }

  /**
   * Reads what the ledger has of these facts already.
   *
   * @throws {NotFoundError} when an observation that one is derived from is not in view.
   * @throws {ConflictError} when a caller's id is taken by another fact.
   */
  static async load(writer: Writer, agent: string, prepared: readonly PreparedFact[]): Promise<FactBatch> {
    const { ledger } = writer.parts;
    const resolver = new EntityResolver(writer, new Perspective(agent));
    await resolver.load(prepared.flatMap(({ names, aboutNames }) => [...names, ...aboutNames]));
    const facts = await ledger.factsByContent([...new Set(prepared.map((item) => contentKeyOf(item, resolver)))]);
    const { believes } = await ledger.edges(facts.map((fact) => fact.id));
    checkSources(writer, agent, prepared);
    await checkIds(writer, prepared, resolver);
    return new FactBatch(writer, agent, resolver, facts, believes);
  }

  /** Takes in one fact: a new one, or a new or repeated belief in one that is there. */
  add(item: PreparedFact): PendingReceipt {
    const key = contentKeyOf(item, this.#resolver);
    const known = this.#facts.get(key);
    const fact = known ?? this.#create(item, key);
    const linked = this.#link(item, fact, known !== undefined);
    const held = this.#beliefs.get(beliefKey(item.believer, fact.id));
    const belief = held ?? this.#believe(item, fact);
    if (held !== undefined && this.#isChanged(item, held)) this.#patches.push(assertion(held, item.input, this.#at));
    for (const observation of new Set(item.input.derivedFrom)) this.#derive(fact.id, observation, known !== undefined);
    return {
      id: fact.id,
      outcome: held === undefined ? 'stored' : 'merged',
      ...(held === undefined ? {} : { reason: 'it was believed already and is asserted again' }),
      believer: item.believer,
      strength: assertedStrength,
      confidence: item.input.confidence ?? belief.confidence,
      linked,
      refused: item.refused,
      embedded: item.vector !== undefined,
    };
  }

  /** Writes all that is new in one transaction; with nothing new nothing is written. */
  async commit(): Promise<number> {
    const { facts, believes, embeddings, mentions, about, derivedFrom } = this.#inserts;
    const relates = await this.#newRelations();
    if (facts.length + believes.length + relates.length + this.#patches.length === 0)
      return this.#writer.parts.ledger.head.seq;
    const named = about.flatMap(({ target }) => (target.startsWith('agent:') ? [target.slice('agent:'.length)] : []));
    const insert = {
      agent: await this.#writer.missingAgents([this.#agent, ...named]),
      entity: this.#resolver.created,
      fact: facts,
      embedding: embeddings,
      believes,
      mentions,
      about,
      derived_from: derivedFrom,
      relates,
    };
    return this.#writer.commit({ insert, patches: this.#patches }, this.#resolver.known);
  }

  #create(item: PreparedFact, key: string): Fact {
    const { input } = item;
    const fact: Fact = {
      id: idIn('fact', input.id ?? this.#writer.parts.newId()),
      content: input.content,
      kind: item.kind,
      title: item.title,
      contentKey: key,
      importance: input.importance ?? defaultImportance,
      concepts: item.concepts,
      surfacesWhen: item.surfacesWhen,
      accesses: 0,
      recordedAt: this.#at,
      position: this.#writer.nextPosition + this.#inserts.facts.length,
      provenance: provenanceOf(input.channel, input.source, this.#agent),
      ...(input.mood === undefined ? {} : { mood: input.mood }),
      ...(input.domain === undefined ? {} : { domain: input.domain }),
      ...(input.topic === undefined ? {} : { topic: input.topic }),
      ...(input.ring === undefined ? {} : { ring: input.ring }),
      ...(input.knowledgeType === undefined ? {} : { knowledgeType: input.knowledgeType }),
      ...(input.validFrom === undefined ? {} : { validFrom: input.validFrom }),
      ...(input.validTo === undefined ? {} : { validTo: input.validTo }),
    };
    this.#facts.set(key, fact);
    this.#inserts.facts.push(fact);
    if (item.vector !== undefined) {
      this.#inserts.embeddings.push({ memory: fact.id, model: this.#writer.parts.embedder.model, vector: item.vector });
    }
    return fact;
  }

  #believe({ believer, input }: PreparedFact, memory: Fact): Belief {
    const provenance = provenanceOf(input.channel, input.source, this.#agent);
    const { confidence, permanent } = input;
    const asked = { agent: believer, memory, provenance, confidence, permanent, at: this.#at };
    const belief = newBelief(asked, this.#writer.parts.settings);
    this.#inserts.believes.push(belief);
    this.#beliefs.set(beliefKey(believer, memory.id), belief);
    return belief;
  }

  /** An import of what is there already changes nothing, so that importing twice is importing once. */
  #isChanged({ input }: PreparedFact, held: Belief): boolean {
    if (this.#inserts.believes.includes(held)) return false;
    return held.withdrawnAt !== undefined || input.channel !== 'import' || held.provenance.source !== input.source;
  }

  #link(item: PreparedFact, fact: Fact, known: boolean): PendingReceipt['linked'] {
    const resolved = [...item.names, ...item.aboutNames].map((name) => this.#resolver.resolve(name));
    const surfaces = new Map<string, readonly string[]>();
    for (const { entity, surfaces: more } of resolved) {
      surfaces.set(entity.id, [...new Set([...(surfaces.get(entity.id) ?? []), ...more])]);
    }
    if (!known) {
      for (const [entity, forms] of surfaces) this.#inserts.mentions.push({ memory: fact.id, entity, surfaces: forms });
      for (const target of targetsOf(item, this.#resolver)) this.#inserts.about.push({ fact: fact.id, target });
    }
    this.#relate(item);
    return [...new Map(resolved.map((one) => [one.entity.id, linkedEntity(one)])).values()];
  }

  #relate({ relation, aboutNames, input }: PreparedFact): void {
    if (relation === undefined) return;
    const idOf = (name: string): string | undefined => {
      const named = aboutNames.find((about) => about.input.name === name);
      return named === undefined ? undefined : this.#resolver.resolve(named).entity.id;
    };
    const [from, to] = [idOf(relation.from), idOf(relation.to)];
    if (from === undefined || to === undefined || from === to) return;
    const { trust } = provenanceOf(input.channel, input.source, this.#agent);
    const edge = { from, to, predicate: relation.predicate, mentions: 1, firstAt: this.#at, lastAt: this.#at, trust };
    this.#inserts.relates.set(JSON.stringify([from, relation.predicate, to]), edge);
  }

  async #newRelations(): Promise<readonly Relates[]> {
    const edges = [...this.#inserts.relates.values()];
    const there = await this.#writer.parts.ledger.existing('relates', edges);
    return edges.filter((_edge, at) => !there[at]);
  }

  #derive(fact: string, observation: string, known: boolean): void {
    if (!known) this.#inserts.derivedFrom.push({ fact, observation: idIn('observation', observation) });
  }
}

function contentKeyOf(item: PreparedFact, resolver: EntityResolver): string {
  return contentKey({ ...item.input, about: targetsOf(item, resolver) });
}

function targetsOf(item: PreparedFact, resolver: EntityResolver): readonly string[] {
  const entities = item.aboutNames.map((name) => resolver.resolve(name).entity.id);
  return [...new Set([...entities, ...item.aboutAgents])].sort();
}

function checkSources(writer: Writer, agent: string, prepared: readonly PreparedFact[]): void {
  const { believers } = new Perspective(agent);
  for (const source of prepared.flatMap(({ input }) => input.derivedFrom ?? [])) {
    const id = idIn('observation', source);
    if (believers.some((believer) => writer.parts.index.beliefOf(believer, id) !== undefined)) continue;
    throw new NotFoundError(
      'NOT_FOUND',
      `believe: "derivedFrom" must name observations in view, got "${source}"; look it up with search.`,
      {
        details: { id },
      },
    );
  }
}

async function checkIds(writer: Writer, prepared: readonly PreparedFact[], resolver: EntityResolver): Promise<void> {
  const asked = prepared.flatMap((item) =>
    item.input.id === undefined ? [] : [{ item, id: idIn('fact', item.input.id) }],
  );
  const there = new Map(
    (
      await writer.parts.ledger.records(
        'fact',
        asked.map(({ id }) => id),
      )
    ).map((fact) => [fact.id, fact]),
  );
  for (const { item, id } of asked) {
    const known = there.get(id);
    if (known === undefined || known.contentKey === contentKeyOf(item, resolver)) continue;
    throw new ConflictError(
      'CONFLICT',
      `believe: "id" must be new or name the same fact, got "${id}", which holds another; choose another id.`,
      {
        details: { id },
      },
    );
  }
}

function beliefKey(agent: string, memory: string): string {
  return JSON.stringify([agent, memory]);
}
