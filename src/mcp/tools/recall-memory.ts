import { z } from 'zod';
import { memoriesText } from '../../index.ts';
import { type MemoryTool, memoryTool, readingHints } from '../memory-tool.ts';
import { fenced } from '../recalled-block.ts';
import { given, queryArguments, queryOptions } from './arguments.ts';
import { compact, memoryAnswer, memoryAnswerOf } from './answers.ts';

/** `recall_memory`: what answers a question, what supports it and what contradicts it. */
export const recallMemory: MemoryTool = memoryTool({
  name: 'recall_memory',
  title: 'Recall',
  description:
    'Remembers what you know about something: the direct answer, what supports it, what contradicts it, and what surrounds it, each with its source and how far it is trusted. Call it before you answer anything that may depend on earlier conversations, people, preferences, plans or decisions. Ask in a sentence, with the names that matter. What you recall grows stronger.',
  access: 'read',
  annotations: readingHints,
  input: z.strictObject(queryArguments),
  output: z.strictObject({
    total: z.number().describe('How many memories have to do with the query'),
    synthesis: z.string().optional().describe('The gist in a sentence or two'),
    memories: z.array(memoryAnswer).optional(),
    notices: z.array(z.string()).optional(),
  }),
  run: async (memory, args, { signal }) => {
    const answer = await memory.recall({ ...queryOptions(args), ...given({ signal }) });
    const { memories, notices, synthesis, total } = answer;
    const told = memoriesText(answer, { sources: true });
    const nothing = `You remember nothing about this. Try other words or names with search_memories; if nothing comes up there either, say that you do not know.`;
    return {
      text: [told === '' ? nothing : fenced(told), ...notices].join('\n'),
      structured: compact({
        total,
        synthesis: synthesis === '' ? undefined : synthesis,
        memories: memories.map(memoryAnswerOf),
        notices,
      }),
    };
  },
});
