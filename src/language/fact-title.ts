/** The title of a fact (design E). */
import type { FactKind } from '../domain/records.ts';

/** `kind: first ten words`, with white space collapsed; a longer content gets no ellipsis. */
export function factTitle(kind: FactKind, content: string): string {
  // Ten words lie in far fewer characters than this; text without spaces is cut here instead.
  const words = content.trim().slice(0, 400).split(/\s+/).slice(0, 10);
  return `${kind}: ${words.join(' ').toWellFormed()}`;
}
