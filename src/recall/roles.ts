/**
 * Which part each recalled memory plays. By rules alone, so that the same memories always play the same parts, and
 * with caps (`defaults.ts`):
 *
 *   primary         the best one that states something, and those whose score is close to it, unless they oppose a
 *                   better one or only say again what it says; for what was superseded or revised, what took its place;
 *                   for what was said otherwise later, by the same speaker or of what is nobody's own, what was said last
 *   contradicting   what opposes one that answers: it contradicts it, is an exception to it, or one of the two took
 *                   the place of the other
 *   supporting      of the rest what supports a primary one by a link, what says the same independently, and what
 *                   answers the same question next, of whom it names
 *   context         the rest
 *
 * Shared words make no part. A part is given in the order of the scores, the first one with regard to relevance. Memories
 * that were brought in are there because they contradict; one that opposes nothing that answers has no part and is not shown.
 */
import { channelBounds } from '../domain/vocabulary.ts';
import type { TimeAskedFor } from '../language/answer-forms.ts';
import { saysOneThing } from '../language/ended.ts';
import { normaliseContent } from '../language/fold.ts';
import { endedBy, relationBetween } from '../language/relation-between.ts';
import { isException, tellsTurn } from '../language/revision-wording.ts';
import { asksOnly } from '../language/sentences.ts';
import type { Relation } from '../language/statement.ts';
import { termsOf } from '../language/words.ts';
import {
  closeShare,
  contextShare,
  evidenceShare,
  leadingShare,
  maxContradicting,
  maxPrimary,
  maxSupporting,
  occasionShare,
  readingInLead,
  relevanceInLead,
  relevantShare,
  sinceShare,
  sureRelevance,
  weakRelevance,
} from './defaults.ts';
import { readingGround } from './answer-model.ts';
import { type MemoryRole, memoryRoles } from './memory-link.ts';
import type { RecalledMemory } from './recall-options.ts';
import {
  type Compare,
  type Replaces,
  changesAmong,
  hasGround,
  isDerivation,
  isLater,
  mayTellOf,
  stands,
  statementOf,
} from './replacement.ts';

/** What is to be given parts. */
export interface Cast {
  /** Best first. */
  readonly ranked: readonly RecalledMemory[];
  /** What contradicts ranked ones and is not among them, best first. */
  readonly broughtIn: readonly RecalledMemory[];
  /** The least relevance of what answers, 0..1; with 0 scores alone decide. @default 0 */
  readonly floor?: number;
  /** Whether a memory speaks of whom the question names, or is theirs; absent where it names nobody. */
  readonly isOfNamed?: (memory: RecalledMemory) => boolean;
  /** Whether one whom the question names said a memory. @default nobody did */
  readonly isByNamed?: (memory: RecalledMemory) => boolean;
  /** What tells of memories whether they have the form that the question asks for: they lead before others that answer. */
  readonly hasForm?: readonly ((memory: RecalledMemory) => boolean)[];
  /** The time that the question asks for, if it asks for one. */
  readonly time?: TimeAskedFor | undefined;
  /** Whether the question asks how things are now: what tells of a change counts before what was said before it. @default false */
  readonly ofNow?: boolean;
  /** Whether it asks for what happened at a time: what was said since takes nothing back of that. @default false */
  readonly ofThen?: boolean;
  /** Which of several occasions the question asks for, or how somebody is `now`; absent where it asks for none. */
  readonly occasion?: 'first' | 'last' | 'now' | undefined;
  /** Whether the question asks when something is. @default false */
  readonly asksWhen?: boolean;
  /** Whether it asks for everything of a kind: then all that answers goes with the best answer. @default false */
  readonly asksAll?: boolean;
  /** Whether it asks for a number. @default false */
  readonly asksFigure?: boolean;
  /** Terms of a question that does not ask for how things were; what has ended answers no such one. */
  readonly asked?: ReadonlySet<string>;
  /** Whether a model that read two memories says that the first, the later one, ends the second. @default it says so of none */
  readonly readToEnd?: Replaces;
  /** Whether a memory tells of what the question asks to look before: the move to Bristol of "Where did I live before Bristol?". */
  readonly isOfEvent?: (memory: RecalledMemory) => boolean;
  /** Below 0 where the first of two memories, by their ids, was learned before the second. @default of what happened at once none is later */
  readonly compareLearned?: Compare;
}

