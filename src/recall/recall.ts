/**
 * Recall in a perspective: query -> embedding -> ranking in memory -> hydration. It reads only;
 * what recalling does to what is recalled is the business of attention.
 */
import type { z } from 'zod';
import { count, type Fields, record } from '../domain/result.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { groupBy, idIn } from '../domain/values.ts';
import { Perspective, correctedFrom, isInForce, standing } from '../domain/belief.ts';
import { latencyRules, RecentDurations } from '../domain/open-calls.ts';
import type { Supersedes } from '../domain/records.ts';
import type { Clock } from '../domain/time.ts';
import { embedTexts } from '../embed/check-vectors.ts';
import type { Embedder } from '../embed/embedder.ts';
import { onOneLine, shorten } from '../language/sentences.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Ledger } from '../store/ledger.ts';
import { Constellation, behindWhatSuperseded, hydrate, rolesOf } from './constellation.ts';
import { synthesisCharacters } from './defaults.ts';
import type { MemoryRole } from './memory-link.ts';
import { isoDay, whoOf } from './memory-text.ts';
import { type MoodSettings, type RankQuery, moodInUse, rank } from './rank.ts';
import { type ProfileName, type SignalWeights, weightedProfile } from './profiles.ts';
import type { CheckedRecall, RecallResult, RecalledMemory } from './recall-options.ts';
import { type KnownEnds, type Moment, type RankFilter, heldAt } from './believer-view.ts';
import { View } from './view.ts';

/** What recall reads. */
export interface RecallParts {
  readonly ledger: Ledger;
  readonly index: RecallIndex;
  readonly embedder: Embedder;
  readonly clock: Clock;
  /** The profile when a call names none. */
  readonly profile: ProfileName;
  /** Weights instead of that profile's. */
  readonly weights: SignalWeights;
  /** Words that count as technical terms beside the built-in ones. */
  readonly technicalTerms: readonly string[];
  /** What agents care about, by their names, where the memory was opened with it. */
  readonly anchors: Readonly<Record<string, readonly string[]>>;
  readonly mood: MoodSettings;
  /** Takes in what other processes have written. */
  readonly follow: () => Promise<void>;
  /** Whether vectors are to be used now, and what to tell of it. */
  readonly vectors: () => { readonly use: boolean; readonly notice?: string };
}

/** How many memories to answer when a call does not say. */
const defaultLimit = 10;

/** Recalls in a perspective, and gives what comes up its parts in a constellation. */
export async function recall(
  parts: RecallParts,
  perspective: Perspective,
  asked: CheckedRecall,
  signal: AbortSignal | undefined,
): Promise<Constellation> {
  const prepared = await prepare(parts, perspective, 'recall', asked, signal);
  return constellationOf(await find(parts, prepared, asked.signals), prepared.view);
}

/** Looks memories up in a perspective: a plain list. */
export async function search(
  parts: RecallParts,
  perspective: Perspective,
  asked: CheckedRecall,
  signal: AbortSignal | undefined,
): Promise<RecallResult> {
  const prepared = await prepare(parts, perspective, 'search', asked, signal);
  return (await find(parts, prepared, asked.signals)).result;
}

/** A checked query with what ranking needs to know. */
export interface PreparedRecall {
  /** What an answer says beside what came up. */
  readonly answer: Omit<RecallResult, 'memories' | 'total'>;
  /** What to ask the index. */
  readonly query: RankQuery;
  readonly view: View;
}

/** What came up, and what contradicts it. */
export interface Found {
  readonly result: RecallResult;
  /** What contradicts it, where that was asked for. */
  readonly broughtIn: readonly RecalledMemory[];
}

/**
 * Prepares a recall. A search has no side effects, and asking somebody else's code for a mood may
 * be one: only `recall` does.
 */
