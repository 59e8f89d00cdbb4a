import type { Channel, ObservationType } from '../../index.ts';
import { type MemoryTool, memoryTool, writingHints } from '../memory-tool.ts';
import { offered, textList } from '../tool-input.ts';
import { channelOffer, keptOffers, moodOffer, sharedWords, talkOffer } from './arguments.ts';
import { receiptAnswer, receiptAnswerOf, receiptText } from './answers.ts';

/** What an observation is when only its channel is told, where that is not what the verb makes of it. */
const typeOfChannel: Readonly<Partial<Record<Channel, ObservationType>>> = { tool: 'tool_output', import: 'document' };

/** `add_memory`: what happened or was said. */
export const addMemory: MemoryTool = memoryTool({
  name: 'add_memory',
  title: 'Remember',
  description:
    'Stores something that happened or was said, one thing to a memory; names are found by themselves. Call it for decisions with their reasons, plans, and what the user tells you. No secrets, no small talk, nothing just recalled. For what holds from now on, call believe.',
  access: 'write',
  annotations: writingHints,
  input: offered('observe', {
    content: 'What happened or was said; understandable alone',
    channel: channelOffer,
    speaker: 'Who said it, by name',
    type: 'Follows from the channel when left out',
    session: 'The session that it belongs to; any name of yours opens one',
    occurredAt: 'When it happened; now when left out',
    importance: '1 (trivial) to 10 (vital); 5 when left out',
    mood: moodOffer('How it felt: a word, or its place on two axes, -1..1'),
    entities: {
      words: 'Names that it concerns and does not spell out; the others are found by themselves',
      narrowed: textList,
    },
    shared: sharedWords,
    ...keptOffers,
    with: talkOffer,
  }),
  output: receiptAnswer,
  run: async (memory, { channel = 'agent', ...options }, { signal }) => {
    const type = typeOfChannel[channel];
    const receipt = await memory.observe({ ...(type && { type }), ...options, channel, ...(signal && { signal }) });
    return { text: receiptText(receipt), structured: receiptAnswerOf(receipt) };
  },
});
