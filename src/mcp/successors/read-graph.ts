import { z } from 'zod';
import { type MemoryTool, memoryTool, readingHints } from '../memory-tool.ts';
import { graphAnswer, graphForm } from './graph-schemas.ts';
import { KnowledgeGraph } from './knowledge-graph.ts';

/** `read_graph`: all of the graph. */
export const readGraph: MemoryTool = memoryTool({
  name: 'read_graph',
  title: 'Read the graph',
  description: 'Shows your whole knowledge graph: every entity with what is known of it, and every relation.',
  access: 'read',
  annotations: readingHints,
  input: z.object({}),
  output: graphForm,
  run: async (memory, _args, { signal }) => {
    const { entities, relations } = await KnowledgeGraph.of(memory, { signal });
    return graphAnswer(entities, relations);
  },
});