export async function prepare(
  parts: RecallParts,
  perspective: Perspective,
  operation: 'recall' | 'search' | 'explain' | 'perspectives',
  asked: CheckedRecall,
  signal: AbortSignal | undefined,
): Promise<PreparedRecall> {
  throwIfCancelled(operation, signal);
  await parts.follow();
  const profile = asked.profile ?? parts.profile;
  const moment = {
    at: parts.clock().getTime(),
    faded: asked.faded ?? false,
    archived: asked.archived ?? false,
    ...(asked.asOf === undefined ? {} : await earlier(parts, perspective, asked.asOf, asked.validAt)),
  };
  const said = { agent: perspective.agent, query: asked.query, profile };
  const filter = filterOf(parts.index, perspective, asked);
  const isKnown = filter.about === undefined || filter.about.length > 0;
  const { use, notice } = isKnown ? parts.vectors() : unknownName(perspective);
  const weighted = weightedProfile(profile, profile === parts.profile ? parts.weights : {});
  const byMeaning = use && (weighted.weights.semantic ?? 0) > 0;
  const weight = asked.emotionWeight ?? parts.mood.emotionWeight;
  const mayAsk = operation === 'recall' && weight > 0;
  const [vector, { mood, notice: moodNotice }] = await Promise.all([
    byMeaning ? embedQuery(parts, operation, asked.query, signal) : undefined,
    moodInUse(parts.mood, perspective.agent, asked.mood, mayAsk),
  ]);
  const view = new View(parts.index, perspective, moment, filter);
  const multiplier = asked.candidateMultiplier ?? parts.mood.candidateMultiplier;
  const query: RankQuery = {
    text: asked.query,
    limit: asked.limit ?? defaultLimit,
    offset: asked.offset ?? 0,
    profile: weighted,
    technicalTerms: parts.technicalTerms,
    ...(asked.focus === undefined ? {} : { focus: asked.focus }),
    ...(vector === undefined ? {} : { vector }),
    ...(mood === undefined ? {} : { tilt: { mood, weight, multiplier } }),
    ...(operation === 'search' ? {} : { opponentsOf: (ids) => view.opponentsOf(ids) }),
  };
  throwIfCancelled(operation, signal);
  const notices = [notice, moodNotice].filter((one) => one !== undefined);
  return { answer: { ...said, ...(mood === undefined ? {} : { mood }), notices }, query, view };
}

/** Ranks what a prepared recall asks for and reads it from the ledger; memories carry their signals or not. */
export async function find(
  { ledger }: RecallParts,
  { answer, query, view }: PreparedRecall,
  withSignals = true,
): Promise<Found> {
  const { hits, broughtIn, total } = rank(view, query);
  const found = [...hits, ...broughtIn];
  const shown = withSignals ? found : found.map((hit) => ({ ...hit, signals: [] }));
  const all = await hydrate(ledger, view, shown);
  const isHit = new Set(hits.map(({ id }) => id));
  return {
    result: { ...answer, memories: behindWhatSuperseded(all.filter(({ id }) => isHit.has(id))), total },
    broughtIn: all.filter(({ id }) => !isHit.has(id)),
  };
}

/** Gives what came up its parts. */
export function constellationOf({ result, broughtIn }: Found, view: View): Constellation {
  const isBeside = (one: string, other: string): boolean => view.isBeside(one, other);
  const roles = rolesOf({ ranked: result.memories, broughtIn, isBeside });
  const memories = [...result.memories, ...broughtIn].flatMap((memory) => {
    const role = roles.get(memory.id);
    return role === undefined ? [] : [{ ...memory, role }];
  });
  // Ranked ones always have a part.
  const shown = memories.length - result.memories.length;
  return new Constellation({ ...result, memories, synthesis: synthesisOf(memories), broughtIn: shown });
}

async function embedQuery(
  { embedder, index }: RecallParts,
  operation: string,
  query: string,
  signal: AbortSignal | undefined,
): Promise<Float32Array | undefined> {
  if (embedder.dimension === 0 || index.vectors.count === 0) return undefined;
  const [vector] = await embedTexts(operation, embedder, [query], signal, 'query');
  return vector;
}

