/**
 * Recall in a perspective: query -> embedding -> ranking in memory -> hydration. It reads only;
 * what recalling does to what is recalled is the business of attention.
 */
import { ambiguitiesAsked } from './ambiguous-names.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { groupBy, idIn, present } from '../domain/values.ts';
import { Perspective, correctedFrom, isInForce, standing } from '../domain/belief.ts';
import type { Supersedes } from '../domain/records.ts';
import type { Clock } from '../domain/time.ts';
import { ofEventBefore, ofPersonNamed, ofWhomNamed, withWhatIsDemanded } from './demanded.ts';
import { embedQueries } from '../embed/check-vectors.ts';
import { minilmModel } from '../embed/defaults.ts';
import type { Embedder } from '../embed/embedder.ts';
import { languageOf } from '../language/languages.ts';
import { asksForQuestions } from '../language/query-wording.ts';
import {
  askedOfName,
  asWhoQuestion,
  asksForAll,
  asksOfPast,
  occasionAsked,
  timeAskedFor,
} from '../language/answer-forms.ts';
import { withSmallWordsMended, withWordsMended } from '../language/plain-spelling.ts';
import { asksOnly } from '../language/sentences.ts';
import { termsOf, wordsOf } from '../language/words.ts';
import { withNamesMended } from '../recall-index/name-matcher.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { KnownAgents } from '../remember/known-agents.ts';
import { isPromoted } from '../remember/past-sleeps.ts';
import type { Ledger } from '../store/ledger.ts';
import {
  Constellation,
  hydrate,
  behindWhatSuperseded,
  hydrateIds,
  silenceIn,
  silenceSentences,
  withinTokens,
  withoutSignals,
} from './constellation.ts';
import { nearestOf } from './answer-model.ts';
import { answerFloor, contextShare, maxNearest } from './defaults.ts';
import { type ReadingCall, withEvidence } from './evidence.ts';
import { type Reading, opponentsOf, readingOf } from './reading.ts';
import { withKinNamed } from './kin-names.ts';
import { timeAndView, timeAsked } from './time-in-view.ts';
import { type MoodSettings, type RankQuery, moodInUse, rank } from './rank.ts';
import { type Profile, type ProfileName, type SignalWeights, weightedProfile } from './profiles.ts';
import { type QueryTime, withoutNames } from './query.ts';
import type { CheckedRecall, RecallResult, RecalledMemory } from './recall-options.ts';
import { type KnownEnds, type Moment, type RankFilter, heldAt } from './believer-view.ts';
import { lacksMany } from './semantic-scores.ts';
import type { Replaces } from './replacement.ts';
import { type Cast, isMergedCopy, rolesOf, successorOf } from './roles.ts';
import { tellerIn } from './said-around.ts';
import { synthesisOf } from './synthesis.ts';
import { strangerNotice, View } from './view.ts';

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
  /** Who is meant by the name of an agent. */
  readonly agents: KnownAgents;
  readonly mood: MoodSettings;
  /** Takes in what others wrote; answers for how long a server has been away, in milliseconds. */
  readonly follow: () => Promise<number>;
  /** Whether vectors are to be used now, and what to tell of it. */
  readonly vectors: () => { readonly use: boolean; readonly notice?: string };
}

/** How many memories to answer when a call does not say. */
const defaultLimit = 10;

/** Where a search lists what recall would not answer with. */
const unlikelyNotice = `None of these is likely to answer: their relevance is below ${answerFloor}.`;

