/** The forms that the tools of the reference memory server take and answer, field by field as that server names them. */
import { z } from 'zod';
import { foldName } from '../../index.ts';
import type { ToolAnswer, ToolHints } from '../memory-tool.ts';
import type { GraphEntity, GraphRelation } from './knowledge-graph.ts';

/** As long as the ledger lets names of entities and words of relations be. */
const [maxName, maxRelationType] = [512, 64];
/** The longest type of an entity, the same for what is imported. */
const maxEntityType = 256;
/** Leaves room in a fact for the name before the text. */
const maxObservation = 99_400;

/** Any text of at most so many characters. */
function words(max: number): z.ZodString {
  return (
    z
      .string({ error: 'must be a string' })
      // The first `toLocaleString` of a process costs 30 ms.
      .max(max, { error: () => `must be at most ${max.toLocaleString('en')} characters` })
  );
}

/** A list, of whatever length. */
export function listForm<T extends z.ZodType>(item: T): z.ZodArray<T> {
  return z.array(item, { error: 'must be a list' });
}

/** The name of an entity, new or not: a name that nothing can have finds nothing. */
export const anyName: z.ZodString = z.string({ error: 'must be a string' });
/** The name of an entity that may come to be. */
const newName: z.ZodString = words(maxName).refine((name) => foldName(name) !== '', {
  error: 'must have a letter, a digit or a symbol',
});
/** What was observed of an entity. */
export const observation: z.ZodString = words(maxObservation);

type EntityForm = z.ZodObject<{
  readonly name: z.ZodString;
  readonly entityType: z.ZodString;
  readonly observations: z.ZodArray<z.ZodString>;
}>;

/** An entity as it is created and answered. */
export const entityForm: EntityForm = z.object({
  name: newName.describe('The name of the entity'),
  entityType: words(maxEntityType).describe('What it is, in a word: person, organization, event'),
  observations: listForm(observation).describe('What is known of it, one thing to a text'),
});

type RelationForm = z.ZodObject<{
  readonly from: z.ZodString;
  readonly to: z.ZodString;
  readonly relationType: z.ZodString;
}>;

/** A relation as it is created. */
export const newRelationForm: RelationForm = z.object({
  from: newName.describe('The name of the entity where the relation starts'),
  to: newName.describe('The name of the entity where it ends'),
  relationType: words(maxRelationType)
    .regex(/[^\s_-]/, { error: 'must have a word' })
    .describe('How the one stands to the other, in active voice: works_at'),
});

/** A relation as it is named and answered. */
export const relationForm: RelationForm = z.object({ from: anyName, to: anyName, relationType: z.string() });

/** The graph, or a part of it. */
export const graphForm: z.ZodObject = z.object({ entities: z.array(entityForm), relations: z.array(relationForm) });

/** What a deletion answers. */
export const deletionForm: z.ZodObject = z.object({ success: z.boolean(), message: z.string() });

/** The hints of a tool that deletes. */
export const deletingHints: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

/** An entity as it is answered. */
export function shownEntity({ name, type, observations }: GraphEntity): z.output<EntityForm> {
  return { name, entityType: type, observations: observations.map(({ text }) => text) };
}

/** A relation as it is answered. */
export function shownRelation({ from, to, type }: GraphRelation): z.output<RelationForm> {
  return { from, to, relationType: type };
}

/** The answer of a tool: its data, and the whole or a part of it as text, as that server writes it. */
export function dataAnswer(structured: ToolAnswer['structured'], told: unknown = structured): ToolAnswer {
  return { text: JSON.stringify(told, undefined, 2), structured };
}

/** The answer of a tool that shows a part of the graph. */
export function graphAnswer(entities: readonly GraphEntity[], relations: readonly GraphRelation[]): ToolAnswer {
  return dataAnswer({ entities: entities.map(shownEntity), relations: relations.map(shownRelation) });
}

/** The answer of a tool that deletes. */
export function deletionAnswer(things: string, kept: number): ToolAnswer {
  const message =
    kept === 0
      ? `${things} deleted successfully`
      : `${things} deleted, but for ${kept} that every agent holds: only the owner of the memory can forget those.`;
  return { text: message, structured: { success: kept === 0, message } };
}