/** Without vectors, since nothing passes a name that nobody knows. */
function unknownName({ agent }: Perspective): ReturnType<RecallParts['vectors']> {
  return { use: false, notice: `None of the names in "about" is known to ${agent}.` };
}

/** An earlier moment, with what was known then of when facts had ended where that is asked for. */
export async function earlier(
  parts: RecallParts,
  { believers }: Perspective,
  at: Date,
  validAt: Date | undefined,
): Promise<Pick<Moment, 'asOf' | 'ends'>> {
  const asOf = at.getTime();
  return { asOf, ...(validAt === undefined ? {} : { ends: await knownEnds(parts, believers, asOf) }) };
}

/** The ids of the entities and agents that some names, or ids, stand for in a perspective. */
export function idsNamed(index: RecallIndex, { believers }: Perspective, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    if (name.startsWith('agent:')) return [name];
    return name.startsWith('entity:')
      ? [...index.merges.sameAs(believers, name)]
      : index.entitiesNamed(believers, name);
  });
}

/** The filter, with names turned into ids: none where none of the names is known. */
function filterOf(index: RecallIndex, perspective: Perspective, asked: CheckedRecall): RankFilter {
  const about = asked.about === undefined ? undefined : idsNamed(index, perspective, asked.about);
  return {
    ...(asked.sessions === undefined ? {} : { sessions: asked.sessions.map((session) => idIn('session', session)) }),
    ...(asked.types === undefined ? {} : { types: asked.types }),
    ...(asked.from === undefined ? {} : { from: asked.from.getTime() }),
    ...(asked.to === undefined ? {} : { to: asked.to.getTime() }),
    ...(about === undefined ? {} : { about }),
    ...(asked.domain === undefined ? {} : { domain: asked.domain }),
    ...(asked.validAt === undefined ? {} : { validAt: asked.validAt.getTime() }),
  };
}

/** Memories that are told of each part. */
const maxTold = 2;
/** Characters of a content, from what reads well to what still tells something. */
const lengths = [160, 120, 90, 70, 50, 35, 20];

/** The gist of some memories that have parts; '' of none. */
function synthesisOf(memories: readonly RecalledMemory[]): string {
  const tellings = lengths.map((length) => told(memories, length));
  const fitting = tellings.find((telling) => telling.length <= synthesisCharacters);
  return fitting ?? shorten(tellings.at(-1) ?? '', synthesisCharacters);
}

function told(memories: readonly RecalledMemory[], length: number): string {
  const part = (role: MemoryRole, words: string): readonly string[] => {
    const all = memories.filter((memory) => memory.role === role);
    const told = all.slice(0, maxTold).map((memory) => sayingOf(memory, length));
    const more = all.length - told.length;
    return all.length === 0 ? [] : [`${words} ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`];
  };
  const against = memories.filter(({ role }) => role === 'contradicting');
  const areExceptions = against.every(isException);
  return [
    ...part('primary', 'Primary:'),
    ...part('supporting', 'Supported by:'),
    ...part('contradicting', areExceptions ? 'Note: Exception in:' : 'Note: Conflicting info in:'),
  ].join(' | ');
}

function isException({ links = [] }: RecalledMemory): boolean {
  const contradictions = links.filter(({ kind }) => kind === 'contradicts');
  return contradictions.length > 0 && contradictions.every(({ state }) => state === 'exception');
}

/** What a memory says; who said it and when where somebody did, and since when it does not hold. */
function sayingOf(memory: RecalledMemory, length: number): string {
  const { speaker, occurredAt, superseded } = memory;
  const said = speaker === undefined ? '' : `${whoOf(memory)}, ${isoDay(occurredAt)}: `;
  const passed = superseded === undefined ? '' : ` (superseded ${isoDay(superseded.at)})`;
  return `${said}${shorten(onOneLine(memory.content), length)}${passed}`;
}

