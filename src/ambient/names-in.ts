/** What a message names of what a perspective knows. */
import { count, type Fields, list, record, words } from '../domain/result.ts';
import { z } from 'zod';
import { throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked, signal, text } from '../domain/input.ts';
import type { Perspective } from '../domain/perspective.ts';
import { beginsWithPerson, isAmbiguousName, isOrdinaryName } from '../language/name-lexicon.ts';
import { type NameWord, distrustsCapitals, wordsOfProse } from '../language/names.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import { type NameMatch, type NamePlace, type NameSource, matchNames } from '../recall-index/name-matcher.ts';
import type { RecallParts } from '../recall/recall.ts';

/**
 * The names in a message that the believers know and the message means, in order; one that it says
 * twice comes twice. Ordinary words count as names only where their capital says so.
 */
export function namesIn(
  source: NameSource,
  believers: readonly BelieverIndex[],
  message: string,
): readonly NameMatch[] {
  const names = new MeantNames(message);
  return matchNames(source, believers, message, (place) => names.isMeant(place));
}

/** Each question to the tagger takes up to a millisecond. */
const maxQuestions = 2;
/** So much of a sentence shows the tagger what its first word is. */
const sentenceCharacters = 32;

/** Decides about the names of one message. */
class MeantNames {
  readonly #message: string;
  #prose: readonly NameWord[] | undefined;
  #isShouted = false;
  #questions: number = maxQuestions;

  constructor(message: string) {
    this.#message = message;
  }

  /** Whether a name is meant where it stands. */
  isMeant({ surface, from, to }: NamePlace): boolean {
    if (!isOrdinaryName(surface)) return true;
    const written = this.#message.slice(from, to);
    // Most ordinary words are written small, and the message needs no reading for them.
    if (written === written.toLowerCase()) return false;
    const words = this.#words().filter(({ start }) => start >= from && start < to);
    if (this.#isShouted || words.length === 0) return false;
    if (words.some(({ capitalised, initial }) => capitalised && !initial)) return true;
    const [word] = words;
    return words.length === 1 && word?.capitalised === true && this.#isPerson(word);
  }

  /** The words of the message, read once and only if there is a name to decide about. */
  #words(): readonly NameWord[] {
    if (this.#prose === undefined) {
      this.#prose = wordsOfProse(this.#message);
      this.#isShouted = distrustsCapitals(this.#prose);
    }
    return this.#prose;
  }

  /** Whether the first word of a sentence is a person there. */
  #isPerson({ text, lower, start }: NameWord): boolean {
    if (!isAmbiguousName(lower) || this.#questions === 0) return false;
    this.#questions -= 1;
    const rest = this.#message.slice(start, start + sentenceCharacters);
    return beginsWithPerson(rest.replace(/[.!?\n].*$/s, ''), text);
  }
}

/** What `namesIn` takes. */
export interface NamesInOptions {
  /** Of a longer one only the first 10,000 characters are read. */
  readonly message: string;
  readonly signal?: AbortSignal;
}

const knownNameFields = {
  /** As the message writes it. */
  name: words,
  /** Where it begins and ends in the message, in units of UTF-16. */
  from: count,
  to: count,
  /** The ids of all entities that this agent, or everybody, calls so; merged ones too. */
  entities: list(words),
};
/** A name in a message that an agent knows. */
export interface KnownName extends Fields<typeof knownNameFields> {}

/** The rules of {@link KnownName}. */
export const knownNameRules: z.ZodType<KnownName> = record(knownNameFields);
/** The rules for {@link NamesInOptions}. */
export const namesInSchema: z.ZodType<Checked<NamesInOptions>> = z.strictObject({ message: text(100_000), signal });

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
  const known = believers.flatMap((agent) => index.believer(agent) ?? []);
  return namesIn(index, known, message).map(({ from, to, entities }) => ({
    name: message.slice(from, to),
    from,
    to,
    entities: entities.map((entity) => index.memories.names.text(entity)),
  }));
}
