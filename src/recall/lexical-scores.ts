/**
 * BM25 over the documents in view, each with the terms of its neighbours in its own timeline, and
 * over whole sessions. Statistics are those of the believers in view together and of nobody else.
 *
 * A posting adds to the document itself and to the ones that have it as a neighbour, so that the
 * lexicon holds own terms only. Frequencies are summed in whole hundredths, in which no order of
 * adding changes the sum.
 */
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import { lengthShare, nearWeight, saturation, sessionLengthShare } from './defaults.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';
import { documentOf, frequencyOf } from '../recall-index/posting-lists.ts';
import type { Profile } from './profiles.ts';
import type { Workspace } from '../recall-index/column.ts';

/** The lexical scores of one believer's documents and timelines: at least 0, without a bound. */
export interface LexicalScores {
  readonly documents: Float64Array;
  /** The documents with a score, in no order. */
  readonly found: Int32Array;
  /** By the place of the timeline. */
  readonly sessions: Float64Array;
}

/** Documents or sessions of one believer: the frequency of the term at hand, lengths, scores. */
interface Units {
  readonly frequencies: Int32Array;
  /** Those with a frequency, as far as `count`. */
  readonly touched: Int32Array;
  count: number;
  readonly lengths: Int32Array;
  readonly scores: Float64Array;
  /** Those with a score, as far as `foundCount`. */
  readonly found: Int32Array;
  foundCount: number;
}

/** How many units there are in view, and how long they are on average. */
interface Collection {
  readonly units: readonly Units[];
  readonly count: number;
  readonly averageLength: number;
  readonly lengthShare: number;
}

/** A frequency of 1 in the document's own terms. */
const whole = 100;

/** What scoring by words needs beside documents and terms. */
export interface LexicalOptions {
  /** Terms that stand in for others and count less. */
  readonly near: readonly number[];
  readonly profile: Profile;
  readonly memories: MemoryTable;
  readonly workspace: Workspace;
}

/** Scores the documents and sessions of the believers in view, in their order. */
export function lexicalScores(
  believers: readonly BelieverIndex[],
  terms: readonly number[],
  { near, profile, memories, workspace }: LexicalOptions,
): readonly LexicalScores[] {
  const reach = reachOf(profile);
  const documents = documentsOf(believers, reach !== undefined, workspace);
  const sessions = sessionsOf(believers, workspace);
  const score = (term: number, weight: number): void => {
    believers.forEach((believer, i) => {
      const documentUnits = documents.units[i]!;
      const sessionUnits = sessions.units[i]!;
      const postings = believer.postings(term);
      if (reach === undefined) scatterOwn(believer, postings, documentUnits);
      else scatterWithContext(believer, memories, { postings, units: documentUnits, reach });
      scatterToSessions(believer, postings, sessionUnits);
    });
    saturate(documents, weight);
    saturate(sessions, weight);
  };
  for (const term of terms) score(term, 1);
  for (const term of near) score(term, nearWeight);
  return believers.map((_, i) => {
    const { scores, found, foundCount } = documents.units[i]!;
    return { documents: scores, found: found.subarray(0, foundCount), sessions: sessions.units[i]!.scores };
  });
}

/** How much a document gives to the ones after and before it, in hundredths. */
interface Reach {
  readonly toNext: number;
  readonly toSecondNext: number;
  readonly toPrevious: number;
  /** How much more a question gives to the next one. */
  readonly toAnswer: number;
  /** How much more is given to the second next one across a question. */
  readonly toSecondAnswer: number;
}

function reachOf({ context }: Profile): Reach | undefined {
  const reach = {
    toNext: Math.round(context.previous * whole),
    toSecondNext: Math.round(context.beforePrevious * whole),
    toPrevious: Math.round(context.next * whole),
    toAnswer: Math.round((context.question ?? 0) * whole),
    toSecondAnswer: Math.round((context.beforeQuestion ?? 0) * whole),
  };
  return Object.values(reach).every((share) => share === 0) ? undefined : reach;
}

function documentsOf(believers: readonly BelieverIndex[], inContext: boolean, workspace: Workspace): Collection {
  let count = 0;
  let total = 0;
  const units = believers.map((believer) => {
    count += believer.count;
    total += inContext ? believer.timelines.totalWindowLength : believer.totalLength;
    const lengths = inContext ? believer.timelines.windowLength : believer.length;
    return unitsOf(workspace, believer.documents, lengths.values);
  });
  return { units, count, averageLength: count === 0 ? 1 : Math.max(1, total / count), lengthShare };
}

function sessionsOf(believers: readonly BelieverIndex[], workspace: Workspace): Collection {
  let count = 0;
  let total = 0;
  const units = believers.map(({ timelines }) => {
    count += timelines.sessionCount;
    total += timelines.totalSessionLength;
    return unitsOf(workspace, timelines.timelines.length, timelines.lengths.values);
  });
  const averageLength = count === 0 ? 1 : Math.max(1, total / count);
  return { units, count, averageLength, lengthShare: sessionLengthShare };
}

