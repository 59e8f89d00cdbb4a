import { z } from 'zod';
import { observationTypes, type ObservationType } from '../../index.ts';
import { type MemoryTool, memoryTool, writingHints } from '../memory-tool.ts';
import {
  type Source,
  channel,
  countArgument,
  emotionalContext,
  flagArgument,
  given,
  id,
  listArgument,
  momentArgument,
  moodOf,
  choiceArgument,
  textArgument,
} from './arguments.ts';
import { receiptAnswer, receiptAnswerOf, receiptText } from './answers.ts';

/** What an observation is when only its source is told. */
const typeOfSource: Readonly<Record<Source, ObservationType>> = {
  user: 'user_input',
  agent: 'user_input',
  tool: 'tool_output',
  import: 'document',
};

/** `add_memory`: what happened or was said. */
export const addMemory: MemoryTool = memoryTool({
  name: 'add_memory',
  title: 'Remember',
  description:
    'Stores something that happened or was said, word for word, so that you can recall it in later conversations: what the user tells you about themselves, their plans, preferences, people and work; decisions and why; errors and what mended them. One thing to a memory, with names instead of pronouns, so that it can be understood alone. For what you hold true in general use believe. Never store secrets, or what you have just recalled.',
  access: 'write',
  annotations: writingHints,
  input: z.strictObject({
    content: textArgument(100_000).describe('What happened or was said; understandable alone'),
    channel: channel.optional(),
    speaker: textArgument(256).optional().describe('Who said it, by name'),
    type: choiceArgument(observationTypes).optional().describe('Follows from the channel when left out'),
    session: id.optional().describe('The session that it belongs to; any name of yours opens one'),
    occurred_at: momentArgument.optional().describe('When it happened, ISO 8601; now when left out'),
    importance: countArgument(1, 10).optional().describe('1 (trivial) to 10 (vital); 5 when left out'),
    emotional_context: emotionalContext.optional().describe('How it felt: a word, or its place on two axes, -1..1'),
    entities: listArgument(textArgument(512), 'names', 64)
      .optional()
      .describe('Names that it concerns and does not spell out; the others are found by themselves'),
    shared: flagArgument.optional().describe('Whether every agent may recall it; only when the user wants that'),
  }),
  output: receiptAnswer,
  run: async (memory, args, { signal }) => {
    const { content, channel: from = 'agent', emotional_context: felt, occurred_at: occurredAt } = args;
    const { entities, importance, session, shared, speaker, type = typeOfSource[from] } = args;
    const mood = felt === undefined ? undefined : moodOf(felt);
    const receipt = await memory.observe({
      content,
      channel: from,
      type,
      ...given({ speaker, session, occurredAt, importance, mood, entities, shared, signal }),
    });
    return { text: receiptText(receipt), structured: receiptAnswerOf(receipt) };
  },
});
