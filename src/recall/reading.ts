/**
 * What a model reads together with the question, two texts at once. Where nothing answers, it tells of what came nearest
 * whether it does after all; of what answers, whether it does indeed, or something beside it does; and of two memories,
 * whether the later ends the earlier.
 */
import { present } from '../domain/values.ts';
import type { Embedder } from '../embed/embedder.ts';
import { askedOfName, asksForOpinion, asksOfPast, occasionAsked, timeAskedFor } from '../language/answer-forms.ts';
import { tellsOther } from '../language/contrasts.ts';
import { isAddition, isForOnce, saysOneThing } from '../language/ended.ts';
import { answering } from '../language/parse-statement.ts';
import { asksOnly } from '../language/sentences.ts';
import { answerKinds } from '../recall-index/text-traits.ts';
import { type ReadingWeights, changeRead, readingGround, relevanceRead } from './answer-model.ts';
import {
  checkingWeights,
  insteadFloor,
  insteadWeights,
  leastAfterReading,
  leastBearing,
  leastBeside,
  leastChange,
  leastLike,
  leastLikeQuery,
  leastOfTalk,
  longestRead,
  longestWhole,
  mostOfFailed,
  readBeside,
  readChanges,
  readFloor,
  readFloorOfChat,
  readLead,
  sureReading,
  unlikeReading,
} from './defaults.ts';
import { type EvidenceParts, type ReadingCall, readFor, scoresOf } from './evidence.ts';
import type { RankQuery } from './rank.ts';
import type { RecalledMemory } from './recall-options.ts';
import { type Replaces, isDerivation, isLater, mayTakeOver, stands } from './replacement.ts';
import { areOpposed } from './roles.ts';
import { isOfPeople, isTurn, turnBeside } from './said-around.ts';
import { firstOf, likenessTo, nearestRows } from './semantic-scores.ts';
import type { View } from './view.ts';

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
  // What is said next may put it right in no word of it: "sorry, I meant Linde".
  const later = new Set(read.flatMap((id) => [...laterLike(view, id), turnBeside(view, id, 'next') ?? id]));
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

/** Whether a memory is no turn of a talk between people: such a turn is read with the one before it, and less is made of that. */
const isToldAgent = (view: View, id: string): boolean => isOfPeople(view, view.index.memories.row(id));

/** Reads memories together with one question. */
export interface Reading {
  /** How likely each of some memories answers, as log-odds. */
  logOddsOf(memories: readonly RecalledMemory[]): Promise<Float32Array>;
  /** Those of what came nearest that answer after all, with the relevance that they have then; the best first. */
  answersAmong(nearest: readonly RecalledMemory[]): Promise<readonly RecalledMemory[]>;
  /** Ids of what is nearest to the question in meaning, beside an answer. */
  nearestBeside(answer: readonly RecalledMemory[]): readonly string[];
  /** What of an answer, and of what is nearest beside it, is another once it is read; nothing where all stays as it is. */
  checked(answer: readonly RecalledMemory[], near: readonly RecalledMemory[]): Promise<readonly RecalledMemory[]>;
  /** Tells which memories of an answer, or beside it, end others of it; nothing where none does. */
  endsAmong(answer: readonly RecalledMemory[], beside: readonly RecalledMemory[]): Promise<Replaces | undefined>;
}

