/** What a question demands of what came up, by its wording and by whom it names. */
import { dayMs } from '../domain/time.ts';
import { answerDemand } from '../language/answer-demands.ts';
import { answerForms } from '../language/answer-forms.ts';
import { mayMeanOthers } from '../language/names-asked-for.ts';
import { tellsOther } from '../language/contrasts.ts';
import type { Period } from '../language/periods.ts';
import { termsOfEventBefore } from '../language/query-wording.ts';
import { tellsChange } from '../language/revision-wording.ts';
import { escaped } from '../language/word-lists.ts';
import { termsOf } from '../language/words.ts';
import { namesMeant } from '../recall-index/name-matcher.ts';
import type { NameMatch } from '../recall-index/who-is-meant.ts';
import { nearestOf, sifted } from './answer-model.ts';
import { lackingShare, standInRelevance, standInShare } from './defaults.ts';
import type { RankQuery } from './rank.ts';
import type { RecalledMemory } from './recall-options.ts';
import type { Cast } from './roles.ts';
import type { View } from './view.ts';

/** What came up for a query, by what it is there for. */
export interface CameUp {
  readonly hits: readonly RecalledMemory[];
  readonly broughtIn: readonly RecalledMemory[];
  /** Where nothing answers. */
  readonly nearest: readonly RecalledMemory[];
}

/** A question, when it is asked, and whom it names. */
export interface Asked {
  readonly question: string;
  readonly now: number;
  /** Who alone tells the agent things: "Hanna's husband" is "my husband" to her. */
  readonly teller?: string | undefined;
  /** Whether a memory is of a person that it names; absent where it names none who is known. */
  readonly isOfPerson?: (memory: RecalledMemory) => boolean;
}

/** The same, but what lacks what a question demands is hardly relevant, so that an answer leaves it out. */
export function withWhatIsDemanded(
  found: CameUp,
  { question, now, teller, isOfPerson }: Asked,
  { sifting, time }: Pick<RankQuery, 'sifting' | 'time'>,
): CameUp {
  const demand = answerDemand(question);
  if (demand === undefined) return found;
  // In notes "Blood pressure 148 over 92" is of who writes them; in a talk a reply may be of whom was asked.
  const isNotes = new Set(found.hits.map(({ speaker }) => speaker)).size === 1;
  const words = new Set(termsOf(question));
  const sharesWords = ({ content }: RecalledMemory): boolean => termsOf(content).some((term) => words.has(term));
  const isOfOther = (memory: RecalledMemory): boolean =>
    isOfPerson?.(memory) === false &&
    (isNotes || (memory.speaker === undefined && !sharesWords(memory))) &&
    !mayMeanOthers(question, memory.content);
  const ofTeller =
    teller === undefined ? /(?!)/g : new RegExp(`(?<!\\p{L})${escaped(teller)}['\u2019]s(?!\\p{L})`, 'gu');
  const toAsker = ({ content, speaker }: RecalledMemory): string =>
    speaker === undefined ? content.replace(ofTeller, 'my') : content;
  const tomorrow = dayAfter(now);
  const period = saysTomorrow.test(question) ? { from: tomorrow, until: tomorrow + dayMs } : time?.period;
  const isMet = (memory: RecalledMemory): boolean =>
    demand({ ...memory, content: toAsker(memory), isTold: memory.listeners === undefined }) &&
    (period === undefined || !isOfOtherDay(memory, period)) &&
    !isOfOther(memory);
  // Where the nearest to the question is of something else, what comes far behind it is no answer in its place.
  const met = new Set(found.hits.filter(isMet));
  const nearMiss = Math.max(0, ...found.hits.map((memory) => (met.has(memory) ? 0 : memory.relevance)));
  const mayStandIn = ({ relevance }: RecalledMemory): boolean =>
    relevance >= Math.min(standInRelevance, nearMiss * standInShare);
  const hasAnswer = [...met].some(mayStandIn);
  const hits = found.hits.map((memory) =>
    met.has(memory) && hasAnswer ? memory : { ...memory, relevance: memory.relevance * lackingShare },
  );
  if (sifting === undefined) return { ...found, hits };
  const kept = sifted(hits, sifting);
  const isOther = tellsOther(question);
  const broughtIn = found.broughtIn.filter(({ content, speaker }) => !isOther(content, speaker));
  if (kept.length > 0 || hits.length === 0) return { hits: kept, broughtIn, nearest: found.nearest };
  return { hits: [], broughtIn: [], nearest: nearestOf(hits) };
}

