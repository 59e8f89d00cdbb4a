/** What the memories of a space tell of entities, by their names. */
import type { Madeleine } from '../../src/index.ts';

type Line = Readonly<Record<string, string>> & { readonly record: string };

/** The relations of a space as `from predicate to`, sorted; of one memory where its id is given. */
export async function toldRelations(space: Madeleine, memory?: string): Promise<readonly string[]> {
  const lines: Line[] = [];
  for await (const line of space.export()) lines.push(JSON.parse(line) as Line);
  const names = new Map(lines.flatMap(({ record, id, name }) => (record === 'entity' ? [[id, name]] : [])));
  return lines
    .filter(({ record, memory: teller }) => record === 'relates' && (memory === undefined || teller === memory))
    .map(({ from, predicate, to }) => `${names.get(from)} ${predicate} ${names.get(to)}`)
    .sort();
}
