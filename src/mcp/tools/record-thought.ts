import { z } from 'zod';
import type { ThoughtReceipt } from '../../index.ts';
import { type MemoryTool, memoryTool, writingHints } from '../memory-tool.ts';
import { countArgument, flagArgument, given, id, textArgument } from './arguments.ts';
import { compact } from './answers.ts';

const place = z.union([countArgument(1, 1_000_000), id], {
  error: 'must be the number of a thought in the chain, or the id of one',
});

/** `record_thought`: one step of thinking something through. */
export const recordThought: MemoryTool = memoryTool({
  name: 'record_thought',
  title: 'Think',
  description:
    'Records one step of thinking something through, so that the whole chain outlives this conversation: each thought goes on from the last one, begins a branch (branch_id with branch_from_thought) to try another way, or revises an earlier thought (revises_thought) that turned out wrong, with the reason. Call it for problems that take several steps: plans, designs, bugs, decisions. Set next_thought_needed to false with the conclusion.',
  access: 'write',
  annotations: writingHints,
  input: z.strictObject({
    thought: textArgument(100_000).describe('This step: what you see, suppose, try, doubt or conclude'),
    next_thought_needed: flagArgument.optional().describe('Whether another one is needed after it; true when left out'),
    thought_number: countArgument(1, 1_000_000).optional().describe('Counted on when left out; 1 begins a new chain'),
    total_thoughts: countArgument(1, 1_000_000).optional().describe('How many there will be, as far as you can tell'),
    needs_more_thoughts: flagArgument.optional().describe('Whether more are needed than were planned'),
    revises_thought: place.optional().describe('What it revises: a number in the chain, or an id'),
    branch_from_thought: place.optional().describe('Where its branch begins: a number in the chain, or an id'),
    branch_id: textArgument(256).optional().describe('The branch that it is on, by a name of yours'),
    follows: id.optional().describe('The id of the thought that it goes on from, where that is not your last one'),
    reason: textArgument(10_000).optional().describe('Why it branches off or revises'),
    session: id.optional().describe('The session that it belongs to; any name of yours opens one'),
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
  run: async (memory, args, { signal }) => {
    const { thought, next_thought_needed: nextThoughtNeeded, thought_number: thoughtNumber, ...rest } = args;
    const { total_thoughts: totalThoughts, needs_more_thoughts: needsMoreThoughts, branch_id: branchId } = rest;
    const { revises_thought: revisesThought, branch_from_thought: branchFromThought } = rest;
    const { follows, reason, session } = rest;
    const length = { nextThoughtNeeded, thoughtNumber, totalThoughts, needsMoreThoughts };
    const position = { revisesThought, branchFromThought, branchId, follows, reason, session };
    const receipt = await memory.think({ thought, ...given({ ...length, ...position, signal }) });
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
