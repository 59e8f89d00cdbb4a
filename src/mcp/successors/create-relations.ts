import { z } from 'zod';
import { type FactInput, foldName, InvalidArgumentError, relationStatement } from '../../index.ts';
import { type MemoryTool, memoryTool, writingHints } from '../memory-tool.ts';
import { dataAnswer, listOf, newRelationForm } from './graph-schemas.ts';
import { KnowledgeGraph } from './knowledge-graph.ts';

type Relation = z.output<typeof newRelationForm>;

/** `create_relations`: says how entities stand to each other; what is said already is passed over. */
export const createRelations: MemoryTool = memoryTool({
  name: 'create_relations',
  title: 'Create relations',
  description:
    'Adds to your knowledge graph how one entity stands to another, in active voice: John_Smith works_at Anthropic. What it has already is passed over.',
  access: 'write',
  annotations: writingHints,
  input: z.object({ relations: listOf(newRelationForm) }),
  output: z.object({ relations: z.array(newRelationForm) }),
  run: async (memory, { relations }, { signal }) => {
    for (const relation of relations) refuseToItself(relation);
    const names = relations.flatMap(({ from, to }) => [from, to]);
    const graph = await KnowledgeGraph.of(memory, { names, signal });
    const isNew = await graph.add(
      memory,
      relations.map((relation) => factOf(graph, relation)),
      signal,
    );
    const made = relations.filter((_, place) => isNew[place]);
    return dataAnswer({ relations: made }, made);
  },
});

function refuseToItself({ from, to, relationType }: Relation): void {
  if (foldName(from) !== foldName(to)) return;
  const rule = `a relation joins two different entities, got "${from} ${relationType} ${to}"`;
  throw new InvalidArgumentError(
    'INVALID_ARGUMENT',
    `create_relations: ${rule}; say what is so of one alone with add_observations.`,
  );
}

function factOf(graph: KnowledgeGraph, { from, to, relationType }: Relation): FactInput {
  const [start, end] = [from, to].map((name) => graph.entity(name)?.name ?? name) as [string, string];
  return {
    content: relationStatement(start, relationType, end),
    title: relationType,
    about: [{ name: start }, { name: end }],
    relations: [{ from: start, predicate: relationType, to: end }],
  };
}
