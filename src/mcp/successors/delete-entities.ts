import { z } from 'zod';
import { type MemoryTool, memoryTool } from '../memory-tool.ts';
import { anyName, deletingHints, deletionAnswer, deletionForm, listOf } from './graph-schemas.ts';
import { forgetFacts, KnowledgeGraph } from './knowledge-graph.ts';

/** `delete_entities`: forgets entities with all that the graph has of them. */
export const deleteEntities: MemoryTool = memoryTool({
  name: 'delete_entities',
  title: 'Delete entities',
  description:
    'Forgets entities of your knowledge graph for good, with what is known of them and how they stand to others. Names that are not there are passed over.',
  access: 'write',
  annotations: deletingHints,
  input: z.object({ entityNames: listOf(anyName).describe('The names of the entities') }),
  output: deletionForm,
  run: async (memory, { entityNames }, { signal }) => {
    const graph = await KnowledgeGraph.of(memory, { names: entityNames, signal });
    const ids = entityNames.flatMap((name) => graph.factsAbout(name));
    return deletionAnswer('Entities', await forgetFacts(memory, ids, signal));
  },
});
