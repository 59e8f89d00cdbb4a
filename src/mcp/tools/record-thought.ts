import { z } from 'zod';
import type { ThoughtReceipt } from '../../index.ts';
import { type MemoryTool, memoryTool, writingHints } from '../memory-tool.ts';
import { sharedWords, talkOffer } from './arguments.ts';
import { offered } from '../tool-input.ts';
import { compact } from './answers.ts';

/** `record_thought`: one step of thinking something through. */
export const recordThought: MemoryTool = memoryTool({
  name: 'record_thought',
  title: 'Think',
  description:
    'Records one step of thinking something through, so that the whole chain outlives this conversation: each thought goes on from the last one, begins a branch (branch_id with branch_from_thought) to try another way, or revises an earlier thought (revises_thought) that turned out wrong, with the reason. Call it for problems that take several steps. Set next_thought_needed to false with the conclusion.',
  access: 'write',
  annotations: writingHints,
  input: offered('think', {
    thought: 'This step: what you see, suppose, try, doubt or conclude',
    nextThoughtNeeded: 'Whether another one is needed after it; true when left out',
    thoughtNumber: 'Counted on when left out; 1 begins a new chain',
    totalThoughts: 'How many there will be, as far as you can tell',
    needsMoreThoughts: 'Whether more are needed than were planned',
    revisesThought: 'What it revises: a number in the chain, or an id',
    branchFromThought: 'Where its branch begins: a number in the chain, or an id',
    branchId: 'The branch that it is on, by a name of yours',
    follows: 'The id of the thought that it goes on from, where that is not your last one',
    reason: 'Why it branches off or revises',
    session: 'The session that it belongs to; any name of yours opens one',
    shared: sharedWords,
    with: talkOffer,
  }),
  output: z.strictObject({
    id: z.string(),
    thought_number: z.number(),
    total_thoughts: z.number(),
    next_thought_needed: z.boolean(),
    follows: z.strictObject({ id: z.string(), type: z.string() }).optional(),
    branch_id: z.string().optional(),
    branches: z.array(z.string()).optional(),
    thought_history_length: z.number().describe('The thoughts of its chain'),
    session: z.string().optional(),
  }),
  run: async (memory, options, { signal }) => {
    const receipt = await memory.think({ ...options, ...(signal && { signal }) });
    return { text: thoughtText(receipt), structured: thoughtAnswerOf(receipt) };
  },
});

function thoughtAnswerOf(receipt: ThoughtReceipt): Readonly<Record<string, unknown>> {
  const { id: stored, follows, branchId, branches, session } = receipt;
  return compact({
    id: stored,
    thought_number: receipt.thoughtNumber,
    total_thoughts: receipt.totalThoughts,
    next_thought_needed: receipt.nextThoughtNeeded,
    follows: follows === undefined ? undefined : { id: follows.id, type: follows.type },
    branch_id: branchId,
    branches,
    thought_history_length: receipt.thoughtHistoryLength,
    session,
  });
}

const wayWords = { next: 'goes on from', branch: 'branches off', revision: 'revises' } as const;

function thoughtText({ id: stored, follows, session, ...receipt }: ThoughtReceipt): string {
  const { nextThoughtNeeded, thoughtNumber, totalThoughts } = receipt;
  const way = follows === undefined ? 'begins a chain' : `${wayWords[follows.type]} ${follows.id}`;
  const where = session === undefined ? '' : `, in ${session} again`;
  const next = nextThoughtNeeded
    ? `Record the next thought${where}.`
    : 'The chain is concluded; navigate_reasoning tells all of it.';
  return `Thought ${thoughtNumber} of ${totalThoughts} is stored as ${stored}; it ${way}. ${next}`;
}