/** Recalls in a perspective, and gives what comes up its parts in a constellation. */
export async function recall(
  parts: RecallParts,
  perspective: Perspective,
  asked: CheckedRecall,
  signal: AbortSignal | undefined,
): Promise<Constellation> {
  const prepared = await prepare(parts, perspective, 'recall', asked, signal);
  const { answer } = await answerTo(parts, prepared, { operation: 'recall', signal });
  // A silence tells what would answer, had it not faded.
  const orFaded = async (told: Constellation): Promise<Constellation> => {
    const hidesFaded = told.silence !== undefined && prepared.view.byBeliever.some((part) => part.hidesFaded());
    if (!hidesFaded) return told;
    const faded = await prepare(parts, perspective, 'explain', { ...asked, archived: true }, signal);
    return told.withFaded((await answerTo(parts, faded, { operation: 'recall', signal })).answer.primary);
  };
  const whole = (await orFaded(answer)).within(asked.maxTokens);
  return asked.signals === false ? whole.withoutSignals() : whole;
}

/** What came up for a prepared recall, with its parts: what the ranking leaves in doubt is read together with the question. */
export async function answerTo(
  parts: RecallParts,
  prepared: PreparedRecall,
  call: ReadingCall,
): Promise<{ readonly found: Found; readonly answer: Constellation }> {
  const cameUp = await find(parts, prepared);
  const reading = readingOf(parts, prepared, call);
  if (reading === undefined) return { found: cameUp, answer: constellationOf(cameUp, prepared) };
  const first = constellationOf(cameUp, prepared);
  const found = await asRead(parts, prepared, { cameUp, first, reading });
  const answer = found === cameUp ? first : constellationOf(found, prepared);
  const readToEnd = await reading.endsAmong(answer.memories, found.broughtIn);
  return { found, answer: readToEnd === undefined ? answer : constellationOf(found, prepared, readToEnd) };
}

/** What came up, once it is read: where nothing answers, what does after all; else what answers indeed. */
async function asRead(
  { ledger }: RecallParts,
  prepared: PreparedRecall,
  {
    cameUp,
    first: { memories },
    reading,
  }: { readonly cameUp: Found; readonly first: Constellation; readonly reading: Reading },
): Promise<Found> {
  if (cameUp.result.memories.length === 0) {
    const after = await reading.answersAmong(cameUp.nearest);
    return after.length === 0 ? cameUp : { ...cameUp, result: { ...cameUp.result, memories: after } };
  }
  const near = await hydrateIds(ledger, prepared.view, reading.nearestBeside(memories));
  const checked = await reading.checked(memories, near);
  return checked.length === 0 ? cameUp : asChecked(cameUp, checked, prepared.query.sifting?.floor ?? 0);
}

/** What came up, with what a reading made of it and added to it, as far as it goes with an answer above a floor. */
function asChecked(cameUp: Found, checked: readonly RecalledMemory[], floor: number): Found {
  const byId = new Map([...cameUp.result.memories, ...checked].map((memory) => [memory.id, memory]));
  for (const { id } of cameUp.broughtIn) byId.delete(id);
  const all = [...byId.values()];
  const memories = all.filter(({ relevance }) => relevance >= floor * contextShare);
  return { ...cameUp, result: { ...cameUp.result, memories }, nearest: memories.length === 0 ? nearestOf(all) : [] };
}

/** Those of some memories that the perspective sees now, in their order. */
export async function inView(
  parts: RecallParts,
  perspective: Perspective,
  ids: readonly string[],
): Promise<readonly RecalledMemory[]> {
  await parts.follow();
  const view = new View(parts.index, perspective, { at: parts.clock().getTime(), faded: true, archived: false });
  return hydrateIds(
    parts.ledger,
    view,
    [...new Set(ids)].filter((id) => view.sees(id)),
  );
}

/** Looks memories up in a perspective: a plain list. */
export async function search(
  parts: RecallParts,
  perspective: Perspective,
  asked: CheckedRecall,
  signal: AbortSignal | undefined,
): Promise<RecallResult> {
  const prepared = await prepare(parts, perspective, 'search', asked, signal);
  const { result } = await find(parts, prepared);
  const { memories, ...within } = withinTokens(result.memories, asked.maxTokens);
  const isUnlikely = memories.length > 0 && memories.every(({ relevance }) => relevance < answerFloor);
  return {
    ...result,
    ...within,
    memories: asked.signals === false ? withoutSignals(memories) : memories,
    notices: isUnlikely ? [...result.notices, unlikelyNotice] : result.notices,
  };
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
  /** What came up where nothing of it answers. */
  readonly nearest: readonly RecalledMemory[];
}