/** The part of each memory by id, what leads first; brought-in ones without a part are missing. */
export function rolesOf({
  ranked,
  broughtIn,
  floor = 0,
  isOfNamed,
  isByNamed = none,
  isOfEvent = none,
  hasForm = [],
  time,
  occasion,
  ofNow = false,
  ofThen = false,
  asksWhen = false,
  asksFigure = false,
  asksAll = false,
  asked,
  readToEnd = none,
  compareLearned = atOnce,
}: Cast): ReadonlyMap<string, MemoryRole> {
  const roles = new Map<string, MemoryRole>();
  const free = (): readonly RecalledMemory[] => ranked.filter(({ id }) => !roles.has(id));
  const give = (role: MemoryRole, memories: readonly RecalledMemory[]): void => {
    for (const { id } of memories) roles.set(id, role);
  };
  // What Nora said is not answered by what Felix said since.
  const mayTakeBack: Replaces = (other, memory) => !ofThen && (other.speaker === memory.speaker || !isByNamed(memory));
  const all = [...ranked, ...broughtIn];
  const sourcesOf = ({ derivedFrom = [] }: RecalledMemory): readonly RecalledMemory[] =>
    all.filter(({ id }) => derivedFrom.includes(id));
  const rules = { ofNow, asksWhen, asksFigure, asked, compareLearned, mayTakeBack, readToEnd, repeats, sourcesOf };
  const { replaces, movesTime, ends, endsNamed } = changesAmong(rules);
  const able = floor === 0 ? ranked : withoutIdle(ranked, all, endsNamed);
  const order = { floor, compareLearned, mayTakeBack, endsNamed };
  const current = (memories: readonly RecalledMemory[]): readonly RecalledMemory[] =>
    memories.filter((memory) => !memories.some((other) => replaces(other, memory)));
  const corrects: Replaces = (other, memory) =>
    mayTakeBack(other, memory) && ends(other, memory) && !endsNamed(other, memory);
  const correctedIn = (memory: RecalledMemory): readonly RecalledMemory[] =>
    broughtUp(memory, all.findLast((other) => corrects(other, memory)) ?? memory, floor);
  const relevant =
    occasion === undefined
      ? current(mostRelevant(able, { floor, hasForm, time }))
      : occasionsOf(
          mostRelevant(able, { floor, hasForm: occasion === 'now' ? hasForm : [], time, share: occasionShare }),
          occasion,
        );
  const answering = floor === 0 ? ranked : ofNamedFirst([...new Set(relevant.flatMap(correctedIn))], isOfNamed);
  const others = [...broughtIn, ...ranked.filter((memory) => !answering.includes(memory))];
  const events = ranked.filter(isOfEvent);
  // "Before the move I lived in Breda" says itself what was so before.
  const isSaid = events.some(({ content, relevance }) => relevance >= floor && /\bbefore\b/i.test(content));
  const replaced = isSaid ? [] : replacedBy(events, all);
  const primary = replaced.length > 0 ? primaryOf(replaced, [], order) : primaryOf(answering, others, order);
  give('primary', primary);
  const known = all.filter(stands);
  const isOver = (memory: RecalledMemory): boolean => lastSaid(memory, known, order) !== memory;
  let room = maxContradicting;
  let newcomers = broughtIn.filter((memory) => !primary.includes(memory));
  const contradict = (shown: readonly RecalledMemory[], from: readonly RecalledMemory[]): void => {
    const found = from.filter((memory) => {
      const isRelevant = able.includes(memory) && memory.relevance >= floor;
      const isOpposed = shown.some((one) => areOpposed(memory, one) || ends(one, memory));
      return isOpposed || (isRelevant && (isOver(memory) || shown.some((one) => replaces(one, memory))));
    });
    const chosen = found.slice(0, room);
    give('contradicting', chosen);
    room -= chosen.length;
    newcomers = newcomers.filter((memory) => !chosen.includes(memory));
  };
  const told = [...new Set(primary.flatMap((memory) => [memory, ...sourcesOf(memory)]))];
  contradict(told, [...free().filter((memory) => !told.includes(memory)), ...newcomers]);
  const ofOthers = primary.some((memory) => isOfNamed?.(memory))
    ? (memory: RecalledMemory) => !isOfNamed?.(memory)
    : none;
  const isPast = (memory: RecalledMemory): boolean =>
    isOver(memory) || told.some((answer) => replaces(answer, memory) || movesTime(answer, memory));
  const isElse = (memory: RecalledMemory): boolean => ofOthers(memory) || isOfOtherTime(memory, primary, time);
  const present = free().filter((memory) => !isPast(memory));
  const supporting = supportingOf(present, primary, ranked, { floor, isElse, share: asksAll ? 0 : evidenceShare });
  give('supporting', supporting);
  contradict(supporting, [...free(), ...newcomers]);
  give('context', free());
  return withFactsRaised(roles, ranked);
}

