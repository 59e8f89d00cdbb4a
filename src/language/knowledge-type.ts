/**
 * The type of knowledge of a fact by rules, for callers who give none (design E). Wording decides
 * where it is plain, else the kind. The words are English; in other languages the kind decides.
 */
import type { FactKind, KnowledgeType } from '../domain/records.ts';

/** Facts are classified by their beginning; what follows elaborates. */
const readCharacters = 1_000;

/** In order: the first that applies decides. */
const byWords: readonly (readonly [KnowledgeType, RegExp])[] = [
  [
    'decision',
    /\b(?:decided|decision|decides|chose|chosen|agreed (?:to|on|that)|settled on|opted (?:for|to)|(?:went|going|go) with|picked)\b/,
  ],
  [
    'insight',
    /\b(?:lessons?|learn(?:ed|t) that|reali[sz]ed|insights?|turns out|turned out|it seems that|the reason (?:is|was)|root cause|because of this)\b/,
  ],
];

/** A rule that leaves no room, as against one that advises. */
const binding = /\b(?:must(?:n't)?|always|never|required|mandatory|forbidden|prohibited|not allowed|under no)\b/;

/** What each kind holds when its wording says no more. */
const byKind: Readonly<Record<FactKind, KnowledgeType>> = {
  'self.identity': 'fact',
  'self.preference': 'preference',
  'self.constraint': 'law',
  'world.fact': 'fact',
  'world.failure': 'insight',
  'world.method': 'method',
  'intent.rule': 'principle',
  'intent.goal': 'decision',
  'intent.anti-pattern': 'principle',
};

/**
 * What type of knowledge a fact of a kind holds: a decision or an insight where its words say so;
 * a rule or an anti-pattern is a law where it leaves no room (`must`, `never`), else a principle;
 * a preference, a method and a constraint (a law) are what they are; a goal is a decision, a
 * failure an insight; the rest is fact.
 */
export function knowledgeTypeOf(text: string, kind: FactKind): KnowledgeType {
  const plain = text
    .slice(0, readCharacters)
    .toLowerCase()
    .replace(/[\u2019\u02bc]/g, "'");
  if ((kind === 'intent.rule' || kind === 'intent.anti-pattern') && binding.test(plain)) return 'law';
  return byWords.find(([, words]) => words.test(plain))?.[0] ?? byKind[kind];
}
