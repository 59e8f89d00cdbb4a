/**
 * What is read together with the question, by models that see both at once. Those of `thorough` tell for the first memories
 * of a ranking, each with what was said right before, how well they hold evidence beside the others, 0..1. Where nothing
 * answers, another tells of what came nearest whether it does after all, and of memories that do, whether one ends another.
 */
import { UnsupportedError, throwIfCancelled } from '../domain/errors.ts';
import type { Memory } from '../domain/records.ts';
import { present } from '../domain/values.ts';
import { askEmbedder } from '../embed/check-vectors.ts';
import type { Embedder, Passage } from '../embed/embedder.ts';
import { asksOfPast } from '../language/answer-forms.ts';
import { tellsOther } from '../language/contrasts.ts';
import { isAddition, isForOnce } from '../language/ended.ts';
import { saysOneThing } from '../language/revision-wording.ts';
import { answering } from '../language/parse-statement.ts';
import { asksOnly, plainWords } from '../language/sentences.ts';
import { passageOf, passagesIn } from '../language/told.ts';
import { termsOf } from '../language/words.ts';
import type { Ledger } from '../store/ledger.ts';
import { changeRead, readingGround, relevanceRead } from './answer-model.ts';
import {
  evidencedMemories,
  leastLike,
  longestRead,
  longestPart,
  longestWhole,
  leastBearing,
  leastChange,
  readChanges,
  readFloor,
  readFloorOfChat,
} from './defaults.ts';
import { rank, type RankQuery } from './rank.ts';
import type { RecalledMemory } from './recall-options.ts';
import { type Replaces, isDerivation, isLater, mayTellOf, stands } from './replacement.ts';
import { isOfPeople, saidBefore } from './said-around.ts';
import { nearestRows } from './semantic-scores.ts';
import type { View } from './view.ts';

/** What evidence is looked for in. */
export interface EvidenceParts {
  readonly embedder: Embedder;
  readonly ledger: Ledger;
}

/** Who asks, and how it is given up. */
export interface ReadingCall {
  readonly operation: string;
  readonly signal: AbortSignal | undefined;
}

/** Turns before a memory that are read with it. */
const turnsBefore = 2;

/**
 * The query with the evidence of the first memories, by their ids; as it is for a profile that doesn't weigh evidence, and
 * where the meaning of the query counts for nothing.
 *
 * @throws {UnsupportedError} UNSUPPORTED for an embedder that judges no passages
 * @throws {UnavailableError} EMBEDDER_UNAVAILABLE when it fails
 */
export async function withEvidence(
  { embedder, ledger }: EvidenceParts,
  view: View,
  query: RankQuery,
  { operation, signal }: ReadingCall,
): Promise<RankQuery> {
  if ((query.profile.weights.evidence ?? 0) === 0) return query;
  const { judge } = embedder;
  if (judge === undefined)
    throw new UnsupportedError(
      'UNSUPPORTED',
      `${operation}: "evidence" has a weight in the profile "${query.profile.name}", and the embedder "${embedder.model}" judges no passages; choose another profile, or the embedder "minilm".`,
    );
  if (query.vector === undefined) return query;
  const { tilt: _tilt, opponentsOf: _opponentsOf, sifting: _sifting, ...plain } = query;
  const { hits } = rank(view, { ...plain, limit: evidencedMemories, offset: 0 });
  const ids = hits.map(({ id }) => id);
  const passages = await passagesOf(ledger, view, ids);
  throwIfCancelled(operation, signal);
  const scores = await scoresOf({ embedder, operation, signal }, { name: 'judge', count: ids.length }, () =>
    judge.call(embedder, query.text, passages, present({ signal })),
  );
  const [least, best] = [Math.min(...scores), Math.max(...scores)];
  // All alike tell nothing.
  const shareOf = (score: number): number => (best === least ? 0 : (score - least) / (best - least));
  return { ...query, evidence: new Map(ids.map((id, at) => [id, shareOf(scores[at]!)])) };
}

/** What a method of the embedder says of some texts: a finite number each. */
function scoresOf(
  { embedder, operation, signal }: ReadingCall & { readonly embedder: Embedder },
  { name, count }: { readonly name: string; readonly count: number },
  judge: () => Promise<Float32Array>,
): Promise<Float32Array> {
  return askEmbedder(operation, embedder, { signal, remedy: 'choose another profile' }, async () => {
    const scores = await judge();
    if (scores.length !== count || !scores.every(Number.isFinite))
      throw new Error(`"${name}" must answer a finite number for each of ${count} texts`);
    return scores;
  });
}

