/**
 * The only file of the benches that reaches past the public API of `madeleine`, where a bench measures one rule alone.
 *
 * - `links` compares each of 21,613 pairs of messages with the rules of links. A memory keeps eight links at most, and
 *   only likely pairs are compared, so the library cannot be asked about a pair.
 * - `recall --mood` asks with the mood that the words of a question speak of. The library infers moods of memories only.
 *
 * - `scale --spaces` serves spaces as a hub does, which puts those away that were used longest ago.
 *
 * The code comes from the build, its types from the source.
 */
type ParseStatement = typeof import('../src/language/parse-statement.ts');
type RelationBetween = typeof import('../src/language/relation-between.ts');
type HubSpaces = typeof import('../src/cli/hub/open-spaces.ts');
type InferMood = typeof import('../src/language/infer-mood.ts');

/** The rules of links: how a statement is read, and how two stand to each other. */
export type LinkRules = Pick<ParseStatement, 'parseStatement'> & Pick<RelationBetween, 'relationBetween'>;

/** The rules of links. */
export async function linkRules(): Promise<LinkRules> {
  const { parseStatement }: ParseStatement = await built('language/parse-statement.js');
  const { relationBetween }: RelationBetween = await built('language/relation-between.js');
  return { parseStatement, relationBetween };
}

/** The lexicon that infers the mood of a text; it answers undefined for a text without words of feeling. */
export async function moodLexicon(): Promise<InferMood['inferMood']> {
  const { inferMood }: InferMood = await built('language/infer-mood.js');
  return inferMood;
}

/** The spaces of a hub. */
export async function hubSpaces(
  parts: ConstructorParameters<HubSpaces['OpenSpaces']>[0],
): Promise<InstanceType<HubSpaces['OpenSpaces']>> {
  const { OpenSpaces }: HubSpaces = await built('cli/hub/open-spaces.js');
  return new OpenSpaces(parts);
}

/** A module of the build; dist and dist-bench lie side by side. */
function built<Module>(path: string): Promise<Module> {
  return import(new URL(`../dist/${path}`, import.meta.url).href) as Promise<Module>;
}
