import { z } from 'zod';
import { constellationText, recallSilences } from '../../index.ts';
import { type MemoryTool, memoryTool, readingHints } from '../memory-tool.ts';
import { fenced } from '../recalled-block.ts';
import { offered } from '../tool-input.ts';
import { queryInput } from './arguments.ts';
import { compact, memoryAnswer, memoryAnswerOf, readable } from './answers.ts';

/** `recall_memory`: what answers a question, what supports it and what contradicts it. */
export const recallMemory: MemoryTool = memoryTool({
  name: 'recall_memory',
  title: 'Recall',
  description:
    'Remembers what you know: the answer, what supports and what contradicts it, each with its source and trust. Call it before you answer whatever may depend on earlier conversations, people, preferences, plans or decisions. Ask in a sentence, with names.',
  access: 'read',
  annotations: readingHints,
  input: queryInput.and(
    offered('recall', { used: 'Ids of memories of your last answers that were of use: they are strengthened' }),
  ),
  output: z.strictObject({
    total: z.number().describe('How many memories have to do with the query'),
    synthesis: z.string().optional().describe('The gist in a sentence or two'),
    silence: z.enum(recallSilences).optional().describe('Why nothing answers; then there are no memories'),
    memories: z.array(memoryAnswer).optional(),
    nearest: z.array(memoryAnswer).optional().describe('What is nearest where nothing answers: no answer to the query'),
    notices: z.array(z.string()).optional(),
  }),
  run: async (memory, options, { signal }) => {
    const answer = await memory.recall({ ...readable(options), ...(signal && { signal }) });
    const { agent, query, leftOut = 0, memories, nearest, notices, silence, synthesis, total } = answer;
    const told = constellationText({ agent, query, synthesis, memories, nearest }, { sources: true });
    const more =
      leftOut === 0 ? [] : [`${leftOut} more would answer too: ask for them with "n_results", or search_memories.`];
    const nothing = `You remember nothing about this. Try other words or names with search_memories; if nothing comes up there either, say that you do not know.`;
    return {
      text: [
        ...(silence === undefined ? [] : [nothing]),
        ...(memories.length + nearest.length === 0 ? [] : [fenced(told)]),
        ...more,
        ...notices,
      ].join('\n'),
      structured: compact({
        total,
        synthesis: synthesis === '' ? undefined : synthesis,
        silence,
        memories: memories.map(memoryAnswerOf),
        nearest: nearest.map(memoryAnswerOf),
        notices,
      }),
    };
  },
});
