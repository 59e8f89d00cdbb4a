import { z } from 'zod';
import { type MemoryTool, memoryTool, readingHints } from '../memory-tool.ts';
import { graphAnswer, graphForm } from './graph-schemas.ts';
import { KnowledgeGraph } from './knowledge-graph.ts';

/** `search_nodes`: entities that have a text in their name, type or observations. */
export const searchNodes: MemoryTool = memoryTool({
  name: 'search_nodes',
  title: 'Search entities',
  description:
    'Finds the entities of your knowledge graph that have a text in their name, their type or what is known of them, whatever its case, with their relations. It looks for the text as it stands: search for one word at a time.',
  access: 'read',
  annotations: readingHints,
  input: z.object({ query: z.string({ error: 'must be a string' }).describe('The text to look for') }),
  output: graphForm,
  run: async (memory, { query }, { signal }) => {
    const graph = await KnowledgeGraph.of(memory, { signal });
    const wanted = query.toLowerCase();
    const found = graph.entities.filter(({ name, type, observations }) =>
      [name, type, ...observations.map(({ text }) => text)].some((text) => text.toLowerCase().includes(wanted)),
    );
    return graphAnswer(found, graph.relationsOf(found));
  },
});
