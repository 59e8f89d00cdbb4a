import { z } from 'zod';
import { ReasoningChain } from '../../index.ts';
import { type MemoryTool, memoryTool, readingHints } from '../memory-tool.ts';
import { fenced } from '../recalled-block.ts';
import { talkOffer } from './arguments.ts';
import { offered } from '../tool-input.ts';
import { compact } from './answers.ts';

/** Thoughts, forks and revisions that are told at most, the latest of each: a chain has no end. */
const maxTold = 40;

const ids = z.array(z.string()).optional();

/** `navigate_reasoning`: a chain of thought, with the ways that were not taken. */
export const navigateReasoning: MemoryTool = memoryTool({
  name: 'navigate_reasoning',
  title: 'Look back on thinking',
  description:
    'Tells a chain of thought from any of its thoughts: the current line from its root, the alternatives at each fork and what became of them, what revised what and why, and where it stopped. Call it to go on with earlier thinking, or to explain why something was decided. recall_memory and search_memories (types: ["thought"]) find the ids of thoughts.',
  access: 'read',
  annotations: readingHints,
  input: offered('navigate', {
    id: 'The id of any thought of the chain',
    only: 'Only the forks, or only what was revised; all of it when left out',
    with: talkOffer,
  }),
  output: z.strictObject({
    total: z.number().describe('The thoughts of the whole chain'),
    thoughts: z
      .array(
        z.strictObject({
          id: z.string(),
          number: z.number().optional(),
          content: z.string(),
          occurred_at: z.string(),
          branch_id: z.string().optional(),
          follows: z.strictObject({ id: z.string(), type: z.string(), reason: z.string().optional() }).optional(),
          revised_by: z.string().optional(),
        }),
      )
      .optional()
      .describe(`The last ${maxTold} at most`),
    current: ids.describe('The ids of the current line, without what was revised'),
    forks: z
      .array(
        z.strictObject({
          at: z.string(),
          alternatives: z.array(
            z.strictObject({
              first: z.string(),
              last: z.string(),
              thoughts: z.number(),
              fate: z.string().describe('current, revised, continued or ended'),
              branch_id: z.string().optional(),
              reason: z.string().optional(),
            }),
          ),
        }),
      )
      .optional(),
    revisions: z.array(z.strictObject({ of: z.string(), by: z.string(), reason: z.string().optional() })).optional(),
    end: z.strictObject({ id: z.string(), next_thought_needed: z.boolean().optional() }),
  }),
  run: async (memory, options, { signal }) => {
    const chain = latestOf(await memory.navigate({ ...options, ...(signal && { signal }) }));
    const cut = chain.total > maxTold ? [`Of each part, at most the last ${maxTold} are told.`] : [];
    return { text: [fenced(chain.toText()), ...cut].join('\n'), structured: chainAnswerOf(chain) };
  },
});

/** The same chain with the end of each of its parts. */
function latestOf(chain: ReasoningChain): ReasoningChain {
  const { current, forks, revisions, toRoot } = chain;
  return new ReasoningChain({
    ...chain.toJSON(),
    current: current.slice(-maxTold),
    toRoot: toRoot.slice(-maxTold),
    forks: forks.slice(-maxTold),
    revisions: revisions.slice(-maxTold),
  });
}

function chainAnswerOf(chain: ReasoningChain): Readonly<Record<string, unknown>> {
  const { current, end, forks, revisions, thoughts, total } = chain;
  return compact({
    total,
    thoughts: thoughts.slice(-maxTold).map(({ id: of, number, content, occurredAt, branchId, follows, revisedBy }) =>
      compact({
        id: of,
        number,
        content,
        occurred_at: occurredAt,
        branch_id: branchId,
        follows,
        revised_by: revisedBy,
      }),
    ),
    current,
    forks: forks.map(({ at, alternatives }) => ({
      at,
      alternatives: alternatives.map(({ first, last, thoughts: length, fate, branchId, reason }) =>
        compact({ first, last, thoughts: length, fate, branch_id: branchId, reason }),
      ),
    })),
    revisions: revisions.map((revision) => compact({ ...revision })),
    end: compact({ id: end.id, next_thought_needed: end.nextThoughtNeeded }),
  });
}