/** What some memories say, each with the turns before it that are in view. */
async function passagesOf(ledger: Ledger, view: View, ids: readonly string[]): Promise<readonly Passage[]> {
  const before = ids.map((id) => saidBefore(view, id, turnsBefore));
  const memories = await ledger.memories([...new Set([...ids, ...before.flat()])]);
  const said = new Map(memories.map((memory) => [memory.id, saidOf(memory)]));
  return ids.map((id, at) => ({
    text: '',
    ...said.get(id),
    before: before[at]!.flatMap((one) => said.get(one) ?? []),
  }));
}

function saidOf(memory: Memory | RecalledMemory): Passage {
  return { text: memory.content, ...('speaker' in memory ? present({ speaker: memory.speaker }) : {}) };
}

/** What memories say, as it is read with a question: of a long one the sentences that have most of the question's words. */
function readFor(question: string, memories: readonly RecalledMemory[]): readonly Passage[] {
  const sought = { names: [], terms: new Set(termsOf(question)) };
  return memories.map(saidOf).map((said) => {
    const isLong = said.text.length > longestWhole;
    return isLong ? { ...said, text: passageOf(passagesIn(plainWords(said.text), sought), longestPart) } : said;
  });
}

/** What reads for a query by its meaning, if the embedder can. */
function readerOf({ answers, ends }: Embedder, { vector }: Pick<RankQuery, 'vector'>) {
  return answers === undefined || ends === undefined || vector === undefined ? undefined : { answers, ends };
}

/**
 * What may speak against some memories, the best first: what is linked so and, where that can be read, what was told later
 * and is nearest to the `leading` first in meaning, whatever words it has: "since the bike was stolen Ravi comes in by tram".
 */
export function opponentsOf(
  embedder: Embedder,
  view: View,
  query: Pick<RankQuery, 'vector'>,
  ids: readonly string[],
  leading = 1,
): readonly string[] {
  const linked = view.opponentsOf(ids);
  if (readerOf(embedder, query) === undefined) return linked;
  const known = new Set([...ids, ...linked]);
  const read = ids.slice(0, leading).filter((id) => isToldAgent(view, id));
  const later = new Set(read.flatMap((id) => laterLike(view, id)));
  return [...linked, ...[...later].filter((id) => !known.has(id) && view.mayAnswer(id))];
}

/** What was told after a memory and lies near it in meaning, the nearest first. */
function laterLike(view: View, id: string): readonly string[] {
  const { memories, vectors } = view.index;
  const own = memories.row(id);
  const vector = vectors.vectorAt(own);
  if (vector === undefined) return [];
  const time = memories.occurredAt.get(own);
  const mayBe = (row: number): boolean => row !== own && memories.occurredAt.get(row) >= time;
  return nearestRows(view, vector, { least: leastLike, limit: readChanges, mayBe }).map(({ row }) =>
    memories.idOf(row),
  );
}

/** Whether a memory may be read: in talk between people that found next to no answer, and took much for one (LoCoMo, REALTALK). */
function isToldAgent(view: View, id: string): boolean {
  return isOfPeople(view, view.index.memories.row(id));
}

/** Reads memories together with one question. */
export interface Reading {
  /** How likely each of some memories answers, as log-odds. */
  logOddsOf(memories: readonly RecalledMemory[]): Promise<Float32Array>;
  /** Those of what came nearest that answer after all, with the relevance that they have then; the best first. */
  answersAmong(nearest: readonly RecalledMemory[]): Promise<readonly RecalledMemory[]>;
  /** Tells which memories of an answer, or beside it, end others of it; nothing where none does. */
  endsAmong(answer: readonly RecalledMemory[], beside: readonly RecalledMemory[]): Promise<Replaces | undefined>;
}

