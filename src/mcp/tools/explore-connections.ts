import { z } from 'zod';
import { type MemoryTool, memoryTool, readingHints } from '../memory-tool.ts';
import { fenced } from '../recalled-block.ts';
import { talkOffer } from './arguments.ts';
import { offered, textList } from '../tool-input.ts';
import { compact, rounded } from './answers.ts';

/** Nodes to an answer when a call does not say: enough for a look around, within two thousand tokens or so. */
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
    nodes: { words: `Nodes to answer at most; ${defaultNodes} when left out`, as: 'n_results' },
    asOf: 'Walks through what you believed at this time, ISO 8601',
    validAt: 'Walks through what was so at this time, ISO 8601',
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
    const nothing =
      'You know nothing of that. Names are found as they were remembered: search_memories may tell how, or recall_memory may answer.';
    return {
      text: found.nodes.length === 0 ? nothing : fenced(found.toText()),
      structured: compact({
        total: found.total,
        unknown: found.unknown,
        nodes: found.nodes.map(({ id, kind, label, depth: steps, score, path }) => {
          return { id, kind, label, depth: steps, score: rounded(score), path };
        }),
        edges: found.edges.map(({ from: one, to, words, times }) => compact({ from: one, to, words, times })),
        clusters: found.clusters,
      }),
    };
  },
});
