/**
 * Reads the relations of entities out of a text by rules, without a model and without I/O: what it
 * asserts to be so now. Questions, conditions, wishes, guesses, denials, quotations, what others say and what
 * is over tell none. Precision comes before recall.
 *
 *   names of the text -> marks -> sentences -> asserted clauses -> verbs, possessives -> relations
 */
import { foldName } from './fold.ts';
import { sentencesOf } from './sentences.ts';
import { assertedClauses } from './split-clauses.ts';
import { ownedNouns, personNouns } from './kin-words.ts';
import { introducedNames } from './introduced-names.ts';
import { markSource, NameMarks, type RelatedName } from './name-marks.ts';
import { possessiveRelations } from './possessive-relations.ts';
import type { NamedRelation } from '../remember/told-relations.ts';
import { marksIn, mayBePerson, verbHints, verbRelations } from './verb-relations.ts';

/** A text with the names that are known of it. */
export interface NamedText {
  readonly content: string;
  /** Who "I" is; without one nothing is told of "me". */
  readonly speaker: string | undefined;
  readonly names: readonly RelatedName[];
}

/** What a text tells. */
export interface FoundRelations {
  /** Each once, at most {@link maxFound}. */
  readonly relations: readonly NamedRelation[];
  /** Names at their ends that were not known: whoever speaks, and those that the text introduces. */
  readonly introduced: readonly RelatedName[];
}

/** Relations that are read from one text, at the most: one of more is mostly a list. */
export const maxFound = 20;
/** Sentences are read to this length, in characters: longer ones are no prose. */
const longestSentence = 600;

const mark = new RegExp(markSource);
/** A sentence without such a word tells no relation; most have none. */
const telling = new RegExp(`\\b(?:${verbHints}|${personNouns}|fianc|${ownedNouns})`);
/** "N, who lives in N, is ..." also says "N lives in N". */
const relative = new RegExp(`(${markSource}),? who ([^,;]+)(?:, )?`, 'g');
const possessive = /\b(?:[Hh]is|[Hh]er|[Tt]heir)\b/g;

/** The relations that a text tells. */
export function findRelations({ content, speaker, names }: NamedText): FoundRelations {
  const known = new Set(names.map(({ name }) => foldName(name)));
  const introduced = introducedNames(content).filter(({ name }) => !known.has(foldName(name)));
  const marks = new NameMarks([...names, ...introduced], speaker);
  const found = new Map<string, NamedRelation>();
  for (const sentence of sentencesOf(marks.mark(content))) {
    if (sentence.length > longestSentence || !mark.test(sentence) || !telling.test(sentence)) continue;
    for (const relation of relationsOf(sentence, marks)) {
      if (found.size < maxFound && foldName(relation.from) !== foldName(relation.to))
        found.set(JSON.stringify(relation), relation);
    }
  }
  const relations = [...found.values()];
  const ends = new Set(relations.flatMap(({ from, to }) => [foldName(from), foldName(to)]));
  const speaking: readonly RelatedName[] =
    speaker === undefined ? [] : [{ name: speaker, type: 'person', surfaces: [speaker] }];
  const isNeeded = ({ name }: RelatedName): boolean => ends.has(foldName(name)) && !known.has(foldName(name));
  return { relations, introduced: [...introduced, ...speaking].filter(isNeeded) };
}

function relationsOf(sentence: string, marks: NameMarks): readonly NamedRelation[] {
  const apart: string[] = [];
  // Names are marks, so a capital only begins the sentence: "Maybe" is "maybe".
  const lower = sentence.charAt(0).toLowerCase() + sentence.slice(1);
  const main = withOwner(lower, marks).replace(relative, (_, name: string, said: string) => {
    apart.push(`${name} ${said}`);
    return `${name} `;
  });
  return [main, ...apart]
    .flatMap((text) => assertedClauses(text))
    .flatMap((clause) => [...verbRelations(clause, marks), ...possessiveRelations(clause, marks)]);
}

/** "N lives there; his brother": where one person alone is named before it, "his" is that one's. */
function withOwner(sentence: string, marks: NameMarks): string {
  return sentence.replace(possessive, (word, at: number) => {
    const persons = marksIn(sentence.slice(0, at)).filter((one) => mayBePerson(marks.of(one)));
    const [only] = persons;
    return only !== undefined && new Set(persons).size === 1 && sentence.startsWith(only) ? `${only}'s` : word;
  });
}
