/**
 * Finds the names in a text that some believers know. Of what begins at one place the longest name
 * that they know wins, so that what only others know hides nothing; names do not overlap.
 *
 *   text -> folded -> at each place where a name may begin: the lengths of the names with that head
 *        -> those that end where a name may end -> looked up, the longest first
 *
 * It reads the index as it is, so that it follows every write. It must not decide what a match means.
 */
import type { BelieverIndex } from './believer-index.ts';
import type { EntityMerges } from './entity-merges.ts';
import { FoldedText } from './folded-text.ts';
import type { MemoryTable } from './memory-table.ts';
import { endBit, type NamesOfHead } from './surface-table.ts';

/** Only so many characters of a text are read; longer ones are documents. */
const readAtMost = 10_000;
/** The fewest letters of a last word that can stand in the plural: "as" is no plural of "a". */
const leastForPlural = 4;

const plurals = ['s', 'es'] as const;
const hissing = /(?:[sxz]|[cs]h)$/;
const letters = /^\p{L}+$/u;

/** Where a text has a name. */
export interface NamePlace {
  /** The folded name. */
  readonly surface: string;
  /** Where it begins in the text, in units of UTF-16. */
  readonly from: number;
  /** Where it ends, with the ending of a plural and without that of a possessive. */
  readonly to: number;
}

/** A name in a text and whom the believers call so. */
export interface NameMatch extends NamePlace {
  /** Numbers of the entities, with those that are the same to the believers; in the order of their ids. */
  readonly entities: readonly number[];
}

/** What names are looked up in. */
export interface NameSource {
  readonly memories: MemoryTable;
  readonly merges: EntityMerges;
}

interface Candidate {
  readonly surface: string;
  readonly end: number;
}

const none: readonly Candidate[] = [];

/**
 * The names in a text that some believers use in memories that they have not withdrawn, in order.
 * Where `accepts` refuses a name, the next shorter one at that place is tried.
 */
export function matchNames(
  source: NameSource,
  believers: readonly BelieverIndex[],
  text: string,
  accepts: (place: NamePlace) => boolean = () => true,
): readonly NameMatch[] {
  const folded = new FoldedText(text.slice(0, readAtMost));
  const matches: NameMatch[] = [];
  for (let place = 0; place < folded.text.length; ) {
    let end = place + 1;
    for (const candidate of candidatesAt(folded, place, source.memories)) {
      const entities = called(source, believers, candidate.surface);
      const found = { surface: candidate.surface, from: folded.from(place), to: folded.to(candidate.end) };
      if (entities.length === 0 || !accepts(found)) continue;
      matches.push({ ...found, entities });
      end = candidate.end;
      break;
    }
    place = end;
  }
  return matches;
}

/** What begins at a place, ends where a name may end and looks like a name; the longest first. */
function candidatesAt(folded: FoldedText, place: number, { surfaces }: MemoryTable): readonly Candidate[] {
  if (!folded.startsAt(place)) return none;
  const { text } = folded;
  const candidates: Candidate[] = [];
  const consider = ({ ends }: NamesOfHead, length: number): void => {
    if (place + length > text.length) return;
    if ((ends & endBit(length, text.charCodeAt(place + length - 1))) === 0) return;
    const end = endOf(folded, place, place + length);
    if (end > 0) candidates.push({ surface: text.slice(place, place + length), end });
  };
  const head = folded.headAt(place);
  const names = surfaces.headed(head);
  for (const length of names?.lengths ?? []) consider(names as NamesOfHead, length);
  // The plural of a name of one word has another head.
  for (const ending of plurals) {
    if (!head.endsWith(ending)) continue;
    const singular = surfaces.headed(head.slice(0, -ending.length));
    if (singular !== undefined) consider(singular, head.length - ending.length);
  }
  return candidates;
}

/** Where a name that may be in the plural ends; 0 where it doesn't. */
function endOf(folded: FoldedText, place: number, end: number): number {
  if (folded.endsAt(end)) return end;
  const { text } = folded;
  if (text[end] !== 's' && text[end] !== 'e') return 0;
  // Only the end of the name is looked at: a long text has thousands of places where none ends.
  const last = text.slice(Math.max(place, end - leastForPlural), end);
  if (last.length < leastForPlural || !letters.test(last)) return 0;
  const ending = hissing.test(last) ? 'es' : 's';
  return text.startsWith(ending, end) && folded.endsAt(end + ending.length) ? end + ending.length : 0;
}

/** Whom the believers call by a surface, those with them that are the same and that they speak of themselves. */
function called({ memories, merges }: NameSource, believers: readonly BelieverIndex[], surface: string): number[] {
  const number = memories.surfaces.find(surface);
  if (number < 0) return [];
  const named = believers.flatMap((believer) => believer.named(number));
  if (named.length === 0 || (named.length === 1 && merges.isEmpty)) return named;
  const agents = believers.map(({ agent }) => agent);
  const same = named.flatMap((entity) => [...merges.sameAs(agents, memories.names.text(entity))]);
  // Not by number: in which order others came to speak of them is theirs.
  return [...new Set(same)]
    .sort()
    .map((id) => memories.names.find(id))
    .filter((entity) => entity >= 0 && believers.some((believer) => believer.docsOf(entity).length > 0));
}
