/**
 * Which claims still stand when all that was said is heard: what was put right, taken back or ended by a later message is
 * claimed no more, before anybody believes it. The rules of wording decide, and the embedder's reading where it can read;
 * the reading decides also which facts of an earlier sleep are over.
 */
import { Perspective } from '../domain/belief.ts';
import { type Observation, isFact } from '../domain/records.ts';
import { present } from '../domain/values.ts';
import type { EarlierAndLater } from '../embed/embedder.ts';
import { isAddition, isForOnce, saysOneThing } from '../language/ended.ts';
import { weightyStatement } from '../language/parse-statement.ts';
import { relationBetween } from '../language/relation-between.ts';
import { isOfAnother } from '../language/relatives.ts';
import { nameLeft } from '../language/said-in-passing.ts';
import {
  isCorrection,
  isDenialOf,
  slipCorrectedBy,
  speaksOfTheSame,
  tellsOfSelf,
} from '../language/revision-wording.ts';
import { asksOnly, sentencesOf, toldClauses } from '../language/sentences.ts';
import type { Said, Statement } from '../language/statement.ts';
import type { ClaimedFact } from '../language/voice.ts';
import { termsOf } from '../language/words.ts';
import { otherEnd } from '../recall-index/edge-tables.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Suspects } from './conflicts.ts';
import type { ConflictJudge, SleepWork, Verdict } from './sleep-step.ts';

/** Claims of some observations without those that a later one takes back or ends; a slip that was put right is put right. */
export async function standingClaims(
  work: SleepWork,
  observations: readonly Observation[],
  claims: readonly (ClaimedFact | undefined)[],
): Promise<readonly ClaimedFact[]> {
  const contradicts = contradictions();
  const stated = claims.flatMap((claim) => claim ?? []);
  return withoutEnded(work, observations, asCorrected(observations, stated, contradicts), contradicts);
}

/** Claims with what their speaker put right afterwards; a mistake is no claim where the correction is one. */
function asCorrected(
  observations: readonly Observation[],
  stated: readonly ClaimedFact[],
  contradicts: Contradicts,
): readonly ClaimedFact[] {
  const byId = new Map(observations.map((observation) => [observation.id, observation]));
  return stated.flatMap((claim): readonly ClaimedFact[] => {
    const source = byId.get(claim.from[0] ?? '');
    if (source === undefined || claim.from.length > 1) return [claim];
    const after = observations.filter((later) => isSaidAfter(later, source));
    const isAlone = isOnlyClaim(claim, stated) && sentencesOf(source.content).length === 1;
    const over = after.find((later) => {
      if (isTakenBack(claim, isAlone ? source : claim, later, contradicts)) return true;
      // "I live in Bern." and "I moved to Basel a while ago."
      return isAlone && contradicts(source, later) && !isReplaced(claim, { later, claims: stated, contradicts });
    });
    if (over === undefined) return withoutSlip(claim, source, after, stated) ?? [claim];
    return leftOf(claim, over);
  });
}

/** Whether nothing else is claimed of a message: what ends the message ends the claim. */
function isOnlyClaim({ from }: ClaimedFact, claims: readonly ClaimedFact[]): boolean {
  return claims.filter((other) => other.from.length === 1 && other.from[0] === from[0]).length === 1;
}

/** What is left of a claim that a later message takes back: whose the one with the name is. */
function leftOf(claim: ClaimedFact, { content }: Observation): readonly ClaimedFact[] {
  const left = nameLeft(claim.content, content);
  return left === undefined ? [] : [{ ...claim, content: left }];
}

/** The least cosine of two messages of which the later is read for whether it ends the earlier. */
const leastLike = 0.4;
/** In log-odds: from here on it does (own stores; a claim that is kept in error is corrected by the next, one that is left out is lost). */
const surelyEnds = 2;
/** The same where they have but a name in common. */
const surelyEndsOfName = 2.5;
/** Later messages that are read for each claim, the nearest of them. */
const mostLater = 3;