/** Reads for a question by its meaning, if the embedder can. */
export function readingOf(
  { embedder, ledger }: EvidenceParts,
  { query, view }: { readonly query: Pick<RankQuery, 'text' | 'vector' | 'sifting' | 'time'>; readonly view: View },
  call: ReadingCall,
): Reading | undefined {
  const reader = readerOf(embedder, query);
  const { text, sifting, time } = query;
  if (reader === undefined || sifting === undefined) return undefined;
  const { answers, ends } = reader;
  const [by, options] = [{ ...call, embedder }, present({ signal: call.signal })];
  const logOddsOf = async (memories: readonly RecalledMemory[]): Promise<Float32Array> => {
    if (memories.length === 0) return new Float32Array();
    const passages = await readFor(ledger, view, text, memories);
    return scoresOf(by, { name: 'answers', count: memories.length }, () =>
      answers.call(embedder, text, passages, options),
    );
  };
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
    nearestBeside(answer) {
      const { memories } = view.index;
      const there = new Set(answer.map(({ id }) => memories.row(id)));
      const { vector } = query;
      if (vector === undefined) return [];
      const mayBe = (row: number): boolean => !there.has(row);
      const near = nearestRows(view, vector, { least: leastLikeQuery, limit: 2 * readBeside, mayBe });
      return firstOf(near, (row) => isOfPeople(view, row), readBeside).map((row) => memories.idOf(row));
    },
    async checked(answer, near) {
      const isByTime = time?.isBound === true || time?.onlyTime === true || occasionAsked(text) !== undefined;
      const isOpen = askedOfName(text) !== undefined || asksForOpinion(text);
      if (isByTime || isOpen || !answer.some(({ grounds }) => grounds.length > 0)) return [];
      const read = [...answer, ...near.filter(stands)].filter(({ content }) => !asksOnly(content));
      const logOdds = await logOddsOf(read);
      return afterChecking(view, answer, new Map(read.map((memory, at) => [memory, logOdds[at]!])));
    },
    async endsAmong(answer, beside) {
      // What was so at a time is not over by what came since, nor who or how somebody is by what else is told: the last leads anyhow.
      const lasts = time?.isBound === true || asksOfPast(text) || askedOfName(text) !== undefined;
      const pairs = lasts ? [] : pairsToRead(answer, beside, view);
      if (pairs.length === 0) return undefined;
      const changes = pairs.map(({ earlier, later }) => ({ earlier: earlier.content, later: later.content }));
      const logOdds = await scoresOf(by, { name: 'ends', count: pairs.length }, () =>
        ends.call(embedder, changes, options),
      );
      const ending = pairs.map((pair, at) => ({ ...pair, ends: logOdds[at]! })).filter(({ ends }) => ends > 0);
      if (ending.length === 0) return undefined;
      const isOther = tellsOther(text);
      const { asksWhen } = timeAskedFor(text);
      const likely = ending.filter(
        ({ later }) => !isOther(later.content, later.speaker) && (!asksWhen || mayTellWhen(view, later)),
      );
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

/** Whether a memory has words of a time, or says that there is none. */
const mayTellWhen = ({ index: { memories } }: View, { id }: RecalledMemory): boolean =>
  (memories.answers.get(memories.row(id)) & (answerKinds.time | answerKinds.clock | answerKinds.occasion)) !== 0;

/** The relevance from which on a memory answers that was read. */
function leastRead({ content, listeners = [] }: RecalledMemory): number {
  const isOfChat = listeners.some((name) => answering.has(name.toLowerCase()));
  return isOfChat || content.length > longestWhole ? readFloorOfChat : readFloor;
}

/** A memory with the relevance that it has by what a reading said of it too. */
function afterReading(memory: RecalledMemory, read: number, weights?: ReadingWeights): RecalledMemory {
  const { relevance, added } = relevanceRead(memory, read, weights);
  return {
    ...memory,
    relevance,
    grounds: [...memory.grounds, { name: readingGround, value: read, contribution: added }],
  };
}

/**
 * What is another once it is read (in log-odds that it answers), of an answer and what is beside it. What doesn't answer
 * after all gets the relevance that it has then. Where nothing is left that leads, or another answers far more surely, all do.
 */
function afterChecking(
  view: View,
  answer: readonly RecalledMemory[],
  read: ReadonlyMap<RecalledMemory, number>,
): readonly RecalledMemory[] {
  const fails = (memory: RecalledMemory): boolean => {
    const said = read.get(memory) ?? 0;
    const { relevance } = relevanceRead(memory, said, checkingWeights);
    return isToldAgent(view, memory.id)
      ? relevance < leastAfterReading
      : said < unlikeReading && relevance < leastOfTalk;
  };
  const over = answer.filter((memory) => memory.role === 'contradicting' && !fails(memory));
  // What took the place of what answers does so too, in whatever words.
  const replaces = (memory: RecalledMemory): boolean =>
    memory.role === 'primary' &&
    over.some((other) => areOpposed(memory, other) || other.occurredAt < memory.occurredAt);
  const failing = answer.filter(
    (memory) => (memory.role === 'primary' || memory.role === 'supporting') && fails(memory) && !replaces(memory),
  );
  const leading = answer.filter((memory) => memory.role === 'primary' && !failing.includes(memory));
  const others = [...read.keys()].filter(({ id, role }) => role !== 'contradicting' && isToldAgent(view, id));
  const led = Math.max(...leading.map((memory) => read.get(memory) ?? Number.POSITIVE_INFINITY));
  // What has more to do with the question by its grounds, and doesn't lead, was passed over for a reason; so was what was so before.
  const surpasses = (other: RecalledMemory): boolean =>
    read.get(other)! >= Math.max(sureReading, led + readLead) &&
    leading.every(
      (memory) => other.relevance <= memory.relevance && (led < 0 || other.occurredAt >= memory.occurredAt),
    );
  const isSurpassed = over.length === 0 && others.some(surpasses);
  const lowered = (memory: RecalledMemory): RecalledMemory => {
    const after = afterReading(memory, read.get(memory)!, checkingWeights);
    return { ...after, relevance: Math.min(after.relevance, mostOfFailed) };
  };
  if (leading.length > 0 && !isSurpassed) {
    // What answers as well in other words is the next evidence, and leads no more than half as surely.
    const most = Math.max(...leading.map(({ relevance }) => relevance)) / 2;
    const beside = others
      .filter((memory) => !answer.includes(memory) && read.get(memory)! >= leastBeside)
      .map((memory) => afterReading(memory, read.get(memory)!, insteadWeights))
      .map((memory) => ({ ...memory, relevance: Math.min(memory.relevance, most) }));
    return [...failing.map(lowered), ...turnsOf(view, answer, read, failing), ...beside];
  }
  const raised = others.filter((memory) => !failing.includes(memory));
  return raised
    .map((memory) => afterReading(memory, read.get(memory)!, insteadWeights))
    .filter(({ id, relevance }) => relevance >= insteadFloor || answer.some((one) => one.id === id))
    .concat(failing.map(lowered));
}

/** The turns of talk between people in an answer that are left, with the relevance by which it is decided which leads. */
function turnsOf(
  view: View,
  answer: readonly RecalledMemory[],
  read: ReadonlyMap<RecalledMemory, number>,
  failing: readonly RecalledMemory[],
): readonly RecalledMemory[] {
  return answer
    .filter((memory) => memory.role !== 'contradicting' && read.has(memory) && !failing.includes(memory))
    .filter((memory) => isTurn(view, memory))
    .map((memory) => afterReading(memory, read.get(memory)!, insteadWeights));
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
    .filter((memory) => stands(memory) && !isTurn(view, memory));
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
    .filter(({ later, earlier }) => isToldAgent(view, later.id) && mayTakeOver(later, earlier))
    .filter(({ later }) => !isForOnce(later.content) && !isAddition(later.content))
    .sort((one, other) => other.like - one.like)
    .slice(0, readChanges);
}
