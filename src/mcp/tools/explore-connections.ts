import { z } from 'zod';
import { Exploration } from '../../index.ts';
import { type MemoryTool, memoryTool, readingHints, type ToolAnswer } from '../memory-tool.ts';
import { fenced } from '../recalled-block.ts';
import { talkOffer } from './arguments.ts';
import { offered, textList } from '../tool-input.ts';
import { compact, fits, rounded } from './answers.ts';

/** Nodes to an answer at most when a call does not say: as many of the best as fit. */
const defaultNodes = 15;

/** `explore_connections`: what lies around some names. */
export const exploreConnections: MemoryTool = memoryTool({
  name: 'explore_connections',
  title: 'Explore',
  description:
    'Walks from names or memories to all that they are tied to: people, places, projects, files and memories, in clusters, each with the way to it. Call it to get to know what surrounds somebody or something, or how two things hang together; for one question use recall_memory.',
  access: 'read',
  annotations: readingHints,
  input: offered('explore', {
    from: { words: 'Names, ids of memories, or agent:NAME', narrowed: textList },
    depth: 'Steps to go at most; 2 when left out',
    nodes: {
      words: `Nodes at most; ${defaultNodes}, or what fits, when left out`,
      as: 'n_results',
    },
    asOf: 'Walks through what you believed at this time',
    validAt: 'Walks through what was so at this time',
    with: talkOffer,
  }),
  output: z.strictObject({
    total: z.number().describe('How many nodes the walk reached'),
    unknown: z.array(z.string()).optional().describe('What nothing is known of'),
    nodes: z
      .array(
        z.strictObject({
          id: z.string(),
          kind: z.string(),
          label: z.string().describe('A name, or the beginning of what a memory says'),
          depth: z.number(),
          score: z.number(),
          path: z.string().describe('The way to it, in words'),
        }),
      )
      .optional(),
    edges: z
      .array(z.strictObject({ from: z.string(), to: z.string(), words: z.string(), times: z.number().optional() }))
      .optional(),
    clusters: z.array(z.strictObject({ theme: z.string(), nodes: z.array(z.string()) })).optional(),
  }),
  run: async (memory, options, { signal }) => {
    const found = await memory.explore({ nodes: defaultNodes, ...options, ...(signal && { signal }) });
    if (options.nodes !== undefined) return answerOf(found);
    for (let count = found.nodes.length; count > 1; count -= 1) {
      const answer = answerOf(firstOf(found, count));
      if (fits(answer)) return answer;
    }
    return answerOf(firstOf(found, 1));
  },
});

/** An exploration with no more than the first of its nodes. */
function firstOf(found: Exploration, count: number): Exploration {
  const nodes = found.nodes.slice(0, count);
  const kept = new Set(nodes.map(({ id }) => id));
  const clusters = found.clusters.map((cluster) => ({ ...cluster, nodes: cluster.nodes.filter((id) => kept.has(id)) }));
  return new Exploration({
    ...found.toJSON(),
    nodes,
    edges: found.edges.filter(({ from, to }) => kept.has(from) && kept.has(to)),
    clusters: clusters.filter((cluster) => cluster.nodes.length > 0),
  });
}

function answerOf(found: Exploration): ToolAnswer {
  const { total, unknown, nodes, edges, clusters } = found;
  const nothing =
    'You know nothing of that. Names are found as they were remembered: search_memories may tell how, or recall_memory may answer.';
  const more =
    nodes.length < total
      ? [`There are ${total} in all: ask for more with "n_results", or go on from one of these.`]
      : [];
  return {
    text: nodes.length === 0 ? nothing : [fenced(found.toText()), ...more].join('\n'),
    structured: compact({
      total,
      unknown,
      nodes: nodes.map(({ id, kind, label, depth, score, path }) => {
        return { id, kind, label, depth, score: rounded(score), path };
      }),
      edges: edges.map(({ from, to, words, times }) => compact({ from, to, words, times })),
      clusters,
    }),
  };
}
