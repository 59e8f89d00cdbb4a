/** Whom a query or a memory names that is nobody whom the other one means. */
import { classOfWord, isGivenName, isUnknownWord } from '../language/lexicon.ts';
import { standInsFor } from '../language/stand-ins.ts';
import { termsOf } from '../language/words.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import { answerKinds } from '../recall-index/text-traits.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';

/** Whether a text says a name, within a sentence, that no memory of some believers has: "a demo for Boeing". */
export function saysStranger(text: string, { vocabulary }: MemoryTable, believers: readonly BelieverIndex[]): boolean {
  return namesSaid(text).some((name) => !isTermHeld(termsOf(name), vocabulary, believers));
}

/** The words within the sentences of a text that are names of people or of companies, or of what nothing is known. */
export function namesSaid(text: string): readonly string[] {
  const within = text.match(/(?<=[\p{L},] )\p{Lu}\p{Ll}+(?![\p{L}\p{N}])/gu) ?? [];
  return within.filter((name) => isNameOnly(name.toLowerCase()));
}

/** Whether a memory of some believer has one of some terms. */
export function isTermHeld(
  terms: readonly string[],
  vocabulary: MemoryTable['vocabulary'],
  believers: readonly BelieverIndex[],
): boolean {
  const numbers = terms.map((term) => vocabulary.find(term));
  return believers.some((believer) => numbers.some((number) => believer.postingCount(number) > 0));
}

/** Whether a memory of some believer has one of some terms, or a word that people use for one. */
export function isSpokenOf(
  terms: readonly string[],
  { vocabulary }: MemoryTable,
  believers: readonly BelieverIndex[],
): boolean {
  return isTermHeld(
    terms.flatMap((term) => [term, ...standInsFor(term)]),
    vocabulary,
    believers,
  );
}

/** Whether a word is a name of somebody or of a company, or of what nothing is known. */
function isNameOnly(lower: string): boolean {
  return isGivenName(lower) || classOfWord(lower) === 'organisation' || isUnknownWord(lower);
}

/** The terms of a query's names that are not those of another person in a memory: "Thomas Berg" is no "Thomas Klein". */
export function unlinked(
  memories: Pick<MemoryTable, 'mentions' | 'surfaces' | 'typeOf'>,
  row: number,
  { meant, entities }: { readonly meant: readonly string[]; readonly entities: readonly (readonly number[])[] },
): readonly string[] {
  if (meant.length === 0) return meant;
  const said = memories.mentions[row] ?? [];
  const ofOthers = said.flatMap((surface, at) => {
    // Pairs of an entity and how it is written.
    const entity = at % 2 === 1 ? said[at - 1]! : -1;
    if (entity < 0 || memories.typeOf(entity) !== 'person' || entities.some((one) => one.includes(entity))) return [];
    const terms = termsOf(memories.surfaces.text(surface));
    // Each has a part of a name that the other one lacks.
    return terms.every((term) => meant.includes(term)) || meant.every((term) => terms.includes(term)) ? [] : terms;
  });
  return meant.filter((term) => !ofOthers.includes(term));
}

/** Whether a memory is linked to a person. */
export function namesSomebody(memories: Pick<MemoryTable, 'mentions' | 'typeOf'>, row: number): boolean {
  return linkedTo(memories, row).some((one) => memories.typeOf(one) === 'person');
}

/** Whether a memory is linked to a person beside some. */
export function namesAnother(
  memories: Pick<MemoryTable, 'mentions' | 'typeOf'>,
  row: number,
  besides: readonly (readonly number[])[],
): boolean {
  const others = linkedTo(memories, row).filter((one) => !besides.some((entity) => entity.includes(one)));
  return others.some((one) => memories.typeOf(one) === 'person');
}

/** Whether a memory is linked to people, none of whom a query names: of Jon for "Is Ida moving to Oslo?". */
export function isOfOthers(
  memories: Pick<MemoryTable, 'mentions' | 'typeOf'>,
  row: number,
  { entities }: { readonly entities: readonly (readonly number[])[] },
): boolean {
  const people = entities.filter((entity) => entity.some((one) => memories.typeOf(one) === 'person'));
  if (people.length === 0 || !namesSomebody(memories, row)) return false;
  return !linkedTo(memories, row).some((one) => people.some((entity) => entity.includes(one)));
}

/** Whether a memory is of who says it, or of people whom a query does not name. */
export function isOfSelfOrOthers(
  memories: Pick<MemoryTable, 'mentions' | 'typeOf' | 'answers'>,
  row: number,
  query: Parameters<typeof isOfOthers>[2],
): boolean {
  return (memories.answers.get(row) & answerKinds.self) !== 0 || isOfOthers(memories, row, query);
}

/** The entities of a memory: what it mentions lies in pairs, an entity and how it is written. */
export function linkedTo({ mentions }: Pick<MemoryTable, 'mentions'>, row: number): readonly number[] {
  return (mentions[row] ?? []).filter((_, at) => at % 2 === 0);
}
