/**
 * The keys under which names and texts count as equal. A key is for comparing and never shown.
 */

/** Marks that Latin, Greek and Cyrillic letters carry; other scripts' marks are letters of their own. */
const diacritics = /[\u0300-\u036f]/g;
const whiteSpace = /[\s\u00a0\u200b\u2060\ufeff]+/g;
const typographicApostrophe = /[\u2018\u2019\u201a\u201b\u02bc\u0060\u00b4\u2032]/g;
const typographicQuote = /[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033]/g;
/** Punctuation may surround a name; `_`, `#` and `.` may also belong to it (`__init__`, `C#`, `.env`). */
const surrounding = /[^\p{L}\p{M}\p{N}\p{S}_]/u;

/** Latin letters that don't come apart into one and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
const ofOneAlphabet = /[ßłøđðþæœı]/g;

/** Case, compatibility forms and diacritics away; recomposed, so that kana keep their voicing marks. */
function foldLetters(text: string): string {
  const lower = text.normalize('NFKD').toLowerCase().normalize('NFKD');
  const bare = lower.replace(diacritics, '').replace(/ς/g, 'σ');
  return bare.replace(ofOneAlphabet, (letter) => plainLetters[letter] ?? letter).normalize('NFC');
}

function trimStart(text: string): string {
  let start = 0;
  while (start < text.length && surrounding.test(String.fromCodePoint(text.codePointAt(start) ?? 0))) {
    const lone = text[start] === '.' && text[start - 1] !== '.';
    if (lone && /[\p{L}\p{N}_]/u.test(text[start + 1] ?? '')) break;
    start += (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(start);
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0) {
    const previous = text.charCodeAt(end - 1);
    const width = previous >= 0xdc00 && previous <= 0xdfff && end > 1 ? 2 : 1;
    const last = text.slice(end - width, end);
    if (last === 's' && text[end - 2] === "'") end -= 2;
    else if (last === '#' && /[\p{L}\p{N}]/u.test(text[end - 2] ?? '')) break;
    else if (surrounding.test(last)) end -= width;
    else break;
  }
  return text.slice(0, end);
}

/** A text as names in it are compared: {@link foldName} without trimming. */
export function foldText(text: string): string {
  return foldLetters(text).replace(typographicApostrophe, "'").replace(whiteSpace, ' ');
}

/**
 * The key under which two names are the same: without case, diacritics, compatibility forms,
 * repeated white space, surrounding punctuation and a possessive `'s`. Symbols stay (`C++` is
 * not `C`). Empty when nothing of a name is left.
 */
export function foldName(name: string): string {
  return trimEnd(trimStart(foldText(name)));
}

/**
 * The key under which two facts say the same: without case, repeated white space, final full
 * stops, exclamation marks, commas, colons and semicolons, and with straight quotes. A final
 * question mark stays, since a question is not its answer; so do diacritics.
 */
export function normaliseContent(text: string): string {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(typographicApostrophe, "'")
    .replace(typographicQuote, '"')
    .replace(whiteSpace, ' ');
  let end = plain.length;
  while (end > 0 && ' .!,:;…。！，'.includes(plain[end - 1] ?? '?')) end -= 1;
  return plain.slice(0, end).trimStart();
}

/** Folded without moving a character. */
export function foldInPlace(text: string): string {
  return text.toLowerCase().length === text.length
    ? text.toLowerCase().replace(/[^\0-\x7f]/g, (letter) => {
        const folded = foldText(letter);
        return folded.length === 1 ? folded : letter;
      })
    : text;
}

/** A text with its numbers without zeros before them: "ticket 0042" is "ticket 42"; versions and dates stay. */
export function withPlainNumbers(text: string): string {
  return text.replace(/(?<![\d.:]|\d[-/])0+(?=\d)/g, '');
}
