/**
 * BM25 over the documents in view, each with the terms of its neighbours in its own timeline, and
 * over whole sessions. Statistics are those of the believers in view together and of nobody else.
 *
 * A posting adds to the document itself and to the ones that have it as a neighbour, so that the
 * lexicon holds own terms only. Frequencies are summed in whole hundredths, in which no order of
 * adding changes the sum.
 */
import type { BelieverIndex } from '../index/believer-index.ts';
import { lengthShare, saturation, sessionLengthShare } from './defaults.ts';
import type { Profile } from './profiles.ts';

/** The lexical scores of one believer's documents and timelines: at least 0, without a bound. */
export interface LexicalScores {
  readonly docs: Float64Array;
  /** By the place of the timeline. */
  readonly sessions: Float64Array;
}

/** Documents or sessions of one believer: the frequency of the term at hand, lengths, scores. */
interface Units {
  readonly frequencies: Int32Array;
  readonly touched: number[];
  readonly length: (unit: number) => number;
  readonly scores: Float64Array;
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

/** Scores the documents and sessions of the believers in view, in their order. */
export function lexicalScores(
  believers: readonly BelieverIndex[],
  terms: readonly number[],
  profile: Profile,
): readonly LexicalScores[] {
  const reach = reachOf(profile);
  const docs = docsOf(believers, reach !== undefined);
  const sessions = sessionsOf(believers);
  for (const term of terms) {
    believers.forEach((believer, i) => {
      const docUnits = docs.units[i] as Units;
      const sessionUnits = sessions.units[i] as Units;
      const postings = believer.postings(term);
      if (reach === undefined) scatterOwn(believer, postings, docUnits);
      else scatterWithContext(believer, postings, docUnits, reach);
      scatterToSessions(believer, postings, sessionUnits);
    });
    saturate(docs);
    saturate(sessions);
  }
  return believers.map((_, i) => ({
    docs: (docs.units[i] as Units).scores,
    sessions: (sessions.units[i] as Units).scores,
  }));
}

/** How much a document gives to the ones after and before it, in hundredths. */
interface Reach {
  readonly toNext: number;
  readonly toSecondNext: number;
  readonly toPrevious: number;
}

function reachOf({ context }: Profile): Reach | undefined {
  const reach = {
    toNext: Math.round(context.previous * whole),
    toSecondNext: Math.round(context.beforePrevious * whole),
    toPrevious: Math.round(context.next * whole),
  };
  return reach.toNext + reach.toSecondNext + reach.toPrevious === 0 ? undefined : reach;
}

function docsOf(believers: readonly BelieverIndex[], inContext: boolean): Collection {
  let count = 0;
  let total = 0;
  const units = believers.map((believer) => {
    count += believer.count;
    total += inContext ? believer.timelines.totalWindowLength : believer.totalLength;
    const lengths = inContext ? believer.timelines.windowLength.values : believer.length.values;
    return unitsOf(believer.docs, (doc) => lengths[doc] as number);
  });
  return { units, count, averageLength: count === 0 ? 1 : Math.max(1, total / count), lengthShare };
}

function sessionsOf(believers: readonly BelieverIndex[]): Collection {
  let count = 0;
  let total = 0;
  const units = believers.map(({ timelines }) => {
    count += timelines.sessionCount;
    total += timelines.totalSessionLength;
    return unitsOf(timelines.timelines.length, (place) => timelines.timelines[place]?.length ?? 0);
  });
  const averageLength = count === 0 ? 1 : Math.max(1, total / count);
  return { units, count, averageLength, lengthShare: sessionLengthShare };
}

function unitsOf(count: number, length: (unit: number) => number): Units {
  return { frequencies: new Int32Array(count), touched: [], length, scores: new Float64Array(count) };
}

function scatterOwn(believer: BelieverIndex, postings: readonly number[], units: Units): void {
  const slots = believer.slotOf.values;
  const { frequencies, touched } = units;
  for (const posting of postings) {
    const doc = posting >> 8;
    if ((slots[doc] as number) < 0) continue;
    frequencies[doc] = (posting & 255) * whole;
    touched.push(doc);
  }
}

function scatterWithContext(believer: BelieverIndex, postings: readonly number[], units: Units, reach: Reach): void {
  const slots = believer.slotOf.values;
  const previous = believer.timelines.previous.values;
  const next = believer.timelines.next.values;
  const { frequencies, touched } = units;
  const { toNext, toSecondNext, toPrevious } = reach;
  for (const posting of postings) {
    const doc = posting >> 8;
    if ((slots[doc] as number) < 0) continue;
    const frequency = posting & 255;
    if (frequencies[doc] === 0) touched.push(doc);
    frequencies[doc] = (frequencies[doc] as number) + frequency * whole;
    const before = previous[doc] as number;
    if (before >= 0) {
      if (frequencies[before] === 0) touched.push(before);
      frequencies[before] = (frequencies[before] as number) + frequency * toPrevious;
    }
    const after = next[doc] as number;
    if (after < 0) continue;
    if (frequencies[after] === 0) touched.push(after);
    frequencies[after] = (frequencies[after] as number) + frequency * toNext;
    const second = next[after] as number;
    if (second < 0) continue;
    if (frequencies[second] === 0) touched.push(second);
    frequencies[second] = (frequencies[second] as number) + frequency * toSecondNext;
  }
}

function scatterToSessions(believer: BelieverIndex, postings: readonly number[], units: Units): void {
  const timelineOf = believer.timelines.timelineOf.values;
  const { frequencies, touched } = units;
  for (const posting of postings) {
    const place = timelineOf[posting >> 8] as number;
    if (place < 0) continue;
    if (frequencies[place] === 0) touched.push(place);
    frequencies[place] = (frequencies[place] as number) + (posting & 255) * whole;
  }
}

/** Adds what the term at hand is worth to every unit that it touched, and makes way for the next. */
function saturate({ units, count, averageLength, lengthShare: share }: Collection): void {
  const holding = units.reduce((total, { touched }) => total + touched.length, 0);
  const rarity = Math.log(1 + (count - holding + 0.5) / (holding + 0.5));
  for (const { touched, frequencies, length, scores } of units) {
    for (const unit of touched) {
      const frequency = (frequencies[unit] as number) / whole;
      const room = saturation * (1 - share + (share * length(unit)) / averageLength);
      scores[unit] = (scores[unit] as number) + (rarity * frequency * (saturation + 1)) / (frequency + room);
      frequencies[unit] = 0;
    }
    touched.length = 0;
  }
}
