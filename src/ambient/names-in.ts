/** What a message names of what a perspective knows. */
import { z } from 'zod';
import { talkField } from '../domain/audience.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked, type Given, signal, text } from '../domain/input.ts';
import type { Perspective } from '../domain/belief.ts';
import { type Fields, count, list, record, words } from '../domain/result.ts';
import { rarityOf } from '../language/common-words.ts';
import { isUnknownWord } from '../language/lexicon.ts';
import { standInsFor } from '../language/stand-ins.ts';
import { conceptStopWords, timesElsewhere } from '../language/word-lists.ts';
import { stemOf, termsOf, wordsOf } from '../language/words.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';
import { namesMeant } from '../recall-index/name-matcher.ts';
import { documentOf } from '../recall-index/posting-lists.ts';
import type { NamesInView } from '../recall-index/who-is-meant.ts';
import type { RecallParts } from '../recall/recall.ts';
import type { View } from '../recall/view.ts';
import { isPointing } from './bearing.ts';
import {
  leastRareThing,
  maxAskedPostings,
  maxPostings,
  shareOfNext,
  shareOfPrevious,
  wordsToHalfFit,
} from './defaults.ts';

const namesInFields = {
  /** Of a longer one only the first 10,000 characters are read. */
  message: text(100_000),
  ...talkField,
  signal,
};
/** What `namesIn` takes. */
export interface NamesInOptions extends Given<typeof namesInFields> {}

/** The rules for {@link NamesInOptions}. */
export const namesInSchema: z.ZodType<Checked<NamesInOptions>> = z.strictObject(namesInFields);

const knownNameFields = {
  /** As the message writes it. */
  name: words,
  /** Where it begins and ends in the message, in units of UTF-16. */
  from: count,
  to: count,
  /** The ids of all entities that this agent, or everybody, calls so; merged ones too. */
  entities: list(words),
  /** Where the name means several: the ids of each one that it may mean. */
  among: list(list(words)).exactOptional(),
};
/** A name in a message that an agent knows. */
export interface KnownName extends Fields<typeof knownNameFields> {}
export const knownNameRules: z.ZodType<KnownName> = record(knownNameFields);

/**
 * The names in a message that a perspective knows, in order.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export async function knownNames(
  { index, follow }: Pick<RecallParts, 'index' | 'follow'>,
  { believers }: Perspective,
  options: NamesInOptions,
): Promise<readonly KnownName[]> {
  const { message, signal: cancel } = checked('namesIn', namesInSchema, options);
  throwIfCancelled('namesIn', cancel);
  await follow();
  return namesMeant(index.namesOf(believers), message).flatMap(({ from, to, entities, among }) => {
    // One who speaks and of whom nobody has said anything is no entity.
    if (entities.length === 0) return [];
    const ids = (numbers: readonly number[]): readonly string[] => numbers.map((one) => index.memories.names.text(one));
    const several = among.length === 0 ? {} : { among: among.map((one) => ids(one.entities)) };
    return [{ name: message.slice(from, to), from, to, entities: ids(entities), ...several }];
  });
}

/** A message with the names in it as they are known where letters have changed places ("memhet"), of five at least. */
export function withSlipsMended(names: NamesInView, message: string): string {
  return message.replace(/(?<![\p{L}\p{N}_@./-])\p{L}{5,20}(?![\p{L}\p{N}_-]|\.\p{L})/gu, (word) => {
    const lower = word.toLowerCase();
    if (!isUnknownWord(lower) || names.meaning(lower).entities.length > 0) return word;
    const swapped = Array.from({ length: lower.length - 1 }, (_, at) => {
      return `${lower.slice(0, at)}${lower[at + 1]}${lower[at]}${lower.slice(at + 2)}`;
    });
    const name = names.onlyPerson(swapped);
    return name === undefined ? word : name.charAt(0).toUpperCase() + name.slice(1);
  });
}

// How much memories have in common with the words of a message. A rare word says much, a frequent one little. A word of
// a neighbour in the session counts too. Rarity is counted among the memories of the believers in view and nobody
// else's. The names in the message do not count, since everything that is said of them has them. Words that name
// nothing do not count either.