/** The parts, but the fact of a source that says one thing plays no lesser one than that. */
function withFactsRaised(
  roles: ReadonlyMap<string, MemoryRole>,
  ranked: readonly RecalledMemory[],
): ReadonlyMap<string, MemoryRole> {
  const raised = new Map(roles);
  for (const { id, derivedFrom = [] } of ranked.filter((memory) => roles.get(memory.id) === 'context')) {
    const sources = ranked.filter((memory) => derivedFrom.includes(memory.id) && saysOneThing(memory.content));
    const best = memoryRoles.find((role) => sources.some((source) => roles.get(source.id) === role));
    if (best === 'primary' || best === 'supporting') raised.set(id, best);
  }
  return raised;
}

/** Without what is near the question by chance, and over: it answers nothing, nor does what became of it. */
function withoutIdle(
  ranked: readonly RecalledMemory[],
  all: readonly RecalledMemory[],
  endsNamed: Replaces,
): readonly RecalledMemory[] {
  return ranked.filter((memory) => isSure(memory) || !all.some((other) => endsNamed(other, memory)));
}

/** Whether a memory has a word of the question, or surely answers it. */
function isSure(memory: RecalledMemory): boolean {
  return memory.relevance >= sureRelevance || hasGround(memory, 'own');
}

/** Whether a memory tells of another time than the question asks for, beside an answer that does not. */
function isOfOtherTime(memory: RecalledMemory, primary: readonly RecalledMemory[], time: Cast['time']): boolean {
  if (time === undefined || time.isOfTime(memory.content)) return false;
  return primary.some(({ content }) => time.isOfTime(content));
}

/** Whether a memory answers, by its score beside the best one's: the one place that decides relevance for parts. */
function answers({ score }: RecalledMemory, ranked: readonly RecalledMemory[], share: number): boolean {
  return score >= Math.max(0, ...ranked.map((memory) => memory.score)) * share;
}

/** Those above the floor whose relevance is not far behind the best: beside a sure answer a doubtful one does not lead. */
function mostRelevant(
  all: readonly RecalledMemory[],
  {
    floor,
    hasForm,
    time,
    share = leadingShare,
  }: Required<Pick<Cast, 'floor' | 'hasForm'>> & Pick<Cast, 'time'> & { readonly share?: number },
): readonly RecalledMemory[] {
  // A question is no answer, so nothing falls behind it.
  const answering = all.filter(({ content, relevance }) => relevance >= floor && !asksOnly(content));
  const bestOf = (memories: readonly RecalledMemory[]): number =>
    Math.max(0, ...memories.map(({ relevance }) => relevance));
  const least = bestOf(answering) * (time?.least ?? 0);
  const ofTime =
    time === undefined ? [] : answering.filter((memory) => memory.relevance >= least && time.isOfTime(memory.content));
  const ranked = ofTime.length > 0 ? ofTime : all;
  const stating = ofTime.length > 0 ? ofTime : answering;
  const best = bestOf(stating.length > 0 ? stating : ranked);
  const leading = ranked.filter(({ relevance }) => relevance >= Math.max(floor, best * share));
  // Beside what stands by itself, "That job is hard" says nothing of which job.
  const standsAlone = ({ content }: RecalledMemory): boolean => content.length > shortText || !points.test(content);
  // Beside what tells a name, what only says "name" is no answer to "What is my name?".
  const tells = (memory: RecalledMemory): boolean => hasGround(memory, 'told') && stating.includes(memory);
  return [standsAlone, ...hasForm, tells].reduce((leaders, test) => {
    const better = leaders.filter(test);
    return better.length > 0 ? better : leaders;
  }, leading);
}

