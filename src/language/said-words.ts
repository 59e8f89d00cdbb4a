/**
 * When a text says something that is to be forgotten: by its words, whatever their case, accents
 * and endings, as search finds them. What search would still find must not be left.
 */
import { phraseKey } from './phrase-key.ts';
import { stemOf, termsOf, wordsOf } from './terms.ts';

/** Whether one of some texts says it. */
export type Says = (texts: readonly (string | undefined)[]) => boolean;

/** Texts that hold one of these names: its words, one after another. A name without words is in no text. */
export function saysName(names: readonly string[]): Says {
  const keys = names.map(phraseKey).filter((key) => key !== '');
  return (texts) =>
    texts.some((text) => {
      if (text === undefined) return false;
      const said = ` ${wordsOf(text).map(stemOf).join(' ')} `;
      return keys.some((key) => said.includes(` ${key} `));
    });
}

/** Texts that together hold every word of a query, stop words aside; undefined where it has no other words. */
export function saysQuery(query: string): Says | undefined {
  const terms = [...new Set(termsOf(query))];
  if (terms.length === 0) return undefined;
  return (texts) => {
    const said = new Set(texts.flatMap((text) => (text === undefined ? [] : termsOf(text))));
    return terms.every((term) => said.has(term));
  };
}
