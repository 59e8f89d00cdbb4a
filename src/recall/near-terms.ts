/**
 * Replaces terms of a query that nobody in view has used, by another spelling, a form that the stemmer does not know,
 * a part of a compound, or a word that people use for it. It mends typing errors too. Only what the believers in view have said is looked at.
 */
import { lettersApart } from '../domain/values.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { KindAsked } from '../language/families.ts';
import { standInsFor } from '../language/stand-ins.ts';
import { stemOf } from '../language/words.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';

/** A term of this length may differ in one letter, one of the second in two. */
const oneErrorFrom = 5;
const twoErrorsFrom = 9;
/** How much longer a form of a word may be that begins alike, in characters. */
const longestEnding = 2;
/** A word of this length is long enough to tell what a compound is that begins with it. */
const wholeWordFrom = 6;
/** The same of a compound that ends with it: "Nuss" in "Haselnuss". */
const headFrom = 4;
/** Stand-ins for one term, at the most. */
const mostPerTerm = 3;
/** Terms of a query that are looked for so, at the most: a long text is no question with a typing error. */
const mostTerms = 8;

/** British spelling made American, in stems. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/ll(?=(?:or|er|ed|ing)?$)/, 'l'],
  [/our(?=$|i|it|al)/, 'or'],
  [/is(?=$|e|ation)/, 'iz'],
  [/tre$/, 'ter'],
  [/ogue$/, 'og'],
  [/ae|oe/, 'e'],
];

/** What a query's unknown terms are read as. */
export interface NearOptions {
  readonly memories: MemoryTable;
  readonly believers: readonly BelieverIndex[];
  /** Whether words of the query's language are put together: `Karton` is in `Umzugskarton`. */
  readonly compounds: boolean;
  /** The kind of thing that the query asks for: what is of it may be said in its place. */
  readonly kind: KindAsked | undefined;
}

/** Numbers of the terms that stand in for those of a query that are unknown in view, each once. */
export function nearTerms(terms: readonly string[], options: NearOptions): readonly number[] {
  const { memories } = options;
  const isKnown = (number: number): boolean =>
    number >= 0 && options.believers.some((believer) => believer.postingCount(number) > 0);
  const known = terms.filter((term) => isKnown(memories.vocabulary.find(term)));
  const unknown = terms.filter(
    (term) =>
      term.length >= (options.compounds ? headFrom : oneErrorFrom) &&
      /^\p{L}+$/u.test(term) &&
      // Two stems of one word: the one that is known is enough.
      !known.some((one) => one === term || one.startsWith(term) || term.startsWith(one)),
  );
  const near = unknown.slice(0, mostTerms).flatMap((term) => nearest(term, isKnown, options));
  // Beside a word that is known, what may mean the same only adds noise.
  const unsaid = known.length > 0 ? [] : terms;
  const alike = unsaid.flatMap((term) => [...(readAs.get(term) ?? []), ...standInsFor(term)]);
  // What is of the kind that is asked for answers as well as its word.
  const ofKind = options.kind?.members ?? [];
  const numbers = [...alike, ...ofKind].map((other) => memories.vocabulary.find(other));
  return [...new Set([...near, ...numbers.filter(isKnown)])];
}

/** The best stand-ins for one term. */
function nearest(
  term: string,
  isKnown: (number: number) => boolean,
  { memories, compounds }: NearOptions,
): readonly number[] {
  const american = spellings.reduce((spelt, [form, to]) => spelt.replace(form, to), term);
  const found: { readonly number: number; readonly errors: number }[] = [];
  const texts = memories.vocabulary.texts();
  const allowed = term.length >= twoErrorsFrom ? 2 : 1;
  const first = term.charCodeAt(0);
  for (let number = 0; number < texts.length; number++) {
    const text = texts[number]!;
    if (text.length < (compounds ? headFrom : oneErrorFrom)) continue;
    const errors =
      compounds && (text.endsWith(term) || term.endsWith(text))
        ? 1
        : text.charCodeAt(0) === first && Math.min(text.length, term.length) >= oneErrorFrom
          ? errorsIn(text, term, american, { allowed, compounds })
          : Number.POSITIVE_INFINITY;
    if (errors <= allowed && isKnown(number)) found.push({ number, errors });
  }
  found.sort((one, other) => one.errors - other.errors || one.number - other.number);
  const least = found[0]?.errors ?? 0;
  return found
    .filter(({ errors }) => errors === least || compounds)
    .slice(0, mostPerTerm)
    .map(({ number }) => number);
}

