/** The shape of an answer: what answers, what supports it, what contradicts it, and the rest. */
import { z } from 'zod';
import { toldBeliever } from '../domain/audience.ts';
import { type Belief, type Memory, type Mention, isFact, systemAgent } from '../domain/records.ts';
import { type Fields, listOrNone, record } from '../domain/result.ts';
import { groupBy, present } from '../domain/values.ts';
import { foldName } from '../language/fold.ts';
import type { WholeMemories } from '../store/ledger-reader.ts';
import type { Ledger } from '../store/ledger.ts';
import type { MemoryRole, ThoughtPlace } from './memory-link.ts';
import { maxNearest } from './defaults.ts';
import { constellationText } from './memory-text.ts';
import type { ProfileName } from './profiles.ts';
import type { MoodInUse, RankHit } from './rank.ts';
import {
  type Believer,
  type RecallResult,
  type RecalledMemory,
  recallResultFields,
  recalledMemoryRules,
} from './recall-options.ts';
import { supersededOf } from './replacement.ts';
import { successorOf } from './roles.ts';
import { isEmpty } from './time-in-view.ts';
import { type IndexedPlace, type View, isDerivedFor } from './view.ts';

/** Why a recall answers nothing, in the order in which the causes are looked for. */
export const recallSilences = ['nothing-stored', 'nothing-inside', 'nothing-relevant'] as const;
/**
 * Why a recall answers nothing: nothing at all is remembered in this perspective, or all has faded; nothing that is
 * passes the filters; nothing of it is relevant enough to be an answer.
 */
export type RecallSilence = (typeof recallSilences)[number];

/** What a recall that answers nothing says. */
export const silenceSentences: Readonly<Record<RecallSilence, string>> = {
  'nothing-stored': 'Nothing is remembered yet.',
  'nothing-inside': 'Nothing that is remembered passes the filters.',
  'nothing-relevant': 'Nothing is remembered of this.',
};

/** What is said where a question asks for a time and nothing lies in it. */
const nothingThen = 'Nothing is remembered of that time.';
/** What is said where whatever was held is out of sight by now. */
const allFaded = 'Nothing is remembered any more: what was told has faded.';
/** What is said where only what has faded would answer. */
const fadedMayAnswer =
  'Nothing is clearly remembered of this. What has faded may answer: ask with "faded" or "archived".';

/** Why nothing comes up in a view, and what is said of it. */
export function silenceIn(view: View): { readonly silence: RecallSilence; readonly synthesis: string } {
  if (!isEmpty(view)) return { silence: 'nothing-relevant', synthesis: silenceSentences['nothing-relevant'] };
  const filters = Object.keys(view.filter).join();
  if (filters === '') {
    const isFaded = view.byBeliever.some((part) => part.holdsAny());
    const synthesis = isFaded ? allFaded : silenceSentences['nothing-stored'];
    return { silence: 'nothing-stored', synthesis };
  }
  // The question itself asks for a time.
  const synthesis = filters === 'asked' ? nothingThen : silenceSentences['nothing-inside'];
  return { silence: 'nothing-inside', synthesis };
}

const constellationFields = {
  /**
   * The answer in one or two sentences, by templates and without a model: the best statement with who said it and
   * when, then what speaks against it. What is quoted is whole. Where nothing answers, it says so.
   */
  synthesis: z.string().default(''),
  /**
   * How many of the memories, the last ones, the query did not bring up itself: they contradict one that it did. One that
   * took the place of what answered leads, and is not counted.
   */
  broughtIn: z.int().default(0),
  /** Why nothing answers; absent where something does. */
  silence: z.enum(recallSilences).exactOptional(),
  /**
   * What is nearest where nothing answers, the most relevant first, or what would answer had it not faded; at most 3. None
   * of it is an answer.
   */
  nearest: listOrNone(recalledMemoryRules),
};
/** What a constellation holds. */
export interface ConstellationFields extends RecallResult, Fields<typeof constellationFields> {}
export const constellationRules: z.ZodType<ConstellationFields> = record({
  ...recallResultFields,
  ...constellationFields,
});
/**
 * What an agent recalls: a flat list, best first, in which each memory has a part. Memories that contradict a ranked
 * one are brought in after the ranked ones.
 */
export class Constellation implements ConstellationFields {
  readonly agent: string;
  readonly query: string;
  readonly profile: ProfileName;
  readonly memories: readonly RecalledMemory[];
  readonly total: number;
  declare readonly leftOut?: number;
  readonly notices: readonly string[];
  declare readonly mood?: MoodInUse;
  readonly synthesis: string;
  readonly broughtIn: number;
  declare readonly silence?: RecallSilence;
  readonly nearest: readonly RecalledMemory[];

