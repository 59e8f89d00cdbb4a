import { z } from 'zod';
import { foldName } from '../../index.ts';
import { type MemoryTool, memoryTool } from '../memory-tool.ts';
import { deletingHints, deletionAnswer, deletionForm, listOf, relationForm } from './graph-schemas.ts';
import { forgetFacts, KnowledgeGraph } from './knowledge-graph.ts';

/** `delete_relations`: forgets how entities stand to each other. */
export const deleteRelations: MemoryTool = memoryTool({
  name: 'delete_relations',
  title: 'Delete relations',
  description:
    'Forgets for good how some entities of your knowledge graph stand to each other. Relations that are not there are passed over.',
  access: 'write',
  annotations: deletingHints,
  input: z.object({ relations: listOf(relationForm).describe('The relations, as the graph shows them') }),
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
