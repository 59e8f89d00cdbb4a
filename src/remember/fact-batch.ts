/**
 * The facts of one call on their way into one transaction. Lives within one turn of the writer queue.
 *
 * A fact that says the same (`contentKey`: normalised text, subjects, validity) is reused. A fact outside the caller's view
 * is reused only if everything that shows of it is what this caller said too, and never across audiences. Asserting a fact
 * again restores its strength and leaves its confidence, because repetition is no evidence.
 */
import { audienceOf } from '../domain/audience.ts';
import { ConflictError, NotFoundError } from '../domain/errors.ts';
import { groupBy, idIn } from '../domain/values.ts';
import { Perspective, placeAmong } from '../domain/belief.ts';
import type {
  About,
  Belief,
  DerivedFrom,
  Embedding,
  Fact,
  FactKind,
  KnowledgeType,
  Mention,
  Provenance,
  Relates,
  Ring,
} from '../domain/records.ts';
import type { TextVectors } from '../embed/check-vectors.ts';
import { idsToTry } from '../recall-index/chosen-ids.ts';
import type { MemoryEdges } from '../store/ledger-reader.ts';
import { givenEmbeddingOf } from '../embed/check-vectors.ts';
import type { LedgerPatch } from '../store/codec.ts';
import { assertion, confidenceAfter, reasonAgain } from './assert-again.ts';
import type { CheckedBelief } from './believe-options.ts';
import { type Correction, correct, supersededIds } from './correction.ts';
import { movedEnds } from './supersede.ts';
import { assertedStrength, defaultImportance } from './defaults.ts';
import type { NewlyBelieved } from './links.ts';
import {
  type Grave,
  type MoodFields,
  areSameMentions,
  beliefKey,
  contentKey,
  isSameFact,
  keptWith,
  newBelief,
  provenanceOf,
  refusedOfKnown,
  tombstoneOf,
  tombstonesAmong,
} from './new-memory.ts';
import { type Receipt, type RefusedPart, toldOwner } from './receipt.ts';
import type { NamedRelation } from '../language/find-relations.ts';
import {
  EntityResolver,
  type NamedEntity,
  type ResolvedEntity,
  type ToldRelations,
  areSameRelations,
  edgeText,
  linkedEntity,
  toldRelations,
} from './entities.ts';
import type { Writer } from './writer.ts';

/** A fact with all that can be made ready before the queue is entered. */
export interface PreparedFact {
  readonly input: CheckedBelief & { readonly content: string };
  readonly believer: string;
  readonly kind: FactKind;
  readonly title: string;
  readonly knowledgeType: KnowledgeType;
  readonly ring: Ring;
  readonly aboutNames: readonly NamedEntity[];
  /** `agent:NAME`. */
  readonly aboutAgents: readonly string[];
  readonly names: readonly NamedEntity[];
  readonly relations: readonly NamedRelation[];
  readonly refused: readonly RefusedPart[];
  readonly concepts: readonly string[];
  readonly surfacesWhen: readonly string[];
  readonly felt: MoodFields;
  readonly vectors: TextVectors | undefined;
  /** The fact that it is by its id, whatever a file says now of its subjects and its time. */
  readonly known?: Fact;
  /** How far its sources are trusted, 0..1: it is trusted no further. @default as far as its channel */
  readonly trustAtMost?: number;
}

/** What a memory says of entities. */
type OwnEdges = Pick<MemoryEdges, 'mentions' | 'relates'>;

