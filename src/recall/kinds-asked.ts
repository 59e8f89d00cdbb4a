/** What a query asks for by its kind (a brother, a sport, somebody's sister), and whether memories tell of one. */
import { familiesIn } from '../language/families.ts';
import { mostWords } from './defaults.ts';
import type { AnalysedQuery } from './query.ts';
import type { OwnTerms } from './query-terms.ts';
import type { SaidAround } from './said-around.ts';
import { namesAnother } from './strangers.ts';
import type { View } from './view.ts';

/** The kinds that one query asks for. */
export class KindsAsked {
  readonly #view: View;
  readonly #query: AnalysedQuery;
  readonly #own: OwnTerms;
  /** Of each family that the query names one of: the terms that say the same, and those that say another. */
  readonly #families: readonly { readonly same: readonly number[]; readonly others: readonly number[] }[];
  /** The terms of the query that are of a family. */
  readonly #members: ReadonlySet<string>;
  /** The words for the kind of thing that is asked for, and those of the kind; none where nothing is known to be of it. */
  readonly #ofKind: readonly number[];

  constructor(view: View, query: AnalysedQuery, own: OwnTerms) {
    this.#view = view;
    this.#query = query;
    this.#own = own;
    const { vocabulary } = view.index.memories;
    const numbersOf = (stems: Iterable<string>): readonly number[] =>
      Array.from(stems, (stem) => vocabulary.find(stem)).filter((number) => number >= 0);
    // The Android app may be known by that name; but Florence may be a person.
    const isOfPeople =
      query.named.length > 0 || query.entities.flat().some((one) => view.index.memories.typeOf(one) === 'person');
    this.#families = familiesIn(isOfPeople ? query.content : [...query.content, ...query.meant]).map(
      ({ same, others }) => ({
        same: numbersOf(same),
        others: numbersOf(others),
      }),
    );
    this.#members = new Set(query.content.filter((term) => familiesIn([term]).length > 0));
    const { terms = [], members = [] } = query.kindOfThing ?? {};
    this.#ofKind = members.length === 0 ? [] : numbersOf([...terms.slice(-1), ...members]);
  }

  /** Whether one of some memories has the word for the kind of thing that is asked for, or names one of the kind. */
  isSaid(place: number, documents: readonly number[]): boolean {
    return documents.some((one) => this.#says(place, one, this.#ofKind));
  }

  /** Whether a term of the query is of a family, so that another of it is another thing. */
  isMember(term: string): boolean {
    return this.#members.has(term);
  }

  /**
   * Whether a memory has most words of the query and names one of a kind of which most are known, or tells what one of
   * any other kind does: "The setlist closes with Harbour Lights" of "Which song closes the setlist?".
   */
  isNamed(place: number, document: number, { own, untold }: Record<'own' | 'untold', number>): boolean {
    const { kindOfThing, asksWhichOne } = this.#query;
    if (kindOfThing?.isClosed === true) return own >= mostWords && untold === 0 && this.isSaid(place, [document]);
    return asksWhichOne && this.#own.holdsAllBut(place, document, kindOfThing?.terms ?? []);
  }

  /** Whether the query asks for a brother, an instrument or somebody's sister, and a memory tells of none. */
  isOfAnother(place: number, document: number, around: SaidAround): boolean {
    const { near } = around;
    const isOfNoKind = this.#query.kindOfThing?.isClosed === true && !this.isSaid(place, [document, ...near]);
    return isOfNoKind || this.#isOfOtherMember(place, document, near) || this.#isOfNoRelative(place, document, around);
  }

  /** Whether the query asks for a brother and a memory tells of a sister; in a talk the brother may have been named just before. */
  #isOfOtherMember(place: number, document: number, near: readonly number[]): boolean {
    return this.#families.some(
      ({ same, others }) =>
        this.#says(place, document, others) && ![document, ...near].some((one) => this.#says(place, one, same)),
    );
  }

  /** Whether the query asks of somebody's sister, and neither a memory nor what was said around it speaks of one, or of a person by name. */
  #isOfNoRelative(place: number, document: number, { before, after }: SaidAround): boolean {
    const { entities, relatives } = this.#query;
    const { terms, attributes, others, isOfNamed } = relatives;
    if (terms.length === 0) return false;
    const { memories } = this.#view.index;
    const { rowOf } = this.#view.byBeliever[place]!.believer;
    const says = (one: number, words: readonly string[]): boolean =>
      this.#says(
        place,
        one,
        words.map((word) => memories.vocabulary.find(word)),
      );
    const speaksOf = (one: number): boolean =>
      (memories.tells.get(rowOf.get(one)) & attributes) !== 0 || says(one, terms);
    // "My cousin Ida is a judge" is of no brother, whoever was asked for just before.
    if (says(document, others)) return !speaksOf(document);
    // Who has a sister is not her; but "my daughter Wilma" is Wilma.
    const besides = isOfNamed && entities.length === 1 ? entities : [];
    return !namesAnother(memories, rowOf.get(document), besides) && ![document, ...before, ...after].some(speaksOf);
  }

  #says(place: number, document: number, terms: readonly number[]): boolean {
    if (terms.length === 0) return false;
    const own = this.#own.termsOf(place, document);
    return terms.some((term) => own.has(term));
  }
}
