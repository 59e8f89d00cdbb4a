/**
 * What a later memory takes the place of: by a link that says so, or without one by the wording of a change, a turn, another
 * value or a slip of the tongue. It tells which of two memories counts, and changes neither.
 */
import { isInForce, standing } from '../domain/belief.ts';
import { type Memory, type Supersedes, isFact } from '../domain/records.ts';
import type { GroundName } from './answer-model.ts';
import type { Superseded } from './memory-link.ts';
import type { RecalledMemory } from './recall-options.ts';
import type { View } from './view.ts';
import { weightyStatement } from '../language/parse-statement.ts';
import { findsCause, saysOneThing } from '../language/ended.ts';
import { endedBy } from '../language/relation-between.ts';
import type { Statement } from '../language/statement.ts';
import {
  hasValue,
  slipCorrectedBy,
  speaksOfTheSame,
  tellsChange,
  tellsNewValue,
  tellsOfSelf,
  tellsOtherNumber,
  tellsOtherTime,
  tellsTurn,
} from '../language/revision-wording.ts';
import { isOfAnother } from '../language/relatives.ts';
import { sentencesOf } from '../language/sentences.ts';
import { termSetOf, termsOf } from '../language/words.ts';
import { changedShare, leadingShare, movedShare, turnedShare } from './defaults.ts';

/** Below 0 where the first of two memories, by their ids, was learned before the second. */
export type Compare = (one: string, other: string) => number;

/** In characters: what tells of one change and little else. */
const longestChange = 160;

/**
 * Whether the same speaker said later, and with as much to do with the question, that something is otherwise now.
 * `tellsTime`: the later one is known to tell another time to who asks when.
 */
export function mayReplace(
  later: RecalledMemory,
  earlier: RecalledMemory,
  { compareLearned, tellsTime = false }: { readonly compareLearned: Compare; readonly tellsTime?: boolean },
): boolean {
  return (
    stands(earlier) &&
    later.content.length <= longestChange &&
    isLater(later, earlier, compareLearned) &&
    mayTellOf(later, earlier) &&
    tellsChange(later.content) &&
    later.relevance >= earlier.relevance * leastShare(later, earlier, tellsTime ? movedShare : changedShare) &&
    !isDerivation(later, earlier) &&
    wordsInCommon(later, earlier) > 0 &&
    (tellsTime || answersLike(later, earlier))
  );
}

/** Whether who says a memory may tell what has become of another: who said it, and anybody of what is nobody's own. */
export function mayTellOf(later: RecalledMemory, earlier: RecalledMemory): boolean {
  if (isOfAnother(later.content, earlier.content)) return false;
  return later.speaker === earlier.speaker || ![later, earlier].some(({ content }) => tellsOfSelf(content));
}

/** The same where a model has read both: what is not the speaker's own another may take over. */
export const mayTakeOver: Replaces = (later, earlier) =>
  !isOfAnother(later.content, earlier.content) && (later.speaker === earlier.speaker || !tellsOfSelf(earlier.content));

/** Whether what tells of a change answers what was answered before: that Kim left a job takes nothing from whom Kim is with. */
function answersLike(later: RecalledMemory, earlier: RecalledMemory): boolean {
  return (
    (['told', 'answer'] as const).every((name) => hasGround(later, name) || !hasGround(earlier, name)) ||
    tellsNewValue(earlier.content, later.content) ||
    (!hasValue(earlier.content) && (later.relevance >= earlier.relevance * changedShare || tellsTurn(later.content)))
  );
}

/** How relevant what tells of a change must be, as a share of what was said before: less where it says so, and of what. */
function leastShare(later: RecalledMemory, earlier: RecalledMemory, most: number): number {
  if (tellsNewValue(earlier.content, later.content)) return Math.min(movedShare, most);
  if (tellsTurn(later.content)) {
    // What ends one of several things need not end the one that answers.
    const least = saysOneThing(earlier.content) ? 0 : leadingShare;
    return Math.max(least, Math.min(wordsInCommon(later, earlier) > 1 ? movedShare : turnedShare, most));
  }
  return isPlan.test(earlier.content) ? Math.min(leadingShare, most) : most;
}

