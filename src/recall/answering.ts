/**
 * How likely a memory answers a query: a probability that depends on the query, the memory and what was said around
 * it, never on what else came up. A logistic model over a few grounds, each a plain number; `defaults.ts` has its
 * weights, and `bench abstain` fits and measures them.
 *
 *   query -> its content terms, each with how rare it is in English
 *   memory -> itself, its neighbours, its session nearby -> which of the terms they hold, how close they are in meaning
 *
 * Only what came up is judged, so that the time does not grow with the store. Counts are those of the believers in view.
 */
import type { Signal } from '../domain/signal.ts';
import { asksForPrice } from '../language/asked-attributes.ts';
import { isReaction } from '../language/query-wording.ts';
import { answerKinds } from '../recall-index/text-traits.ts';
import {
  type AttributeGrounds,
  type Ground,
  type GroundName,
  answerWeights,
  coverageOf,
  groundNames,
  groundsOf,
} from './answer-model.ts';
import {
  calledRelevance,
  contextAfter,
  contextBefore,
  directRelevance,
  leastRarityOfThing,
  mostWords,
  nearAfter,
  nearBefore,
  nearThing,
  otherThingShare,
  othersShare,
  saidToShare,
  strayMeaning,
  lackingShare,
} from './defaults.ts';
import { KindsAsked } from './kinds-asked.ts';
import type { AnalysedQuery } from './query.ts';
import {
  OwnTerms,
  type QueryTerm,
  hasAllWords,
  hasFormOf,
  hasOtherNumber,
  isStated,
  isOfOtherDebt,
  isUnheld,
  isUnsaid,
  lacksAnswer,
  queryTermsOf,
  timeShareOf,
} from './query-terms.ts';
import { type SaidAround, type Talk, talkAmong, turnsFrom } from './said-around.ts';
import { isOfOthers, isOfSelfOrOthers, namesSomebody, unlinked } from './strangers.ts';
import { type SignalSource, cognitiveSources, mentionsOne, ownSources } from './signals.ts';
import type { View } from './view.ts';
import type { QueryMeaning, WordMeaning } from './word-meaning.ts';

/** How relevant a memory is. */
export interface Judged {
  /** 0..1: how likely the memory answers the query. */
  readonly relevance: number;
  /** Empty where the query has no content of its own, and names, dates or filters decide. */
  readonly grounds: readonly Ground[];
}

/** Judges memories of a view for one query. */
export class Answering {
  readonly #view: View;
  readonly #query: AnalysedQuery;
  readonly #vector: Float32Array | undefined;
  readonly #words: WordMeaning | undefined;
  readonly #terms: readonly QueryTerm[];
  readonly #total: number;
  readonly #kinds: KindsAsked;
  /** Who speaks where, by believer and session. */
  readonly #talks: Map<string, Talk> = new Map();
  readonly #own: OwnTerms;
  /** By row: how near a memory is to the query in meaning. */
  readonly #cosines = new Map<number, number>();
  /** What signals say, whatever the profile weighs. */
  readonly #sources: ReadonlyMap<string, SignalSource>;

  constructor(view: View, query: AnalysedQuery, { vector, words }: QueryMeaning) {
    this.#view = view;
    this.#query = query;
    this.#vector = vector;
    this.#words = words;
    const { memories } = view.index;
    const all = [ownSources, cognitiveSources].flatMap((sources) => sources(memories, query, view.byBeliever));
    this.#sources = new Map(all.map((source) => [source.name, source]));
    this.#terms = queryTermsOf(view, query);
    this.#own = new OwnTerms(view, this.#terms);
    this.#kinds = new KindsAsked(view, query, this.#own);
    this.#total = this.#terms.reduce((sum, { weight }) => sum + weight, 0);
  }

