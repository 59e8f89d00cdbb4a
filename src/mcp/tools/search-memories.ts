import { z } from 'zod';
import { type Domain, memoriesText, observationTypes } from '../../index.ts';
import { type MemoryTool, memoryTool, readingHints } from '../memory-tool.ts';
import { fenced } from '../recalled-block.ts';
import {
  countArgument,
  given,
  listArgument,
  momentArgument,
  choiceArgument,
  queryArguments,
  queryOptions,
  textArgument,
} from './arguments.ts';
import { compact, memoryAnswer, memoryAnswerOf } from './answers.ts';

/** Memories to a page when a call does not say: the library's own. */
const defaultResults = 10;

/** `search_memories`: a plain list, page by page, without a trace. */
export const searchMemories: MemoryTool = memoryTool({
  name: 'search_memories',
  title: 'Search',
  description:
    'Lists memories, the best first, with filters and paging, and without strengthening them. Call it to look for something exact, to list what happened in a time or a session, to read on beyond what recall_memory answered, and to find the ids that believe, navigate_reasoning and forget_memory take.',
  access: 'read',
  annotations: readingHints,
  input: z.strictObject({
    ...queryArguments,
    offset: countArgument(0, 10_000).optional().describe('Memories to skip: next_offset of the page before'),
    types: listArgument(choiceArgument(['fact', ...observationTypes]), 'types', 6)
      .optional()
      .describe('Only memories of these types'),
    domain: textArgument(256).optional().describe('work, personal, learning, reference, system or project:NAME'),
    from: momentArgument.optional().describe('Not before this time, ISO 8601'),
    to: momentArgument.optional().describe('Before this time, ISO 8601'),
    valid_at: momentArgument.optional().describe('Only what was so at this time, ISO 8601'),
  }),
  output: z.strictObject({
    total: z.number().describe('How many memories have to do with the query'),
    memories: z.array(memoryAnswer).optional(),
    next_offset: z.number().optional().describe('Where the next page begins'),
    notices: z.array(z.string()).optional(),
  }),
  run: async (memory, args, { signal }) => {
    const { offset = 0, types, domain, from, to, valid_at: validAt, n_results: limit = defaultResults } = args;
    const filters = given({ types, domain: domain as Domain | undefined, from, to, validAt, signal });
    const answer = await memory.search({ ...queryOptions(args), ...filters, offset });
    const { memories, notices, total } = answer;
    const next = offset + limit < total ? offset + limit : undefined;
    const told = memoriesText(answer, { sources: true });
    const nothing = 'Nothing is found. Try other words, fewer filters, or "faded": true.';
    const more = next === undefined ? [] : [`There are ${total} in all; the next page begins at "offset": ${next}.`];
    return {
      text: [told === '' ? nothing : fenced(told), ...more, ...notices].join('\n'),
      structured: compact({ total, memories: memories.map(memoryAnswerOf), next_offset: next, notices }),
    };
  },
});
