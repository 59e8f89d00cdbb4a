/** Whether a sentence has said a memory already, so that it need not be said again. */
import { normaliseContent } from './fold.ts';
import { termsOf } from './terms.ts';

/** Terms that a sentence has beside those of what it tells, at most: who told it, and when. */
const termsBeside = 6;
const denial = /\b(?:not?|never|nobody|nothing|none|neither|nor|cannot|without)\b|n['’]t\b/gi;

/** What is compared of a text; it is worked out once for each. */
export interface Wording {
  readonly normal: string;
  readonly terms: ReadonlySet<string>;
  readonly denials: number;
}

/** What is compared of a text. */
export function wordingOf(text: string): Wording {
  return {
    normal: normaliseContent(text),
    terms: new Set(termsOf(text)),
    denials: text.match(denial)?.length ?? 0,
  };
}

/** Word for word, or by the same terms with as many denials: `I moved to Vienna`, told of Greta, says `Greta moved to Vienna`. */
export function saysTheSame(sentence: Wording, content: Wording): boolean {
  if (content.normal !== '' && sentence.normal.includes(content.normal)) return true;
  const [told, terms] = [sentence.terms, content.terms];
  if (terms.size < 2 || told.size > terms.size + termsBeside) return false;
  return [...terms].every((term) => told.has(term)) && sentence.denials === content.denials;
}