/** What is asked for. */
type Operation = 'recall' | 'search' | 'explain' | 'perspectives';

/**
 * Prepares a recall. A search has no side effects, and asking somebody else's code for a mood may
 * be one: only `recall` does.
 */
export async function prepare(
  parts: RecallParts,
  perspective: Perspective,
  operation: Operation,
  asked: CheckedRecall,
  signal: AbortSignal | undefined,
): Promise<PreparedRecall> {
  throwIfCancelled(operation, signal);
  const stale = staleNotice(await parts.follow());
  const profile = asked.profile ?? parts.profile;
  const now = parts.clock();
  const moment = {
    at: now.getTime(),
    faded: asked.faded ?? false,
    archived: asked.archived ?? false,
    ...(asked.asOf === undefined ? {} : await earlier(parts, perspective, asked.asOf, asked.validAt)),
  };
  const said = { agent: perspective.agent, query: asked.query, profile };
  const weighted = weightedProfile(profile, profile === parts.profile ? parts.weights : {});
  const asking = filterOf(parts.index, perspective, asked);
  const whole = new View(parts.index, perspective, moment);
  const viewWithin = (filter: RankFilter): View => new View(parts.index, perspective, moment, filter);
  const spelt = spelling(withSmallWordsMended(asWhoQuestion(asked.query)), parts.index);
  const text = withKinNamed(whole, withNamesMended(whole.names, spelt));
  const wanted = await timeAsked(text, weighted, now, whole);
  const [time, view] = timeAndView(wanted, { make: viewWithin, asked: asking, query: text });
  const isKnown = asking.about === undefined || asking.about.length > 0;
  const { use, notice } = isKnown ? parts.vectors() : unknownName(perspective);
  const byMeaning = use && goesByMeaning(weighted, time) && readsLanguage(parts.embedder, text);
  const weight = asked.emotionWeight ?? parts.mood.emotionWeight;
  const mayAsk = operation === 'recall' && weight > 0;
  const [vectors, { mood, notice: moodNotice }] = await Promise.all([
    byMeaning ? embedQuery(parts, operation, [text, withoutNames(text, whole.names)], signal) : undefined,
    moodInUse(parts.mood, perspective.agent, asked.mood, mayAsk),
  ]);
  const multiplier = asked.candidateMultiplier ?? parts.mood.candidateMultiplier;
  const query: RankQuery = {
    text,
    limit: asked.limit ?? defaultLimit,
    offset: asked.offset ?? 0,
    profile: weighted,
    technicalTerms: parts.technicalTerms,
    ...(time === undefined ? {} : { time }),
    ...(asked.focus === undefined ? {} : { focus: asked.focus }),
    ...vectors,
    ...(mood === undefined ? {} : { tilt: { mood, weight, multiplier } }),
    ...(operation === 'search' ? {} : { opponentsOf: (ids) => opponentsOf(parts.embedder, view, vectors ?? {}, ids) }),
    ...siftingOf(operation, asked.minRelevance),
  };
  throwIfCancelled(operation, signal);
  const several = await ambiguitiesAsked(parts, perspective.believers, { ...asked, query: text });
  const notices = [...new Set([stale, notice, moodNotice, ...several].filter((one) => one !== undefined))];
  const answer = { ...said, ...(mood === undefined ? {} : { mood }), notices };
  return { answer, query: await withEvidence(parts, view, query, { operation, signal }), view };
}

/** Says that an answer is without the server, if it is away. */
export function staleNotice(awayMs: number): string | undefined {
  if (awayMs === 0) return undefined;
  const seconds = (awayMs / 1000).toFixed(1);
  return `The server has been away for ${seconds} s: what others have written since is not in this answer.`;
}

