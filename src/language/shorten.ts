/** Shortens what memories say, for summaries and for models, on one line. */

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
