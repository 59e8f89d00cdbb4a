/** The shape of an answer: what answers, what supports it, what contradicts it, and the rest. */
import { z } from 'zod';
import { isInForce, standing } from '../domain/belief.ts';
import { type Belief, type Memory, type Mention, type Supersedes, isFact, systemAgent } from '../domain/records.ts';
import { type Fields, record } from '../domain/result.ts';
import { groupBy } from '../domain/values.ts';
import { foldName } from '../language/fold.ts';
import type { WholeMemories } from '../store/ledger-reader.ts';
import type { Ledger } from '../store/ledger.ts';
import {
  closeShare,
  fewestSharedTerms,
  maxContradicting,
  maxPrimary,
  maxSupporting,
  sharedTermsShare,
} from './defaults.ts';
import type { MemoryRole, Superseded, ThoughtPlace } from './memory-link.ts';
import { memoriesText } from './memory-text.ts';
import type { ProfileName } from './profiles.ts';
import type { MoodInUse, RankHit } from './rank.ts';
import { type Believer, type RecallResult, type RecalledMemory, recallResultFields } from './recall-options.ts';
import type { IndexedPlace, View } from './view.ts';

const constellationFields = {
  /**
   * The gist in one or two sentences, by a template and without a model; at most 400 characters,
   * '' when nothing is recalled.
   */
  synthesis: z.string().default(''),
  /** How many of the memories, the last ones, the query did not bring up itself: they contradict one that it did. */
  broughtIn: z.int().default(0),
};
/** What a constellation holds. */
export interface ConstellationFields extends RecallResult, Fields<typeof constellationFields> {}

/** The rules of {@link ConstellationFields}. */
export const constellationRules: z.ZodType<ConstellationFields> = record({
  ...recallResultFields,
  ...constellationFields,
});
/**
 * What an agent recalls: a flat list, best first, in which each memory has a part. After the
 * ranked memories come those that were brought in because they contradict one of them.
 */
export class Constellation implements ConstellationFields {
  readonly agent: string;
  readonly query: string;
  readonly profile: ProfileName;
  readonly memories: readonly RecalledMemory[];
  readonly total: number;
  readonly notices: readonly string[];
  declare readonly mood?: MoodInUse;
  readonly synthesis: string;
  readonly broughtIn: number;

  /** @internal */
  constructor(result: ConstellationFields) {
    this.agent = result.agent;
    this.query = result.query;
    this.profile = result.profile;
    this.memories = result.memories;
    this.total = result.total;
    this.notices = result.notices;
    if (result.mood !== undefined) this.mood = result.mood;
    this.synthesis = result.synthesis;
    this.broughtIn = result.broughtIn;
  }

  /** The direct answers: the best memory and those close to it; at most 3. */
  get primary(): readonly RecalledMemory[] {
    return this.#of('primary');
  }

  /** What supports a primary memory, stands next to it or is about the same; at most 5. */
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

  /** The memories that the query itself brought up. */
  get ranked(): readonly RecalledMemory[] {
    return this.memories.slice(0, this.memories.length - this.broughtIn);
  }

  /**
   * Compact text for a model's context: a line to a memory, each below 120 tokens, labelled as
   * data and not as instructions; '' when nothing is recalled.
   */
  text(): string {
    return memoriesText(this);
  }

  /** Without empty lists and texts, and without `broughtIn` where there are none. */
  toJSON(): object {
    const { memories, broughtIn, ...rest } = this;
    const added = broughtIn === 0 ? {} : { broughtIn };
    return { ...withoutEmpty(rest), ...added, memories: memories.map(withoutEmpty) };
  }

  #of(role: MemoryRole): readonly RecalledMemory[] {
    return this.memories.filter((memory) => memory.role === role);
  }
}

function withoutEmpty(record: object): object {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== '' && !isEmptyList(value)),
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

// Which part each recalled memory plays. By rules alone, so that the same memories always play the same parts, and
// with caps (defaults.ts): primary the best one and those whose score is close to it, unless they oppose a better
// one; for one that is superseded, what took its place answers, if it is in the answer; others that are superseded
// answer only where nothing else does contradicting what opposes a primary one (contradicts it, is an exception to
// it, or one of the two superseded the other), then what opposes a supporting one supporting of the rest what
// supports a primary one by a link, then what stands next to one in its session, then what shares most of its names
// and key terms with one context the rest A part is given in the order of the scores. Memories that were brought in
// are there because they contradict; if the cap leaves no room for one, it has no part and is not shown.