/** What some believers knew of ends at `asOf`, in milliseconds. Reads every correction of the space. */
async function knownEnds(
  { index, ledger }: { readonly index: RecallIndex; readonly ledger: Ledger },
  believers: readonly string[],
  asOf: number,
): Promise<KnownEnds> {
  const corrections = new Map<string, Supersedes[]>(believers.map((believer) => [believer, []]));
  for await (const edge of ledger.all('supersedes')) {
    if (edge.to.startsWith('fact:')) corrections.get(edge.believer)?.push(edge);
  }
  return new Map([...corrections].map(([believer, edges]) => [believer, endsOf(index, believer, edges, asOf)]));
}

/** The first correction that counted gives the end: since when what it put there was so, or else when it was said. */
function endsOf(
  index: RecallIndex,
  believer: string,
  edges: readonly Supersedes[],
  asOf: number,
): ReadonlyMap<number, number> {
  const known = standing(edges, asOf);
  const knownOf = groupBy(known, ({ to }) => to);
  const { believers } = new Perspective(believer);
  const { memories } = index;
  const isHeld = (id: string): boolean =>
    believers.some((name) => {
      const held = index.believer(name);
      const document = held?.document(memories.row(id)) ?? -1;
      return held !== undefined && document >= 0 && heldAt(held, document, asOf);
    });
  return new Map(
    edges.flatMap(({ to }): (readonly [number, number])[] => {
      const row = memories.row(to);
      if (row < 0) return [];
      const [first] = (knownOf.get(to) ?? [])
        .filter((edge) => isInForce(edge, known) && isHeld(edge.from))
        .sort((one, other) => one.at.getTime() - other.at.getTime());
      if (first === undefined) return [[row, Number.POSITIVE_INFINITY]];
      const from = memories.occurredAt.values[memories.row(first.from)]!;
      return [[row, correctedFrom(first, Number.isNaN(from) ? undefined : new Date(from)).getTime()]];
    }),
  );
}

/**
 * Above this share of memories without a vector, recall is lexical: a ranking in which most
 * memories cannot score on meaning is worse than one in which none does.
 */
const maxMissingVectors = 0.1;

/** Tells at every recall whether it uses vectors, and what to say of it: once, when they are first left out. */
export function vectorUse(
  index: RecallIndex,
  { model, dimension }: Embedder,
): () => { readonly use: boolean; readonly notice?: string } {
  let told = false;
  return () => {
    if (dimension === 0) return { use: false };
    const missing = index.size - index.vectors.count;
    const use = missing <= index.size * maxMissingVectors;
    if (missing === 0 || told) return { use };
    told = true;
    const how = use ? 'they are recalled by their words' : 'recall goes by words';
    return {
      use,
      // Without numbers, which would count what others remember.
      notice: `Some memories have no vector of ${model}, so ${how} until reindex has run.`,
    };
  };
}

const recallStatsFields = {
  calls: count,
  /** How many of them found nothing. */
  empty: count,
  /** Over the last 1,000 calls, in milliseconds; missing before the first. */
  latencyMs: latencyRules.exactOptional(),
};
/** What `stats` tells of recall, since the space was opened; calls that failed are left out. */
export interface RecallStats extends Fields<typeof recallStatsFields> {}

/** The rules of {@link RecallStats}. */
export const recallStatsRules: z.ZodType<RecallStats> = record(recallStatsFields);
/** Counts what recall answers. */
export class RecallCounts {
  readonly #latencies: RecentDurations = new RecentDurations();
  readonly #elapsedMs: () => number;
  #empty = 0;

  /** @param elapsedMs - milliseconds since some moment. */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  /** Runs a recall and counts it. */
  async count<T extends { readonly memories: readonly unknown[] }>(recall: () => Promise<T>): Promise<T> {
    const start = this.#elapsedMs();
    const result = await recall();
    this.#latencies.add(this.#elapsedMs() - start);
    if (result.memories.length === 0) this.#empty += 1;
    return result;
  }

  /** What has been counted. */
  read(): RecallStats {
    const latencyMs = this.#latencies.read();
    return {
      calls: this.#latencies.calls,
      empty: this.#empty,
      ...(latencyMs === undefined ? {} : { latencyMs }),
    };
  }
}
