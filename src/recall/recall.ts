/**
 * Recall in a perspective: query -> embedding -> ranking in memory -> hydration. It reads only;
 * what recalling does to what is recalled is the business of attention.
 */
import { throwIfCancelled } from '../domain/errors.ts';
import { idIn } from '../domain/ids.ts';
import type { Perspective } from '../domain/perspective.ts';
import type { Clock } from '../domain/time.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { RecallIndex } from '../index/recall-index.ts';
import { embedTexts } from '../remember/embed-texts.ts';
import type { Ledger } from '../store/ledger.ts';
import { hydrate } from './hydrate.ts';
import { type MoodSettings, moodInUse } from './mood-in-use.ts';
import type { ProfileName } from './profiles.ts';
import { rank, type RankQuery } from './rank.ts';
import { Constellation } from './constellation.ts';
import type { CheckedRecall, RecalledMemory, RecallResult } from './recall-options.ts';
import { type SignalWeights, weightedProfile } from './signal-weights.ts';
import { Surroundings } from './surroundings.ts';
import type { RankFilter } from './view.ts';

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
  const { result, broughtIn, surroundings } = await found(parts, perspective, 'recall', asked, signal);
  const { memories: ranked, ...rest } = result;
  return new Constellation({
    ...rest,
    ranked,
    broughtIn,
    isBeside: (one, other) => surroundings.isBeside(one, other),
  });
}

/** Looks memories up in a perspective: a plain list. */
export async function search(
  parts: RecallParts,
  perspective: Perspective,
  asked: CheckedRecall,
  signal: AbortSignal | undefined,
): Promise<RecallResult> {
  return (await found(parts, perspective, 'search', asked, signal)).result;
}

/** What came up, and what it is surrounded by. */
interface Found {
  readonly result: RecallResult;
  /** What contradicts it, in a recall. */
  readonly broughtIn: readonly RecalledMemory[];
  readonly surroundings: Surroundings;
}

async function found(
  parts: RecallParts,
  perspective: Perspective,
  operation: 'recall' | 'search',
  asked: CheckedRecall,
  signal: AbortSignal | undefined,
): Promise<Found> {
  throwIfCancelled(operation, signal);
  await parts.follow();
  const profile = asked.profile ?? parts.profile;
  const answer = { agent: perspective.agent, query: asked.query, profile };
  const moment = {
    at: parts.clock().getTime(),
    faded: asked.faded ?? false,
    archived: asked.archived ?? false,
    ...(asked.asOf === undefined ? {} : { asOf: asked.asOf.getTime() }),
  };
  const surroundings = new Surroundings(parts.index, perspective, moment);
  const filter = filterOf(parts.index, perspective, asked);
  if (filter === undefined) {
    const notices = [`None of the names in "about" is known to ${perspective.agent}.`];
    return { result: { ...answer, memories: [], total: 0, notices }, broughtIn: [], surroundings };
  }
  const { use, notice } = parts.vectors();
  const weighted = weightedProfile(profile, profile === parts.profile ? parts.weights : {});
  const byMeaning = use && (weighted.weights.semantic ?? 0) > 0;
  const weight = asked.emotionWeight ?? parts.mood.emotionWeight;
  // A search has no side effects, and asking somebody else's code may be one.
  const mayAsk = operation === 'recall' && weight > 0;
  const [vector, { mood, notice: moodNotice }] = await Promise.all([
    byMeaning ? embedQuery(parts, operation, asked.query, signal) : undefined,
    moodInUse(parts.mood, perspective.agent, asked.mood, mayAsk),
  ]);
  const multiplier = asked.candidateMultiplier ?? parts.mood.candidateMultiplier;
  const query: RankQuery = {
    ...moment,
    text: asked.query,
    limit: asked.limit ?? defaultLimit,
    offset: asked.offset ?? 0,
    filter,
    profile: weighted,
    technicalTerms: parts.technicalTerms,
    ...(asked.focus === undefined ? {} : { focus: asked.focus }),
    ...(vector === undefined ? {} : { vector }),
    ...(mood === undefined ? {} : { tilt: { mood, weight, multiplier } }),
    ...(operation === 'search' ? {} : { opponentsOf: (ids) => surroundings.opponentsOf(ids, filter) }),
  };
  const { hits, broughtIn, total } = rank(parts.index, perspective, query);
  throwIfCancelled(operation, signal);
  const all = await hydrate(parts, perspective, [...hits, ...broughtIn], surroundings);
  const isHit = new Set(hits.map(({ id }) => id));
  const memories = all.filter(({ id }) => isHit.has(id));
  const notices = [notice, moodNotice].filter((one) => one !== undefined);
  return {
    result: { ...answer, ...(mood === undefined ? {} : { mood }), memories, total, notices },
    broughtIn: all.filter(({ id }) => !isHit.has(id)),
    surroundings,
  };
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

/** The filter, with names turned into ids; undefined when names are given and none is known. */
function filterOf(index: RecallIndex, perspective: Perspective, asked: CheckedRecall): RankFilter | undefined {
  const about = asked.about?.flatMap((name) =>
    /^(agent|entity):/.test(name) ? [name] : index.entitiesNamed(perspective.believers, name),
  );
  if (about !== undefined && about.length === 0) return undefined;
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
