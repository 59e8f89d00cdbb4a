import { z } from 'zod';
import { type FactInput, InvalidArgumentError, observationStatement } from '../../index.ts';
import { type MemoryTool, memoryTool, writingHints } from '../memory-tool.ts';
import { anyName, dataAnswer, listOf, observation } from './graph-schemas.ts';
import { KnowledgeGraph } from './knowledge-graph.ts';

/** `add_observations`: adds to what is known of entities, all of it or, where one is not there, nothing. */
export const addObservations: MemoryTool = memoryTool({
  name: 'add_observations',
  title: 'Add observations',
  description:
    'Adds to what your knowledge graph has of entities, one thing to a text. The entities must be there: create_entities makes them. What is known already is passed over.',
  access: 'write',
  annotations: writingHints,
  input: z.object({
    observations: listOf(
      z.object({
        entityName: anyName.describe('The name of the entity'),
        contents: listOf(observation).describe('What to add, one thing to a text'),
      }),
    ),
  }),
  output: z.object({
    results: z.array(z.object({ entityName: z.string(), addedObservations: z.array(z.string()) })),
  }),
  run: async (memory, { observations }, { signal }) => {
    const graph = await KnowledgeGraph.of(memory, { names: observations.map(({ entityName }) => entityName), signal });
    const facts = observations.map(({ entityName, contents }) => factsOf(graph, entityName, contents));
    const isNew = [...(await graph.add(memory, facts.flat(), signal))];
    const results = observations.map(({ entityName, contents }) => {
      const added = isNew.splice(0, contents.length);
      return { entityName, addedObservations: contents.filter((_, place) => added[place]) };
    });
    return dataAnswer({ results }, results);
  },
});

function factsOf(graph: KnowledgeGraph, name: string, contents: readonly string[]): readonly FactInput[] {
  const entity = graph.entity(name);
  if (entity === undefined) {
    throw new InvalidArgumentError(
      'INVALID_ARGUMENT',
      `add_observations: Entity with name ${name} not found; nothing was added. Make it with create_entities first.`,
    );
  }
  return contents.map((text) => ({
    content: observationStatement(entity.name, text),
    about: [{ name: entity.name }],
  }));
}
