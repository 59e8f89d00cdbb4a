/**
 * What a memory says of entities: their names and the relations between them, those that the caller
 * gives and those that are found in the text. It decides nothing about what the ledger knows already.
 */
import { extractEntities, withAliases } from '../language/extract-entities.ts';
import type { EntityInput, RelationInput } from './memory-input.ts';
import type { RefusedPart } from './receipt.ts';
import { type NamedEntity, namedEntities } from './resolve-entities.ts';
import { findRelations } from '../language/find-relations.ts';
import type { NamedRelation } from '../language/name-marks.ts';
import { endsOf, namedRelations } from './told-relations.ts';

/** A text, and what is known of it. */
export interface ToldText {
  readonly content: string;
  /** Who says it; a fact has nobody. */
  readonly speaker?: string | undefined;
  /** Entities that the caller gives. @default none */
  readonly entities?: readonly (EntityInput | string)[] | undefined;
  /** Relations that the caller gives. @default none */
  readonly relations?: readonly RelationInput[] | undefined;
}

/** What a memory says of entities. */
export interface SaidOfEntities {
  readonly names: readonly NamedEntity[];
  readonly relations: readonly NamedRelation[];
  readonly refused: readonly RefusedPart[];
}

/** Reads the entities and relations of a memory. */
export function readEntities({ content, speaker, entities = [], relations = [] }: ToldText): SaidOfEntities {
  const given = [...entities, ...endsOf(relations)];
  const mentioned = extractEntities(content, { speakers: speaker === undefined ? [] : [speaker] });
  const extracted = withAliases(content, mentioned, speaker);
  const named = namedEntities(given, extracted);
  const names = named.names.map(({ input, surfaces }) => ({ name: input.name, type: input.type ?? 'other', surfaces }));
  const found = findRelations({ content, speaker, names });
  return {
    ...(found.introduced.length === 0 ? named : namedEntities(given, [...extracted, ...found.introduced])),
    relations: [
      ...namedRelations(relations),
      ...found.relations.map((relation) => ({ ...relation, found: true as const })),
    ],
  };
}
