/**
 * A memory for language models of the AI SDK (`ai`, an optional peer, 6 or 7): what comes to mind goes before the user's
 * words, and what both said is remembered. Only types of the SDK are imported.
 */
import type { LanguageModelMiddleware, Tool, ToolSet } from 'ai';
import type { ToolAnswer } from '../mcp/memory-tool.ts';
import {
  answerEnds,
  ConversationMemory,
  type ConversationOptions,
  type Message,
  type Turn,
  turnOf,
  withBlock,
  wordsOfParts,
} from './conversation-memory.ts';
import { type MemoryToolsOptions, type OfferedTool, offeredTools } from './offered-tools.ts';

export type { ConversationOptions, MemoryToolsOptions };

type Call = Parameters<NonNullable<LanguageModelMiddleware['wrapStream']>>[0];
type Prompt = Call['params']['prompt'];
type StreamPart = Awaited<ReturnType<Call['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;

/**
 * A middleware for `wrapLanguageModel` that gives a language model the memory of an agent, for `generateText`,
 * `streamText` and agents. Before the model speaks, what the user's last message brings to mind is put before it as
 * labelled data; afterwards message and answer are remembered. Calls of tools and their results are not.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export function memoryMiddleware(options: ConversationOptions): LanguageModelMiddleware {
  const conversation = new ConversationMemory('memoryMiddleware', options);
  return {
    specificationVersion: 'v3', // what version 6 asks for; 7 takes it as well
    async transformParams({ params }) {
      const turn = turnIn(params.prompt);
      const block = turn ? await conversation.recalled(turn, params.abortSignal) : '';
      return block === '' ? params : { ...params, prompt: withBlock(params.prompt, block) };
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      const turn = turnIn(params.prompt);
      if (turn) await conversation.heard(turn);
      if (turn && answerEnds.has(result.finishReason.unified))
        await conversation.answered(turn, isSpeech(params) ? wordsOfParts(result.content, '') : '');
      return result;
    },
    async wrapStream({ doStream, params }) {
      const result = await doStream();
      const turn = turnIn(params.prompt);
      if (!turn) return result;
      const heard = conversation.heard(turn);
      const remember = async (answer: string): Promise<void> => {
        await heard;
        await conversation.answered(turn, isSpeech(params) ? answer : '');
      };
      return { ...result, stream: result.stream.pipeThrough(listener(remember)) };
    },
  };
}

/**
 * The tools of the MCP server for `generateText`, `streamText` and agents, by their names. They act as the agent whose
 * memory this is, whatever a model says.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export function memoryTools(options: MemoryToolsOptions): ToolSet {
  return Object.fromEntries(offeredTools(options).map((offered) => [offered.name, toolOf(offered)]));
}

function toolOf({ title, description, input, call }: OfferedTool): Tool<unknown, ToolAnswer> {
  return {
    title,
    description,
    inputSchema: input,
    execute: (args, { abortSignal }) => call(args, abortSignal),
    toModelOutput: ({ output }) => ({ type: 'text', value: output.text }),
  };
}

/** Passes a stream on as it comes, and has the answer remembered before it ends: what was read is kept. */
function listener(remember: (answer: string) => Promise<void>): TransformStream<StreamPart, StreamPart> {
  let answer = '';
  let isAnswer = false;
  return new TransformStream({
    transform(part, controller) {
      if (part.type === 'text-delta') answer += part.delta;
      if (part.type === 'finish') isAnswer = answerEnds.has(part.finishReason.unified);
      controller.enqueue(part);
    },
    flush: async () => (isAnswer ? remember(answer) : undefined),
  });
}

/** Whether the model is asked to say something, and not for JSON that a program reads. */
function isSpeech({ responseFormat }: Call['params']): boolean {
  return responseFormat?.type !== 'json';
}

function turnIn(prompt: Prompt): Turn | undefined {
  return turnOf(
    prompt.map(({ role, content }): Message => {
      if (role === 'system') return { role: 'other', text: content };
      return { role, text: wordsOfParts(content, '\n') };
    }),
  );
}