/** How far a known term is from an unknown one that begins with the same letter; Infinity where it is another word. */
function errorsIn(
  text: string,
  term: string,
  american: string,
  { allowed, compounds }: { readonly allowed: number; readonly compounds: boolean },
): number {
  if (text === american) return 0;
  const difference = Math.abs(text.length - term.length);
  const isForm = text.startsWith(term) || term.startsWith(text) || american.startsWith(text);
  if (isForm && (difference <= longestEnding || Math.abs(text.length - american.length) <= longestEnding || compounds))
    return 1;
  return difference > allowed ? Number.POSITIVE_INFINITY : lettersApart(text, term);
}

/** Whether a known term is another spelling of an unknown one, or what a word that no dictionary has may be a slip of. */
function isSpelt(near: string, term: string, slips: ReadonlySet<string>): boolean {
  if (near.length < oneErrorFrom || term.length < oneErrorFrom || near[0] !== term[0]) return false;
  const american = spellings.reduce((spelt, [form, to]) => spelt.replace(form, to), term);
  const allowed = term.length >= twoErrorsFrom ? 2 : 1;
  return errorsIn(near, term, american, { allowed, compounds: false }) <= (slips.has(term) ? allowed : 0);
}

/** "He lives" and "she leaves" are read as plurals of nouns when they are remembered. */
const readAs: ReadonlyMap<string, readonly string[]> = new Map([
  [stemOf('live'), [stemOf('life')]],
  [stemOf('leave'), [stemOf('leaf')]],
]);

/** What a term of a query is held against. */
interface Readings {
  readonly vocabulary: MemoryTable['vocabulary'];
  /** Whether a memory in view has one of some terms. */
  readonly isHeld: (numbers: readonly number[]) => boolean;
  readonly query: {
    readonly isForeign: boolean;
    readonly nearTerms: readonly number[];
    readonly slips: ReadonlySet<string>;
    readonly kindOfThing?: KindAsked;
  };
}

/**
 * Numbers of the terms that a memory may have for a term of a query: its own forms or, where nobody in view has used them,
 * what people say for it, and where they slipped in spelling. In languages that make compounds, a compound is what its first
 * or its last part is: "Zahnarzttermin" of the "Zahnarzt", "Haselnuss" a "Nuss".
 */
export function readingsOf(term: string, { vocabulary, isHeld, query }: Readings): readonly number[] {
  const known = (stems: readonly string[]): readonly number[] =>
    stems.map((stem) => vocabulary.find(stem)).filter((number) => number >= 0);
  const ofKind = query.kindOfThing?.terms.includes(term) === true ? known(query.kindOfThing.members) : [];
  // Vectors tell little of other languages, so that what people say for a word counts as well as the word.
  const alike = query.isForeign ? standInsFor(term) : [];
  const own = [...known([term, ...(readAs.get(term) ?? []), ...alike]), ...ofKind];
  if (isHeld(own)) return own;
  const parts = query.nearTerms.filter((number) => {
    const near = vocabulary.text(number);
    if (!query.isForeign) return isSpelt(near, term, query.slips);
    return term.startsWith(near) || near.endsWith(term) || (term.length >= wholeWordFrom && near.startsWith(term));
  });
  return [...parts, ...known(standInsFor(term))];
}
