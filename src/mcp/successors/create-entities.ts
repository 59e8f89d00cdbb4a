import { z } from 'zod';
import { entityTypeOf, type FactInput, foldName, observationStatement, typeStatement } from '../../index.ts';
import { type MemoryTool, memoryTool, writingHints } from '../memory-tool.ts';
import { dataAnswer, entityForm, listOf } from './graph-schemas.ts';
import { KnowledgeGraph } from './knowledge-graph.ts';

type Entity = z.output<typeof entityForm>;

/** `create_entities`: makes entities that the graph does not have; what it has stays as it is. */
export const createEntities: MemoryTool = memoryTool({
  name: 'create_entities',
  title: 'Create entities',
  description:
    'Adds people, places, projects and the like to your knowledge graph, each with its type and what is known of it. A name that is there already is passed over: add to it with add_observations.',
  access: 'write',
  annotations: writingHints,
  input: z.object({ entities: listOf(entityForm) }),
  output: z.object({ entities: z.array(entityForm) }),
  run: async (memory, { entities }, { signal }) => {
    const graph = await KnowledgeGraph.of(memory, { names: entities.map(({ name }) => name), signal });
    const unknown = entities.filter(({ name }) => graph.entity(name) === undefined);
    const made = firstOfEachName(unknown).map((entity) => ({
      ...entity,
      observations: [...new Set(entity.observations)],
    }));
    await graph.add(memory, made.flatMap(factsOf), signal);
    return dataAnswer({ entities: made }, made);
  },
});

function firstOfEachName(entities: readonly Entity[]): readonly Entity[] {
  return [...new Map(entities.toReversed().map((entity) => [foldName(entity.name), entity])).values()].toReversed();
}

function factsOf({ name, entityType, observations }: Entity): readonly FactInput[] {
  const about = [{ name, type: entityTypeOf(entityType) }];
  const said = [typeStatement(name, entityType), ...observations.map((text) => observationStatement(name, text))];
  return said.map((content) => ({ content, about }));
}