const saysTomorrow = /\btomorrow\b/i;

/** When the day after a time begins. */
function dayAfter(time: number): number {
  return (Math.floor(time / dayMs) + 1) * dayMs;
}

/** Whether a memory tells of the day after it was said, and a question of another day. */
function isOfOtherDay({ content, occurredAt }: RecalledMemory, { from, until }: Period): boolean {
  if (until - from > dayMs || !saysTomorrow.test(content)) return false;
  const next = dayAfter(occurredAt.getTime());
  return next >= until || next + dayMs <= from;
}

/** Tells which memories are of whom a query names (they are mentioned in them, or said them), and have the form it asks for. */
export function ofWhomNamed(view: View, { text }: RankQuery): Pick<Cast, 'isOfNamed' | 'isByNamed' | 'hasForm'> {
  const meant = namesMeant(view.names, text);
  const { isOf, isBy, namesIn } = ofMeant(view, meant);
  return {
    hasForm: answerForms(text).map((isForm) => (memory) => isForm(memory.content, namesIn(memory))),
    ...(meant.length === 0 ? {} : { isOfNamed: isOf, isByNamed: isBy }),
  };
}

/** Tells which memories are of a person or an animal that a query names, or say the name. */
export function ofPersonNamed(view: View, { text }: RankQuery): Pick<Asked, 'isOfPerson'> {
  const { memories } = view.index;
  const isPerson = (entity: number): boolean => /^(?:person|animal)$/.test(memories.typeOf(entity) ?? '');
  const meant = namesMeant(view.names, text);
  const people = meant.filter(({ entities, speakers }) => speakers.length > 0 || entities.some(isPerson));
  if (people.length === 0) return {};
  const { isOf } = ofMeant(view, meant);
  const said = new Set(people.flatMap(({ from, to }) => termsOf(text.slice(from, to))));
  return { isOfPerson: (memory) => isOf(memory) || termsOf(memory.content).some((term) => said.has(term)) };
}

/** Whether a memory is of one of some who are meant, and by which names it mentions them. */
function ofMeant({ index: { memories } }: View, meant: readonly NameMatch[]) {
  const ids = new Set(meant.flatMap(({ entities }) => entities.map((entity) => memories.names.text(entity))));
  const speakers = new Set(meant.flatMap(({ speakers: said }) => said.map((one) => memories.speakers.text(one))));
  const namesIn = ({ entities }: RecalledMemory): readonly string[] =>
    entities.flatMap(({ id, name }) => (ids.has(id) ? [name] : []));
  const isBy = ({ speaker }: RecalledMemory): boolean => speakers.has(speaker ?? '');
  const isOf = (memory: RecalledMemory): boolean => isBy(memory) || namesIn(memory).length > 0;
  return { isOf, isBy, namesIn };
}

/** Tells which memories say all of what a query asks to look before. */
export function ofEventBefore({ text }: RankQuery): Pick<Cast, 'isOfEvent'> {
  // "Where did I live before?": before whatever took its place.
  if (/\b(?:did|was|were|had)\b.*\bbefore\s*\??\s*$/i.test(text))
    return { isOfEvent: ({ content }) => tellsChange(content) };
  const terms = termsOfEventBefore(text);
  if (terms.length === 0) return {};
  const says = (own: ReadonlySet<string>): boolean => terms.every((term) => own.has(term));
  return { isOfEvent: ({ content }) => says(new Set(termsOf(content))) };
}
