/** What a query asks for, read from its text: terms, speakers, dates, the kind of answer. */
import { asksAttribute, attributesAsked } from '../language/asked-attributes.ts';
import { type AskedForms, askedForms } from '../language/asked-forms.ts';
import {
  type Manner,
  isAskingWord,
  isCourtesyWord,
  isKindWord,
  asksForQuestions,
  asksForAnything,
  mannersOf,
  asksForFact,
  asksOfThings,
  termsOfService,
  thingsNamed,
} from '../language/query-wording.ts';
import { termsOf, wordsOf } from '../language/words.ts';
import { isUnknownWord } from '../language/lexicon.ts';
import { languageOf } from '../language/languages.ts';
import type { Period } from '../language/periods.ts';
import { foldName } from '../language/fold.ts';
import { type NamedDate, namedDates } from '../language/dates.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import { roles } from '../recall-index/believer-names.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';
import { namesMeant } from '../recall-index/name-matcher.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { NameMatch, NamesInView } from '../recall-index/who-is-meant.ts';
import { answersAsked, debtKinds } from '../recall-index/text-traits.ts';
import { type CognitiveQuery, type CognitiveQueryOptions, cognitiveQuery } from './cognitive-query.ts';
import { nearTerms } from './near-terms.ts';
import type { Profile } from './profiles.ts';
import { isTermHeld, isSpokenOf, namesSaid, saysStranger } from './strangers.ts';

/** A query as ranking reads it. */
export interface AnalysedQuery extends AskedForms {
  /** Numbers of its distinct terms that the vocabulary knows, in their order. */
  readonly terms: readonly number[];
  /** Its distinct terms without the names that it means, whether the vocabulary knows them or not. */
  readonly content: readonly string[];
  /** The terms of the speakers' names that it has. */
  readonly named: readonly string[];
  /** The terms of all names that it means, those of speakers and of entities. */
  readonly meant: readonly string[];
  /** Whether it has no words but names that are known and words of grammar. */
  readonly onlyNames: boolean;
  /** Whether all whom it names are unknown in view: what is remembered of others is no answer then. */
  readonly ofStrangers: boolean;
  /** The terms of what it seems to call by name, beside whom it means: "Aiko" where memories only say it. English only. */
  readonly unlinkedNames: readonly string[];
  /** Numbers of terms that stand in for those that are unknown in view, such as another spelling. */
  readonly nearTerms: readonly number[];
  /** The terms of its words that no dictionary has: they may be slips. */
  readonly slips: ReadonlySet<string>;
  /** The number of the one speaker that it names; -1 for none or several. */
  readonly speaker: number;
  /** Whether the speaker is the user, who asks for what is their own, and not a person that is named. */
  readonly bySelf: boolean;
  /** How it asks; profiles may weigh signals by it. */
  readonly manners: readonly Manner[];
  /** Numbers of the names of all speakers in view. */
  readonly speakerNames: ReadonlySet<number>;
  /** The entities that it names, speakers apart. */
  readonly entities: readonly QueriedEntity[];
  /** Whether it asks for what is remembered, whatever it is, where it has no content of its own. */
  readonly asksForAnything: boolean;
  readonly dates: readonly NamedDate[];
  /** The time that it asks for; absent where it asks for none. */
  readonly period?: Period;
  /** Whether it asks for whatever was said in the period, and nothing else. */
  readonly onlyTime: boolean;
  /** The time, where what is of another one is no answer. */
  readonly boundTo?: QueryTime;
  /** Whether it is in another language than English, of which the grounds of an answer know little. */
  readonly isForeign: boolean;
  /** The kinds of answer that it asks for, as bits. */
  readonly answers: number;
  /** Which way something is owed or lent of which it asks, as bits of `answerKinds`; 0 where it asks for neither. */
  readonly debts: number;
  /** The everyday attributes that it asks for, as bits of `language/asked-attributes.ts`. */
  readonly attributes: number;
  /** The terms of the things that it speaks of, names and attributes apart. */
  readonly things: ReadonlySet<string>;
  /** Whether an answer to it must speak of what it names: not where it asks what to do. */
  readonly asksOfThings: boolean;
  /** Whether it asks what was told of somebody: what only bears on its words is no answer. */
  readonly asksForFact: boolean;
  readonly cognitive: CognitiveQuery;
}

/** Roles of who says "I" to an assistant's memory. */
const askers = new Set(['user', 'human']);

/** By which profile a query is read, what its asker is at, and whom the asker knows. */
export interface AnalysisOptions extends CognitiveQueryOptions {
  readonly profile: Profile;
  readonly names: NamesInView;
  /** The time that it asks for. */
  readonly time?: QueryTime;
}

