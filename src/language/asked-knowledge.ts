/** The types of knowledge and kinds of facts that a query asks for, by English words. */
import type { FactKind, KnowledgeType } from '../domain/records.ts';

/** What a query asks for; both empty when it asks for nothing in particular. */
export interface AskedKnowledge {
  readonly types: ReadonlySet<KnowledgeType>;
  readonly kinds: ReadonlySet<FactKind>;
}

interface Rule {
  readonly words: RegExp;
  readonly types: readonly KnowledgeType[];
  readonly kinds: readonly FactKind[];
}

/** All that apply count. */
const rules: readonly Rule[] = [
  {
    words:
      /\bhow (?:to\b|(?:do|can|could|should|would) (?:i|we|you|one)\b)|\b(?:steps|procedure|way to|instructions?)\b/i,
    types: ['method'],
    kinds: ['world.method'],
  },
  {
    words: /\b(?:prefer(?:s|red|ences?)?|favou?rites?|(?:dis)?likes?|loves?|hates?|enjoys?|would rather)\b/i,
    types: ['preference'],
    kinds: ['self.preference'],
  },
  {
    words:
      /\b(?:decid(?:e|es|ed)|decisions?|chose|chosen|choose|choice|agreed|settled on|why did (?:we|i|you|they))\b/i,
    types: ['decision'],
    kinds: [],
  },
  {
    words:
      /\b(?:must|should|always|never|rules?|polic(?:y|ies)|laws?|principles?|guidelines?|conventions?|best practices?|allowed|forbidden|required)\b/i,
    types: ['law', 'principle'],
    kinds: ['intent.rule', 'intent.anti-pattern'],
  },
  {
    words: /\b(?:allerg(?:y|ies|ic)|cannot|can['\u2019]t|diet|restrictions?)\b/i,
    types: [],
    kinds: ['self.constraint'],
  },
  { words: /\b(?:goals?|plan(?:s|ning)?|wants? to|intends?|aims?|hopes? to)\b/i, types: [], kinds: ['intent.goal'] },
  {
    words: /\b(?:errors?|fail(?:s|ed|ing|ures?)?|bugs?|crash(?:es|ed|ing)?|broken|problems?|wrong)\b/i,
    types: [],
    kinds: ['world.failure'],
  },
  {
    words: /\b(?:learn(?:ed|t)|lessons?|insights?|reali[sz]ed|root cause|turn(?:s|ed) out)\b/i,
    types: ['insight'],
    kinds: [],
  },
  { words: /\b(?:who (?:is|am|are)|names?|birthday|born|occupation|job)\b/i, types: [], kinds: ['self.identity'] },
  { words: /\bfacts?\b/i, types: ['fact'], kinds: ['world.fact'] },
];

/** Reads what a query asks for. */
export function askedKnowledge(query: string): AskedKnowledge {
  const asked = rules.filter(({ words }) => words.test(query));
  return {
    types: new Set(asked.flatMap(({ types }) => types)),
    kinds: new Set(asked.flatMap(({ kinds }) => kinds)),
  };
}
