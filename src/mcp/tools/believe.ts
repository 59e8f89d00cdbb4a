import { z } from 'zod';
import { type AgentVerbs, factKinds, type Receipt } from '../../index.ts';
import { type MemoryTool, memoryTool, type ToolContext, writingHints } from '../memory-tool.ts';
import {
  channel,
  countArgument,
  flagArgument,
  given,
  id,
  listArgument,
  momentArgument,
  choiceArgument,
  textArgument,
} from './arguments.ts';
import { receiptAnswer, receiptAnswerOf, receiptText } from './answers.ts';

const input = z
  .strictObject({
    action: choiceArgument(['assert', 'correct', 'withdraw'])
      .optional()
      .describe(
        'assert (default): hold it true; correct: it takes the place of "supersedes"; withdraw: "memory" is wrong',
      ),
    content: textArgument(100_000).optional().describe('What is true, as one statement that is understandable alone'),
    memory: id.optional().describe('The id of a memory instead of a content: to assert it again, or to withdraw it'),
    supersedes: listArgument(id, 'ids', 16)
      .optional()
      .describe('With correct: the ids of the memories that do not hold any more'),
    reason: textArgument(1_000).optional().describe('With correct: why'),
    channel: channel.optional(),
    about: listArgument(textArgument(512), 'names', 16).optional().describe('Whom or what it is about, by name'),
    kind: choiceArgument(factKinds).optional().describe('Follows from the text when left out'),
    valid_from: momentArgument.optional().describe('Since when it is so, ISO 8601'),
    valid_to: momentArgument.optional().describe('Until when it was so, ISO 8601'),
    derived_from: listArgument(id, 'ids', 64).optional().describe('The ids of the observations that it follows from'),
    importance: countArgument(1, 10).optional().describe('1 (trivial) to 10 (vital); 5 when left out'),
    permanent: flagArgument.optional().describe('Whether it never fades'),
    shared: flagArgument.optional().describe('Whether it holds for every agent; only when the user wants that'),
  })
  .refine(({ action, memory, content }) => action !== 'withdraw' || (memory !== undefined && content === undefined), {
    path: ['memory'],
    error: 'must be the id of what is withdrawn, and nothing else given with it',
  })
  .refine(({ action, supersedes }) => action !== 'correct' || supersedes !== undefined, {
    path: ['supersedes'],
    error: 'must name what is corrected, by the ids that search_memories tells',
  })
  .refine(({ action, supersedes }) => action === 'correct' || supersedes === undefined, {
    path: ['action'],
    error: 'must be correct where "supersedes" is given',
  });

/** `believe`: to hold something true, to correct it, and to hold it no longer. */
export const believeTool: MemoryTool = memoryTool({
  name: 'believe',
  title: 'Believe',
  description:
    'Holds something true from now on: a preference, a rule, a goal, a fact about the user or the world, a conclusion of yours. Use action "correct" with the ids of what does not hold any more when something has changed or was wrong, so that the newer answers and the older stays as history; use "withdraw" with "memory" when something was never true. Recall first, to correct instead of contradicting yourself.',
  access: 'write',
  annotations: writingHints,
  input,
  output: receiptAnswer,
  run: async (memory, args, context) => {
    const receipt = await change(memory, args, context);
    return { text: receiptText(receipt), structured: receiptAnswerOf(receipt) };
  },
});

function change(memory: AgentVerbs, args: z.output<typeof input>, { signal }: ToolContext): Promise<Receipt> {
  const { action, memory: known, channel: from = 'agent', valid_from: validFrom, valid_to: validTo, ...same } = args;
  if (action === 'withdraw') return memory.withdraw({ id: known ?? '', ...given({ signal }) });
  const { derived_from: derivedFrom, ...rest } = same;
  return memory.believe({
    channel: from,
    ...given({ ...rest, memory: known, validFrom, validTo, derivedFrom, signal }),
  });
}