/** Ranks what a prepared recall asks for and reads it from the ledger. */
export async function find({ ledger }: RecallParts, { answer, query, view }: PreparedRecall): Promise<Found> {
  const { hits, nearest, broughtIn, total } = rank(view, query);
  const found = [...hits, ...broughtIn, ...nearest];
  // What sleep has written happened when it was said, which what it was written of tells.
  const isOfTime = ({ believers }: RecalledMemory): boolean =>
    query.time?.isWithin !== true || !believers.slice(0, 1).some(isPromoted);
  const all = (await hydrate(ledger, view, found)).filter(isOfTime);
  const isHit = new Set(hits.map(({ id }) => id));
  const isNear = new Set(nearest.map(({ id }) => id));
  const cameUp = withWhatIsDemanded(
    {
      hits: all.filter(({ id }) => isHit.has(id)),
      broughtIn: all.filter(({ id }) => !isHit.has(id) && !isNear.has(id)),
      nearest: all.filter(({ id }) => isNear.has(id)),
    },
    { question: answer.query, now: view.time, teller: tellerIn(view), ...ofPersonNamed(view, query) },
    query,
  );
  // A plain list stays what it is; an answer has what took the place of its memories too.
  const isAnswer = query.opponentsOf !== undefined;
  const answers = [...cameUp.hits, ...cameUp.broughtIn];
  const successors = isAnswer ? await successorsOf(ledger, view, answers) : [];
  const isThere = new Set([...answers, ...successors].map(({ id }) => id));
  const isShown = (memory: RecalledMemory): boolean => !isMergedCopy(memory) || !isThere.has(successorOf(memory) ?? '');
  const notices = found.length === 0 ? [...answer.notices, ...strangerNotice(view)] : answer.notices;
  return {
    result: { ...answer, notices, memories: behindWhatSuperseded(cameUp.hits.filter(isShown)), total },
    broughtIn: [...cameUp.broughtIn.filter(isShown), ...successors],
    nearest: cameUp.nearest,
  };
}

/** What took the place of some memories and is not among them, as far as it is in view and may answer; unscored. */
async function successorsOf(
  ledger: Ledger,
  view: View,
  memories: readonly RecalledMemory[],
): Promise<readonly RecalledMemory[]> {
  const there = new Set(memories.map(({ id }) => id));
  const wanted = memories.flatMap((memory) => successorOf(memory) ?? []).filter((id) => !there.has(id));
  const ids = [...new Set(wanted)].filter((id) => view.sees(id) && view.mayAnswer(id));
  return ids.length === 0 ? [] : hydrateIds(ledger, view, ids);
}

/** Gives what came up its parts; where nothing answers, says so. */
function constellationOf(
  { result, broughtIn, nearest }: Found,
  { query, view }: PreparedRecall,
  readToEnd?: Replaces,
): Constellation {
  if (result.memories.length + broughtIn.length === 0) {
    return new Constellation({ ...result, ...silenceIn(view), broughtIn: 0, nearest: nearest.slice(0, maxNearest) });
  }
  if (query.sifting !== undefined && onlyAsked(result.memories, query)) return silent(result);
  const floor = query.sifting?.floor ?? 0;
  const compareLearned: Cast['compareLearned'] = (one, other) => view.compareIdsLearned(one, other);
  const roles = rolesOf({
    ranked: result.memories,
    broughtIn,
    floor,
    ...ofWhomNamed(view, query),
    ...ofEventBefore(query),
    ...timeAskedFor(query.text),
    ...(asksOfPast(query.text) ? {} : { asked: new Set(termsOf(query.text)) }),
    occasion: occasionAsked(query.text),
    asksAll: asksForAll(query.text) || askedOfName(query.text) !== undefined,
    ofThen: query.time?.isBound === true,
    ...present({ readToEnd }),
    compareLearned,
  });
  const [leader] = roles.keys();
  if (floor > 0 && ![...roles.values()].includes('primary')) return silent(result);
  const memories = leaderFirst([...result.memories, ...broughtIn], leader).flatMap((memory) => {
    const role = roles.get(memory.id);
    return role === undefined ? [] : [{ ...memory, role }];
  });
  // Ranked ones always have a part, and what leads is no longer one of the last.
  const leading = broughtIn.some(({ id }) => id === leader) ? 1 : 0;
  const shown = memories.length - result.memories.length - leading;
  const now = new Date(view.time);
  const synthesis = synthesisOf(memories, { agent: result.agent, query: result.query, now });
  return new Constellation({ ...result, memories, synthesis, broughtIn: shown, nearest: [] });
}