  /** @internal */
  constructor(result: ConstellationFields) {
    this.agent = result.agent;
    this.query = result.query;
    this.profile = result.profile;
    this.memories = result.memories;
    this.total = result.total;
    if (result.leftOut !== undefined) this.leftOut = result.leftOut;
    this.notices = result.notices;
    if (result.mood !== undefined) this.mood = result.mood;
    this.synthesis = result.synthesis;
    this.broughtIn = result.broughtIn;
    if (result.silence !== undefined) this.silence = result.silence;
    this.nearest = result.nearest;
  }

  /** The direct answers: the best memory and those close to it; at most 3. */
  get primary(): readonly RecalledMemory[] {
    return this.#of('primary');
  }

  /** What supports a primary memory, says the same independently, or answers next to it; at most 5. */
  get supporting(): readonly RecalledMemory[] {
    return this.#of('supporting');
  }

  /** What contradicts another memory of the answer, is an exception to it, or took its place; at most 3. */
  get contradicting(): readonly RecalledMemory[] {
    return this.#of('contradicting');
  }

  /** The rest. */
  get context(): readonly RecalledMemory[] {
    return this.#of('context');
  }

  /** The memories that the query itself brought up, and what leads. */
  get ranked(): readonly RecalledMemory[] {
    return this.memories.slice(0, this.memories.length - this.broughtIn);
  }

  /**
   * Compact text for a model's context: a line to a memory, each below 120 tokens, labelled as
   * data and not as instructions. Where nothing answers, it says so, and tells what is nearest.
   */
  text(): string {
    return constellationText(this);
  }

  /** @internal The same with what would answer, had it not faded, as the nearest. */
  withFaded(faded: readonly RecalledMemory[]): Constellation {
    if (faded.length === 0) return this;
    const synthesis = this.silence === 'nothing-relevant' ? fadedMayAnswer : this.synthesis;
    return new Constellation({ ...this, synthesis, nearest: faded.slice(0, maxNearest) });
  }

  /** @internal What of it fits into a number of tokens. */
  within(maxTokens: number | undefined): Constellation {
    const within = withinTokens(this.memories, maxTokens);
    return new Constellation({
      ...this,
      ...within,
      nearest: withinTokens(this.nearest, maxTokens).memories,
      broughtIn: Math.max(0, within.memories.length - this.ranked.length),
    });
  }

  /** @internal Without what tells why each memory stands where it does. */
  withoutSignals(): Constellation {
    const [memories, nearest] = [withoutSignals(this.memories), withoutSignals(this.nearest)];
    return new Constellation({ ...this, memories, nearest });
  }

  /** Without empty lists and texts, and without `broughtIn` where there are none. */
  toJSON(): object {
    const { memories, nearest, broughtIn, ...rest } = this;
    const added = broughtIn === 0 ? {} : { broughtIn };
    return {
      ...withoutEmpty(rest),
      ...added,
      memories: memories.map(withoutEmpty),
      ...(nearest.length === 0 ? {} : { nearest: nearest.map(withoutEmpty) }),
    };
  }

  #of(role: MemoryRole): readonly RecalledMemory[] {
    return this.memories.filter((memory) => memory.role === role);
  }
}

/** Characters of a content that count in an answer of so many tokens: a model is shown longer ones in part. */
const countedContent = 2_000;

/** The first of some memories that fit into a number of tokens, at least one, and how many that leaves out. */
export function withinTokens(
  memories: readonly RecalledMemory[],
  maxTokens: number | undefined,
): { readonly memories: readonly RecalledMemory[]; readonly leftOut?: number } {
  if (maxTokens === undefined) return { memories };
  let left = maxTokens * 4;
  const beyond = memories.findIndex(({ signals: _s, grounds: _g, ...memory }, place) => {
    left -= JSON.stringify({ ...withoutEmpty(memory), content: memory.content.slice(0, countedContent) }).length;
    return place > 0 && left < 0;
  });
  return beyond < 0 ? { memories } : { memories: memories.slice(0, beyond), leftOut: memories.length - beyond };
}

/** Some memories without what tells why each of them stands where it does. */
export function withoutSignals(memories: readonly RecalledMemory[]): readonly RecalledMemory[] {
  return memories.map((memory) => ({ ...memory, signals: [], grounds: [] }));
}