/** A word of the message, and the documents of each believer that have it. */
interface SoughtWord {
  readonly rarity: number;
  readonly postings: readonly ArrayLike<number>[];
  readonly count: number;
}

/** How much of a message's words memories have, 0..1. */
export class WordFits {
  readonly #memories: MemoryTable;
  readonly #believers: readonly BelievedWords[];
  /** The rarity that makes half of a fit. */
  readonly #half: number;

  /**
   * Looks the words up, in memories in view and others. Of words so frequent that looking at all would take long the
   * rarer ones count.
   *
   * @param names - the names that the message knows, as it writes them.
   */
  constructor({ index, believers: agents }: View, message: string, names: readonly string[]) {
    const believers = agents.flatMap((agent) => index.believer(agent) ?? []);
    const known = believers.reduce((sum, { count }) => sum + count, 0);
    const sought = termsSought(message, names)
      .map((term) => soughtWord(believers, index.memories.vocabulary.find(term), known))
      .filter(({ count, rarity }) => count > 0 && rarity > 0)
      .sort((one, other) => one.count - other.count);
    this.#memories = index.memories;
    this.#believers = believers.map((believer, position) => believedWords(believer, sought, position));
    this.#half = wordsToHalfFit * Math.log(1 + known);
  }

  /** How much the memory in a row has; 0 where neither it nor what stands beside it has a word. */
  of(row: number): number {
    let rarity = 0;
    for (const { believer, rarities } of this.#believers) {
      const document = believer.document(row);
      if (document >= 0) rarity = Math.max(rarity, rarities[document]!);
    }
    return rarity / (rarity + this.#half);
  }

  /** The rows of the memories that have some of the words and speak of one of some entities; one may come twice. */
  speakingOf(entities: readonly number[]): readonly number[] {
    return this.#believers.flatMap(({ believer, rarities }) =>
      entities.flatMap((entity) =>
        rowsOf(
          believer,
          believer.documentsOf(entity).filter((document) => rarities[document] !== 0),
        ),
      ),
    );
  }

  /** The rows of the memories that have some of the words and are those of one of some speakers; one may come twice. */
  saidBy(speakers: readonly number[]): readonly number[] {
    if (speakers.length === 0) return [];
    const { speaker } = this.#memories;
    return this.#believers
      .flatMap(({ believer, documents }) => rowsOf(believer, documents))
      .filter((row) => speakers.includes(speaker.get(row)));
  }
}

/** What a believer's documents and their neighbours have of some words. */
interface BelievedWords {
  readonly believer: BelieverIndex;
  /** By document, the rarities of its words added up. */
  readonly rarities: Float64Array;
  /** The documents that have any, each once; forgotten ones too. */
  readonly documents: readonly number[];
}

function rowsOf({ rowOf }: BelieverIndex, documents: readonly number[]): readonly number[] {
  return documents.map((document) => rowOf.get(document));
}

/**
 * Whether a memory has a telling word that says which thing a message is about, by any of its names, or all that say what it
 * is about.
 */
export function sharesTelling(own: ReadonlySet<string>, telling: readonly string[], isVerbOnly: boolean): boolean {
  const hasOther = (term: string): boolean =>
    rarityOf(term) === 1 && standInsFor(term).some((other) => rarityOf(other) === 1 && own.has(other));
  return (
    telling.some((term) => (own.has(term) || hasOther(term)) && isPointing(term) && rarityOf(term) >= leastRareThing) ||
    (!isVerbOnly && telling.every((term) => own.has(term)))
  );
}

