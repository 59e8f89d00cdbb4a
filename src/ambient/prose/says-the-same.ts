/** Whether a sentence has said a memory already, so that it need not be said again. */
import { normaliseContent } from '../../domain/fold.ts';
import { termsOf } from '../../domain/terms.ts';

/** Terms that a sentence has beside those of what it tells, at most: who told it, and when. */
const termsBeside = 6;
const denial = /\b(?:not?|never|nobody|nothing|none|neither|nor|cannot|without)\b|n['’]t\b/gi;

/** Word for word, or by the same terms with as many denials: `I moved to Vienna`, told of Greta, says `Greta moved to Vienna`. */
export function saysTheSame(sentence: string, content: string): boolean {
  const said = normaliseContent(content);
  if (said !== '' && normaliseContent(sentence).includes(said)) return true;
  const [told, terms] = [new Set(termsOf(sentence)), new Set(termsOf(content))];
  if (terms.size < 2 || told.size > terms.size + termsBeside) return false;
  return [...terms].every((term) => told.has(term)) && denialsIn(sentence) === denialsIn(content);
}

function denialsIn(text: string): number {
  return text.match(denial)?.length ?? 0;
}