function unitsOf(workspace: Workspace, size: number, lengths: Int32Array): Units {
  const frequencies = workspace.integers(size);
  const [touched, found] = [workspace.integersToFill(size), workspace.integersToFill(size)];
  return { frequencies, touched, count: 0, lengths, scores: workspace.floats(size), found, foundCount: 0 };
}

/** Adds the postings of a term to their documents alone. */
function scatterOwn(believer: BelieverIndex, postings: Uint32Array, units: Units): void {
  const rows = believer.rowOf.values;
  const { frequencies, touched } = units;
  let count = 0;
  for (let at = 0; at < postings.length; at++) {
    const posting = postings[at]!;
    const document = documentOf(posting);
    if (rows[document]! < 0) continue;
    frequencies[document] = frequencyOf(posting) * whole;
    touched[count++] = document;
  }
  units.count = count;
}

interface ContextOptions {
  readonly postings: Uint32Array;
  readonly units: Units;
  readonly reach: Reach;
}

/** Adds the postings of a term to their documents and to those that have them as neighbours. */
function scatterWithContext(
  believer: BelieverIndex,
  { questionShare }: MemoryTable,
  { postings, units, reach }: ContextOptions,
): void {
  const rows = believer.rowOf.values;
  const shares = questionShare.values;
  const previous = believer.timelines.previous.values;
  const next = believer.timelines.next.values;
  const { frequencies, touched } = units;
  const { toNext, toSecondNext, toPrevious, toAnswer, toSecondAnswer } = reach;
  let count = 0;
  for (let at = 0; at < postings.length; at++) {
    const posting = postings[at]!;
    const document = documentOf(posting);
    const row = rows[document]!;
    if (row < 0) continue;
    const frequency = frequencyOf(posting);
    count = give(frequencies, touched, count, document, frequency * whole);
    count = give(frequencies, touched, count, previous[document]!, frequency * toPrevious);
    const after = next[document]!;
    if (after < 0) continue;
    const second = next[after]!;
    const isAsked = shares[row]! > 0;
    count = give(frequencies, touched, count, after, frequency * (isAsked ? toNext + toAnswer : toNext));
    if (second < 0) continue;
    const isAskedAfter = shares[rows[after]!]! > 0;
    const toSecond = isAskedAfter ? toSecondNext + toSecondAnswer : toSecondNext;
    count = give(frequencies, touched, count, second, frequency * toSecond);
  }
  units.count = count;
}

/** Adds to the frequency of the term at hand in a document, if it is there; answers how many are touched then, each once. */
function give(
  frequencies: Int32Array,
  touched: Int32Array,
  count: number,
  document: number,
  hundredths: number,
): number {
  if (document < 0 || hundredths === 0) return count;
  const held = frequencies[document]!;
  frequencies[document] = held + hundredths;
  if (held !== 0) return count;
  touched[count] = document;
  return count + 1;
}

function scatterToSessions(believer: BelieverIndex, postings: Uint32Array, units: Units): void {
  const timelineOf = believer.timelines.timelineOf.values;
  const { frequencies, touched } = units;
  let count = 0;
  for (let at = 0; at < postings.length; at++) {
    const posting = postings[at]!;
    const place = timelineOf[documentOf(posting)]!;
    if (place >= 0) count = give(frequencies, touched, count, place, frequencyOf(posting) * whole);
  }
  units.count = count;
}

/** Adds what the term at hand is worth to every unit that it touched, and makes way for the next. */
function saturate(collection: Collection, weight: number): void {
  const { units, count, averageLength, lengthShare: share } = collection;
  const holding = units.reduce((total, { count: touched }) => total + touched, 0);
  const rarity = Math.log(1 + (count - holding + 0.5) / (holding + 0.5)) * (saturation + 1) * weight;
  const room = saturation * (1 - share);
  const roomPerTerm = (saturation * share) / averageLength;
  for (const unit of units) {
    unit.foundCount = saturateUnits(unit, rarity, room, roomPerTerm);
    unit.count = 0;
  }
}

/**
 * How many units have a score then. It ends with its loop: V8 optimises a long loop while it runs, without what follows
 * it, and falls back to the interpreter there, for every query anew.
 */
function saturateUnits(units: Units, rarity: number, room: number, roomPerTerm: number): number {
  const { touched, frequencies, lengths, scores, found, count } = units;
  let { foundCount } = units;
  for (let i = 0; i < count; i++) {
    const unit = touched[i]!;
    const frequency = frequencies[unit]! / whole;
    const value = (rarity * frequency) / (frequency + room + roomPerTerm * lengths[unit]!);
    const before = scores[unit]!;
    if (before === 0) found[foundCount++] = unit;
    scores[unit] = before + value;
    frequencies[unit] = 0;
  }
  return foundCount;
}
