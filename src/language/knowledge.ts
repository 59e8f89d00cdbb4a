/**
 * What a fact is, by rules, for callers who do not say (design E): its kind, its type of knowledge, its ring and its
 * title. The rules read English; what none of them knows is a `world.fact`.
 */
import type { FactKind, KnowledgeType, Ring } from '../domain/records.ts';
import { isOrder, verbForms } from './grammar.ts';

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
    'intent.rule',
    /\b(?:must|should|(?:is|are) required to) (?:also )?(?!have\b|be (?:a |an |the )?(?:bug|error|fail))[a-z]/,
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
  const plain = beginningOf(text).trim().replace(/\s+/g, ' ');
  const order = orderOnCondition(plain);
  const kind = rules.find(([, pattern]) => pattern.test(order ?? plain))?.[0] ?? 'world.fact';
  return order === undefined || kind === 'intent.anti-pattern' ? kind : 'intent.rule';
}

const condition = /^(?:when(?:ever)?|if|before|after|once|unless|until|as soon as|as long as|every time|each time) /;

/** What is to be done, where a text tells that of a case: "bring it in" of "When it rains, bring it in." */
function orderOnCondition(plain: string): string | undefined {
  if (!condition.test(plain)) return undefined;
  const [sentence = ''] = plain.split(/[.;!?](?: |$)/, 1);
  const orders = sentence
    .split(', ')
    .slice(1)
    .map((part) => part.replace(/^(?:then|please|just) /, ''));
  return orders.find((part) => {
    const [word = '', next = ''] = part.split(' ');
    return /^(?:always|never|don't|do not)\b/.test(part) || (isOrder(word, next) && !verbForms.has(next));
  });
}

function beginningOf(text: string): string {
  return text
    .slice(0, readCharacters)
    .toLowerCase()
    .replace(/[\u2019\u02bc]/g, "'");
}

// The type of knowledge: wording decides where it is plain, else the kind. The words are English; in other languages
// the kind decides.

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
 * The type of knowledge of a fact. Words for a decision or an insight decide first. A rule or an anti-pattern is a law
 * if it leaves no room (`must`, `never`), else a principle. A preference and a method keep their name, and a constraint
 * is a law. A goal is a decision, a failure an insight. The rest is fact.
 */
export function knowledgeTypeOf(text: string, kind: FactKind): KnowledgeType {
  const plain = beginningOf(text);
  if ((kind === 'intent.rule' || kind === 'intent.anti-pattern') && binding.test(plain)) return 'law';
  return byWords.find(([, words]) => words.test(plain))?.[0] ?? byKind[kind];
}

// The ring: how close to the centre of what an agent knows a fact lies. Wording counts through the kind and the type of
// knowledge that follow from it.

/** From this importance on a fact is at the core, and from this one on at least in its domain. */
const coreImportance = 9;
const domainImportance = 7;
/** Up to this importance it is a leaf, whatever it says. */
const leafImportance = 2;

/** What the ring of a fact follows from. */
export interface RingGrounds {
  readonly kind: FactKind;
  readonly knowledgeType: KnowledgeType;
  /** 1..10. */
  readonly importance: number;
  /** Whether it is held for good. */
  readonly permanent: boolean;
}

/** Who somebody is and what binds them. */
const ofTheCore: ReadonlySet<FactKind> = new Set(['self.identity', 'self.constraint']);
/** What governs a field of work or life. */
const ofADomain: ReadonlySet<FactKind | KnowledgeType> = new Set([
  'self.preference',
  'intent.rule',
  'intent.goal',
  'intent.anti-pattern',
  'law',
  'principle',
]);
/** What is known of one matter. */
const ofATopic: ReadonlySet<FactKind | KnowledgeType> = new Set([
  'world.method',
  'world.failure',
  'method',
  'decision',
  'insight',
  'preference',
]);

/** The ring of a fact; in this order: held for good or vital, trivial, then by what it says, then by importance. */
export function ringOf({ kind, knowledgeType, importance, permanent }: RingGrounds): Ring {
  if (permanent || importance >= coreImportance) return 'core';
  if (importance <= leafImportance) return 'leaf';
  if (ofTheCore.has(kind)) return 'core';
  if (importance >= domainImportance || ofADomain.has(kind) || ofADomain.has(knowledgeType)) return 'domain';
  return ofATopic.has(kind) || ofATopic.has(knowledgeType) ? 'topic' : 'leaf';
}

/** `kind: first ten words`, with white space collapsed; a longer content gets no ellipsis. */
export function factTitle(kind: FactKind, content: string): string {
  // Ten words lie in far fewer characters than this; text without spaces is cut here instead.
  const words = content.trim().slice(0, 400).split(/\s+/).slice(0, 10);
  return `${kind}: ${words.join(' ').toWellFormed()}`;
}
