/** What prose is made of: memories as recall tells them, what a template has to know, and what it makes of them. */
import type { FactKind, FollowType, KnowledgeType, Mood, ObservationType, Provenance } from '../domain/records.ts';
import { foldName } from './fold.ts';
import { verbForms } from './grammar.ts';
import { languageOf } from './languages.ts';
import { capital, looksLikeInstruction, plainWords, shorten, small, splitSentences } from './sentences.ts';
import { isStatement } from './told-clause.ts';
import { isOrdinary, stopWords } from './word-lists.ts';
import { termsOf, wordsOf } from './words.ts';

/** A memory, as far as a sentence tells it. Any recalled memory is one. */
export interface ToldMemory {
  readonly type: 'fact' | ObservationType;
  readonly content: string;
  readonly kind?: FactKind;
  readonly knowledgeType?: KnowledgeType;
  readonly speaker?: string;
  /** The agent that recorded an observation. */
  readonly recordedBy?: string;
  /** Who else speaks in the same conversation, and so whom it was said to. */
  readonly listeners?: readonly string[];
  readonly occurredAt: Date;
  readonly validFrom?: Date;
  readonly mood?: Mood;
  readonly moodSource?: 'given' | 'inferred';
  /** Of a thought: how it follows another, why, and whether another revises it. */
  readonly thought?: { readonly type?: FollowType; readonly reason?: string; readonly revisedBy?: string };
  /** Who believes it, and where each has it from: the reader itself, `system`, or both. */
  readonly believers: readonly { readonly agent: string; readonly provenance: Provenance }[];
  /** The names by which it calls somebody or something, as far as the reader knows them. */
  readonly entities: readonly { readonly name: string }[];
}

/** A memory that is worth saying. */
export interface ProseItem extends ToldMemory {
  /** `observation:KEY` or `fact:KEY`. */
  readonly id: string;
  /** What it says of entities, by their names. */
  readonly relations?: readonly { readonly from: string; readonly predicate: string; readonly to: string }[];
  /** What in view contradicts it. */
  readonly contradictedBy?: ToldMemory;
}

/** Who said or thought something, and when. */
export interface Lead {
  /** `Mark told you` */
  readonly says: string;
  /** `on 14 January`; '' where nobody can tell. */
  readonly when: string;
}

/** What a sentence is told for. */
export interface Scene {
  /** The name of the agent that reads it. */
  readonly reader: string;
  readonly now: Date;
  /** What of a memory's own words is worth telling; worked out once for each. */
  readonly passagesIn: (content: string) => Passages;
  /** Characters of a memory's own words at most. */
  readonly most: number;
  /** How the sentence before began, so that this one need not begin alike. */
  readonly before?: Lead;
}

/** A sentence that another may be joined to: one plain statement, `subject` and `rest` making up its text. */
export interface PlainStatement {
  /** A name. */
  readonly subject: string;
  /** From the verb on. */
  readonly rest: string;
}

/** A memory as a sentence. */
export interface Told {
  /** Without a full stop, unless a quotation ends it. */
  readonly text: string;
  readonly statement?: PlainStatement;
  readonly lead?: Lead;
}

/** The words of a lead; `also` are those for one that says the same as the one before. */
export function leadWords({ says, when }: Lead, also: string, before: Lead | undefined): string {
  if (before?.says !== says) return when === '' ? says : `${says} ${when}`;
  if (when === '' || before.when === when) return also;
  return `${capital(when)} ${says.replace(/^You\b/, 'you')}`;
}

// Who is behind a memory, as a name that can stand in a sentence.

/** Longer names are cut, in characters. */
const longestName = 40;
/** A tool or a file by a name that people use: no key, no address of a call. */
const sayable = /^(?!call_|id-)\p{L}[\p{L}\p{N}._/+-]{1,39}$/u;
const keyLike = /\d{4,}|[0-9a-f]{8,}|[0-9a-f]-[0-9a-f]/i;

