/**
 * What a tool is: its words for the model, its schemas, and one call on an agent's memory. Knows nothing of
 * a protocol or a transport, so that servers and adapters offer the same tools.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AgentVerbs, Clock } from '../index.ts';
import { type ToolInput, withTimesRead } from './tool-input.ts';
import { type ArgumentSchema, understoodArguments } from './understood-arguments.ts';

/** How many askings are kept of one session; of more, the oldest is shown again. */
const maxShown = 100;

/** Which memories one session was shown before they may be erased, by what was asked for. */
export class ShownErasures {
  /** The oldest first. */
  readonly #idsOf = new Map<string, string>();

  /** Whether exactly these memories were shown for what is asked. */
  has(asked: object, ids: readonly string[]): boolean {
    return this.#idsOf.get(JSON.stringify(asked)) === digestOf(ids);
  }

  note(asked: object, ids: readonly string[]): void {
    const key = JSON.stringify(asked);
    this.#idsOf.delete(key);
    this.#idsOf.set(key, digestOf(ids));
    const [oldest] = this.#idsOf.keys();
    if (this.#idsOf.size > maxShown && oldest !== undefined) this.#idsOf.delete(oldest);
  }
}

/** A subject may have a hundred thousand memories, so of their ids only this is kept. */
function digestOf(ids: readonly string[]): string {
  return createHash('sha256')
    .update([...ids].sort().join(' '))
    .digest('base64');
}

/** What a call of a tool has beside its arguments. */
export interface ToolContext {
  readonly signal?: AbortSignal;
  /** Whether a person has answered the tool's question with yes. @default false */
  readonly confirmed?: boolean;
  /** What the calls of the same session have shown. @default nothing, so that no argument of the model erases anything */
  readonly shown?: ShownErasures;
  /** What the line of thought of the session is called. @default one for each memory object */
  readonly line?: string | undefined;
  /** Against which times in words are read. @default the machine's */
  readonly clock?: Clock;
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
  /** What hosts are shown; the tool and the verbs that it calls check it. */
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: ToolHints;
  /** What the argument for an option of the library is called, for words about an error. */
  readonly argumentOf: (option: string) => string;
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

/** A tool as its file writes it: its calls take options, by the names that verbs have for them. */
export interface ToolDefinition<Options> extends Omit<MemoryTool, 'input' | 'argumentOf' | 'question' | 'run'> {
  readonly input: ToolInput<Options>;
  question?(memory: AgentVerbs, options: Options, context: ToolContext): Promise<string | undefined>;
  run(memory: AgentVerbs, options: Options, context: ToolContext): Promise<ToolAnswer>;
}

/** Beside what a tool answers: hosts show a model the text or these data, and seldom both. */
const notesField = { notes: z.array(z.string()).optional().describe('What was read as something else or left out') };

/**
 * Makes a tool that reads its arguments by its own input. It takes what other clients call them, times in words, and
 * leaves out what it does not know with a word about it; one that destroys refuses all that.
 */
export function memoryTool<Options>(definition: ToolDefinition<Options>): MemoryTool {
  const { input, name, annotations, output } = definition;
  let schemas: Readonly<Record<string, ArgumentSchema>> | undefined;
  const told = { ...definition, output: output.extend(notesField) };
  return toolReading(told, async (args, { clock = () => new Date() }) => {
    if (!isRecord(args)) return { options: input.read(name, args), notes: [] };
    schemas ??= z.toJSONSchema(input.shown, { io: 'input' }).properties as Readonly<Record<string, ArgumentSchema>>;
    const meant = understoodArguments(name, schemas, args);
    if (annotations.destructiveHint) {
      const read = meant.notes.length > 0 ? args : meant.args;
      return { options: input.read(name, read), notes: [...meant.renamed, ...meant.notes] };
    }
    const timed = await withTimesRead(name, input.times, meant, clock());
    return { options: input.read(name, timed.args), notes: timed.notes };
  });
}

/** Makes a tool of another server, which takes exactly what it takes there. */
export function referenceTool<Options>(definition: ToolDefinition<Options>): MemoryTool {
  const { input, name } = definition;
  return toolReading(definition, async (args) => ({ options: input.read(name, args), notes: [] }));
}

function toolReading<Options>(
  { input, question, run, ...rest }: ToolDefinition<Options>,
  understood: (
    args: unknown,
    context: ToolContext,
  ) => Promise<{ readonly options: Options; readonly notes: readonly string[] }>,
): MemoryTool {
  return {
    ...rest,
    input: input.shown,
    argumentOf: (option) => input.argumentOf(option),
    ...(question && {
      question: async (memory, args, context = {}) =>
        question(memory, (await understood(args, context)).options, context),
    }),
    run: async (memory, args, context = {}) => {
      const { options, notes } = await understood(args, context);
      const { text, structured } = await run(memory, options, context);
      return {
        text: [text, ...notes].join('\n'),
        structured: { ...structured, ...(notes.length > 0 && { notes }) },
      };
    },
  };
}

function isRecord(args: unknown): args is Readonly<Record<string, unknown>> {
  return typeof args === 'object' && args !== null && !Array.isArray(args);
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