/** Says that nothing answers, and what came nearest. */
function silent(result: Found['result']): Constellation {
  const silence = 'nothing-relevant';
  const [synthesis, nearest] = [silenceSentences[silence], result.memories.slice(0, maxNearest)];
  return new Constellation({ ...result, memories: [], total: 0, synthesis, broughtIn: 0, silence, nearest });
}

/** In the order of the scores, but what leads comes first. */
function leaderFirst(memories: readonly RecalledMemory[], leader: string | undefined): readonly RecalledMemory[] {
  const isLeader = ({ id }: RecalledMemory): boolean => id === leader;
  return [...memories.filter(isLeader), ...memories.filter((memory) => !isLeader(memory))];
}

/** Whether nothing came up but questions: they answer nobody who does not ask for questions, or for what was said then. */
function onlyAsked(memories: readonly RecalledMemory[], { text, time, sifting }: RankQuery): boolean {
  if (time?.onlyTime === true || asksForQuestions(text)) return false;
  const answering = memories.filter(({ relevance }) => relevance >= (sifting?.floor ?? 0));
  return answering.every(({ content }) => asksOnly(content));
}

/** An answer has a floor and keeps what goes with it; a list leaves out what each memory's relevance tells it to. */
function siftingOf(operation: Operation, minRelevance: number | undefined): Pick<RankQuery, 'sifting'> {
  const keepsContext = operation === 'recall' || operation === 'explain';
  const floor = minRelevance ?? (keepsContext ? answerFloor : 0);
  return floor === 0 ? {} : { sifting: { floor, keepsContext } };
}

/** Whether the meaning of the query counts: where nothing but a time is asked for, there is none. */
function goesByMeaning({ weights }: Profile, time: QueryTime | undefined): boolean {
  return time?.onlyTime !== true && (weights.semantic ?? 0) > 0;
}

/** Whether an embedder reads the language of a query: the bundled one knows English only, and takes all else for alike. */
export function readsLanguage({ model }: Embedder, query: string): boolean {
  return model !== minilmModel || languageOf(query, wordsOf(query)) === 'en';
}

/** An English query with its slips mended, but for words that some memory has. */
function spelling(query: string, { memories }: RecallIndex): string {
  if (languageOf(query, wordsOf(query)) !== 'en') return query;
  return withWordsMended(query, (word) => termsOf(word).some((term) => memories.vocabulary.find(term) >= 0));
}

async function embedQuery(
  { embedder, index }: RecallParts,
  operation: string,
  texts: readonly [query: string, bare: string],
  signal: AbortSignal | undefined,
): Promise<Pick<RankQuery, 'vector' | 'bare' | 'tokens'>> {
  if (embedder.dimension === 0 || index.vectors.count === 0) return {};
  const [query, bare = query] = await embedQueries(operation, embedder, [...new Set(texts)], signal);
  if (query === undefined || bare === undefined) return {};
  const compares = query.tokens !== undefined && !lacksMany(index, index.tokens);
  return { vector: query.vector, bare: bare.vector, ...(compares ? { tokens: query.tokens } : {}) };
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
    if (name.startsWith('agent:')) return index.agentsCalled(name);
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
    ...(asked.tags === undefined ? {} : { tags: asked.tags }),
    ...(asked.validAt === undefined ? {} : { validAt: asked.validAt.getTime() }),
  };
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
