/**
 * Makes texts fit to be shown: as plain words, on one line, shortened, as a list, and told apart from instructions.
 * No word is changed.
 */
import { verbForms } from './grammar.ts';

// Plain words: one line, without the marks of lists, of markup, of chat templates and of quotations.

/** Longer contents are read this far, in characters: prose tells a passage. */
const readCharacters = 8_000;

/** Before a mark, and before an empty line, a line ends what it says. */
const lineEnd = /(?<=[^\s.!?;:,…])[ \t]*\n(?=\s*\n|\s*(?:[-*+•>#|]|\d{1,3}[.)])+\s)/gu;
const lineMark = /^\s*(?:(?:[-*+•>#|]|\d{1,3}[.)])+\s+)+/gmu;
/** `<|im_start|>`, `[INST]`, `</system>`: what chat templates and markup put around words. */
const templateMarks = /<\|[^|\n]{0,40}\|>|\[\/?INST\]|<\/?[a-z][\w:-]{0,40}(?:\s[^<>\n]{0,200})?\/?>/giu;
const role = /(^\s*|[\n.!?]\s*)(?:system|assistant|user|human|ai|developer)\s*:\s*/giu;
const link = /!?\[([^[\]\n]{1,200})\]\([^()\s]{1,500}\)/gu;
/** Brackets that belong to code (`rows[0]`, `Map<string>`, `->`) or compare stay; others only set words apart. */
const brackets = /(\w\[[\w."'-]*\]|\w<[\w, ]{1,40}>|[-=]>|\s[<>]=?(?=\s))|[[\]{}<>]/gu;
const emphasis = /(\*\*|__)(?=\S)(.{1,400}?\S)\1|[`*]+|~~/gu;
const opening = /(^|[\s(:,/-])["“”„«»](?=\S)/gu;
const closing = /["“”„«»]/gu;

/** A text as plain words; '' when none are left. Quotation marks become single ones. */
export function plainWords(content: string): string {
  const bare = content
    .slice(0, readCharacters)
    .replace(templateMarks, ' ')
    .replace(role, '$1')
    .replace(lineEnd, ';\n')
    .replace(lineMark, '')
    .replace(link, '$1')
    .replace(brackets, '$1')
    .replace(emphasis, '$2');
  return onOneLine(bare.replace(opening, '$1‘').replace(closing, '’')).replace(/ ([,.;!?])(?=\s|$)/g, '$1');
}

// On one line and shortened, for summaries and for models.

/** How far back from the cut a space is looked for, as a share of what is kept: scripts without spaces have none. */
const wordShare = 0.3;

/** A text on one line, without control characters and without those that reorder what is read. */
export function onOneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The beginning of a text, at most `most` characters (UTF-16 code units), cut between words and marked with `…`. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, Math.max(0, most - 1));
  const space = kept.lastIndexOf(' ');
  const betweenWords = text[kept.length] === ' ' || space < kept.length * (1 - wordShare);
  const end = betweenWords ? kept : kept.slice(0, space);
  // Half a surrogate pair may be left at the end.
  return `${end.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s,;:(–—-]+$/u, '')}…`;
}

// Whether a text tells its reader to do something. What is remembered is never an order, so such a text is only quoted.

/** How texts address the model that reads them. */
const addressed =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|messages?|guidelines|above|previous|prior)\b|\b(?:system prompt|new instructions?|jailbreak|developer mode)\b|\byou (?:must|should|shall|have to|need to|are now|will now|are (?:an?|the) (?:ai|assistant|model|agent))\b|\b(?:act|behave|respond|reply|answer) (?:as|only|with)\b|\bpretend (?:to|you|that)\b|\bfrom now on,? you\b|\bdo not (?:tell|reveal|mention|inform)\b/i;
const orderOpening = /^(?:please|kindly|just|now|then|and|or|first|next|always|never|do not|don['’]t)[,:]?\s+/i;

/** Whether plain words are, or hold, an instruction. Texts in other languages than English pass for statements. */
export function looksLikeInstruction(text: string): boolean {
  return addressed.test(text) || isImperative(text);
}

/** Whether a sentence begins with the bare form of a verb: `Always use tabs`. */
export function isImperative(text: string): boolean {
  let plain = text;
  while (orderOpening.test(plain)) plain = plain.replace(orderOpening, '');
  const [first = ''] = /^[\p{L}'’]+(?=[\s.!]|$)/u.exec(plain) ?? [];
  const form = verbForms.get(first.toLowerCase());
  return (form === 'base' || form === 'both') && !/^\S+ (?:of|is|are|was|were|has|have|had|will)\b/.test(plain);
}

/** A text with its first letter as a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text with its first letter written small. */
export function small(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Words as a list in a sentence: `one`, `one and two`, `one, two and three`. */
export function inList(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(words);
}
