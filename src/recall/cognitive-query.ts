/** What a query asks for beside its words: key terms, patterns, domain, topic, type of knowledge. */
import type { Domain } from '../domain/records.ts';
import { type AskedKnowledge, askedKnowledge } from '../language/query-wording.ts';
import { conceptsOf, phraseKey, phraseKeysIn } from '../language/words.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import { type MemoryTable, conceptStems } from '../recall-index/memory-table.ts';

/** What the asking agent is at, where it says so. */
export interface Focus {
  /** What the query says of a domain counts for nothing then. */
  readonly domain?: Domain;
  /** At most 256 bytes. */
  readonly topic?: string;
}

/** How the query is read. */
export interface CognitiveQueryOptions {
  readonly focus?: Focus;
  /** Words that count as technical terms beside the built-in ones, as for what is remembered. */
  readonly technicalTerms?: readonly string[];
}

/** A query's cognitive side, in the numbers of the index. */
export interface CognitiveQuery {
  /** Its concepts that the vocabulary knows, and how many it has in all. */
  readonly concepts: { readonly known: readonly number[]; readonly count: number };
  /** Numbers of the patterns that it matches. */
  readonly patterns: ReadonlySet<number>;
  /** Numbers of the domains that are asked for; undefined when none is. */
  readonly domains: { readonly asked: ReadonlySet<number>; readonly ofProjects: boolean } | undefined;
  /** Numbers of the topics that it says. */
  readonly topics: ReadonlySet<number>;
  readonly knowledge: AskedKnowledge;
}

/** Reads the cognitive side of a query against what some believers know. */
export function cognitiveQuery(
  text: string,
  memories: MemoryTable,
  believers: readonly BelieverIndex[],
  { focus = {}, technicalTerms = [] }: CognitiveQueryOptions,
): CognitiveQuery {
  const { vocabulary, cognitive } = memories;
  const stems = conceptStems(conceptsOf(text, { technicalTerms }));
  const known = stems.map((stem) => vocabulary.find(stem)).filter((number) => number >= 0);
  const phrases = phraseKeysIn(text);
  const topics = new Set([...phrases].map((phrase) => cognitive.topics.find(phrase)));
  if (focus.topic !== undefined) topics.add(cognitive.topics.find(phraseKey(focus.topic)));
  topics.delete(-1);
  return {
    concepts: { known, count: stems.length },
    patterns: cognitive.patternsIn(text),
    domains: domainsAsked(memories, believers, phrases, focus.domain),
    topics,
    knowledge: askedKnowledge(text),
  };
}

/** The domain of the focus, else the projects that the query says, of those that the believers have. */
function domainsAsked(
  { domains, projects }: MemoryTable,
  believers: readonly BelieverIndex[],
  phrases: ReadonlySet<string>,
  focus: Domain | undefined,
): CognitiveQuery['domains'] {
  if (focus !== undefined) return { asked: new Set([domains.find(focus)]), ofProjects: focus.startsWith('project:') };
  const asked = new Set<number>();
  for (const believer of believers) {
    for (const domain of believer.domains.keys()) {
      const key = projects.get(domain);
      if (key !== undefined && key !== '' && phrases.has(key)) asked.add(domain);
    }
  }
  return asked.size === 0 ? undefined : { asked, ofProjects: true };
}
