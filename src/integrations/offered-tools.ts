/** The tools of the MCP server for models that a program calls itself: the same names, words, schemas and answers. */
import { type AgentVerbs, checked } from '../index.ts';
import { z } from 'zod';
import { type MemoryTool, ShownErasures, type ToolAnswer } from '../mcp/memory-tool.ts';
import { agentTools } from '../mcp/tool-sets.ts';
import { toolErrorText } from '../mcp/tool-error.ts';
import { agentMemory } from './conversation-memory.ts';

/** Which tools a model gets. */
export interface MemoryToolsOptions {
  /** The memory of the agent that the model speaks for. */
  readonly memory: AgentVerbs;
  /** Whether there are tools that write. @default 'write' */
  readonly access?: 'read' | 'write';
}

/** A tool, and its call on one agent's memory. */
export interface OfferedTool extends Pick<MemoryTool, 'name' | 'title' | 'description' | 'input'> {
  /** @throws {Error} what went wrong, in words that a model can act on. */
  call(args: unknown, signal: AbortSignal | undefined): Promise<ToolAnswer>;
}

const optionsSchema: z.ZodType<MemoryToolsOptions> = z.strictObject({
  memory: agentMemory,
  access: z.enum(['read', 'write'], { error: 'must be read or write' }).optional(),
}) as z.ZodType<MemoryToolsOptions>;

/**
 * The tools that an agent's memory offers.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export function offeredTools(options: MemoryToolsOptions): readonly OfferedTool[] {
  const { memory, access = 'write' } = checked('memoryTools', optionsSchema, options);
  const offered = agentTools.filter((tool) => access === 'write' || tool.access === 'read');
  const shown = new ShownErasures();
  return offered.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    input: tool.input,
    call: async (args, signal) => {
      try {
        return await tool.run(memory, args, { shown, ...(signal && { signal }) });
      } catch (cause) {
        throw new Error(toolErrorText(cause, tool), { cause });
      }
    },
  }));
}
