/** The tools of the reference memory server that delete. */
import { z } from 'zod';
import { foldName } from '../../index.ts';
import { type MemoryTool, referenceTool } from '../memory-tool.ts';
import { own } from '../tool-input.ts';
import { anyName, deletingHints, deletionAnswer, deletionForm, listForm, relationForm } from './graph-schemas.ts';
import { KnowledgeGraph, forgetFacts } from './knowledge-graph.ts';

/** `delete_entities`: forgets entities with all that the graph has of them. */
export const deleteEntities: MemoryTool = referenceTool({
  name: 'delete_entities',
  title: 'Delete entities',
  description:
    'Forgets entities of your knowledge graph for good, with what is known of them and how they stand to others. Names that are not there are passed over.',
  access: 'write',
  annotations: deletingHints,
  input: own(z.object({ entityNames: listForm(anyName).describe('The names of the entities') })),
  output: deletionForm,
  run: async (memory, { entityNames }, { signal }) => {
    const graph = await KnowledgeGraph.of(memory, { names: entityNames, signal });
    const ids = entityNames.flatMap((name) => graph.factsAbout(name));
    return deletionAnswer('Entities', await forgetFacts(memory, ids, signal));
  },
});

/** `delete_observations`: forgets single things that are known of entities. */
export const deleteObservations: MemoryTool = referenceTool({
  name: 'delete_observations',
  title: 'Delete observations',
  description:
    'Forgets for good some of what your knowledge graph has of entities. The texts must be those that it shows; others are passed over.',
  access: 'write',
  annotations: deletingHints,
  input: own(
    z.object({
      deletions: listForm(
        z.object({
          entityName: anyName.describe('The name of the entity'),
          observations: listForm(z.string()).describe('The texts to forget, to the letter'),
        }),
      ),
    }),
  ),
  output: deletionForm,
  run: async (memory, { deletions }, { signal }) => {
    const graph = await KnowledgeGraph.of(memory, { names: deletions.map(({ entityName }) => entityName), signal });
    const ids = deletions.flatMap(({ entityName, observations }) =>
      (graph.entity(entityName)?.observations ?? [])
        .filter(({ text }) => observations.includes(text))
        .map(({ id }) => id),
    );
    return deletionAnswer('Observations', await forgetFacts(memory, ids, signal));
  },
});

/** `delete_relations`: forgets how entities stand to each other. */
export const deleteRelations: MemoryTool = referenceTool({
  name: 'delete_relations',
  title: 'Delete relations',
  description:
    'Forgets for good how some entities of your knowledge graph stand to each other. Relations that are not there are passed over.',
  access: 'write',
  annotations: deletingHints,
  input: own(z.object({ relations: listForm(relationForm).describe('The relations, as the graph shows them') })),
  output: deletionForm,
  run: async (memory, { relations }, { signal }) => {
    const graph = await KnowledgeGraph.of(memory, { names: relations.map(({ from }) => from), signal });
    const key = (from: string, type: string, to: string): string =>
      JSON.stringify([foldName(from), type, foldName(to)]);
    const asked = new Set(relations.map(({ from, relationType, to }) => key(from, relationType, to)));
    const ids = graph.relations.filter(({ from, type, to }) => asked.has(key(from, type, to))).map(({ id }) => id);
    return deletionAnswer('Relations', await forgetFacts(memory, ids, signal));
  },
});