/** The time that a query asks for, held against what some believers know. */
export interface QueryTime {
  readonly period: Period;
  readonly dates: readonly NamedDate[];
  /** Whether the period counts by itself and not only by its dates. */
  readonly isRelative: boolean;
  /** Rows of memories that speak of the time, where that counts: nothing else is asked for, or only what happened then. */
  readonly spokenOf: ReadonlySet<number>;
  /** Whether there are no other words in the query than those of time and of telling. */
  readonly onlyTime: boolean;
  /** Whether there are none beside these but names, or only what happened then is asked for by those. */
  readonly isWithin: boolean;
  /** Whether it asks for what happened then, so that what is of another time is no answer. */
  readonly isBound: boolean;
  /** Its terms that only tell the time, where it is bound. */
  readonly timeTerms: ReadonlySet<string>;
}

/** Reads a query against what some believers know. */
export function analyseQuery(
  text: string,
  { memories }: Pick<RecallIndex, 'memories'>,
  believers: readonly BelieverIndex[],
  { profile, time, names: known, ...options }: AnalysisOptions,
): AnalysedQuery {
  const terms = [...new Set(termsOf(text))];
  const speakersInView = new Set(believers.flatMap((believer) => [...believer.speakers.keys()]));
  const said = namesMeant(known, text);
  const byTerms = speakersNamed(new Set(terms), memories, speakersInView);
  // Short forms and other names have no term of the speaker's own.
  const speakers = byTerms.length > 0 ? byTerms : [...new Set(said.flatMap((meant) => meant.speakers))];
  const ofNames = new Set(speakers.flatMap((speaker) => memories.speakerTerms[speaker] ?? []));
  const ofMeant = new Set(said.flatMap(({ from, to }) => termsOf(text.slice(from, to))));
  const spoken = profile.dropSpeakers ? ofNames : new Set<string>();
  const manners = mannersOf(text);
  const asker = manners.includes('own') && speakers.length === 0 ? askerAmong(memories, speakersInView) : -1;
  const others = terms.filter((term) => !spoken.has(term));
  const sought = time?.onlyTime === true ? [] : others.length > 0 ? others : terms;
  const numbers = sought.map((term) => memories.vocabulary.find(term));
  const asked = asksForQuestions(text) ? 0 : attributesAsked(text);
  const forms = askedForms(text);
  const service = termsOfService(text);
  const isBeside = (term: string): boolean =>
    time?.timeTerms.has(term) === true || (service.has(term) && !isTermHeld([term], memories.vocabulary, believers));
  const language = languageOf(text, wordsOf(text));
  const onlyNames = terms.length > 0 && asked === 0 && terms.every((term) => ofNames.has(term) || ofMeant.has(term));
  return {
    terms: numbers.filter((number) => number >= 0),
    content: terms.filter((term) => !ofNames.has(term) && !ofMeant.has(term) && !isBeside(term)),
    named: byTerms.length > 0 ? terms.filter((term) => ofNames.has(term)) : [...ofNames],
    meant: terms.filter((term) => ofNames.has(term) || ofMeant.has(term)),
    onlyNames,
    ofStrangers:
      (speakers.length === 0 &&
        meansNobody(said, () => language !== 'de' && saysStranger(text, memories, believers))) ||
      forms.relatives.mustBeKnown.some((kin) => !isSpokenOf(kin, memories, believers)),
    unlinkedNames: (language === 'en' ? namesSaid(text) : [])
      .flatMap(termsOf)
      .filter((term) => !ofNames.has(term) && !ofMeant.has(term)),
    nearTerms: nearTerms(sought, { memories, believers, compounds: language === 'de', kind: forms.kindOfThing }),
    isForeign: language !== 'en',
    slips: new Set(wordsOf(text).filter(isUnknownWord).flatMap(termsOf)),
    speaker: speakers.length === 1 ? speakers[0]! : asker,
    bySelf: asker >= 0,
    manners: asker >= 0 ? manners : manners.filter((manner) => manner !== 'own'),
    speakerNames: (profile.weights.names ?? 0) > 0 ? namesOf(memories, speakersInView) : new Set(),
    entities: entitiesIn(said, speakers),
    asksForAnything: asksForAnything(text),
    ...timeIn(text, time),
    answers: answersAsked(text, onlyNames),
    debts: debtKinds(text),
    attributes: asked,
    ...forms,
    asksOfThings: asksOfThings(text),
    asksForFact: asksForFact(text),
    things: new Set(
      [...thingsNamed(text)].filter(
        (term) =>
          !ofNames.has(term) &&
          !ofMeant.has(term) &&
          !asksAttribute(term, asked) &&
          !forms.relatives.terms.includes(term) &&
          forms.kindOfThing?.terms.includes(term) !== true,
      ),
    ),
    cognitive: cognitiveQuery(text, memories, believers, options),
  };
}

