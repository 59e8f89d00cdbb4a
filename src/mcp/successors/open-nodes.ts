import { z } from 'zod';
import { foldName } from '../../index.ts';
import { type MemoryTool, memoryTool, readingHints } from '../memory-tool.ts';
import { anyName, graphAnswer, graphForm, listOf } from './graph-schemas.ts';
import { KnowledgeGraph } from './knowledge-graph.ts';

/** `open_nodes`: entities by name. */
export const openNodes: MemoryTool = memoryTool({
  name: 'open_nodes',
  title: 'Open entities',
  description:
    'Shows entities of your knowledge graph by name, with what is known of them and their relations. Names that are not there are passed over.',
  access: 'read',
  annotations: readingHints,
  input: z.object({ names: listOf(anyName).describe('The names of the entities') }),
  output: graphForm,
  run: async (memory, { names }, { signal }) => {
    const graph = await KnowledgeGraph.of(memory, { names, signal });
    const wanted = new Set(names.map(foldName));
    const found = graph.entities.filter(({ name }) => wanted.has(foldName(name)));
    return graphAnswer(found, graph.relationsOf(found));
  },
});
