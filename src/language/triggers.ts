/**
 * The queries that should bring a memory up, by the rules of design E: a word of the text calls
 * for patterns, which its concepts fill.
 */

/** At most so many patterns per memory: they are looked up on every recall. */
export const maxTriggers = 12;

/** The words of a text that call for patterns, and the patterns; `*` stands for a concept. */
const rules: readonly { readonly words: RegExp; readonly patterns: readonly string[] }[] = [
  { words: /(?<![\p{L}\p{N}_])how(?![\p{L}\p{N}_])/iu, patterns: ['how to *'] },
  { words: /(?<![\p{L}\p{N}_])why(?![\p{L}\p{N}_])/iu, patterns: ['why *'] },
  { words: /(?<![\p{L}\p{N}_])(?:error|fix|bug)(?![\p{L}\p{N}_])/iu, patterns: ['* error', '* problem'] },
  { words: /(?<![\p{L}\p{N}_])(?:always|never|must)(?![\p{L}\p{N}_])/iu, patterns: ['* best practice', 'how to *'] },
  { words: /(?<![\p{L}\p{N}_])(?:config|setup)(?![\p{L}\p{N}_])/iu, patterns: ['* setup', '* configuration'] },
];

/** Concepts that only say what the text does ("how to always") name no subject to look for. */
const noSubject = new Set('how why error problem fix bug always never must config setup configuration'.split(' '));

/**
 * The query patterns of a text, for its concepts from the strongest on: distinct, at most
 * {@link maxTriggers}, none when no rule applies.
 */
export function surfacesWhenOf(text: string, concepts: readonly string[]): readonly string[] {
  const patterns = rules.filter((rule) => rule.words.test(text)).flatMap((rule) => rule.patterns);
  const found = new Set<string>();
  for (const concept of concepts) {
    if (noSubject.has(concept)) continue;
    for (const pattern of patterns) {
      if (found.size < maxTriggers) found.add(pattern.replace('*', () => concept));
    }
  }
  return [...found];
}

/** Whether a rule makes this pattern of one of some concepts, whatever text calls for it. */
export function isTriggerOf(pattern: string, concepts: readonly string[]): boolean {
  const forms = rules.flatMap((rule) => rule.patterns);
  return forms.some((form) => concepts.some((concept) => form.replace('*', () => concept) === pattern));
}
