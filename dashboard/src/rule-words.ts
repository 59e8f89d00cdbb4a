/** How the rules that link memories are told. */

const sentences: Readonly<Record<string, string>> = {
  slot: 'what has one value at a time has two here',
  value: 'they name different values',
  polarity: 'one denies what the other says',
  antonym: 'they use words that exclude each other',
  agreement: 'they say the same of the same',
  correction: 'one was written as a correction of the other',
};

/** Why two memories are linked: the reason that a rule has, or who said so. */
export function ruleWords(rule: string): string {
  return sentences[rule] ?? `said by ${rule}`;
}
