/**
 * What a tool is: its words for the model, its schemas, and one call on an agent's memory. Knows nothing of
 * a protocol or a transport, so that servers and adapters offer the same tools.
 */
import type { z } from 'zod';
import { type AgentVerbs, checked } from '../index.ts';

/** What a call of a tool has beside its arguments. */
export interface ToolContext {
  readonly signal?: AbortSignal;
  /** Whether a person has answered the tool's question with yes. @default false */
  readonly confirmed?: boolean;
}

/** What a tool answers. */
export interface ToolAnswer {
  /** For the model to read. */
  readonly text: string;
  /** The same as data, in the form of the tool's `output`; no nulls, nothing that is empty. */
  readonly structured: Readonly<Record<string, unknown>>;
}

/** What a host may rely on before it calls. */
export interface ToolHints {
  /** Nothing that anybody could observe is changed, but for the attention that recalling is. */
  readonly readOnlyHint: boolean;
  /** Something may be gone afterwards that was there before. */
  readonly destructiveHint: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotentHint: boolean;
  /** It reaches beyond the memory; none does. */
  readonly openWorldHint: boolean;
}

/** A tool as hosts offer it to a model. */
export interface MemoryTool {
  /** 1-64 characters: lower case letters, digits, `_` and `-`. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For the model: what it does, and when to call it. */
  readonly description: string;
  /** What a token must allow to call it. */
  readonly access: 'read' | 'write';
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: ToolHints;
  /**
   * What to ask a person before `run`, where the host can ask; undefined where this call needs no yes.
   *
   * @throws {InvalidArgumentError} when an argument breaks a rule.
   */
  question?(memory: AgentVerbs, args: unknown, context?: ToolContext): Promise<string | undefined>;
  /**
   * Checks the arguments and does it, as the agent whose memory this is.
   *
   * @throws {MadeleineError} what `toolErrorText` tells a model.
   */
  run(memory: AgentVerbs, args: unknown, context?: ToolContext): Promise<ToolAnswer>;
}

/** A tool as its file writes it: its calls take arguments whose rules are checked. */
export interface ToolDefinition<Input extends z.ZodObject> extends Omit<MemoryTool, 'input' | 'question' | 'run'> {
  readonly input: Input;
  question?(memory: AgentVerbs, args: z.output<Input>, context: ToolContext): Promise<string | undefined>;
  run(memory: AgentVerbs, args: z.output<Input>, context: ToolContext): Promise<ToolAnswer>;
}

/** Makes a tool that checks its arguments by its own schema. */
export function memoryTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): MemoryTool {
  const { name, input, question, run, ...words } = definition;
  const argumentsOf = (args: unknown): z.output<Input> => checked(name, input, args ?? {}) as z.output<Input>;
  return {
    name,
    input,
    ...words,
    ...(question === undefined
      ? {}
      : { question: async (memory, args, context = {}) => question(memory, argumentsOf(args), context) }),
    run: async (memory, args, context = {}) => run(memory, argumentsOf(args), context),
  };
}

/** The hints of a tool that only reads. */
export const readingHints: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** The hints of a tool that adds, and takes nothing away. */
export const writingHints: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
