/**
 * From the relations that a memory tells in names to edges between its entities. An edge belongs to
 * the memory that tells it, so that it counts for whoever has that memory in view and for nobody else.
 */
import { predicateInWords } from '../language/entity-statements.ts';
import { foldName } from '../language/fold.ts';
import type { NamedRelation } from '../language/name-marks.ts';
import type { Relates } from '../domain/records.ts';
import type { EntityInput, RelationInput } from './memory-input.ts';
import type { RefusedPart } from './receipt.ts';
import type { NamedEntity } from './resolve-entities.ts';

/** What tells relations: a memory on its way into the ledger. */
export interface Telling {
  readonly names: readonly NamedEntity[];
  readonly relations: readonly NamedRelation[];
}

/** The relations that a caller gives, by the names of their ends. */
export function namedRelations(given: readonly RelationInput[]): readonly NamedRelation[] {
  return given.map(({ from, predicate, to }) => ({
    from: nameOf(from),
    predicate: predicateInWords(predicate),
    to: nameOf(to),
  }));
}

/** The ends of the relations that a caller gives: entities that the memory mentions. */
export function endsOf(given: readonly RelationInput[]): readonly (EntityInput | string)[] {
  return given.flatMap(({ from, to }) => [from, to]);
}

/** What has become of the relations of one memory. */
export interface ToldRelations {
  /** Each once. */
  readonly relates: readonly Relates[];
  readonly refused: readonly RefusedPart[];
}

/** The edges of what a memory tells; a relation that is no edge between two of its entities is refused. */
export function toldRelations(
  memory: string,
  { names, relations }: Telling,
  entityOf: (name: NamedEntity) => string,
): ToldRelations {
  const byKey = new Map(names.map((name) => [foldName(name.input.name), name]));
  const idOf = (name: string): string | undefined => {
    const named = byKey.get(foldName(name));
    return named === undefined ? undefined : entityOf(named);
  };
  const edges = new Map<string, Relates>();
  const refused: RefusedPart[] = [];
  for (const { predicate, found, ...ends } of relations) {
    const [from, to] = [idOf(ends.from), idOf(ends.to)];
    if (from !== undefined && to !== undefined && from !== to && predicate !== '')
      edges.set(edgeText({ from, predicate, to }), { from, predicate, to, memory });
    else if (found === undefined)
      refused.push({
        what: `${ends.from} ${predicate} ${ends.to}`,
        reason: 'a relation is two different entities of the memory and words between them',
      });
  }
  return { relates: [...edges.values()], refused };
}

/** Whether two memories tell the same relations. */
export function areSameRelations(known: readonly Relates[], asked: readonly Relates[]): boolean {
  const said = (relations: readonly Relates[]): string => JSON.stringify(relations.map(edgeText).sort());
  return said(known) === said(asked);
}

/** The same for edges of the same ends and words, whichever memory tells them. */
export function edgeText({ from, predicate, to }: Relates): string {
  return JSON.stringify([from, predicate, to]);
}

function nameOf(end: EntityInput | string): string {
  return typeof end === 'string' ? end : end.name;
}
