/**
 * Says which ones a name may mean that means several in a view, with what tells them apart. Which ones those are is
 * decided in `recall-index/who-is-meant.ts`; nobody is chosen here.
 */
import { namesMeant } from '../recall-index/name-matcher.ts';
import type { Meant } from '../recall-index/who-is-meant.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';

/** What names are read from. */
export interface NamingParts {
  readonly index: RecallIndex;
  readonly ledger: Pick<LedgerReader, 'entities'>;
}

/** One who may be meant, as some believers know them. */
export interface NamedOne {
  readonly name: string;
  /** `entity:KEY`; missing of one who has only spoken. */
  readonly id?: string;
}

/** What the believers call each of some who may be meant: the longest name that they use. */
export async function namesOfMeant(
  { index, ledger }: NamingParts,
  believers: readonly string[],
  among: readonly Meant[],
): Promise<readonly NamedOne[]> {
  const { names, speakers } = index.memories;
  const ids = among.map(({ entities }) => entities.map((entity) => names.text(entity)));
  const records = new Map((await ledger.entities(ids.flat())).map((entity) => [entity.id, entity]));
  return among.map((one, place) => {
    const called = ids[place]!.flatMap((id) => {
      const name = records.get(id)?.name;
      return name !== undefined && index.isCalled(believers, name, id) ? [{ name, id }] : [];
    });
    const heard: readonly NamedOne[] = one.speakers.map((speaker) => ({ name: speakers.text(speaker) }));
    const [longest] = [...called, ...heard].sort((a, b) => b.name.length - a.name.length);
    const [id] = longest === undefined ? [] : [(longest as NamedOne).id ?? ids[place]![0]];
    return { name: longest?.name ?? 'somebody else', ...(id === undefined ? {} : { id }) };
  });
}

/** One sentence for each name of a list that means several to some believers. */
export async function ambiguitiesOf(
  parts: NamingParts,
  believers: readonly string[],
  asked: readonly string[],
): Promise<readonly string[]> {
  const names = parts.index.namesOf(believers);
  const several = asked.map((name) => ({ name, among: names.named(name).among }));
  return sentences(parts, believers, several);
}

/** The same for the names in a text. */
export async function ambiguitiesIn(
  parts: NamingParts,
  believers: readonly string[],
  text: string,
): Promise<readonly string[]> {
  const matches = namesMeant(parts.index.namesOf(believers), text);
  return sentences(
    parts,
    believers,
    matches.map(({ from, to, among }) => ({ name: text.slice(from, to), among })),
  );
}

/** The same for a query, and for whom it is to be about. */
export async function ambiguitiesAsked(
  parts: NamingParts,
  believers: readonly string[],
  { query, about = [] }: { readonly query: string; readonly about?: readonly string[] | undefined },
): Promise<readonly string[]> {
  return [...(await ambiguitiesOf(parts, believers, about)), ...(await ambiguitiesIn(parts, believers, query))];
}

async function sentences(
  parts: NamingParts,
  believers: readonly string[],
  asked: readonly { readonly name: string; readonly among: readonly Meant[] }[],
): Promise<readonly string[]> {
  const several = new Map(asked.filter(({ among }) => among.length > 1).map(({ name, among }) => [name, among]));
  const told: string[] = [];
  for (const [name, among] of several) {
    told.push(`"${name}" may be ${eitherOf(await namesOfMeant(parts, believers, among))}.`);
  }
  return told;
}

/** "Anna Schmidt or Anna Weber"; those of one name with their ids. */
export function eitherOf(ones: readonly NamedOne[]): string {
  const alike = (name: string): boolean => ones.filter((one) => one.name === name).length > 1;
  const told = ones.map(({ name, id }) => (id !== undefined && alike(name) ? `${name} (${id})` : name));
  return told.length < 2 ? told.join('') : `${told.slice(0, -1).join(', ')} or ${told.at(-1)}`;
}