/** Gathers the facts of one call. */
export class FactBatch {
  readonly #writer: Writer;
  readonly #agent: string;
  readonly #at: Date;
  readonly #resolver: EntityResolver;
  /** Facts by the key of what they say, those of this call included. */
  readonly #facts: Map<string, Fact[]>;
  /** By fact, those of this call included. */
  readonly #mentions: Map<string, readonly Mention[]>;
  /** What they tell of entities. */
  readonly #relates: Map<string | undefined, readonly Relates[]>;
  readonly #beliefs: Map<string, Belief>;
  readonly #derivedFrom = new Map<string, DerivedFrom>();
  readonly #inserts = {
    facts: [] as Fact[],
    believes: [] as Belief[],
    embeddings: [] as Embedding[],
    mentions: [] as Mention[],
    about: [] as About[],
    relates: [] as Relates[],
  };
  readonly #patches: LedgerPatch[] = [];
  readonly #newlyBelieved: NewlyBelieved[] = [];
  readonly #corrections: Correction[] = [];
  readonly #heldAgain: Belief[] = [];
  /** Ids of the facts of this call. */
  readonly #created: Set<string> = new Set();
  /** Ids of the tombstones of beliefs in facts that are there. */
  readonly #forgotten: Set<string> = new Set();

  private constructor(
    writer: Writer,
    agent: string,
    resolver: EntityResolver,
    facts: readonly Fact[],
    { believes, mentions, relates }: MemoryEdges,
  ) {
    this.#writer = writer;
    this.#agent = agent;
    this.#at = writer.parts.clock();
    this.#resolver = resolver;
    this.#facts = groupBy(facts, (fact) => fact.contentKey);
    this.#mentions = groupBy(mentions, ({ memory }) => memory);
    this.#relates = groupBy(relates, ({ memory }) => memory);
    this.#beliefs = new Map(believes.map((belief) => [beliefKey(belief.agent, belief.memory), belief]));
  }

  /** Reads what the ledger has of these facts already. */
  static async load(writer: Writer, agent: string, prepared: readonly PreparedFact[]): Promise<FactBatch> {
    const { ledger } = writer.parts;
    const resolver = new EntityResolver(writer);
    await resolver.load(
      prepared.flatMap(({ believer, names, aboutNames }) =>
        [...names, ...aboutNames].map((name) => ({ believer, name })),
      ),
    );
    const found = await ledger.factsByContent([...new Set(prepared.map((item) => contentKeyOf(item, resolver)))]);
    const known = new Map([...found, ...prepared.flatMap((item) => item.known ?? [])].map((fact) => [fact.id, fact]));
    const facts = [...known.values()].sort((one, other) => one.position - other.position);
    const batch = new FactBatch(writer, agent, resolver, facts, await ledger.edges(facts.map((fact) => fact.id)));
    const believers = [...new Set(prepared.map(({ believer }) => believer))];
    const graves = facts.flatMap(({ id }) => believers.map((believer) => graveOf(believer, id)));
    for (const id of facts.length === 0 ? [] : await tombstonesAmong(ledger, graves)) batch.#forgotten.add(id);
    return batch;
  }

  /**
   * Takes in one fact: a new one, or a new or repeated belief in one that is there.
   *
   * @throws {ConflictError} when its believer knows another fact by its id.
   */
  add(item: PreparedFact): Receipt {
    const key = contentKeyOf(item, this.#resolver);
    const made = this.#made(item, key);
    const mentions = this.#mentionsOf(item, made.id);
    const told = toldRelations(made.id, item, (name) => this.#resolver.resolve(name, item.believer).entity.id);
    const known = item.known ?? this.#find(item, made, { mentions, ...told });
    const fact = known ?? this.#create(item, made, { mentions, ...told });
    const held = this.#beliefs.get(beliefKey(item.believer, fact.id));
    const belief = held ?? this.#believe(item, fact);
    const again = held === undefined || this.#inserts.believes.includes(held) ? [] : this.#again(item, held);
    this.#patches.push(...again);
    if (held?.withdrawnAt !== undefined) {
      this.#newlyBelieved.push({ believer: item.believer, memory: fact, belief });
      this.#heldAgain.push(held);
    }
    this.#correct(item, fact);
    for (const source of item.input.derivedFrom ?? [])
      this.#derive(fact.id, idIn('observation', source), item.believer);
    return {
      id: fact.id,
      outcome: held === undefined ? 'stored' : 'merged',
      ...(held === undefined ? {} : { reason: reasonAgain(held) }),
      ...toldOwner(item.believer),
      strength: assertedStrength,
      confidence: confidenceAfter(belief, again),
      ...this.#linked(item, fact, told),
      ...(item.input.supersedes === undefined ? {} : { superseded: supersededIds(item.input) }),
      embedded: item.vectors !== undefined,
    };
  }

  /** The beliefs in what a fact says, as its believer sees them: its own and those of `system`. */
  beliefsIn(item: PreparedFact): readonly Belief[] {
    const facts = this.#facts.get(contentKeyOf(item, this.#resolver)) ?? [];
    return facts.flatMap(({ id }) => this.#inView(item.believer, id));
  }

  /** The beliefs in a fact that a believer's perspective knows. */
  #inView(believer: string, fact: string): readonly Belief[] {
    const { believers } = new Perspective(believer);
    return believers.flatMap((agent) => this.#beliefs.get(beliefKey(agent, fact)) ?? []);
  }

  /** Writes all that is new and `more` in one transaction; with nothing new nothing is written. */
  async commit(more: readonly LedgerPatch[] = []): Promise<void> {
    const { facts, believes, embeddings, mentions, about, relates } = this.#inserts;
    const derivedFrom = await this.#newDerivations();
    const corrected = await correct(this.#writer, this.#corrections, this.#at);
    for (const { agent, memory } of this.#heldAgain) {
      this.#patches.push(...(await movedEnds(this.#writer, agent, memory, true)));
    }
    this.#patches.push(...corrected.patches, ...more);
    const edges = derivedFrom.length + corrected.supersedes.length;
    if (facts.length + believes.length + edges + this.#patches.length === 0) return;
    const targets = about.map(({ target }) => target);
    const named = targets.flatMap((id) => (id.startsWith('agent:') ? [id.slice('agent:'.length)] : []));
    const writing = [this.#agent, ...believes.map(({ agent }) => agent)];
    await this.#writer.agents.holdToSpelling(writing);
    const insert = {
      agent: await this.#writer.missingAgents([...writing, ...named]),
      entity: this.#resolver.made([...targets, ...mentions.map(({ entity }) => entity)]),
      fact: facts,
      embedding: embeddings,
      believes,
      mentions,
      about,
      derived_from: derivedFrom,
      relates,
      supersedes: corrected.supersedes,
      ...corrected.links(await this.#writer.links.find(this.#newlyBelieved)),
    };
    await this.#writer.commit({ insert, patches: this.#patches }, this.#resolver.known);
  }

  /**
   * The fact that says the same already: one that the believer's perspective knows, else one of
   * others that looks no different and that both hold for anybody; of several the one that the caller names.
   */
  #find({ believer, input }: PreparedFact, made: Fact, { mentions, relates }: OwnEdges): Fact | undefined {
    const isCommon = ({ id }: Fact): boolean =>
      audienceOf(believer).length === 0 &&
      [...this.#beliefs.values()].some(({ agent, memory }) => memory === id && audienceOf(agent).length === 0);
    // What the believer has forgotten is gone, though others hold it: it says the same anew.
    const isNew = ({ id }: Fact): boolean =>
      !this.#forgotten.has(tombstoneOf(this.#writer.parts.ledger, graveOf(believer, id)).id);
    const isAlike = (fact: Fact): boolean =>
      isSameFact(fact, made) &&
      areSameMentions(this.#mentions.get(fact.id) ?? [], mentions) &&
      areSameRelations(this.#relates.get(fact.id) ?? [], relates);
    const facts = this.#facts.get(made.contentKey) ?? [];
    const seen = facts
      .flatMap((fact) => {
        const inView = this.#inView(believer, fact.id);
        return inView.length === 0 ? [] : [{ fact, place: placeAmong(fact, inView, 0) }];
      })
      .sort((one, other) => one.place - other.place)
      .map(({ fact }) => fact);
    const others = facts.filter((fact) => !seen.includes(fact) && isCommon(fact) && isAlike(fact) && isNew(fact));
    if (input.id === undefined) return seen[0] ?? others[0];
    const tried = this.#idsToTry(believer, input.id);
    const known = [...seen, ...others].find(({ id }) => tried.includes(id)) ?? seen[0];
    if (known?.id !== made.id && this.#isThere(made.id)) throw taken(made.id, input.id);
    return known;
  }

  #idsToTry(believer: string, key: string): readonly string[] {
    return idsToTry(this.#writer.parts.index, believer, idIn('fact', key), {
      has: (id) => this.#created.has(id),
      isInView: (one, id) => this.#inView(one, id).length > 0,
    });
  }

  #isThere(id: string): boolean {
    return this.#created.has(id) || this.#writer.parts.index.has(id);
  }

  /** The place of the next belief, and of its fact if that is new. */
  get #nextPosition(): number {
    return this.#writer.nextPosition + this.#inserts.believes.length;
  }

  /** The fact as it would be stored. */
  #made(item: PreparedFact, contentKey: string): Fact {
    const { input } = item;
    return {
      id:
        input.id === undefined
          ? idIn('fact', this.#writer.untimedId())
          : this.#idsToTry(item.believer, input.id).at(-1)!,
      content: input.content,
      kind: item.kind,
      title: item.title,
      contentKey,
      importance: input.importance ?? defaultImportance,
      concepts: item.concepts,
      surfacesWhen: item.surfacesWhen,
      accesses: 0,
      recordedAt: this.#at,
      position: this.#nextPosition,
      provenance: this.#provenanceOf(item),
      ...item.felt,
      ...(input.embedding === undefined ? {} : { givenEmbedding: givenEmbeddingOf(input.embedding) }),
      ...(input.domain === undefined ? {} : { domain: input.domain }),
      ...(input.topic === undefined ? {} : { topic: input.topic }),
      ring: item.ring,
      knowledgeType: item.knowledgeType,
      ...(input.validFrom === undefined ? {} : { validFrom: input.validFrom }),
      ...(input.validTo === undefined ? {} : { validTo: input.validTo }),
    };
  }

  #create(item: PreparedFact, fact: Fact, { mentions, relates }: OwnEdges): Fact {
    const { id, contentKey: key } = fact;
    this.#facts.set(key, [...(this.#facts.get(key) ?? []), fact]);
    this.#mentions.set(id, mentions);
    this.#relates.set(id, relates);
    this.#created.add(id);
    this.#inserts.facts.push(fact);
    this.#inserts.mentions.push(...mentions);
    this.#inserts.relates.push(...relates);
    for (const target of targetsOf(item, this.#resolver)) this.#inserts.about.push({ fact: id, target });
    if (item.vectors !== undefined) {
      this.#inserts.embeddings.push({ memory: id, ...item.vectors });
    }
    return fact;
  }

  #believe(item: PreparedFact, memory: Fact): Belief {
    const { believer, input } = item;
    const provenance = this.#provenanceOf(item);
    const { confidence, permanent } = input;
    const kept = keptWith(input);
    const at = this.#at;
    const position = placeAmong(memory, this.#inView(believer, memory.id), this.#nextPosition);
    const asked = { agent: believer, memory, provenance, confidence, permanent, kept, at, position };
    const belief = newBelief(asked, this.#writer.parts.settings);
    this.#inserts.believes.push(belief);
    const sources = (input.derivedFrom ?? []).map((source) => ({ id: idIn('observation', source) }));
    this.#newlyBelieved.push({ believer, memory, belief, sources });
    this.#beliefs.set(beliefKey(believer, memory.id), belief);
    return belief;
  }

  #provenanceOf({ input, trustAtMost = 1 }: PreparedFact): Provenance {
    const provenance = provenanceOf(input.channel, input.source, this.#agent);
    return { ...provenance, trust: Math.min(provenance.trust, trustAtMost) };
  }

  #correct({ input, believer }: PreparedFact, { id, validFrom }: Fact): void {
    const { supersedes, reason, channel } = input;
    if (supersedes === undefined) return;
    this.#corrections.push({ agent: this.#agent, believer, fact: id, validFrom, supersedes, reason, channel });
  }

  #again(item: PreparedFact, held: Belief): ReturnType<typeof assertion> {
    const { decay } = this.#writer.parts.settings;
    return assertion(held, { ...item.input, provenance: this.#provenanceOf(item), decay }, this.#at);
  }

  #mentionsOf(item: PreparedFact, memory: string): readonly Mention[] {
    const byEntity = groupBy(this.#namesOf(item), ({ entity }) => entity.id);
    return [...byEntity].map(([entity, resolved]) => ({
      memory,
      entity,
      surfaces: [...new Set(resolved.flatMap(({ surfaces }) => surfaces))],
    }));
  }

  /** What of the names the fact mentions; one that was there already keeps the mentions that it has. */
  #linked(item: PreparedFact, fact: Fact, told: ToldRelations): Pick<Receipt, 'linked' | 'refused'> {
    const mentioned = new Set((this.#mentions.get(fact.id) ?? []).map(({ entity }) => entity));
    const byId = new Map(this.#namesOf(item).map((resolved) => [resolved.entity.id, resolved]));
    const linked = [...byId.values()].filter(({ entity }) => mentioned.has(entity.id)).map(linkedEntity);
    const given = new Set((item.input.entities ?? []).map((entry) => (typeof entry === 'string' ? entry : entry.name)));
    const refused = [...byId].flatMap(
      ([
        id,
        {
          surfaces: [name = ''],
        },
      ]) =>
        mentioned.has(id) || !given.has(name)
          ? []
          : [{ what: name, reason: 'the fact was there already and keeps the entities that it mentions' }],
    );
    const isUntold = (item.input.relations ?? []).length > 0 && !this.#tells(fact.id, told);
    const untold = { what: '"relations"', reason: 'the fact was there already and keeps the relations that it tells' };
    const own = refusedOfKnown(fact, item.input);
    return { linked, refused: [...item.refused, ...refused, ...told.refused, ...(isUntold ? [untold] : []), ...own] };
  }

  #tells(fact: string, { relates }: ToldRelations): boolean {
    const known = new Set((this.#relates.get(fact) ?? []).map(edgeText));
    return relates.every((edge) => known.has(edgeText(edge)));
  }

  #namesOf({ names, aboutNames, believer }: PreparedFact): readonly ResolvedEntity[] {
    return [...names, ...aboutNames].map((name) => this.#resolver.resolve(name, believer));
  }

  async #newDerivations(): Promise<readonly DerivedFrom[]> {
    const edges = [...this.#derivedFrom.values()];
    const there = await this.#writer.parts.ledger.existing('derived_from', edges);
    return edges.filter((_edge, at) => !there[at]);
  }

  #derive(fact: string, observation: string, believer: string): void {
    const at = this.#at;
    this.#derivedFrom.set(JSON.stringify([fact, observation, believer]), { fact, observation, believer, at });
  }
}

function graveOf(agent: string, memory: string): Grave {
  return { of: 'belief', agent, memory };
}

function contentKeyOf(item: PreparedFact, resolver: EntityResolver): string {
  return contentKey({ ...item.input, about: targetsOf(item, resolver) });
}

function targetsOf(item: PreparedFact, resolver: EntityResolver): readonly string[] {
  const entities = item.aboutNames.map((name) => resolver.resolve(name, item.believer).entity.id);
  return [...new Set([...entities, ...item.aboutAgents])].sort();
}

/**
 * Whether an agent may say what facts are derived from.
 *
 * @throws {NotFoundError} when an observation that one is derived from is not in view.
 */
export function checkSources(writer: Writer, { believers }: Perspective, prepared: readonly PreparedFact[]): void {
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

function taken(id: string, given: string): ConflictError {
  return new ConflictError(
    'CONFLICT',
    `believe: "id" must be new or name the same fact, got "${given}", which holds another; choose another id.`,
    { details: { id } },
  );
}