function withoutEmpty(record: object): object {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== '' && !isEmptyList(value)),
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The memories in their order, but each that was superseded or revised after what took its place, if that is among them. */
export function behindWhatSuperseded(memories: readonly RecalledMemory[]): readonly RecalledMemory[] {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const placed = new Set<RecalledMemory>();
  const ordered: RecalledMemory[] = [];
  for (const memory of memories) {
    const waiting: RecalledMemory[] = [];
    let next: RecalledMemory | undefined = memory;
    // Believers may have put two facts in each other's place.
    while (next !== undefined && !placed.has(next)) {
      placed.add(next);
      waiting.push(next);
      next = byId.get(successorOf(next) ?? '');
    }
    ordered.push(...waiting.reverse());
  }
  return ordered;
}

// From ids to whole results, in one round trip; what another agent holds of a memory stays out.

/** The results of some hits, in their order. */
export async function hydrate(
  ledger: Ledger,
  view: View,
  hits: readonly RankHit[],
): Promise<readonly RecalledMemory[]> {
  const pairs = hits.flatMap(({ id, seenThrough }) => seenThrough.map(({ agent }) => ({ agent, memory: id })));
  const ids = hits.map(({ id }) => id);
  const places = new Map(ids.map((id) => [id, view.placeInChain(id)]));
  const edges = [...places.values()].flatMap(({ edge }) => edge ?? []);
  const whole = await ledger.wholeMemories(ids, pairs, edges);
  const { memories, believes, mentions, entities, supersedes, follows } = whole;
  const derived = groupBy(
    whole.derived.filter((edge) => isDerivedFor(view, edge) && view.sees(edge.observation)),
    ({ fact }) => fact,
  );
  const sourcesOf = (id: string): readonly string[] => [
    ...new Set((derived.get(id) ?? []).map(({ observation }) => observation)),
  ];
  // That a fact agrees with what it was read out of says nothing new.
  const isDerivation = (one: string, other: string): boolean =>
    sourcesOf(one).includes(other) || sourcesOf(other).includes(one);
  const reasons = new Map(follows.map(({ from, reason }) => [from, reason]));
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const beliefsIn = groupBy(believes, ({ memory }) => memory);
  const mentionsIn = groupBy(mentions, ({ memory }) => memory);
  const corrections = supersedes.filter(({ believer }) => view.believers.includes(believer));
  const asKnown = knownEntities(view, entities);
  return hits.flatMap((hit) => {
    const memory = byId.get(hit.id);
    if (memory === undefined) return [];
    const believers = believersOf(hit, beliefsIn.get(hit.id) ?? []);
    const links = view.linksOf(hit.id).filter((link) => link.kind !== 'supports' || !isDerivation(hit.id, link.memory));
    const thought = thoughtOf(places.get(hit.id) ?? {}, reasons.get(hit.id));
    const superseded = supersededOf(memory, corrections, view);
    const derivedFrom = sourcesOf(hit.id).toSorted((one, other) => view.index.memories.compareIdsWritten(one, other));
    const listeners = view.listenersOf(hit.id);
    return [
      {
        ...recalled(hit, memory, believers, asKnown(mentionsIn.get(hit.id) ?? [], memory.content)),
        ...firstSaid(view, memory, derivedFrom),
        ...(derivedFrom.length === 0 ? {} : { derivedFrom }),
        ...(listeners.length === 0 ? {} : { listeners }),
        ...(links.length === 0 ? {} : { links }),
        ...(superseded === undefined ? {} : { superseded }),
        ...(thought === undefined ? {} : { thought }),
      },
    ];
  });
}

/** Of a fact without a time of its own, when it was first said: when it was read out of that tells nothing of it. */
function firstSaid(view: View, memory: Memory, sources: readonly string[]): { readonly occurredAt?: Date } {
  if (!isFact(memory) || memory.validFrom !== undefined) return {};
  const { memories } = view.index;
  const times = sources.map((id) => memories.occurredAt.get(memories.row(id))).filter((time) => Number.isFinite(time));
  return times.length === 0 ? {} : { occurredAt: new Date(Math.min(...times)) };
}

/** What a memory is in a chain of thought, if it is in one. */
function thoughtOf({ edge, revisedBy }: IndexedPlace, reason: string | undefined): ThoughtPlace | undefined {
  if (edge === undefined && revisedBy === undefined) return undefined;
  return {
    ...(edge === undefined ? {} : { type: edge.type, of: edge.to, ...(reason === undefined ? {} : { reason }) }),
    ...(revisedBy === undefined ? {} : { revisedBy }),
  };
}