/** Claims but those that a later message ends in whatever words: "takes 5 mg" after "reduced to 2.5 mg". Reads both, if the embedder can. */
async function withoutEnded(
  { signal, writer }: SleepWork,
  observations: readonly Observation[],
  claims: readonly ClaimedFact[],
  contradicts: Contradicts,
): Promise<readonly ClaimedFact[]> {
  const { embedder, index } = writer.parts;
  if (embedder.ends === undefined) return claims;
  const byId = new Map(observations.map((observation) => [observation.id, observation]));
  const told = observations.filter(isTold);
  const pairs = claims.flatMap((claim) => {
    const source = claim.from.length === 1 ? byId.get(claim.from[0]!) : undefined;
    if (source === undefined || !told.includes(source) || sentencesOf(source.content).length > 1) return [];
    const earlier = isOnlyClaim(claim, claims) ? source.content : claim.content;
    const later = told.filter(
      (other) => isLaterNews(other, source) && !isReplaced(claim, { later: other, claims, contradicts }),
    );
    const near = nearestTo(
      index,
      source.id,
      later.map(({ id }) => id),
    );
    return near.map((id) => ({ claim, earlier, later: byId.get(id)!.content }));
  });
  if (pairs.length === 0) return claims;
  const ends = await embedder.ends(pairs, present({ signal }));
  const over = new Set(pairs.filter((pair, at) => isOver(pair, ends[at]!)).map(({ claim }) => claim));
  return claims.filter((claim) => !over.has(claim));
}

/** What of an earlier sleep's facts some messages may end: the nearest in meaning to each that tells news, but what was judged. */
export function suspectsByMeaning(
  { writer: { parts } }: SleepWork,
  observations: readonly Observation[],
  holders: readonly string[],
): readonly Suspects[] {
  const { embedder, index } = parts;
  if (embedder.ends === undefined) return [];
  return holders.flatMap((believer) => {
    const { believers } = new Perspective(believer);
    const held = believers.flatMap((name) => [...index.beliefs(name)]);
    const heldFacts = held.filter(({ memory, withdrawnAt }) => withdrawnAt === undefined && memory.startsWith('fact:'));
    const facts = [...new Set(heldFacts.map(({ memory }) => memory))];
    return observations.filter(isTold).flatMap(({ id }) => {
      const judged = judgedBeside(index, believers, id);
      const open = facts.filter((fact) => !judged.has(fact));
      return nearestTo(index, id, open).map((other) => ({ believer, one: id, other }));
    });
  });
}

/** The memories of which somebody has judged whether they contradict another. */
function judgedBeside({ links, memories }: RecallIndex, believers: readonly string[], id: string): ReadonlySet<string> {
  const row = memories.row(id);
  const judged = links.of(believers, row).filter(({ kind, state }) => kind === 'contradicts' && state !== 'potential');
  return new Set(judged.map((edge) => memories.idOf(otherEnd(edge, row))));
}

/** Judges by reading what a message ends of the fact that sleep wrote of one earlier message. */
export function judgeByReading({ writer: { parts } }: SleepWork): ConflictJudge {
  const { embedder } = parts;
  return async (pairs, signal) => {
    const read = pairs.flatMap(({ newer: { memory: later }, older: { memory, sources } }, at) => {
      const [source] = sources;
      if (isFact(later) || source === undefined || sources.length > 1 || !isLaterNews(later, source)) return [];
      const earlier = saysOneThing(source.content) ? source.content : memory.content;
      return [{ at, earlier, later: later.content }];
    });
    const verdicts = pairs.map((): Verdict | undefined => undefined);
    if (embedder.ends === undefined || read.length === 0) return verdicts;
    const ends = await embedder.ends(read, present({ signal }));
    read.forEach((pair, place) => {
      if (isOver(pair, ends[place]!)) verdicts[pair.at] = 'override';
    });
    return verdicts;
  };
}

/** Whether a user says something, and doesn't just ask. */
const isTold = ({ provenance, content }: Observation): boolean => provenance.channel === 'user' && !asksOnly(content);

/** Whether a later message surely ends an earlier one, by the log-odds that were read. */
const isOver = ({ later, earlier }: EarlierAndLater, ends: number): boolean =>
  ends >= (speaksOfTheSame(later, earlier) ? surelyEnds : surelyEndsOfName);

