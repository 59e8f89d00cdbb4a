/** From a message to its sentences of prose: no code, no quotations, no tables, no list marks. */

/** Longer messages are read this far, in characters: what follows is mostly pasted. */
const readCharacters = 8_000;

const fenced = /(?:```|~~~)[\s\S]*?(?:```|~~~|$)/g;
const apostrophes = /[\u2018\u2019\u02bc\u2032]/g;
/** Three words and more between quotation marks are somebody's words, fewer a name. */
const quotation =
  /["\u201c\u201d\u201e\u00ab\u00bb]([^"\u201c\u201d\u201e\u00ab\u00bb\n]*)["\u201c\u201d\u201f\u00ab\u00bb]/g;
const listMark = /^\s*(?:[-*+\u2022]|\d+[.)]|#{1,6})\s+/;
/** Lines that are no prose: quoted, of a table, or of code. */
const noProse =
  /^\s*(?:>|\||<\/?[a-z!]|[{}[\]();]|import\s.*from|def\s|class\s\w+.*[:{]$|(?:const|let|var)\s\w+\s*=)|[{};]\s*$/;
const sentence =
  /[^.!?\u3002\uff01\uff1f\n]+(?:[.!?](?=[^\s.!?])[^.!?\u3002\uff01\uff1f\n]*)*[.!?\u3002\uff01\uff1f]*/g;

/** The sentences of a text with their final marks, in order. */
export function sentencesOf(text: string): readonly string[] {
  const plain = text
    .slice(0, readCharacters)
    .replace(fenced, '\n')
    .replace(apostrophes, "'")
    .replace(quotation, (_, inner: string) => (inner.trim().split(/\s+/).length > 2 ? ' ' : ` ${inner} `));
  const found: string[] = [];
  for (const line of plain.split('\n')) {
    if (noProse.test(line)) continue;
    const prose = line.replace(listMark, '').replace(/[*`]|__/g, '');
    for (const [part] of prose.matchAll(sentence)) {
      const trimmed = part.trim();
      if (trimmed.length > 2) found.push(trimmed);
    }
  }
  return found;
}
