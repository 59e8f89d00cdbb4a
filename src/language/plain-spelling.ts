/** How people write in chats, in the spelling that the rules read. English only. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u02bc\u2032]/g, "'"],
  [/(?<![\w'.])i(?=$|[\s',])/g, 'I'],
  [/(?<![\w'])[Ii]m(?= )/g, "I'm"],
  [/(?<![\w'])[Ii]ve(?= )/g, "I've"],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should|ca|wo)nt\b/gi, "$1n't"],
  [/\b(he|she|that|what|who|where|there)s(?= )/gi, "$1's"],
  [/\bwanna\b/gi, 'want to'],
  [/(?:'cause|\bcuz|\bcos|\bcoz)\b/gi, 'because'],
  [/\bfav(?:e|s)?\b/gi, 'favorite'],
  [/\bfam\b/gi, 'family'],
  [/\btho\b/gi, 'though'],
];

/** A message in plain spelling: apostrophes where they belong, `I` as a capital, no short forms. */
export function plainSpelling(content: string): string {
  return spellings.reduce((text, [written, means]) => text.replace(written, means), content);
}
