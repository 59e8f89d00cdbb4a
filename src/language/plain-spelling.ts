/** How people write in chats, in the spelling that the rules read. English only. */
import { isCommonWord } from './common-words.ts';
import { isUnknownWord } from './lexicon.ts';

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

const opener = String.raw`\W*(?:(?:hey|hi|so|and|but|btw|ok|okay|yo|hm+|wait|oh|ah|haha|lol|\p{L}+(?=, (?:do|did|are|have|can|will) (?:u|you) )),? )*`;
const they = String.raw`(?:u|you|[Ii]|we|he|she|they|\p{Lu}\p{Ll}+|your \p{Ll}+)`;
/** "hows the garden", "whats ur thesis abt again", "how was ur weekend", "did u call the vet", "is she still in leeds", "how many pages". */
const unmarked = new RegExp(
  `^${opener}(?:(?:what|how|where|when|who|why|which)(?:['\u2019]?s| (?:is|are|was|were|do|does|did|has|have|would|will|can|could|should))|(?:do|does|did|is|are|was|were|has|have|can|could|will|would|should|am)(?:n['\u2019]?t)? ${they}|(?:(?:what|which) \\p{Ll}+|how (?:long|often|old|far|big|tall|(?:many|much) \\p{Ll}+)) (?:do|does|did|is|are|was|were|has|have|can|will) (?:${they}|it)|(?:is|does|did) it|how (?:many|much)(?= \\p{Ll}+\\W*$)) \\p{Ll}+\\b(?![^.!?]*\\b(?:is|are)\\b)[^.!?]*$`,
  'u',
);

/** Whether a sentence asks in the way of chats, without its mark. */
export function asksUnmarked(sentence: string): boolean {
  return (
    unmarked.test(sentence.replace(/\p{L}/u, (first) => first.toLowerCase())) &&
    !/^\W*(?:what|who) (?:did|does) [^ ]+ was\b/i.test(sentence)
  );
}

const helpers = 'do|does|did|is|are|was|were|am|has|have|had|can|could|should|shall|will|would|may|must';
/** Slips of common words, which are no words themselves or none where they stand. */
const slips: readonly (readonly [RegExp, string])[] = [
  [/\b(?:wich|whitch|wihch|whcih)\b/gi, 'which'],
  [/\b(?:wat|waht|whta|wath|wht)\b/gi, 'what'],
  [/\b(?:wehn|whne)\b/gi, 'when'],
  [/\b(?:wher|wehre|whre|wheer)\b/gi, 'where'],
  // "Wen hat Anna besucht?" is German.
  [new RegExp(`^(\\W*)wen(?= (?:dose|${helpers})\\b)`, 'i'), '$1when'],
  [new RegExp(`^(\\W*)were(?= (?:dose|${helpers})\\b)`, 'i'), '$1where'],
  [/^(\W*(?:(?:and|so|hey|ok),? )?)(who|when|how|where|what|why)s(?= )/i, "$1$2's"],
  [/\b(?:teh|hte)\b/gi, 'the'],
  [/\bdos?ent\b|\bdosnt\b/gi, "doesn't"],
  [/\bad+res+(es)?\b/gi, 'address$1'],
  [/\bwierd(?=\b|ly|er|est)/gi, 'weird'],
  [/\b(boy|girl)?freind(s?)\b/gi, '$1friend$2'],
  [/\brecie(ve[sd]?|ving|pts?)\b/gi, 'recei$1'],
  [/\btom+or+ow\b/gi, 'tomorrow'],
  [/\byest(?:u|e)rday\b/gi, 'yesterday'],
  [/\bresta(?:raunt|urent|urnat)(s?)\b/gi, 'restaurant$1'],
  [/\bbirt?hda(?:y|ty)\b|\bbirtday\b|\bbirhtday\b/gi, 'birthday'],
  [/\b(?:becuase|becasue)\b/gi, 'because'],
];
/** "wich instrument dose pavel play": with no other helper in it, and nothing of which it is a dose. */
const doseOfSomebody =
  /^(\W*(?:(?:which|what|where|when|why|how|whose|who)\b(?: [\p{L}-]+){0,3} )?)dose(?= (?!of\b|for\b)[\p{L}'’]+ \p{L}+)/iu;
const helping = new RegExp(`\\b(?:${helpers})\\b`, 'i');

/** A question in which the common slips of its small words are mended. */
export function withSmallWordsMended(question: string): string {
  const mended = slips.reduce((text, [written, means]) => text.replace(written, means), question);
  return helping.test(mended) ? mended : mended.replace(doseOfSomebody, '$1does');
}

/** The least length of a word that is taken for a slip. */
const leastSlip = 5;
const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** The common words that a word becomes by exchanging two letters, leaving one of a pair out or putting one in. */
function mendedWords(word: string): readonly string[] {
  const places = Array.from(word, (_, at) => at);
  const made = places.flatMap((at) => [
    `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at]}${word.slice(at + 2)}`,
    ...(word[at] === word[at + 1] ? [word.slice(0, at) + word.slice(at + 1)] : []),
    ...letters.map((letter) => word.slice(0, at) + letter + word.slice(at)),
  ]);
  return [...new Set(made)].filter((one) => one !== word && isCommonWord(one));
}

/** A question with each small-written word that nobody knows as the one common word that it is a slip of: "versoin". */
export function withWordsMended(question: string, isKnown: (word: string) => boolean): string {
  return question.replace(/(?<![\p{L}\p{N}@#._/-])[a-z]+(?![\p{L}\p{N}_/@-]|\.\p{L})/gu, (word) => {
    if (word.length < leastSlip || !isUnknownWord(word) || isKnown(word)) return word;
    const [mended, ...others] = mendedWords(word);
    return mended === undefined || others.length > 0 ? word : mended;
  });
}
