/**
 * The tools of a memory for agents of Mastra, whose package is known here by its structure alone: it needs Node 22.13 and
 * takes 130 MB. Mastra takes models of the AI SDK as they are, so the model of an agent gets its memory by
 * `memoryMiddleware` of `madeleine/ai-sdk`.
 */
import type { z } from 'zod';
import type { ToolAnswer } from '../mcp/memory-tool.ts';
import { type MemoryToolsOptions, offeredTools } from './offered-tools.ts';

export type { MemoryToolsOptions, ToolAnswer };

/** A tool as Mastra's agents and workflows take it. */
export interface MastraTool {
  readonly id: string;
  readonly description: string;
  readonly inputSchema: z.ZodType;
  /** @throws {Error} what went wrong, in words that a model can act on. */
  readonly execute: (
    args: unknown,
    context?: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<ToolAnswer>;
  /** What the model reads of an answer. */
  readonly toModelOutput: (answer: ToolAnswer) => { readonly type: 'text'; readonly value: string };
}

/**
 * The tools of the MCP server for an agent's `tools`, by their names. They act as the agent whose memory this is,
 * whatever a model says.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export function memoryTools(options: MemoryToolsOptions): Record<string, MastraTool> {
  const tools = offeredTools(options).map(({ name, description, input, call }): [string, MastraTool] => [
    name,
    {
      id: name,
      description,
      inputSchema: input,
      execute: (args, context) => call(args, context?.abortSignal),
      toModelOutput: ({ text }) => ({ type: 'text', value: text }),
    },
  ]);
  return Object.fromEntries(tools);
}