/** What is to be given parts. */
export interface Cast {
  /** Best first. */
  readonly ranked: readonly RecalledMemory[];
  /** What contradicts ranked ones and is not among them, best first. */
  readonly broughtIn: readonly RecalledMemory[];
  /** Whether two memories stand next to each other in a session as the perspective knows it. */
  readonly isBeside: (one: string, other: string) => boolean;
}

/** The part of each memory by id; brought-in ones without a part are missing. */
export function rolesOf({ ranked, broughtIn, isBeside }: Cast): ReadonlyMap<string, MemoryRole> {
  const roles = new Map<string, MemoryRole>();
  const free = (): readonly RecalledMemory[] => ranked.filter(({ id }) => !roles.has(id));
  const give = (role: MemoryRole, memories: readonly RecalledMemory[]): void => {
    for (const { id } of memories) roles.set(id, role);
  };
  const primary = primaryOf(ranked, broughtIn);
  give('primary', primary);
  let room = maxContradicting;
  let newcomers = broughtIn.filter((memory) => !primary.includes(memory));
  const contradict = (shown: readonly RecalledMemory[]): void => {
    const found = [...free(), ...newcomers].filter((memory) => shown.some((other) => areOpposed(memory, other)));
    const chosen = found.slice(0, room);
    give('contradicting', chosen);
    room -= chosen.length;
    newcomers = newcomers.filter((memory) => !chosen.includes(memory));
  };
  contradict(primary);
  const supporting = supportingOf(free(), primary, isBeside);
  give('supporting', supporting);
  contradict(supporting);
  give('context', free());
  contradict(ranked);
  return roles;
}

/** Whether two memories cannot both hold as they stand. */
export function areOpposed(one: RecalledMemory, other: RecalledMemory): boolean {
  return (
    one.superseded?.by === other.id ||
    other.superseded?.by === one.id ||
    isLinked('contradicts', one, other) ||
    isLinked('contradicts', other, one)
  );
}

function isLinked(kind: 'supports' | 'contradicts', one: RecalledMemory, other: RecalledMemory): boolean {
  return one.links?.some((link) => link.kind === kind && link.memory === other.id) ?? false;
}

function primaryOf(ranked: readonly RecalledMemory[], broughtIn: readonly RecalledMemory[]): readonly RecalledMemory[] {
  const least = Math.max(0, ...ranked.map(({ score }) => score)) * closeShare;
  const byId = new Map([...ranked, ...broughtIn].map((memory) => [memory.id, memory]));
  const close = new Set(ranked.filter(({ score }) => score >= least).map((memory) => latestOf(memory, byId)));
  const standing = [...close].filter(({ superseded }) => superseded === undefined);
  return unopposed(standing.length > 0 ? standing : [...close], maxPrimary);
}

/** What took the place of a memory, and of that, as far as it is in the answer. */
function latestOf(memory: RecalledMemory, byId: ReadonlyMap<string, RecalledMemory>): RecalledMemory {
  const passed = new Set<RecalledMemory>();
  let latest = memory;
  while (latest.superseded?.by !== undefined) {
    passed.add(latest);
    const next = byId.get(latest.superseded.by);
    // Believers may have put two facts in each other's place.
    if (next === undefined || passed.has(next)) break;
    latest = next;
  }
  return latest;
}

function supportingOf(
  free: readonly RecalledMemory[],
  primary: readonly RecalledMemory[],
  isBeside: Cast['isBeside'],
): readonly RecalledMemory[] {
  const standsBy = (test: (memory: RecalledMemory, answer: RecalledMemory) => boolean): readonly RecalledMemory[] =>
    free.filter((memory) => primary.some((answer) => test(memory, answer) && !areOpposed(memory, answer)));
  const terms = new Map([...free, ...primary].map((memory) => [memory.id, termsOf(memory)]));
  const found = [
    ...standsBy((memory, answer) => isLinked('supports', memory, answer) || isLinked('supports', answer, memory)),
    ...standsBy((memory, answer) => isBeside(memory.id, answer.id)),
    ...standsBy((memory, answer) => shareTerms(terms.get(memory.id)!, terms.get(answer.id)!)),
  ];
  return unopposed([...new Set(found)], maxSupporting);
}

/** The first ones, without those that are opposed to one before them. */
function unopposed(memories: readonly RecalledMemory[], most: number): readonly RecalledMemory[] {
  const chosen: RecalledMemory[] = [];
  for (const memory of memories) {
    if (chosen.length === most) break;
    if (!chosen.some((other) => areOpposed(memory, other))) chosen.push(memory);
  }
  return chosen;
}

