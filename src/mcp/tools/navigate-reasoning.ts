import { z } from 'zod';
import { ReasoningChain } from '../../index.ts';
import { type MemoryTool, memoryTool, readingHints, type ToolAnswer } from '../memory-tool.ts';
import { fenced } from '../recalled-block.ts';
import { talkOffer } from './arguments.ts';
import { offered, own } from '../tool-input.ts';
import { compact, fits } from './answers.ts';

/** Thoughts, forks and revisions that a call may have at most, the latest of each: a chain has no end. */
const maxTold = 40;

const rule = `must be a whole number, 1-${maxTold}`;
const resultsRule = z
  .int({ error: rule })
  .min(1, { error: rule })
  .max(maxTold, { error: rule })
  .optional()
  .describe('Of each part; what fits when left out');

const ids = z.array(z.string()).optional();

/** `navigate_reasoning`: a chain of thought, with the ways that were not taken. */
export const navigateReasoning: MemoryTool = memoryTool({
  name: 'navigate_reasoning',
  title: 'Look back on thinking',
  description:
    'Tells a chain of thought from any of its thoughts: the current line, the forks and what became of them, what revised what and why, and where it stopped. Call it to go on with earlier thinking, or to explain a decision; search_memories (types: ["thought"]) finds ids.',
  access: 'read',
  annotations: readingHints,
  input: offered('navigate', {
    id: 'The id of any thought of the chain',
    only: 'Only the forks, or only what was revised; all of it when left out',
    with: talkOffer,
  }).and(own(z.object({ n_results: resultsRule }))),
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
      .describe('The last ones'),
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
  run: async (memory, { n_results: asked, ...options }, { signal }) => {
    const chain = await memory.navigate({ ...options, ...(signal && { signal }) });
    if (asked !== undefined) return answerOf(chain, asked);
    for (let count = Math.min(chain.total, maxTold); count > 1; count -= 1) {
      const answer = answerOf(chain, count);
      if (fits(answer)) return answer;
    }
    return answerOf(chain, 1);
  },
});

/** So many of each part of a chain, the latest. */
function answerOf(chain: ReasoningChain, count: number): ToolAnswer {
  const latest = latestOf(chain, count);
  const more = count < maxTold ? ` Ask for more with "n_results", up to ${maxTold}.` : '';
  const cut = chain.total > count ? [`Of each part, at most the last ${count} are told.${more}`] : [];
  return { text: [fenced(latest.toText()), ...cut].join('\n'), structured: chainAnswerOf(latest, count) };
}

/** The same chain with the end of each of its parts. */
function latestOf(chain: ReasoningChain, count: number): ReasoningChain {
  const { current, forks, revisions, toRoot } = chain;
  return new ReasoningChain({
    ...chain.toJSON(),
    current: current.slice(-count),
    toRoot: toRoot.slice(-count),
    forks: forks.slice(-count),
    revisions: revisions.slice(-count),
  });
}

function chainAnswerOf(chain: ReasoningChain, count: number): Readonly<Record<string, unknown>> {
  const { current, end, forks, revisions, thoughts, total } = chain;
  return compact({
    total,
    thoughts: thoughts.slice(-count).map(({ id: of, number, content, occurredAt, branchId, follows, revisedBy }) =>
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