/** Whether a later message claims what contradicts a claim by a rule: that takes its place, and what was so before can be told. */
function isReplaced(claim: ClaimedFact, { later, claims, contradicts }: Replacing): boolean {
  return claims.some((other) => other.from.includes(later.id) && contradicts(claim, other));
}
interface Replacing {
  readonly later: Observation;
  readonly claims: readonly ClaimedFact[];
  readonly contradicts: Contradicts;
}

/** Whether a message may tell what became of another: of who spoke there or of nobody's own, not for once, and with a word of it. */
function isLaterNews(later: Observation, earlier: Observation): boolean {
  const { content, speaker } = later;
  if (!isAfter(later, earlier)) return false;
  if (isForOnce(content) || isAddition(content) || isOfAnother(content, earlier.content)) return false;
  const isOfSelf = tellsOfSelf(earlier.content);
  if (isOfSelf !== tellsOfSelf(content) || (isOfSelf && speaker !== earlier.speaker)) return false;
  const said = new Set(termsOf(content));
  return termsOf(earlier.content).some((term) => said.has(term));
}

/** Those of some memories that are nearest to one in meaning, by their ids. */
function nearestTo({ memories, vectors }: RecallIndex, id: string, others: readonly string[]): readonly string[] {
  const vector = vectors.vectorAt(memories.row(id));
  if (vector === undefined || others.length === 0) return [];
  const cosines = vectors.cosinesOf(
    vector,
    Int32Array.from(others, (other) => memories.row(other)),
  );
  return others
    .map((other, at) => ({ other, like: cosines[at]! }))
    .filter(({ like }) => like >= leastLike)
    .sort((one, two) => two.like - one.like)
    .slice(0, mostLater)
    .map(({ other }) => other);
}

/** A claim without the slip that its speaker put right in the same talk; none where what was meant is claimed. */
function withoutSlip(
  claim: ClaimedFact,
  source: Observation,
  after: readonly Observation[],
  stated: readonly ClaimedFact[],
): readonly ClaimedFact[] | undefined {
  for (const later of after) {
    const slip = later.session === source.session ? slipCorrectedBy(source.content, later.content) : undefined;
    if (slip === undefined || !claim.content.includes(slip.said)) continue;
    const isClaimed = stated.some(({ content, from }) => from.includes(later.id) && content.includes(slip.meant));
    const content = claim.content.replace(slip.said, slip.meant);
    return isClaimed ? leftOf(claim, later) : [{ ...claim, content, from: [source.id, later.id] }];
  }
  return undefined;
}

/** Whether a correction says otherwise of the same, whole and in its own words, or denies it. */
function isTakenBack({ content }: ClaimedFact, source: Said, later: Said, contradicts: Contradicts): boolean {
  if (!isCorrection(later.content)) return false;
  const clauses = sentencesOf(later.content).flatMap(toldClauses);
  const [is = ''] = /^.+?'s .+? (?:is|are) /u.exec(content) ?? [];
  // "Fenna's teacher is Mr. Brandt" takes back what else her teacher is.
  const isOther = is !== '' && clauses.some((clause) => clause.startsWith(is) && !content.startsWith(clause));
  return isOther || contradicts({ content }, later) || clauses.some((clause) => isDenialOf(clause, source.content));
}

type Contradicts = (one: Said, other: Said) => boolean;

/** Compares what is said; each is read once. */
function contradictions(): Contradicts {
  const read = new Map<Said, Statement>();
  const statementOf = (said: Said): Statement => {
    const statement = read.get(said) ?? weightyStatement(said);
    read.set(said, statement);
    return statement;
  };
  return (one, other) => {
    const relation = relationBetween(statementOf(one), statementOf(other));
    return relation?.kind === 'contradicts' && relation.once !== true;
  };
}

/** Whether the same person says something later to the same agent. */
function isSaidAfter(later: Observation, earlier: Observation): boolean {
  return isAfter(later, earlier) && later.speaker === earlier.speaker;
}

/** Whether the same agent hears something later. */
function isAfter(later: Observation, { agent, occurredAt, position }: Observation): boolean {
  return later.agent === agent && later.position > position && later.occurredAt >= occurredAt;
}