function shareTerms(one: Terms, other: Terms): boolean {
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one];
  const shared = [...fewer].filter((term) => more.has(term)).length;
  return shared >= fewestSharedTerms && shared >= fewer.size * sharedTermsShare;
}

type Terms = ReadonlySet<string>;

/** Names and key terms in one form, so that a name that is a key term too counts once. */
function termsOf({ concepts, entities }: RecalledMemory): Terms {
  return new Set([...concepts, ...entities.map(({ name }) => foldName(name))]);
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
  const { memories, believes, mentions, entities, supersedes, follows } = await ledger.wholeMemories(ids, pairs, edges);
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
    const links = view.linksOf(hit.id);
    const thought = thoughtOf(places.get(hit.id) ?? {}, reasons.get(hit.id));
    const superseded = supersededOf(memory, corrections, view);
    return [
      {
        ...recalled(hit, memory, believers, asKnown(mentionsIn.get(hit.id) ?? [])),
        ...(links.length === 0 ? {} : { links }),
        ...(superseded === undefined ? {} : { superseded }),
        ...(thought === undefined ? {} : { thought }),
      },
    ];
  });
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
    return { id, score: 0, signals: [], seenThrough };
  });
  return hydrate(ledger, view, hits);
}

function believersOf(hit: RankHit, beliefs: readonly Belief[]): readonly Believer[] {
  return hit.seenThrough.flatMap(({ agent, strength }) => {
    const belief = beliefs.find((candidate) => candidate.agent === agent);
    if (belief === undefined) return [];
    const { confidence, since, permanent, provenance } = belief;
    return [{ agent, strength, confidence, since, permanent, provenance }];
  });
}

/**
 * Tells the entities of a memory as a perspective knows them: by their own name and type where a memory
 * in view calls them so, else by the name that this memory uses, since the rest is others' to say.
 */
export function knownEntities(
  { index, believers }: View,
  entities: WholeMemories['entities'],
): (mentions: readonly Mention[]) => RecalledMemory['entities'] {
  const named = new Map(entities.map((entity) => [entity.id, entity]));
  return (mentions) =>
    mentions.flatMap(({ entity, surfaces: [surface, ...others] }) => {
      const known = named.get(entity);
      if (known === undefined) return [];
      const { id, name, type, nameKey } = known;
      if (surface === undefined || [surface, ...others].some((form) => foldName(form) === nameKey))
        return [{ id, name, type }];
      const isCalled = index.entitiesNamed(believers, name).includes(id);
      return [isCalled ? { id, name, type } : { id, name: surface, type: 'other' as const }];
    });
}

function recalled(
  { id, score, signals }: RankHit,
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
      signals,
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
    signals,
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

/**
 * Since when a memory does not hold: since it was superseded, or else since the end of its validity. A SUPERSEDES edge
 * applies from its timestamp while a believer in view still holds the newer memory, faded or not. So withdrawing a
 * correction restores what was before, and `asOf` shows what was known then. The agent's own edge comes before that of
 * `system`, then the first. An edge of `system` does not apply while the agent itself believes the old fact.
 */
export function supersededOf(memory: Memory, edges: readonly Supersedes[], view: View): Superseded | undefined {
  const { agent } = view.perspective;
  const known = standing(edges, view.time);
  const holdsItself = view.beliefsIn(memory.id).some((belief) => belief.agent === agent && belief.isSeen);
  const isHeld = (id: string): boolean => view.beliefsIn(id).some(({ state }) => state === 'held');
  const [first] = known
    .filter((edge) => edge.to === memory.id && isInForce(edge, known) && isHeld(edge.from))
    .filter(({ believer }) => believer === agent || !holdsItself)
    .sort(
      (one, other) =>
        Number(other.believer === agent) - Number(one.believer === agent) || one.at.getTime() - other.at.getTime(),
    );
  if (first !== undefined) {
    const { from, at, reason } = first;
    return { ...(view.sees(from) ? { by: from } : {}), at, ...(reason === undefined ? {} : { reason }) };
  }
  const end = isFact(memory) ? memory.validTo : undefined;
  return end === undefined || end.getTime() > view.time ? undefined : { at: end };
}

/** The memories in their order, but each that was superseded after what took its place, if that is among them. */
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
      next = next.superseded?.by === undefined ? undefined : byId.get(next.superseded.by);
    }
    ordered.push(...waiting.reverse());
  }
  return ordered;
}