/** Of what happened several times, the first or the last time. */
function occasionsOf(memories: readonly RecalledMemory[], which: 'first' | 'last' | 'now'): readonly RecalledMemory[] {
  const times = memories.filter(({ content }) => !asksOnly(content)).map(({ occurredAt }) => occurredAt.getTime());
  const wanted = which === 'first' ? Math.min(...times) : Math.max(...times);
  const found = memories.filter(({ occurredAt }) => occurredAt.getTime() === wanted);
  return found.length > 0 ? found : memories;
}

/** By what it is decided which memories lead. */
interface Order extends Required<Pick<Cast, 'floor' | 'compareLearned'>> {
  readonly mayTakeBack: Replaces;
  readonly endsNamed: Replaces;
}

/** Begins a sentence that only the one before it explains. */
const points = /^(?:that|this|these|those|it)(?:['\u2019]s)? /i;

/** What was so before some memories and cannot hold beside them. */
function replacedBy(events: readonly RecalledMemory[], known: readonly RecalledMemory[]): readonly RecalledMemory[] {
  return known.filter((memory) => !events.includes(memory) && events.some((event) => areOpposed(memory, event)));
}

/** The order of what was learned at once, and what holds of no memory. */
const atOnce = (): number => 0;
const none = (_: RecalledMemory): boolean => false;

/** Without what is less relevant than a memory of whom the question names, and not of them: another's home is no answer. */
function ofNamedFirst(
  memories: readonly RecalledMemory[],
  isOfNamed: Cast['isOfNamed'] = none,
): readonly RecalledMemory[] {
  const stating = memories.filter((memory) => isOfNamed(memory) && !asksOnly(memory.content));
  const best = Math.max(0, ...stating.map(({ relevance }) => relevance));
  return memories.filter((memory) => memory.relevance >= best || isOfNamed(memory));
}

/** Whether two memories cannot both hold as they stand. */
export function areOpposed(one: RecalledMemory, other: RecalledMemory): boolean {
  return successorOf(one) === other.id || successorOf(other) === one.id || areContradicting(one, other);
}

/** Whether one of two memories is linked to the other as what contradicts it. */
function areContradicting(one: RecalledMemory, other: RecalledMemory): boolean {
  return isLinked('contradicts', one, other) || isLinked('contradicts', other, one);
}

/** The id of what took the place of a memory: the newer fact, or the thought that revises it. */
export function successorOf({ superseded, thought }: RecalledMemory): string | undefined {
  return superseded?.by ?? thought?.revisedBy;
}

/** Whether a memory says the same as the one that sleep has kept in its place. */
export function isMergedCopy({ superseded, links = [] }: RecalledMemory): boolean {
  const kept = links.filter(({ memory }) => memory === superseded?.by).map(({ kind }) => kind);
  return superseded?.by !== undefined && kept.includes('supports') && !kept.includes('contradicts');
}

function isLinked(kind: 'supports' | 'contradicts', one: RecalledMemory, other: RecalledMemory): boolean {
  return one.links?.some((link) => link.kind === kind && link.memory === other.id) ?? false;
}

/** What stands for a memory, which took its place or is it; nothing where what hardly answers was replaced by what answers less. */
function broughtUp(memory: RecalledMemory, last: RecalledMemory, floor: number): readonly RecalledMemory[] {
  const stays = last === memory || last.relevance >= floor || memory.relevance >= Math.max(floor, weakRelevance);
  return stays ? [last] : [];
}

function primaryOf(
  memories: readonly RecalledMemory[],
  broughtIn: readonly RecalledMemory[],
  order: Order,
): readonly RecalledMemory[] {
  const { floor } = order;
  const ranked = byWorth(memories, floor);
  const stated = ranked.filter(({ content }) => !asksOnly(content));
  const said = stated.length > 0 ? stated : ranked;
  const byId = new Map([...ranked, ...broughtIn].map((memory) => [memory.id, memory]));
  const least = Math.max(0, ...said.map((memory) => worthOf(memory, floor))) * closeShare;
  const close = said.filter((memory) => worthOf(memory, floor) >= least);
  const known = [...byId.values()].filter(stands);
  // Who quit a job and has told of a new one works there: what only tells that something ended gives way.
  const presentOf = (ended: RecalledMemory, last: RecalledMemory): RecalledMemory =>
    last.relevance >= floor
      ? last
      : (said.find(
          (other) =>
            other.relevance >= Math.max(floor, ended.relevance * sinceShare) &&
            isLater(other, last, order.compareLearned) &&
            lastSaid(other, known, order) === other,
        ) ?? last);
  const latest = [
    ...new Set(
      close.flatMap((memory) =>
        broughtUp(memory, presentOf(memory, lastSaid(latestOf(memory, byId), known, order)), floor),
      ),
    ),
  ];
  if (latest.length === 0) return [];
  const standing = latest.filter(stands);
  const others = said.filter((memory) => stands(memory) && answers(memory, said, relevantShare)).slice(0, 1);
  const first = [standing, others].find(({ length }) => length > 0) ?? latest;
  // A fact stands for what it was read out of.
  const derived = first.map((memory) => first.find((other) => other.derivedFrom?.includes(memory.id)) ?? memory);
  return unopposed([...new Set(derived)], maxPrimary, tellsAgain);
}

/** What took the place of a memory, and of that, as far as it is in the answer. */
function latestOf(memory: RecalledMemory, byId: ReadonlyMap<string, RecalledMemory>): RecalledMemory {
  const passed = new Set<RecalledMemory>();
  let latest = memory;
  for (let by = successorOf(latest); by !== undefined; by = successorOf(latest)) {
    passed.add(latest);
    const next = byId.get(by);
    // Believers may have put two facts in each other's place.
    if (next === undefined || passed.has(next)) break;
    latest = next;
  }
  return latest;
}

/** What a memory counts where it is decided what leads: its score and, above a floor, its relevance. */
function worthOf({ score, relevance, grounds }: RecalledMemory, floor: number): number {
  const share = grounds.some(({ name }) => name === readingGround) ? readingInLead : relevanceInLead;
  return floor === 0 ? score : score + share * relevance;
}

/** Best first. */
function byWorth(memories: readonly RecalledMemory[], floor: number): readonly RecalledMemory[] {
  return [...memories].sort((one, other) => worthOf(other, floor) - worthOf(one, floor));
}

/** In characters: a text of one or two short sentences. */
const shortText = 80;

/** What was said last of what a memory says, by who may tell, where that is no longer so; else the memory. */
function lastSaid(
  memory: RecalledMemory,
  known: readonly RecalledMemory[],
  { floor, compareLearned, mayTakeBack, endsNamed }: Order,
): RecalledMemory {
  const takesBack = (other: RecalledMemory): boolean => endsNamed(other, memory) || opposes(other);
  const opposes = (other: RecalledMemory): boolean =>
    mayTakeBack(other, memory) &&
    mayTellOf(other, memory) &&
    isLater(other, memory, compareLearned) &&
    areContradicting(other, memory) &&
    // Of several things that a text tells another may be asked for: "I live in Denver now" is no blood type.
    (saysOneThing(memory.content) || other.relevance >= floor * contextShare) &&
    // What says one thing, or little beside it, or that the thing has ended, answers what the other one answers.
    (other.relevance >= floor ||
      saysOneThing(other.content) ||
      other.content.length <= shortText ||
      (tellsTurn(other.content) && other.relevance >= floor * contextShare)) &&
    endedBy(statementOf(other), statementOf(memory)).length === 0 &&
    isOtherValue(relationBetween(statementOf(memory), statementOf(other)), {
      later: other,
      isOwn: other.speaker === memory.speaker,
    });
  return known.filter(takesBack).reduce((last, other) => (isLater(other, last, compareLearned) ? other : last), memory);
}

/** Whether one statement takes the place of another: they contradict each other, and the later is no exception, or another's view. */
function isOtherValue(
  relation: Relation | undefined,
  { later, isOwn }: { readonly later: RecalledMemory; readonly isOwn: boolean },
): boolean {
  if (relation?.kind !== 'contradicts' || relation.once) return false;
  return /^(?:slot|value)$/.test(relation.rule) || (isOwn && !isException(later.content));
}

function supportingOf(
  free: readonly RecalledMemory[],
  primary: readonly RecalledMemory[],
  ranked: readonly RecalledMemory[],
  { floor, isElse, share }: { readonly floor: number; readonly isElse: typeof none; readonly share: number },
): readonly RecalledMemory[] {
  const able = free.filter(
    (memory) =>
      stands(memory) &&
      !asksOnly(memory.content) &&
      !primary.some((answer) => areOpposed(memory, answer) || isDerivation(memory, answer)),
  );
  const standsBy = (test: (memory: RecalledMemory, answer: RecalledMemory) => boolean): readonly RecalledMemory[] =>
    able.filter((memory) => primary.some((answer) => test(memory, answer)));
  const found = [
    ...standsBy((memory, answer) => isLinked('supports', memory, answer) || isLinked('supports', answer, memory)),
    ...standsBy((memory, answer) => isIndependent(memory, answer) && agree(memory, answer)),
    // What is told of another, or of another time, is no further evidence.
    ...able.filter((memory) => memory.relevance >= floor && answers(memory, ranked, share) && !isElse(memory)),
  ];
  return unopposed([...new Set(found)], maxSupporting);
}

/** Whether one who says the same as another adds to it: said on another occasion, by somebody else or from elsewhere. */
function isIndependent(one: RecalledMemory, other: RecalledMemory): boolean {
  const isElsewhere = one.session === undefined || one.session !== other.session;
  // What a file or a tool says on many occasions it says once.
  const isBounded = channelBounds[one.believers[0]?.provenance.channel ?? 'user'] !== undefined;
  return (isElsewhere && !isBounded) || one.speaker !== other.speaker || sourceOf(one) !== sourceOf(other);
}

/** Whether a memory only says independently what a better one says. Who tells twice of what happened may tell of two times. */
function tellsAgain(memory: RecalledMemory, better: RecalledMemory): boolean {
  if (!isIndependent(memory, better) || !repeats(memory, better)) return false;
  return memory.speaker !== better.speaker || statementOf(memory).clauses.every(({ tense }) => tense !== 'past');
}

/** Whether a memory says what another says, and nothing beside it. */
function repeats(memory: RecalledMemory, other: RecalledMemory): boolean {
  const said = termsOf(other.content);
  const isNoMore = saysOneThing(memory.content) || termsOf(memory.content).every((term) => said.includes(term));
  return isNoMore && agree(memory, other);
}

function sourceOf({ believers }: RecalledMemory): string {
  const { channel = '', source = '' } = believers[0]?.provenance ?? {};
  return `${channel} ${source}`;
}

/** Whether two memories say the same, by the rules of links; what does has a key term in common. */
function agree(one: RecalledMemory, other: RecalledMemory): boolean {
  if (!one.concepts.some((term) => other.concepts.includes(term))) return false;
  if (tellsTurn(one.content) !== tellsTurn(other.content)) return false;
  if (normaliseContent(one.content) === normaliseContent(other.content)) return true;
  return relationBetween(statementOf(one), statementOf(other))?.kind === 'supports';
}

/** The first ones, without those that are opposed to one before them, or only tell it again. */
function unopposed(memories: readonly RecalledMemory[], most: number, isAgain: Replaces = none): typeof memories {
  const chosen: RecalledMemory[] = [];
  for (const memory of memories) {
    if (chosen.length === most) break;
    if (!chosen.some((other) => areOpposed(memory, other) || isAgain(memory, other))) chosen.push(memory);
  }
  return chosen;
}