/** Reads for a question by its meaning, if the embedder can. */
export function readingOf(
  embedder: Embedder,
  { query, view }: { readonly query: Pick<RankQuery, 'text' | 'vector' | 'sifting' | 'time'>; readonly view: View },
  call: ReadingCall,
): Reading | undefined {
  const reader = readerOf(embedder, query);
  const { text, sifting, time } = query;
  if (reader === undefined || sifting === undefined) return undefined;
  const { answers, ends } = reader;
  const [by, options] = [{ ...call, embedder }, present({ signal: call.signal })];
  const logOddsOf = async (memories: readonly RecalledMemory[]): Promise<Float32Array> =>
    memories.length === 0
      ? new Float32Array()
      : scoresOf(by, { name: 'answers', count: memories.length }, () =>
          answers.call(embedder, text, readFor(text, memories), options),
        );
  return {
    logOddsOf,
    async answersAmong(nearest) {
      const read = nearest.filter(({ id, content }) => isToldAgent(view, id) && !asksOnly(content));
      const logOdds = await logOddsOf(read);
      return read
        .map((memory, at) => afterReading(memory, logOdds[at]!))
        .filter((memory) => memory.relevance >= Math.max(leastRead(memory), sifting.floor))
        .sort((one, other) => other.relevance - one.relevance);
    },
    async endsAmong(answer, beside) {
      // What was so at a time is not over by what came since.
      const pairs = time?.isBound === true || asksOfPast(text) ? [] : pairsToRead(answer, beside, view);
      if (pairs.length === 0) return undefined;
      const changes = pairs.map(({ earlier, later }) => ({ earlier: earlier.content, later: later.content }));
      const logOdds = await scoresOf(by, { name: 'ends', count: pairs.length }, () =>
        ends.call(embedder, changes, options),
      );
      const ending = pairs.map((pair, at) => ({ ...pair, ends: logOdds[at]! })).filter(({ ends }) => ends > 0);
      if (ending.length === 0) return undefined;
      const isOther = tellsOther(text);
      const likely = ending.filter(({ later }) => !isOther(later.content, later.speaker));
      const bearing = await logOddsOf(likely.map(({ later }) => later));
      const read = likely.filter(
        ({ earlier, like, ends }, at) =>
          changeRead({ like, ends, answers: bearing[at]! }) >= leastChange &&
          (bearing[at]! >= leastBearing || saysOneThing(earlier.content)),
      );
      return read.length === 0
        ? undefined
        : (other, memory) => read.some(({ later, earlier }) => later.id === other.id && earlier.id === memory.id);
    },
  };
}

/** The relevance from which on a memory answers that was read. */
function leastRead({ content, listeners = [] }: RecalledMemory): number {
  const isOfChat = listeners.some((name) => answering.has(name.toLowerCase()));
  return isOfChat || content.length > longestWhole ? readFloorOfChat : readFloor;
}

/** A memory with the relevance that it has by what a reading said of it too. */
function afterReading(memory: RecalledMemory, read: number): RecalledMemory {
  const { relevance, added } = relevanceRead(memory, read);
  return {
    ...memory,
    relevance,
    grounds: [...memory.grounds, { name: readingGround, value: read, contribution: added }],
  };
}

/** Two memories of an answer, of which the later may end the earlier. */
interface PairToRead {
  readonly later: RecalledMemory;
  readonly earlier: RecalledMemory;
  /** How near they are in meaning, 0..1. */
  readonly like: number;
}

/** What leads with what is later, and what stands beside it with what leads, if both are short enough to say one thing. */
function pairsToRead(
  answer: readonly RecalledMemory[],
  beside: readonly RecalledMemory[],
  view: View,
): readonly PairToRead[] {
  const compareLearned = (one: string, other: string): number => view.compareIdsLearned(one, other);
  const isThere = new Set(answer.map(({ id }) => id));
  const short = [...answer, ...beside.filter(({ id }) => !isThere.has(id))]
    .filter(({ content }) => content.length <= longestRead && !asksOnly(content))
    .filter((memory) => stands(memory) && isToldAgent(view, memory.id));
  const leading = short.filter(({ role }) => role === 'primary');
  return leading
    .flatMap((leader) => {
      const likeness = likenessTo(view, leader, short);
      return short.flatMap((other, at): readonly PairToRead[] => {
        const like = likeness[at]!;
        if (other === leader || like < leastLike || isDerivation(leader, other)) return [];
        if (isLater(other, leader, compareLearned)) return [{ later: other, earlier: leader, like }];
        const isBeside = other.role === 'supporting' || other.role === 'primary';
        return isBeside && isLater(leader, other, compareLearned) ? [{ later: leader, earlier: other, like }] : [];
      });
    })
    .filter(
      ({ later, earlier }) => mayTellOf(later, earlier) && !isForOnce(later.content) && !isAddition(later.content),
    )
    .sort((one, other) => other.like - one.like)
    .slice(0, readChanges);
}

/** How near some memories are to one in meaning, 0..1; of what has no vector it is not known, so they count as near. */
function likenessTo(
  { index: { memories, vectors } }: View,
  { id }: RecalledMemory,
  others: readonly RecalledMemory[],
): readonly number[] {
  const rows = Int32Array.from(others, (other) => memories.row(other.id));
  const vector = vectors.vectorAt(memories.row(id));
  const cosines = vector === undefined ? [] : vectors.cosinesOf(vector, rows);
  return Array.from(rows, (row, at) => (vector === undefined || !vectors.has(row) ? 1 : cosines[at]!));
}