/** Whether all names that are known mean nobody, as "Mr Lee" where there is a Mrs Lee; where none is known, others decide. */
function meansNobody(said: readonly NameMatch[], others: () => boolean): boolean {
  return said.length === 0 ? others() : said.every(({ entities, speakers }) => entities.length + speakers.length === 0);
}

/** A query without the names of whom it means, for what it asks of them; the query itself if it has no other words. */
export function withoutNames(text: string, names: NamesInView): string {
  let [bare, at] = ['', 0];
  for (const { from, to } of namesMeant(names, text)) {
    bare += text.slice(at, from);
    at = to;
  }
  bare = (bare + text.slice(at)).replace(/\s+/g, ' ').trim();
  return termsOf(bare).length === 0 ? text : bare;
}

/** What a query says of its time; of its dates in English without a clock, if it was not read against one. */
function timeIn(
  text: string,
  time: QueryTime | undefined,
): Pick<AnalysedQuery, 'dates' | 'period' | 'onlyTime' | 'boundTo'> {
  if (time === undefined) return { dates: namedDates(text), onlyTime: false };
  const { dates, period, isRelative, onlyTime, isBound } = time;
  return {
    dates: dates.length === 0 ? namedDates(text) : dates,
    ...(isRelative || onlyTime ? { period } : {}),
    onlyTime,
    ...(isBound ? { boundTo: time } : {}),
  };
}

/** The number of the one speaker that is the user by its role; -1 where there is none, or more than one. */
function askerAmong(memories: MemoryTable, speakers: ReadonlySet<number>): number {
  const users = [...speakers].filter((speaker) => askers.has(memories.speakers.text(speaker).toLowerCase()));
  return users.length === 1 ? users[0]! : -1;
}

/** Numbers of the names of speakers, as far as a memory mentions them. */
function namesOf({ speakers: texts, surfaces }: MemoryTable, speakers: ReadonlySet<number>): ReadonlySet<number> {
  const names = Array.from(speakers, (speaker) => surfaces.find(foldName(texts.text(speaker))));
  return new Set(names.filter((name) => name >= 0));
}

/** The speakers whose whole name is there, and of the others those of whose name a part is there that no whole name has. */
function speakersNamed(
  terms: ReadonlySet<string>,
  memories: MemoryTable,
  speakers: ReadonlySet<number>,
): readonly number[] {
  const whole: number[] = [];
  const partly: number[] = [];
  const namesOf = (speaker: number): readonly string[] => memories.speakerTerms[speaker] ?? [];
  for (const speaker of speakers) {
    const name = namesOf(speaker);
    if (name.length === 0 || roles.has(memories.speakers.text(speaker).toLowerCase())) continue;
    const present = name.filter((term) => terms.has(term)).length;
    if (present === name.length) whole.push(speaker);
    else if (present > 0) partly.push(speaker);
  }
  // "Fahim Khan" is no other Fahim, and in "Fahim Khan and Ida" it is Ida Berg who is meant besides.
  const taken = new Set(whole.flatMap(namesOf));
  return [
    ...whole,
    ...partly.filter((speaker) => namesOf(speaker).some((term) => terms.has(term) && !taken.has(term))),
  ];
}

/** The numbers of one entity: more than one where entities were merged. */
export type QueriedEntity = readonly number[];

/**
 * Numbers of the entities that a query names, those together that one name means. The longest name wins: "New York"
 * names no "York". Left out are names of speakers, whose part in a query is that of a speaker.
 */
function entitiesIn(said: readonly NameMatch[], speakers: readonly number[]): readonly QueriedEntity[] {
  const groups: QueriedEntity[] = [];
  for (const meant of said) {
    if (meant.entities.length === 0 || meant.speakers.some((speaker) => speakers.includes(speaker))) continue;
    if (!groups.some((group) => meant.entities.some((one) => group.includes(one)))) groups.push(meant.entities);
  }
  return groups;
}

/** The terms of a query that say what it asks for; none where it only greets, asks for a time, or for a kind of what it names. */
export function contentOf({ onlyTime, isCourtesy, content, named, entities }: AnalysedQuery): readonly string[] {
  if (onlyTime || isCourtesy) return [];
  const terms = content.filter((term) => !isAskingWord(term));
  const isEmpty = terms.every(named.length + entities.length === 0 ? isCourtesyWord : isKindWord);
  return isEmpty ? [] : terms;
}