/** Whether two names are the same agent's. */
export function isSame(name: string | undefined, reader: string): boolean {
  return name !== undefined && foldName(name) === foldName(reader);
}

/** A name in prose; `somebody` where it is none. */
export function nameOf(name: string): string {
  const plain = plainWords(name);
  return plain === '' || looksLikeInstruction(plain) ? 'somebody' : shorten(plain, longestName);
}

/** An agent's name in prose, with a capital letter. */
export function agentName(name: string): string {
  return capital(nameOf(name));
}

/** Where the reader has a memory from, else where `system` has it from. */
export function toldFrom({ believers }: ToldMemory, reader: string): Provenance | undefined {
  return (believers.find(({ agent }) => agent === reader) ?? believers[0])?.provenance;
}

/** A tool's, a file's or a site's name, where it has one that can be said. */
export function sourceName(provenance: Provenance | undefined): string | undefined {
  const source = provenance?.source.replace(/^https?:\/\/(?:www\.)?([^/?#]+).*$/i, '$1');
  return source !== undefined && sayable.test(source) && !keyLike.test(source) ? source : undefined;
}

// The part of a memory that a sentence tells: whole sentences where they fit, else the best of one of them.

/** What to look for in a text. */
export interface Sought {
  /** Names that the talk is of: sentences that name one are preferred. */
  readonly names: readonly string[];
  /** Terms of what was just said: the sentence that has most of them is preferred to all others. */
  readonly terms: ReadonlySet<string>;
}

/** What of a text is worth telling. */
export interface Passages {
  readonly sentences: readonly string[];
  /** The place of the sentence that is told before all others. */
  readonly first: number;
}

/** A cut leaves at least this share of what could be kept. */
const minKept = 0.4;

/** Words that only open or close a talk, or answer what was said before. */
const courtesy =
  /^(?:(?:hey|hi|hello|wow|oh|aww?|ah|ok|okay|yes|yeah|yep|nope?|nah|sure|bye|cool|congrats|congratulations|thanks|thank you|thx|great|nice|awesome|amazing|totally|definitely|absolutely|good (?:morning|evening|night|point|idea|luck)|take care|see you|talk (?:to you )?(?:soon|later)|me too|same here|sounds? (?:good|great|fun)|(?:good|great|nice|lovely) to (?:see|hear)(?: from)? you|that(?:['’]s| is) (?:so |really |very )?(?:awesome|great|cool|amazing|sweet|nice|wonderful|fantastic|funny|good))\b(?:[\s,!.]+|$))+/i;
const thanking = /^(?:thanks|thank you|thx)\b(?! to\b)/i;
/** What is left beside a courtesy may be a name; more words say something. */
const nameWords = 2;
/** Where a clause ends; what follows goes with it. */
const clauseEnd =
  /[,;:–—、，；]\s|[、，；]|\s(?=(?:and|but|so|because|which|who|while|where|when|although|though|after|before|unless|until|if)\s)/gu;

/** What of plain words is worth telling. */
export function passagesIn(text: string, { names, terms }: Sought): Passages {
  const sentences = worthTelling(splitSentences(text, 'space'));
  return { sentences, first: beginning(sentences, names, terms) };
}

/**
 * The sentences that fit, one after another; a single one that is too long ends at a clause, marked with `…`.
 *
 * @param most - in characters (UTF-16 code units).
 */
export function passageOf({ sentences, first }: Passages, most: number): string {
  let passage = sentences[first] ?? '';
  if (passage.length > most) return cutAtClause(passage, most);
  for (const sentence of sentences.slice(first + 1)) {
    if (passage.length + 1 + sentence.length > most) break;
    passage = `${passage} ${sentence}`;
  }
  for (const sentence of sentences.slice(0, first).toReversed()) {
    if (passage.length + 1 + sentence.length > most) break;
    passage = `${sentence} ${passage}`;
  }
  return passage;
}

/** Courtesies and questions are left out, unless there is nothing else. */
function worthTelling(sentences: readonly string[]): readonly string[] {
  const said = sentences.filter((sentence) => !isCourtesy(sentence));
  const stated = said.filter((sentence) => !/[?？]$/u.test(sentence));
  return [stated, said, sentences].find(({ length }) => length > 0) ?? [];
}

function isCourtesy(sentence: string): boolean {
  if (thanking.test(sentence)) return true;
  const others = sentence.replace(courtesy, '');
  return others !== sentence && others.split(/\s+/).length <= nameWords;
}

/** The place of the sentence that has most of the terms; of several the first that names what the talk is of, else the first. */
function beginning(sentences: readonly string[], names: readonly string[], terms: ReadonlySet<string>): number {
  if (sentences.length < 2) return 0;
  const keys = names.map(foldName).filter((key) => key !== '');
  const worth = sentences.map((sentence) => {
    const folded = foldName(sentence);
    const shared = new Set(termsOf(sentence).filter((term) => terms.has(term))).size;
    // A name counts less than a word: it may be no more than whom the words are said to.
    return shared + (keys.some((key) => folded.includes(key)) ? 0.5 : 0);
  });
  return worth.indexOf(Math.max(...worth));
}

function cutAtClause(sentence: string, most: number): string {
  const ends = Array.from(sentence.slice(0, most).matchAll(clauseEnd), ({ index }) => index);
  const end = ends.filter((index) => index >= most * minKept).at(-1);
  return end === undefined ? shorten(sentence, most) : `${sentence.slice(0, end).trimEnd()}…`;
}

// What somebody said, as indirect speech where that is safe to form and as a quotation where it is not.

/** Whose words they are, and which names may begin them. */
export interface ReportOptions {
  /** Whether the reader said them: `I` then becomes `you`. */
  readonly own: boolean;
  readonly names: readonly string[];
}

const group = /\b(?:[Ww]e|us|[Oo]urs?|[Ll]et['’]s)\b/;
const listener = /\b(?:you|yours?|yourself)\b/i;
/** Speaks of somebody who was named before: "She takes ...", "Dr. Okafor is her doctor". */
const ofAnother =
  /^(?:(?:[Hh]e|[Ss]he|[Tt]hey|[Hh]is|[Hh]er|[Tt]heir)\b|.{1,40}? (?:is|are|was|were) (?:his|her|their) )/;
/** Relatives by what their own call them, which is a name: "Mum loves ...". */
const kinName = /^(?:Mum|Mummy|Mom|Mommy|Mama|Dad|Daddy|Papa|Grandma|Granny|Grandpa|Auntie)\b/;
/** Words at the beginning that only tie a sentence to the one before. */
const ties =
  /^(?:(?:and|but|so(?! (?:far|that|much|many)\b)|then|well|also|oh|anyway|yeah|yep|yes|nope?|nah|okay|ok)\b,?\s+)+(?=\p{L})/iu;
/** Fewer words are no statement. */
const fewWords = 3;
/** What only makes sense where it was said. */
const exclaimed = /[!?？！]|…./u;

/** What follows `Mark told you`: ` that ...`, or a quotation after a colon. The text is plain words, and not empty. */
export function reported(text: string, options: ReportOptions): string {
  // Who begins with a small letter may leave words out, too: "got a ferret", "i'm back".
  const clause = /^\p{Ll}/u.test(text) ? undefined : asReportedClause(text, options);
  return clause === undefined ? `: ${quoted(text)}` : ` that ${clause}`;
}

/** A text between quotation marks, with its final mark inside. */
export function quoted(text: string): string {
  return `“${/[\p{L}\p{N}\p{M})%'’]$/u.test(text) ? `${text}.` : text}”`;
}

/** One statement about others, or about the reader itself, as it stands after `that`; undefined where nobody can tell. */
export function asReportedClause(text: string, { own, names }: ReportOptions): string | undefined {
  if (group.test(text) || listener.test(text) || exclaimed.test(text)) return undefined;
  // "Ruth told you that she takes blood thinners" would be of Ruth.
  if (!own && ofAnother.test(text)) return undefined;
  if (looksLikeInstruction(text) || splitSentences(text, 'space').length !== 1) return undefined;
  // "that" begins a clause in English.
  if (languageOf(text, wordsOf(text)) !== 'en') return undefined;
  const untied = text.replace(ties, '');
  if (untied.split(/\s+/).length < fewWords || !isStatement(untied)) return undefined;
  if (!speaksOfSelf(untied)) return asClause(untied, names);
  return own ? asClause(inSecondPerson(untied), names) : undefined;
}

/** A sentence as it stands inside another: without its full stop, and its first letter small unless it begins a name. */
export function asClause(sentence: string, names: readonly string[]): string | undefined {
  const text = sentence.replace(/[.。]$/u, '');
  const [first = ''] = /^[\p{L}\p{N}'’_-]+/u.exec(text) ?? [];
  if (
    names.some((name) => name !== '' && text.startsWith(name)) ||
    kinName.test(text) ||
    /^(?:I|\p{Ll}.*)$/u.test(first)
  )
    return text;
  const lower = first.toLowerCase();
  const bare = lower.replace(/['’].*$/u, '');
  const isPlain = stopWords.has(lower.replace(/['’]/g, '')) || stopWords.has(bare) || isOrdinary(lower);
  return isPlain || text.includes(` ${lower} `) ? small(text) : undefined;
}

// What is said of the reader, said to it: `I was late` and `Lisa was late` become `you were late`.

const self = /\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)\b/;
const secondPerson: readonly (readonly [RegExp, string])[] = [
  [/\bI['’]m\b/g, "you're"],
  [/\bI (am|was)\b/g, 'you @$1'],
  [/\b(am|was) I\b/gi, '@$1 you'],
  [/@am/gi, 'are'],
  [/@was/gi, 'were'],
  [/\bI\b/g, 'you'],
  [/\b[Mm]yself\b/g, 'yourself'],
  [/\b[Mm]ine\b/g, 'yours'],
  [/\b[Mm]y\b/g, 'your'],
  [/\b[Mm]e\b/g, 'you'],
];
const irregular: ReadonlyMap<string, string> = new Map([
  ['is', 'are'],
  ['was', 'were'],
  ['has', 'have'],
  ['does', 'do'],
  ["isn't", "aren't"],
  ["wasn't", "weren't"],
  ["hasn't", "haven't"],
  ["doesn't", "don't"],
]);

/** Whether the speaker speaks of himself. */
export function speaksOfSelf(text: string): boolean {
  return self.test(text);
}

/** What the reader says of itself, said to it. */
export function inSecondPerson(text: string): string {
  return secondPerson.reduce((said, [pattern, means]) => said.replace(pattern, means), text);
}

/** A sentence whose subject is the reader, said to it: `Lisa thinks` becomes `You think`. Others stay as they are. */
export function aboutReader(text: string, reader: string): string {
  const name = text.slice(0, reader.length);
  const [, verb = '', rest = ''] = /^ ([\p{L}'’]+)(.*)$/u.exec(text.slice(reader.length)) ?? [];
  if (reader === '' || name.toLowerCase() !== reader.toLowerCase() || secondForm(verb) === undefined) return text;
  return `You ${secondForm(verb)}${rest.replaceAll(`${name}'s`, 'your').replaceAll(name, 'you')}`;
}

/** A verb as it goes with `you`; undefined for what is no verb. */
export function secondForm(verb: string): string | undefined {
  const known = irregular.get(verb);
  if (known !== undefined) return known;
  if (verbForms.get(verb) !== 'third') return verbForms.has(verb) ? verb : undefined;
  const candidates = [verb.slice(0, -1), verb.slice(0, -2), verb.replace(/ies$/, 'y')];
  return candidates.find((word) => ['base', 'both'].includes(verbForms.get(word) ?? ''));
}
