import { z } from 'zod';
import { memoriesText } from '../../index.ts';
import { type MemoryTool, memoryTool, readingHints } from '../memory-tool.ts';
import { fenced } from '../recalled-block.ts';
import { offered } from '../tool-input.ts';
import { queryInput } from './arguments.ts';
import { compact, memoryAnswer, memoryAnswerOf, readable } from './answers.ts';

/** `search_memories`: a plain list, page by page, without a trace. */
export const searchMemories: MemoryTool = memoryTool({
  name: 'search_memories',
  title: 'Search',
  description:
    'Lists memories, best first, page by page. Call it for something exact, for what happened in a time, to read on after recall_memory, and to find the ids that other tools take.',
  access: 'read',
  annotations: readingHints,
  input: queryInput.and(
    offered('search', {
      offset: 'next_offset of the page before',
      types: 'Only memories of these types',
      domain: 'work, personal, learning, reference, system or project:NAME',
      from: 'Not before this time: a date, or "last week"',
      to: 'Before this time',
      validAt: 'Only what was so at this time',
    }),
  ),
  output: z.strictObject({
    total: z.number().describe('How many memories have to do with the query'),
    memories: z.array(memoryAnswer).optional(),
    next_offset: z.number().optional().describe('Where the next page begins'),
    notices: z.array(z.string()).optional(),
  }),
  run: async (memory, options, { signal }) => {
    const { agent, memories, notices, query, total } = await memory.search({
      ...readable(options),
      ...(signal && { signal }),
    });
    const end = (options.offset ?? 0) + memories.length;
    const next = memories.length > 0 && end < total ? end : undefined;
    const told = memoriesText({ agent, memories, query }, { sources: true });
    const nothing = 'Nothing is found. Try other words, fewer filters, or "faded": true.';
    const more = next === undefined ? [] : [`There are ${total} in all; the next page begins at "offset": ${next}.`];
    return {
      text: [told === '' ? nothing : fenced(told), ...more, ...notices].join('\n'),
      structured: compact({ total, memories: memories.map(memoryAnswerOf), next_offset: next, notices }),
    };
  },
});
