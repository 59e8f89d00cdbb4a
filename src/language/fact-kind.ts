/**
 * The kind of a fact by rules, for callers who give none (design E). The rules read English;
 * what none of them knows is a `world.fact`.
 */
import type { FactKind } from '../domain/records.ts';

/** Facts are classified by their beginning; what follows elaborates. */
const readCharacters = 1_000;

/** In order: the first rule that applies decides. */
const rules: readonly (readonly [FactKind, RegExp])[] = [
  ['intent.anti-pattern', /^(?:please )?(?:never|don't|do not|avoid|stop|refrain from)\b/],
  [
    'intent.anti-pattern',
    /\b(?:anti-?pattern|(?:must|should|shall) (?:not|never)|mustn't|shouldn't|bad (?:idea|practice))\b/,
  ],
  ['intent.rule', /^(?:please )?(?:always|must|make sure|ensure|remember to|be sure to)\b/],
  ['self.constraint', /\b(?:allergic|allergy|allergies|intolerant|vegetarian|vegan|diabetic|colou?r-?blind)\b/],
  [
    'self.constraint',
    /^(?:i|we|my [a-z]+|[a-z]+) (?:can(?:not|'t)(?! (?:stand|wait))|(?:am|is|are) (?:unable|not able|not allowed)|(?:don't|doesn't|never) (?:eat|drink|have access))\b/,
  ],
  [
    'self.identity',
    /\b(?:my|his|her|their|user's|[a-z]+'s) (?:full |first |last )?(?:name|birthday|job|occupation|nationality|pronouns|age) (?:is|are)\b/,
  ],
  [
    'self.identity',
    /^(?:i'm|i am|i was born|i live|i work|i come from|i grew up|call me|(?:the )?user (?:is|lives|works|was born))\b/,
  ],
  ['self.preference', /\bfavou?rites? (?:[a-z' ]{0,40} )?(?:is|are|was|were)\b/],
  ['self.preference', /\b(?:is|are|was|were) (?:[a-z' ]{0,40} )?favou?rites?\b|\b(?:would|'d) rather\b/],
  [
    'self.preference',
    /^(?:[a-z']+ ){1,3}?(?:(?:really|always|also|strongly) )?(?:prefer(?:s|red)?|(?:dis)?likes?|loves?|hates?|enjoys?|adores?|can(?:not|'t) stand)\b/,
  ],
  [
    'intent.goal',
    /\b(?:goal|objective|ambition|aims? to|plans? to|planning to|intends? to|wants? to|hopes? to|would like to|'d like to|(?:is|am|are|'m|'re) going to)\b/,
  ],
  [
    'world.failure',
    /\b(?:fail(?:s|ed|ure|ures|ing)?|crash(?:es|ed|ing)?|errors?|exceptions?|bugs?|broken?|outages?|regressions?|timed out|(?:doesn't|does not|didn't|did not|won't) (?:work|start|run|load|build|compile))\b/,
  ],
  ['intent.rule', /\b(?:must|should|always|is required to|are required to|rule|policy)\b/],
  [
    'world.method',
    /^(?:to [a-z]+\b.*[,:]|(?:use|run|call|set|install|open|type|press|click|add|start|restart|enable|configure)\b)|\b(?:how to|step \d|steps|by (?:running|using|calling|setting)|first\b.*\bthen)\b/,
  ],
];

/** The kind of a fact, from its text alone. @default `world.fact` when no rule applies. */
export function factKindOf(text: string): FactKind {
  const plain = text
    .slice(0, readCharacters)
    .toLowerCase()
    .replace(/[\u2019\u02bc]/g, "'")
    .trim()
    .replace(/\s+/g, ' ');
  return rules.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'world.fact';
}
