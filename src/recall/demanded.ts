/** Of what came up, what can answer by its own words: what the wording of a question demands is there. */
import { dayMs } from '../domain/time.ts';
import { answerDemand } from '../language/answer-demands.ts';
import { mayMeanOthers } from '../language/names-asked-for.ts';
import { tellsOther } from '../language/contrasts.ts';
import type { Period } from '../language/periods.ts';
import { termsOf } from '../language/words.ts';
import { nearestOf, sifted } from './answer-model.ts';
import { lackingShare, standInRelevance, standInShare } from './defaults.ts';
import type { RankQuery } from './rank.ts';
import type { RecalledMemory } from './recall-options.ts';

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
  /** Whether a memory is of a person that it names; absent where it names none who is known. */
  readonly isOfPerson?: (memory: RecalledMemory) => boolean;
}

/** The same, but what lacks what a question demands is hardly relevant, so that an answer leaves it out. */
export function withWhatIsDemanded(
  found: CameUp,
  { question, now, isOfPerson }: Asked,
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
  const tomorrow = dayAfter(now);
  const period = saysTomorrow.test(question) ? { from: tomorrow, until: tomorrow + dayMs } : time?.period;
  const isMet = (memory: RecalledMemory): boolean =>
    demand({ ...memory, isTold: memory.listeners === undefined }) &&
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
