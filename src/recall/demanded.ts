/** Of what came up, what can answer by its own words: what the wording of a question demands is there. */
import { dayMs } from '../domain/time.ts';
import { answerDemand } from '../language/answer-demands.ts';
import type { Period } from '../language/periods.ts';
import { nearestOf, sifted } from './answer-model.ts';
import { othersShare } from './defaults.ts';
import type { RankQuery } from './rank.ts';
import type { RecalledMemory } from './recall-options.ts';

/** What came up for a query, by what it is there for. */
export interface CameUp {
  readonly hits: readonly RecalledMemory[];
  readonly broughtIn: readonly RecalledMemory[];
  /** Where nothing answers. */
  readonly nearest: readonly RecalledMemory[];
}

/** The same, but what lacks what a question demands is hardly relevant, so that an answer leaves it out. */
export function withWhatIsDemanded(found: CameUp, question: string, { sifting, time }: RankQuery): CameUp {
  const demand = answerDemand(question);
  if (demand === undefined) return found;
  const isMet = (memory: RecalledMemory): boolean =>
    demand(memory) && (time === undefined || !isOfOtherDay(memory, time.period));
  const hits = found.hits.map((memory) =>
    isMet(memory) ? memory : { ...memory, relevance: memory.relevance * othersShare },
  );
  if (sifting === undefined) return { ...found, hits };
  const kept = sifted(hits, sifting);
  if (kept.length > 0 || hits.length === 0) return { ...found, hits: kept };
  return { hits: [], broughtIn: [], nearest: nearestOf(hits) };
}

/** Whether a memory tells of the day after it was said, and a question of another day. */
function isOfOtherDay({ content, occurredAt }: RecalledMemory, { from, until }: Period): boolean {
  if (until - from > dayMs || !/\btomorrow\b/i.test(content)) return false;
  const next = (Math.floor(occurredAt.getTime() / dayMs) + 1) * dayMs;
  return next >= until || next + dayMs <= from;
}