const toSomebody =
  /\b(?:to|for) (?:my|our|his|her) (?!(?:team|group|family|staff|company|crew|class|own)\b|\p{L}+s\b(?!['’]))\p{L}+/iu;

/** Whether a message orders something for one person: "a mail to my landlord". */
export function isToSomebody(message: string): boolean {
  return toSomebody.test(message);
}

function termsSought(message: string, names: readonly string[]): readonly string[] {
  const named = new Set(names.flatMap((name) => termsOf(name)));
  const words = wordsOf(message).filter((word) => !conceptStopWords.has(word));
  // "I'm" and "it's" are no terms.
  const terms = new Set(termsOf(message));
  return [...new Set(words.map(stemOf))].filter((term) => terms.has(term) && !named.has(term));
}

function soughtWord(believers: readonly BelieverIndex[], term: number, known: number): SoughtWord {
  const postings = believers.map((believer) => (term < 0 ? [] : believer.postings(term)));
  const count = postings.reduce((sum, { length }) => sum + length, 0);
  return { rarity: Math.log(1 + Math.max(0, known - count + 0.5) / (count + 0.5)), postings, count };
}

/** Looks some words up among a believer's documents, the rarest first. */
function believedWords(believer: BelieverIndex, sought: readonly SoughtWord[], position: number): BelievedWords {
  const { next, previous } = believer.timelines;
  const rarities = new Float64Array(believer.documents);
  const documents: number[] = [];
  const add = (document: number, rarity: number): void => {
    if (document < 0) return;
    if (rarities[document] === 0) documents.push(document);
    rarities[document] = rarities[document]! + rarity;
  };
  let left = maxPostings;
  for (const { rarity, postings } of sought) {
    const found = postings[position]!;
    left -= found.length;
    if (left < 0) break;
    for (let at = 0; at < found.length; at++) {
      const document = documentOf(found[at]!);
      add(document, rarity);
      add(next.get(document), shareOfNext * rarity);
      add(previous.get(document), shareOfPrevious * rarity);
    }
  }
  return { believer, rarities, documents };
}

// A message without what says nothing of what it is about.

/** "Turn into the passive: 'The dog chased the ball.'": three words and more in quotation marks that are worked on. */
const worked =
  /(?<=:\s*|^(?:please |can you |could you )?(?:translate|turn|rewrite|rephrase|reword|correct|proofread|parse|summari[sz]e|shorten|punctuate|put|change|convert|spell|pronounce)\b[^"“'‘]{0,40})(?:"[^"]{8,}"|“[^”]{8,}”|'(?:[^']|(?<=\p{L})'(?=\p{L})){8,}'(?!\p{L})|‘[^’]{8,}’)/giu;

/** A message without what it only gives to be worked on. */
export function withoutMaterial(message: string): string {
  return message.replace(worked, (quoted) => (quoted.includes(' ') ? ' ' : quoted));
}

/** "utils.ts": many files end so, and have no more in common. */
const fileEnding = /(?<=[\p{L}\p{N}_])\.\p{Ll}{1,5}(?![\p{L}\p{N}./-])/gu;
/** "apps/api/src/" of "apps/api/src/payments/charge.ts": many files lie there. */
const farFolders = /(?<![\p{L}\p{N}_./-])(?:[\p{L}\p{N}_.-]+\/)+(?=[\p{L}\p{N}_.-]+\/[\p{L}\p{N}_.-]+)/gu;

/** A message without the far folders and the endings of its files. */
export function withoutFolders(message: string): string {
  return message.replace(farFolders, '').replace(fileEnding, '');
}

const isTimeElsewhere = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${timesElsewhere.filter((word) => /^\p{Ll}/u.test(word)).join('|')})(?![\p{L}\p{N}])|${timesElsewhere.filter((word) => !/^\p{Ll}/u.test(word)).join('|')}`,
  'giu',
);

/** A message that asks nothing, without its words of other languages for the day: "heute", in which anything may be done. */
export function withoutDay(message: string): string {
  return /[?？]/u.test(message) ? message : message.replace(isTimeElsewhere, ' ');
}

/**
 * A message without its most frequent words, where all together stand in more places than {@link maxAskedPostings}: a
 * bound on time that small stores never meet. Words of grammar stay, since they say what is asked.
 */
export function rarestOf({ index, byBeliever }: View, message: string): string {
  const places = new Map<string, number>();
  for (const term of termsOf(message)) {
    const number = index.memories.vocabulary.find(term);
    if (number < 0 || places.has(term)) continue;
    places.set(
      term,
      byBeliever.reduce((sum, { believer }) => sum + believer.postingCount(number), 0),
    );
  }
  let left = maxAskedPostings;
  const frequent = new Set<string>();
  for (const [term, count] of [...places].sort(([, one], [, other]) => one - other)) {
    left -= count;
    if (left < 0) frequent.add(term);
  }
  if (frequent.size === 0) return message;
  return message.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) =>
    termsOf(word).some((term) => frequent.has(term)) ? ' ' : word,
  );
}