/** Says what is still to be done. */
const isPlan =
  /\b(?:have|has|need|needs|want|wants|going|plan|plans|planning|got|hope|hopes) to\b|\b(?:will|should|must)\b|['\u2019]ll\b/i;

/** Whether the same speaker said later that a single value of a memory was wrong. */
export function corrects(later: RecalledMemory, earlier: RecalledMemory, compareLearned: Compare): boolean {
  return (
    later.speaker === earlier.speaker &&
    // In the same breath no word of the question need be said again.
    (later.relevance > 0 || (later.session !== undefined && later.session === earlier.session)) &&
    stands(later) &&
    stands(earlier) &&
    isLater(later, earlier, compareLearned) &&
    slipCorrectedBy(earlier.content, later.content) !== undefined
  );
}

/**
 * Whether a later memory says by name that what an earlier one tells is so no longer: "We moved from Airflow to Dagster". It
 * need have no word of the question, whose terms are given, but what a question names itself is what is asked for.
 */
export function endsByName(
  later: RecalledMemory,
  earlier: RecalledMemory,
  { asked, compareLearned, asksWhen, asksFigure }: Asked,
): boolean {
  if (!stands(later) || !isLater(later, earlier, compareLearned)) return false;
  const isSingle = saysOneThing(earlier.content);
  const isOne = isSingle && !/[,;]/.test(earlier.content);
  const endings = statementOf(later).endings.filter((ending) => {
    const { kind, what } = ending;
    // Of several things that a text tells, what the trip costs is not where it goes.
    if (!isOne && ((kind === 'setting' && !asksFigure) || (kind === 'moving' && !asksWhen))) return false;
    const named = termsOf(what).filter((term) => asked.has(term)).length;
    // Who takes over one thing answers nothing of another.
    return kind === 'handover' ? named > 0 : ending.kind !== 'named' || ending.stops || named < termsOf(what).length;
  });
  if (endings.length === 0) return false;
  const over = endedBy({ clauses: [], claims: [], endings }, statementOf(earlier));
  const isOneSentence = sentencesOf(earlier.content).length === 1;
  const isAskedFor = (text: string): boolean =>
    termsOf(isOneSentence ? earlier.content : text).some((term) => asked.has(term));
  return over.some(({ text }) => isSingle || isAskedFor(text));
}

const statements: WeakMap<RecalledMemory, Statement> = new WeakMap();

/** What the rules of links read in a memory; each is read once. */
export function statementOf(memory: RecalledMemory): Statement {
  const { content, speaker } = memory;
  const known = statements.get(memory) ?? weightyStatement(speaker === undefined ? { content } : { content, speaker });
  statements.set(memory, known);
  return known;
}

/** Whether a later memory says the same of a thing, but for the number that it has: it costs 160 and no longer 120. */
export function renumbers(later: RecalledMemory, earlier: RecalledMemory, compareLearned: Compare): boolean {
  return (
    isLater(later, earlier, compareLearned) &&
    mayTellOf(later, earlier) &&
    stands(later) &&
    stands(earlier) &&
    tellsOtherNumber(earlier.content, later.content)
  );
}

/** What tells whether an ending is one of what a question asks for. */
interface Asked extends Pick<ChangeRules, 'asksWhen' | 'asksFigure' | 'compareLearned'> {
  /** Terms of the question. */
  readonly asked: ReadonlySet<string>;
}

/** Whether one memory takes the place of another. */
export type Replaces = (other: RecalledMemory, memory: RecalledMemory) => boolean;

/** By what it is decided which of some memories takes the place of another. */
export interface ChangeRules {
  /** Whether the question asks how things are now, when, and for a number. */
  readonly ofNow: boolean;
  readonly asksWhen: boolean;
  readonly asksFigure: boolean;
  /** Terms of a question that does not ask for how things were. */
  readonly asked: ReadonlySet<string> | undefined;
  readonly compareLearned: Compare;
  readonly mayTakeBack: Replaces;
  /** Whether a model that read two memories says that the first ends the second. */
  readonly readToEnd: Replaces;
  /** Whether the first of two memories only says what the second says: it takes no place. */
  readonly repeats: Replaces;
  /** What a fact was read out of, as far as it is there. */
  readonly sourcesOf: (memory: RecalledMemory) => readonly RecalledMemory[];
}

/** By what it is decided which memory takes the place of another, beside a contradiction. */
export function changesAmong({
  ofNow,
  asksWhen,
  asksFigure,
  asked,
  compareLearned,
  mayTakeBack,
  readToEnd,
  repeats,
  sourcesOf,
}: ChangeRules): Readonly<Record<'replaces' | 'movesTime' | 'endsNamed' | 'ends', Replaces>> {
  const endsNamed: Replaces = (other, memory) =>
    asked !== undefined &&
    mayTakeBack(other, memory) &&
    (readToEnd(other, memory) || endsByName(other, memory, { asked, asksWhen, asksFigure, compareLearned }));
  const replaces: Replaces = (other, memory) =>
    // Of names alone whatever speaks of them is relevant, but of another time only one holds.
    ofNow && (other.grounds.length > 0 || asksWhen) && mayReplace(other, memory, { compareLearned });
  const movesTime: Replaces = (other, memory) =>
    ofNow &&
    asksWhen &&
    tellsOtherTime(other.content) &&
    speaksOfTheSame(other.content, memory.content) &&
    mayReplace(other, memory, { compareLearned, tellsTime: true });
  const ends: Replaces = (other, memory) =>
    corrects(other, memory, compareLearned) ||
    endsNamed(other, memory) ||
    renumbers(other, memory, compareLearned) ||
    (isLater(other, memory, compareLearned) && findsCause(other.content, memory.content)) ||
    movesTime(other, memory) ||
    ((tellsTurn(other.content) || tellsNewValue(memory.content, other.content)) && replaces(other, memory));
  // What a fact was read out of may be over, and the fact with it.
  const withSource =
    (rule: Replaces): Replaces =>
    (other, memory) =>
      (rule(other, memory) ||
        sourcesOf(memory).some((source) => source !== other && saysOneThing(source.content) && rule(other, source))) &&
      !repeats(other, memory);
  return {
    replaces: withSource(replaces),
    movesTime: withSource(movesTime),
    endsNamed: withSource(endsNamed),
    ends: withSource(ends),
  };
}

/** How many words what tells of a change has in common with another text: that Rex died changes nothing of whom it saddens. */
function wordsInCommon(later: RecalledMemory, earlier: RecalledMemory): number {
  const changing = sentencesOf(later.content).filter(tellsChange).join(' ') || later.content;
  const said = new Set(termsOf(changing));
  return new Set(termsOf(earlier.content).filter((term) => said.has(term) && !light.has(term))).size;
}

/** What two texts have in common by chance. */
const light = termSetOf('want need say tell like get go come make take give know think new mr mrs ms dr');

/** Whether a ground speaks for a memory. */
export function hasGround({ grounds }: RecalledMemory, name: GroundName): boolean {
  return grounds.some((ground) => ground.name === name && ground.value > 0);
}

/** Whether one memory is of a later time, or was learned later. */
export function isLater(one: RecalledMemory, other: RecalledMemory, compareLearned: Compare): boolean {
  return (one.occurredAt.getTime() - other.occurredAt.getTime() || compareLearned(one.id, other.id)) > 0;
}

/** Whether a memory still stands: nothing took its place, and its time is not over. */
export function stands({ superseded, thought }: RecalledMemory): boolean {
  return superseded === undefined && thought?.revisedBy === undefined;
}

/** Whether one memory was read out of the other. */
export function isDerivation(one: RecalledMemory, other: RecalledMemory): boolean {
  return (one.derivedFrom?.includes(other.id) ?? false) || (other.derivedFrom?.includes(one.id) ?? false);
}

/**
 * Since when a memory does not hold: since it was superseded, or else since the end of its validity. A SUPERSEDES edge
 * applies from its timestamp while a believer in view still holds the newer memory, faded or not. So withdrawing a
 * correction restores what was before, and `asOf` shows what was known then. The agent's own edge comes before that of
 * `system`, then the first. An edge of `system` does not apply while the agent itself believes the old fact.
 */
export function supersededOf(memory: Memory, edges: readonly Supersedes[], view: View): Superseded | undefined {
  const isOwn = (believer: string): boolean => view.perspective.owns(believer);
  const known = standing(edges, view.time);
  const holdsItself = view.beliefsIn(memory.id).some((belief) => isOwn(belief.agent) && belief.isSeen);
  const isHeld = (id: string): boolean => view.beliefsIn(id).some(({ state }) => state === 'held');
  const [first] = known
    .filter((edge) => edge.to === memory.id && isInForce(edge, known) && isHeld(edge.from))
    .filter(({ believer }) => isOwn(believer) || !holdsItself)
    .sort(
      (one, other) =>
        Number(isOwn(other.believer)) - Number(isOwn(one.believer)) ||
        one.at.getTime() - other.at.getTime() ||
        // A fact is told rather than what it was read out of.
        Number(other.from.startsWith('fact:')) - Number(one.from.startsWith('fact:')) ||
        view.compareIdsLearned(one.from, other.from),
    );
  if (first !== undefined) {
    const { from, at, reason } = first;
    return { ...(view.sees(from) ? { by: from } : {}), at, ...(reason === undefined ? {} : { reason }) };
  }
  if (!isFact(memory)) return undefined;
  const end = Math.min(memory.validTo?.getTime() ?? Number.POSITIVE_INFINITY, endInView(memory.id, edges, view));
  return end > view.time ? undefined : { at: new Date(end) };
}

/** Until when a fact was so by what a file told those who hold it, the agent before `system`. Of a correction its edge tells. */
function endInView(id: string, edges: readonly Supersedes[], view: View): number {
  const seen = view.beliefsIn(id).filter(({ isSeen }) => isSeen);
  const own = seen.filter(({ agent }) => view.perspective.owns(agent));
  const ends = (own.length > 0 ? own : seen).map(({ agent }) => {
    const isCorrected = edges.some(({ believer, to }) => believer === agent && to === id);
    return (isCorrected ? undefined : view.index.beliefOf(agent, id)?.validTo) ?? Number.POSITIVE_INFINITY;
  });
  return ends.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...ends);
}
