/** Of what came up, what can answer by its own words: what the wording of a question demands is there. */
import { answerDemand } from '../language/answer-demands.ts';
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
export function withWhatIsDemanded(found: CameUp, question: string, { sifting }: RankQuery): CameUp {
  const isMet = answerDemand(question);
  if (isMet === undefined) return found;
  const hits = found.hits.map((memory) =>
    isMet(memory) ? memory : { ...memory, relevance: memory.relevance * othersShare },
  );
  if (sifting === undefined) return { ...found, hits };
  const kept = sifted(hits, sifting);
  if (kept.length > 0 || hits.length === 0) return { ...found, hits: kept };
  return { hits: [], broughtIn: [], nearest: nearestOf(hits) };
}
