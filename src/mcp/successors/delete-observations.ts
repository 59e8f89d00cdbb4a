import { z } from 'zod';
import { type MemoryTool, memoryTool } from '../memory-tool.ts';
import { anyName, deletingHints, deletionAnswer, deletionForm, listOf } from './graph-schemas.ts';
import { forgetFacts, KnowledgeGraph } from './knowledge-graph.ts';

/** `delete_observations`: forgets single things that are known of entities. */
export const deleteObservations: MemoryTool = memoryTool({
  name: 'delete_observations',
  title: 'Delete observations',
  description:
    'Forgets for good some of what your knowledge graph has of entities. The texts must be those that it shows; others are passed over.',
  access: 'write',
  annotations: deletingHints,
  input: z.object({
    deletions: listOf(
      z.object({
        entityName: anyName.describe('The name of the entity'),
        observations: listOf(z.string()).describe('The texts to forget, to the letter'),
      }),
    ),
  }),
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
