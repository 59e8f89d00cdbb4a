/**
 * What is remembered as words that can stand in prose: one line, without the marks of lists, of
 * markup, of chat templates and of quotations. Nothing is added, and no word is changed.
 */
import { onOneLine } from './shorten.ts';

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