  /** Judges a document of the believer at a place, of which the signals are known. */
  judge(place: number, document: number, signals: readonly Signal[]): Judged {
    const row = this.#view.byBeliever[place]!.believer.rowOf.get(document);
    const value = (name: string): number =>
      this.#sources.get(name)?.value(row, place, document) ??
      signals.find((signal) => signal.name === name)?.value ??
      0;
    const values = this.#values(place, document, value);
    const time = this.#view.index.memories.occurredAt.get(row);
    const timeShare = timeShareOf(this.#query, row, time, this.#talkOf(place, document).isTalk);
    if (this.#terms.length === 0) {
      const direct = this.#directShare(place, document, values) * this.#direct(place, document, value);
      return { relevance: timeShare * direct, grounds: [] };
    }
    // Where a memory has every word of the query, a vector that has nothing in common with it is no reason to doubt that.
    const byMeaning = this.#hasMeaning(place, document) && (values.meaning > strayMeaning || values.own < 1);
    const byVectors = values.wordsNear > 0 ? 'words' : 'semantic';
    const model = answerWeights[byMeaning ? byVectors : 'lexical'];
    const logOdds = groundNames.reduce((sum, name) => sum + values[name] * model.weights[name], model.intercept);
    const isOther = this.#query.ofStrangers || this.#isOtherNote(place, document, values);
    const isUnknown =
      isOther ||
      isUnheld(this.#query, values) ||
      (!byMeaning && isUnsaid(this.#query, values)) ||
      this.#onlyReacts(place, document);
    const unknownShare = isOther || values.otherSubject > 0 ? othersShare : lackingShare;
    const judged = (isUnknown ? unknownShare : this.#thingShare(place, document, values)) / (1 + Math.exp(-logOdds));
    // Of a name alone whatever speaks of it is told, also where it calls it otherwise.
    const spokenOf = this.#query.onlyNames && value('entity') > 0 ? this.#direct(place, document, value) : 0;
    // Who asks where or when is not told what has no place and no time.
    const isCalled =
      values.answerMissing + values.otherOfFamily === 0 &&
      (this.#isCalled(place, document, value) || this.#tellsWhy(place, document, values));
    const isWorded =
      (this.#query.isForeign && hasAllWords(this.#query, values, this.#terms)) ||
      (!isUnknown && isStated(values) && this.#kinds.isNamed(place, document, values));
    return {
      relevance: timeShare * Math.max(judged, spokenOf, isCalled || isWorded ? calledRelevance : 0),
      // Most of what is judged is not shown.
      get grounds() {
        return groundsOf(values, model);
      },
    };
  }

  /** Whether the query has what a memory asks to be brought up for; where somebody is named, the memory must be of them. */
  #isCalled(place: number, document: number, value: (name: string) => number): boolean {
    const { cognitive, named, entities, asksForFact } = this.#query;
    const row = this.#view.byBeliever[place]!.believer.rowOf.get(document);
    if (row < 0 || !this.#view.index.memories.cognitive.isCalledBy(row, cognitive.patterns, !asksForFact)) return false;
    if (named.length > 0 && this.#speaksOf(place, document, named) > 0) return true;
    return (named.length + entities.length === 0 && !this.#query.ofStrangers) || value('entity') > 0;
  }

  /** Whether a memory says why, and of what the query names or speaks of: the rest may be in any words. */
  #tellsWhy(place: number, document: number, { own, entity, otherSubject }: Record<GroundName, number>): boolean {
    if (!this.#query.asksWhy || this.#query.ofStrangers || otherSubject > 0) return false;
    const { believer } = this.#view.byBeliever[place]!;
    const told = this.#view.index.memories.answers.get(believer.rowOf.get(document)) & answerKinds.reason;
    return told !== 0 && (entity > 0 || own >= mostWords);
  }

  /** What is left of the relevance of a note without the word for a thing: it may still be told in other words. */
  #thingShare(place: number, document: number, values: Record<GroundName, number>): number {
    return this.#isOfOtherThing(place, document, values) ? otherThingShare : 1;
  }

  /** Whether a note says nothing that comes near one of the things that the query names: of garlic for "When did I plant roses?". */
  #isOfOtherThing(place: number, document: number, { own, told, wordsNear }: Record<GroundName, number>): boolean {
    const { asksOfThings, asksWhether, attributes, things, meant, kindOfThing } = this.#query;
    if (!asksOfThings || this.#talkOf(place, document).isTalk) return false;
    // "What does Ida teach?" is not answered by what else she does, nor "What medication does she take?".
    const [{ weight = 0 } = {}, ...others] = this.#terms;
    const isKind = others.length === 0 ? weight >= leastRarityOfThing : kindOfThing?.members.length === 0;
    if (isKind && meant.length > 0 && own + told === 0 && wordsNear > 0 && wordsNear < nearThing) return true;
    const held = this.#own.heldBy(place, document);
    return this.#terms.some(
      (term, at) =>
        held[at] === 0 &&
        (term.weight >= leastRarityOfThing || asksForPrice(attributes)) &&
        things.has(term.term) &&
        !hasFormOf(this.#own.textsOf(place, document), term.term) &&
        // A piano is no violin, however near the two are in meaning; that somebody plays one tells whether they play the other.
        ((!asksWhether && this.#kinds.isMember(term.term)) ||
          (this.#words?.nearness(place, [document], [term]) ?? 0) < nearThing),
    );
  }

  /** Whether a note is of others than the query asks for, or tells nothing of the kind, or nothing of what it calls by name. */
  #isOtherNote(place: number, document: number, { selfOfOther, otherSubject }: Record<GroundName, number>): boolean {
    if (this.#talkOf(place, document).isTalk) return false;
    if (selfOfOther > 0 && otherSubject > 0) return true;
    const { memories } = this.#view.index;
    const told = memories.answers.get(this.#view.byBeliever[place]!.believer.rowOf.get(document));
    const { unlinkedNames, asksOfThings } = this.#query;
    const says = (term: string): boolean => this.#says(place, document, term);
    const isNameless = asksOfThings && unlinkedNames.length > 0 && !unlinkedNames.some(says);
    return isNameless || isOfOtherDebt(this.#query, told) || lacksAnswer(this.#query, told, says);
  }

  /** What is left of the relevance of what a query without content asks for by a name. */
  #directShare(place: number, document: number, values: Record<GroundName, number>): number {
    if (values.otherSubject > 0 || this.#isOtherNote(place, document, values)) return othersShare;
    return values.untold > 0 ? lackingShare : 1;
  }

  #says(place: number, document: number, term: string): boolean {
    return this.#own.termsOf(place, document).has(this.#view.index.memories.vocabulary.find(term));
  }

  #hasMeaning(place: number, document: number): boolean {
    const { rowOf } = this.#view.byBeliever[place]!.believer;
    return this.#vector !== undefined && this.#view.index.vectors.has(rowOf.get(document));
  }

  /** A query without content asks for whom it names, for a time, a session or a thought; or for anything. */
  #direct(place: number, document: number, value: (name: string) => number): number {
    const { manners, named, entities, onlyTime, period, asksForAnything, isCourtesy } = this.#query;
    const dates = onlyTime ? [] : this.#query.dates;
    const isThought = manners.includes('alternatives') || manners.includes('revisions');
    const asked = [
      ...(dates.length > 0 ? [value('date')] : []),
      ...(isThought ? [value('thought')] : []),
      ...(named.length > 0 ? [this.#speaksOf(place, document, named)] : []),
      // "When does Paul do Pilates?" asks for no more of Paul than that.
      ...(named.length > 0 && entities.length > 0 ? [this.#answersOf(place, document) ? 1 : 0] : []),
    ];
    const asksNothing = asked.length + entities.length === 0 && period === undefined && !asksForAnything;
    if (asksNothing || isCourtesy) return 0;
    const least = Math.min(1, ...asked);
    return least * directRelevance * (0.5 + 0.5 * (value('statement') || (dates.length > 0 ? 1 : 0)));
  }

  /** 1 where a memory says a name, less where the one who is named said it of something else. */
  #speaksOf(place: number, document: number, named: readonly string[]): number {
    const { memories } = this.#view.index;
    const { believer } = this.#view.byBeliever[place]!;
    const row = believer.rowOf.get(document);
    const numbers = named.map((term) => memories.vocabulary.find(term));
    const speaker = new Set(memories.speakerTerms[memories.speaker.get(row)] ?? []);
    // The terms of a memory have those of its speaker's name among them.
    const own = this.#own.termsOf(place, document);
    const says = (term: string, i: number): boolean =>
      own.has(numbers[i]!) && !this.#isAddressed(place, document, term);
    return Math.max(0, ...named.map((term, i) => (speaker.has(term) ? 0.9 : says(term, i) ? 1 : 0)));
  }

  /** Whether a memory has the name of one who talks along, and calls somebody by name: "Hey Sam!" is said to Sam, not of him. */
  #isAddressed(place: number, document: number, term: string): boolean {
    const { memories } = this.#view.index;
    const row = this.#view.byBeliever[place]!.believer.rowOf.get(document);
    if ((memories.answers.get(row) & answerKinds.addressing) === 0) return false;
    const { speakers } = this.#talkOf(place, document);
    return [...speakers].some(
      (one) => one !== memories.speaker.get(row) && (memories.speakerTerms[one] ?? []).includes(term),
    );
  }

  #values(place: number, document: number, value: (name: string) => number): Record<GroundName, number> {
    const around = this.#saidAround(place, document);
    const { before, after, near } = around;
    const held = this.#own.heldBy(place, document).slice();
    const mark = (documents: readonly number[]): void => this.#own.mark(held, place, documents);
    const own = coverageOf(this.#terms, held, this.#total);
    mark(near);
    const nearby = coverageOf(this.#terms, held, this.#total);
    mark(before);
    mark(after);
    const allAround = coverageOf(this.#terms, held, this.#total);
    const meaning = this.#meanings(place, [document, ...near, ...before.slice(nearBefore), ...after.slice(nearAfter)]);
    const [itself = 0] = meaning;
    const closest = Math.max(...meaning.slice(0, 1 + near.length));
    const best = meaning.toSorted((one, other) => other - one).slice(0, 3);
    const isNamed = this.#query.named.length > 0;
    const ofNamed = isNamed ? this.#ofNamed(place, document, around, value('speaker')) : value('speaker');
    // A memory may say a name that it is not linked to.
    const row = this.#view.byBeliever[place]!.believer.rowOf.get(document);
    const names = isNamed ? [] : unlinked(this.#view.index.memories, row, this.#query);
    const isSaid = this.#speaksOf(place, document, names) > 0;
    const entity = isOfOthers(this.#view.index.memories, row, this.#query)
      ? 0
      : Math.max(value('entity'), isSaid ? 1 : 0);
    const said = [document, ...near];
    const wordsNear = this.#words?.nearness(place, said, this.#terms) ?? 0;
    const unknown = this.#terms.reduce((sum, { isKnown, weight }) => sum + (isKnown ? 0 : weight), 0);
    return {
      own: own.share,
      near: nearby.share,
      around: allAround.share,
      missing: nearby.missing,
      missingAround: allAround.missing,
      matched: Math.min(4, own.matched) / 4,
      matchedNear: Math.min(4, nearby.matched) / 4,
      rareOwn: own.rarest,
      rareNear: nearby.rarest,
      unknown: unknown / this.#total,
      terms: Math.min(8, this.#terms.length) / 8,
      fewTerms: 1 / (1 + this.#terms.length),
      meaning: itself,
      meaningNear: closest,
      meaningAround: best.reduce((sum, one) => sum + one, 0) / Math.max(1, best.length),
      meaningWords: itself * nearby.share,
      // What is of the kind that is asked for is as near as its word.
      wordsNear: wordsNear > 0 && this.#kinds.isSaid(place, said) ? Math.max(wordsNear, nearby.share) : wordsNear,
      named: isNamed ? 1 : 0,
      otherSpeaker: isNamed && ofNamed === 0 ? 1 : 0,
      speaker: ofNamed,
      date: value('date'),
      answer: value('answer'),
      statement: value('statement'),
      entity,
      concept: value('concept'),
      answerMissing: this.#query.answers > 0 && value('answer') === 0 ? 1 : 0,
      otherNumber: hasOtherNumber(this.#query.content, () => this.#own.textsOf(place, document)) ? 1 : 0,
      otherOfFamily: this.#kinds.isOfAnother(place, document, around) ? 1 : 0,
      // "Did Ben read Dune?" is no answer in what others say of Dune.
      ...this.#attributeGrounds(
        place,
        document,
        around,
        ofNamed > 0 || (entity > 0 && !(isNamed && this.#query.asksWhether)),
      ),
    };
  }

  /** How far a memory is of who is named: they said it, also where two are named, it says their name, or "your" to them. */
  #ofNamed(place: number, document: number, { people, isOfNamed }: SaidAround, speaker: number): number {
    const { memories } = this.#view.index;
    const row = this.#view.byBeliever[place]!.believer.rowOf.get(document);
    if (this.#isOfListener(row)) return 0;
    if (speaker > 0 || this.#speaksOf(place, document, this.#query.named) > 0) return 1;
    const isSaidTo = people === 2 && isOfNamed && memories.questionShare.get(row) < 1;
    return isSaidTo && (memories.answers.get(row) & answerKinds.listener) !== 0 ? saidToShare : 0;
  }

  /** What was said before and after a memory in a conversation. What one person notes down, line by line, is none. */
  #saidAround(place: number, document: number): SaidAround {
    const { rowOf, timelines } = this.#view.byBeliever[place]!.believer;
    const before = turnsFrom(document, contextBefore, (at) => timelines.previous.get(at));
    const after = turnsFrom(document, contextAfter, (at) => timelines.next.get(at));
    const talk = this.#talkOf(place, document);
    if (!talk.isTalk) return { before: [], after: [], near: [], ...talk };
    // A question that follows is answered by what comes after it.
    const { questionShare } = this.#view.index.memories;
    const answered = after.slice(0, nearAfter).filter((one) => questionShare.get(rowOf.get(one)) < 1);
    const near = [...before.slice(0, nearBefore), ...answered];
    // Who asks "And your sister?" says nothing of their own.
    const isOwn = (one: number): boolean => !this.#isOfListener(rowOf.get(one));
    const ofOther = (one: number): boolean => this.#isOfOther(rowOf.get(one), rowOf.get(document));
    return {
      before: before.filter(isOwn),
      after: after.filter(isOwn),
      near: near.filter((one) => isOwn(one) && !ofOther(one)),
      ...talk,
    };
  }

  /** Whether it is of others, or somebody else than who says a memory tells of themselves what the query asks of whom it names, or whether it is so. */
  #isOfOther(row: number, besides: number): boolean {
    const { answers, speaker, tells } = this.#view.index.memories;
    const { attributes, meant, asksWhether } = this.#query;
    if (isOfOthers(this.#view.index.memories, row, this.#query)) return true;
    if (meant.length === 0 || (!asksWhether && (tells.get(row) & attributes) === 0)) return false;
    const isOfSelf = (answers.get(row) & (answerKinds.self | answerKinds.listener)) === answerKinds.self;
    return isOfSelf && speaker.get(row) !== speaker.get(besides);
  }

  /** Who speaks in the session of a document. */
  #talkOf(place: number, document: number): Talk {
    const { rowOf, timelines } = this.#view.byBeliever[place]!.believer;
    const session = timelines.timelineOf.get(document);
    const key = `${place} ${session}`;
    const known = this.#talks.get(key);
    if (known !== undefined) return known;
    const rows = (timelines.timelines[session] ?? []).map((one) => rowOf.get(one));
    const talk = talkAmong(this.#view.index.memories, rows, this.#query);
    this.#talks.set(key, talk);
    return talk;
  }

  /** Whether the attribute that is asked for is told, and of whom: in a memory itself, in answer to a question, or near it. */
  #attributeGrounds(place: number, document: number, around: SaidAround, isOfNamed: boolean): AttributeGrounds {
    const { attributes, meant, entities } = this.#query;
    const { before, near, isTalk } = around;
    const { memories } = this.#view.index;
    const { believer } = this.#view.byBeliever[place]!;
    const rowOf = (one: number): number => believer.rowOf.get(one);
    const row = rowOf(document);
    const tells = (one: number): boolean => (memories.tells.get(rowOf(one)) & attributes) !== 0;
    const asking = before.slice(0, nearBefore).filter((one) => {
      const other = rowOf(one);
      return memories.speaker.get(other) !== memories.speaker.get(row) && (memories.asks.get(other) & attributes) !== 0;
    });
    const isAsked = asking.length > 0;
    // "Is Luis married?" "No, he is single." is of Luis.
    const isReply = asking.some((one) => this.#mentionsNamed(place, one) && !this.#isByNamed(rowOf(one)));
    // What somebody says of themselves, or of another by name, is not of whom they talk to.
    const isOwn = isOfSelfOrOthers(memories, row, this.#query);
    const isOther =
      meant.length + entities.length > 0 && !isOfNamed && !isReply && !this.#isOfRelative(place, document, around);
    const isNear = isOther && !isOwn && near.some((one) => this.#mentionsNamed(place, one));
    const isTold = tells(document) || isAsked;
    const isToldNear = !isTold && near.some(tells);
    const asks = attributes !== 0;
    return {
      told: asks && isTold && !isOther ? 1 : 0,
      toldNear: asks && isToldNear ? 1 : 0,
      toldOfOther: asks && isTold && isOther ? 1 : 0,
      untold: asks && !isTold && !isToldNear ? 1 : 0,
      untoldInNote: asks && !isTold && !isTalk ? 1 : 0,
      otherSubject: isOther && !isNear ? 1 : 0,
      nearSubject: isNear ? 1 : 0,
      selfOfOther: this.#isHeldByOther(row, around) || (isOther && this.#isOfAnothersTalk(row, around, isNear)) ? 1 : 0,
    };
  }

  /** "How many boats do I have?" is not answered by how many Ida has. */
  #isHeldByOther(row: number, { isTalk }: SaidAround): boolean {
    const { memories } = this.#view.index;
    const { asksOfSelf, meant, entities } = this.#query;
    if (!asksOfSelf || meant.length + entities.length > 0 || isTalk || memories.speaker.get(row) >= 0) return false;
    return (memories.answers.get(row) & (answerKinds.self | answerKinds.me)) === 0 && namesSomebody(memories, row);
  }

  /** Whether somebody notes it of themselves or of another person, or says it in a talk that the one who is named has no part in. */
  #isOfAnothersTalk(row: number, { isTalk, people, isOfNamed }: SaidAround, isNear: boolean): boolean {
    // "Did Ben read it?" is not answered by what somebody else says to have read.
    const isOwn =
      (people < 2 || this.#query.asksWhether) && (this.#view.index.memories.answers.get(row) & answerKinds.self) !== 0;
    return isOwn || (!isTalk && namesSomebody(this.#view.index.memories, row)) || (isTalk && !isOfNamed && !isNear);
  }

  /** Whether a memory is nothing but "Cool!" or "Congrats, Sam!". */
  #onlyReacts(place: number, document: number): boolean {
    const { memories } = this.#view.index;
    const row = this.#view.byBeliever[place]!.believer.rowOf.get(document);
    const names = memories.speakerTerms[memories.speaker.get(row)] ?? [];
    const isName = (term: string): boolean => names.includes(term) || this.#isAddressed(place, document, term);
    let reacts = false;
    for (const number of this.#own.termsOf(place, document)) {
      const term = memories.vocabulary.text(number);
      if (isName(term)) continue;
      if (!isReaction(term)) return false;
      reacts = true;
    }
    return reacts;
  }

  /** "My daughter" is of her, also where the query has her name besides; but not of whom it is said to. */
  #isOfRelative(place: number, document: number, { isTalk, isOfNamed }: SaidAround): boolean {
    const { relatives, speaker, bySelf } = this.#query;
    const { answers, vocabulary } = this.#view.index.memories;
    const own = this.#own.termsOf(place, document);
    if (!relatives.terms.some((term) => own.has(vocabulary.find(term)))) return false;
    const isOwn = (answers.get(this.#view.byBeliever[place]!.believer.rowOf.get(document)) & answerKinds.self) !== 0;
    return !(isTalk && isOwn && speaker >= 0 && !bySelf && isOfNamed);
  }

  #mentionsNamed(place: number, document: number): boolean {
    return this.#speaksOf(place, document, this.#query.meant) > 0 || this.#mentionsOne(place, document);
  }

  /** Whether a memory, or a question that it may reply to, mentions one of the entities that are named. */
  #answersOf(place: number, document: number): boolean {
    const { rowOf } = this.#view.byBeliever[place]!.believer;
    const { questionShare } = this.#view.index.memories;
    const asking = this.#saidAround(place, document).near.filter((one) => questionShare.get(rowOf.get(one)) > 0);
    return [document, ...asking].some((one) => this.#mentionsOne(place, one));
  }

  /** Whether a memory mentions one of the entities that are named. */
  #mentionsOne(place: number, document: number): boolean {
    const row = this.#view.byBeliever[place]!.believer.rowOf.get(document);
    const names = this.#view.index.memories.mentions[row] ?? [];
    return this.#query.entities.some((entity) => mentionsOne(names, entity));
  }

  /** Whether the one who is named said a memory. */
  #isByNamed(row: number): boolean {
    const { speaker, speakerTerms } = this.#view.index.memories;
    return (speakerTerms[speaker.get(row)] ?? []).some((term) => this.#query.named.includes(term));
  }

  /** Whether the one who is named says it of whom they talk to, and not of themselves. */
  #isOfListener(row: number): boolean {
    const kinds = this.#view.index.memories.answers.get(row);
    return (kinds & answerKinds.listener) !== 0 && (kinds & answerKinds.self) === 0 && this.#isByNamed(row);
  }

  /** The cosines of some documents with the query, at least 0; 0 for all without vectors. */
  #meanings(place: number, documents: readonly number[]): readonly number[] {
    if (this.#vector === undefined) return documents.map(() => 0);
    const { rowOf } = this.#view.byBeliever[place]!.believer;
    const rows = documents.map((document) => rowOf.get(document));
    const missing = Int32Array.from(rows.filter((row) => !this.#cosines.has(row)));
    const found = missing.length === 0 ? [] : this.#view.index.vectors.cosinesOf(this.#vector, missing);
    for (const [at, cosine] of found.entries()) this.#cosines.set(missing[at]!, Math.max(0, cosine));
    return rows.map((row) => this.#cosines.get(row) ?? 0);
  }
}
