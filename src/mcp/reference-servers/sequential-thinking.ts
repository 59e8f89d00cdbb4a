/** The tool of the reference server for sequential thinking, on chains of thought that last. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type AgentVerbs,
  type ErrorCode,
  MadeleineError,
  type ThinkOptions,
  type ThoughtReceipt,
} from '../../index.ts';
import { type MemoryTool, referenceTool, type ToolContext, writingHints } from '../memory-tool.ts';
import { own } from '../tool-input.ts';

/** True or false, also as a word in any case: models write both. */
function yesOrNo(what: string): z.ZodAny {
  return z
    .any()
    .refine((said) => isYes(said) || isNo(said), { error: 'must be true or false' })
    .meta({ type: ['boolean', 'string'], description: what });
}

function isYes(said: unknown): boolean {
  return String(said).toLowerCase() === 'true';
}

function isNo(said: unknown): boolean {
  return String(said).toLowerCase() === 'false';
}

/** A number from 1 on, also as a word. */
function numberOf(what: string): z.ZodCoercedNumber {
  const rule = 'must be a whole number, 1-1,000,000';
  return z.coerce.number({ error: rule }).int({ error: rule }).min(1, { error: rule }).describe(what);
}

const input = z.object({
  thought: z.string({ error: 'must be a string' }).describe('The present step of your thinking'),
  nextThoughtNeeded: yesOrNo('Whether another thought is needed after it'),
  thoughtNumber: numberOf('Its number; 1 begins a new chain'),
  totalThoughts: numberOf('How many thoughts there will be, as far as you can tell'),
  isRevision: yesOrNo('Whether it revises an earlier thought').optional(),
  revisesThought: numberOf('The number of the thought that it revises').optional(),
  branchFromThought: numberOf('The number of the thought from which it branches off').optional(),
  branchId: z.string({ error: 'must be a string' }).optional().describe('What its branch is called'),
  needsMoreThoughts: yesOrNo('Whether more thoughts are needed than were planned').optional(),
});

type Thought = z.output<typeof input>;

/** `sequentialthinking`: thinks one thought of a chain. */
const sequentialThinking: MemoryTool = referenceTool({
  name: 'sequentialthinking',
  title: 'Sequential thinking',
  description:
    'Thinks one thought of a chain, for problems that take several steps: planning, design, analysis that may need a change of course. Number your thoughts from 1; say how many you expect, and change your mind about it at any time. Question earlier thoughts: revise one with isRevision and revisesThought, or try another way with branchFromThought and branchId. Go on until you have an answer that you have checked, and only then set nextThoughtNeeded to false. Your thoughts are kept: a later conversation can recall them.',
  access: 'write',
  annotations: writingHints,
  input: own(input),
  output: z.object({
    thoughtNumber: z.number(),
    totalThoughts: z.number(),
    nextThoughtNeeded: z.boolean(),
    branches: z.array(z.string()),
    thoughtHistoryLength: z.number(),
  }),
  run: async (memory, thought, context) => {
    const receipt = await think(memory, thought, context);
    const { thoughtNumber, totalThoughts, nextThoughtNeeded, branches, thoughtHistoryLength } = receipt;
    const structured = { thoughtNumber, totalThoughts, nextThoughtNeeded, branches, thoughtHistoryLength };
    return { text: JSON.stringify(structured, undefined, 2), structured };
  },
});

/** Thinks a thought where it says that it belongs; where there is no such place, on the line that is under way. */
async function think(memory: AgentVerbs, said: Thought, { line, signal }: ToolContext): Promise<ThoughtReceipt> {
  const { thought, thoughtNumber, totalThoughts } = said;
  const nextThoughtNeeded = isYes(said.nextThoughtNeeded);
  const session = `sequentialthinking-${line ?? lineOf(memory)}`;
  const plain = { thought, thoughtNumber, totalThoughts, nextThoughtNeeded, session, ...(signal && { signal }) };
  for (const place of placesOf(said)) {
    try {
      return await memory.think({ ...plain, ...place });
    } catch (error) {
      if (!(error instanceof MadeleineError && misplaced.has(error.code))) throw error;
    }
  }
  return memory.think(plain);
}

/**
 * The line of what is thought through one memory object, which is what one host in this process has of an agent: two
 * hosts that think at the same time as the same agent have a line each.
 */
function lineOf(memory: AgentVerbs): string {
  const known = lines.get(memory) ?? randomUUID();
  lines.set(memory, known);
  return known;
}

const lines = new WeakMap<AgentVerbs, string>();

/** What is said of a place that is none: a number that no thought has, a branch that has not begun or begins elsewhere. */
const misplaced: ReadonlySet<ErrorCode> = new Set(['INVALID_ARGUMENT', 'NOT_FOUND', 'CONFLICT']);

/** Where a thought says that it belongs, most exactly first: models number what they revise on its branch, or in all. */
function placesOf(said: Thought): readonly Pick<ThinkOptions, 'revisesThought' | 'branchFromThought' | 'branchId'>[] {
  const { isRevision, revisesThought, branchFromThought, branchId } = said;
  const branch = branchId ? { branchId } : undefined;
  if (revisesThought !== undefined && !isNo(isRevision))
    return [...(branch ? [{ revisesThought, ...branch }] : []), { revisesThought }];
  return branch ? [{ ...branch, ...(branchFromThought === undefined ? {} : { branchFromThought }) }] : [];
}

/** The sequential thinking of the reference server, as tools. */
export const sequentialThinkingTools: readonly MemoryTool[] = [sequentialThinking];

/** What a model is told of it beforehand. */
export function sequentialThinkingInstructions(agent: string): string {
  return `You are ${agent}. Think problems of several steps through with sequentialthinking, one thought to a call. Your thoughts are kept in your own lasting memory.`;
}