/** Whether those who see an observation may know who recorded it: what an agent recorded for itself is not another's to know, though both believe it. */
export function isRecorderTold(recorder: string, believers: readonly { readonly agent: string }[]): boolean {
  return believers.some(({ agent }) => agent === recorder || agent === systemAgent);
}

/** Some memories in view, in their order, that were not ranked: their scores are 0. */
export async function hydrateIds(
  ledger: Ledger,
  view: View,
  ids: readonly string[],
): Promise<readonly RecalledMemory[]> {
  const hits = ids.map((id) => {
    const seenThrough = view.beliefsIn(id).filter(({ isSeen }) => isSeen);
    return { id, score: 0, relevance: 0, signals: [], grounds: [], seenThrough };
  });
  return hydrate(ledger, view, hits);
}

function believersOf(hit: RankHit, beliefs: readonly Belief[]): readonly Believer[] {
  return hit.seenThrough.flatMap(({ agent, strength }) => {
    const belief = beliefs.find((candidate) => candidate.agent === agent);
    if (belief === undefined) return [];
    const { confidence, since, permanent, provenance, tags, metadata } = belief;
    const kept = present({ tags, metadata });
    return [{ ...toldBeliever(agent), strength, confidence, since, permanent, provenance, ...kept }];
  });
}

/**
 * Tells the entities of a memory as a perspective knows them. An entity has its own name and type if a memory in view
 * calls it so. Otherwise it has the name that this memory uses, since others may not know the rest.
 */
export function knownEntities(
  { index, believers }: View,
  entities: WholeMemories['entities'],
): (mentions: readonly Mention[], content: string) => RecalledMemory['entities'] {
  const named = new Map(entities.map((entity) => [entity.id, entity]));
  return (mentions, content) =>
    asTold(mentions, content).flatMap(({ entity, surfaces: [surface, ...others] }) => {
      const known = named.get(entity);
      if (known === undefined) return [];
      const { id, name, type, nameKey } = known;
      if (surface === undefined || [surface, ...others].some((form) => foldName(form) === nameKey))
        return [{ id, name, type }];
      const isCalled = index.isCalled(believers, name, id);
      return [isCalled ? { id, name, type } : { id, name: surface, type: 'other' as const }];
    });
}

/** Mentions in the order in which a text makes them, then by name: that of their ids would tell who spoke of them first. */
function asTold(mentions: readonly Mention[], content: string): readonly Mention[] {
  const placed = mentions.map((mention) => {
    const [name = ''] = mention.surfaces;
    const at = content.indexOf(name);
    return { mention, name, at: at < 0 ? content.length : at };
  });
  placed.sort((one, other) => one.at - other.at || (one.name < other.name ? -1 : 1));
  return placed.map(({ mention }) => mention);
}

function recalled(
  { id, score, relevance, signals, grounds }: RankHit,
  memory: Memory,
  believers: readonly Believer[],
  entities: RecalledMemory['entities'],
): RecalledMemory {
  const { content, concepts, importance, mood, moodInferred, domain, topic, ring, knowledgeType } = memory;
  const shared = {
    ...(mood === undefined
      ? {}
      : { mood, moodSource: moodInferred === true ? ('inferred' as const) : ('given' as const) }),
    ...(domain === undefined ? {} : { domain }),
    ...(topic === undefined ? {} : { topic }),
    ...(ring === undefined ? {} : { ring }),
    ...(knowledgeType === undefined ? {} : { knowledgeType }),
  };
  if (isFact(memory)) {
    const { kind, title, validFrom, validTo } = memory;
    const since = believers[0]?.since ?? memory.recordedAt;
    return {
      id,
      type: 'fact',
      content,
      kind,
      title,
      score,
      relevance,
      signals,
      grounds,
      believers,
      occurredAt: validFrom ?? since,
      entities,
      concepts,
      importance,
      ...shared,
      ...(validFrom === undefined ? {} : { validFrom }),
      ...(validTo === undefined ? {} : { validTo }),
    };
  }
  const { type, occurredAt, agent, session, speaker, branchId, thoughtNumber } = memory;
  return {
    id,
    type,
    content,
    score,
    relevance,
    signals,
    grounds,
    believers,
    occurredAt,
    ...(isRecorderTold(agent, believers) ? { recordedBy: agent } : {}),
    entities,
    concepts,
    importance,
    ...shared,
    ...(session === undefined ? {} : { session }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(branchId === undefined ? {} : { branchId }),
    ...(thoughtNumber === undefined ? {} : { thoughtNumber }),
  };
}
