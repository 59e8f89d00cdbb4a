/**
 * Gives whom a text calls "my daughter" the name that a memory in view tells: what is said of Emma is said of her. One
 * name only: of two daughters either may be meant.
 */
import { ownKinBit } from '../language/asked-attributes.ts';
import { kinOf } from '../language/meant-names.ts';
import { termsOf } from '../language/words.ts';
import type { View } from './view.ts';

/** Memories that are looked at for one noun, at most; the last ones. */
const maxRows = 100;

/** "Who will be my manager?": it may be another one than is known. */
const asksWhoItIs = /\bwho (?:will|is going to|should|could|would) be(?:come)? (?:my|our)\b/i;

/** A text with the names of those whom it calls its speaker's: "my daughter Emma". */
export function withKinNamed(view: View, text: string): string {
  if (asksWhoItIs.test(text)) return text;
  let named = text;
  for (const { text: kin, nouns } of kinOf(text)) {
    const names = new Set(nouns.flatMap((noun) => namesOf(view, noun)));
    const [name] = names;
    if (name === undefined || names.size > 1 || text.toLowerCase().includes(name)) continue;
    named = named.replace(kin, () => `${kin} ${name[0]!.toUpperCase()}${name.slice(1)}`);
  }
  return named;
}

/** The folded names, each the only one of somebody in its memory, that memories give to one's own. */
function namesOf(view: View, noun: string): readonly string[] {
  const { memories } = view.index;
  const terms = termsOf(noun).map((term) => memories.vocabulary.find(term));
  if (terms.length === 0 || terms.some((term) => term < 0)) return [];
  return view.rowsWith(terms, maxRows).flatMap((row) => {
    if ((memories.tells.get(row) & ownKinBit) === 0) return [];
    const mentions = memories.mentions[row] ?? [];
    // Pairs of an entity and how it is written.
    const living = mentions.flatMap((surface, at) =>
      at % 2 === 1 && /^(?:person|animal)$/.test(memories.typeOf(mentions[at - 1]!) ?? '') ? [surface] : [],
    );
    return living.length === 1 ? [memories.surfaces.text(living[0]!)] : [];
  });
}
