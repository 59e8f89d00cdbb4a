import { z } from 'zod';
import { agentVerbs, type Silence, tellRefusal } from '../../index.ts';
import { type MemoryTool, memoryTool, readingHints } from '../memory-tool.ts';
import { recalledBlock } from '../recalled-block.ts';
import { talkOffer } from './arguments.ts';
import { offered } from '../tool-input.ts';
import { compact, rounded } from './answers.ts';

const why: Readonly<Record<Silence, string>> = {
  off: 'ambient memory is turned off for this memory',
  'no-names': 'the message names nothing that you know',
  'nothing-relevant': 'nothing that you know of it is worth saying',
  'already-there': 'all of it is said already',
  'over-budget': 'no sentence fits into max_tokens',
  cancelled: 'the call was cancelled',
  failed: 'something went wrong; recall_memory may still answer',
};

/** `ambient_context`: what a message brings to mind, without a question. */
export const ambientContext: MemoryTool = memoryTool({
  name: 'ambient_context',
  title: 'What comes to mind',
  description:
    "Tells in a few sentences what a message brings to your mind: rules and facts that bear on it, what you know of the names in it. Call it once with the user's message as it is, before you answer, when your host does not do so by itself. It is cheap and often says nothing; for a question use recall_memory.",
  access: 'read',
  annotations: readingHints,
  input: offered('ambient', {
    message: 'What was just said to you, as it is',
    session: 'What surfaced in this session is not said again for 20 messages',
    exclude: 'What the conversation holds already',
    maxTokens: 'Of the text; 200 when left out',
    with: talkOffer,
  }),
  output: z.strictObject({
    text: z.string().optional(),
    tokens: z.number(),
    names: z.array(z.string()).optional().describe('Names in the message that you know'),
    items: z
      .array(z.strictObject({ id: z.string(), sentence: z.string(), path: z.string(), score: z.number() }))
      .optional()
      .describe('The memories behind the text'),
    silence: z.string().optional().describe('Why nothing comes to mind'),
  }),
  run: async (memory, options, { signal }) => {
    const context = await memory.ambient({ ...options, ...(signal && { signal }) });
    tellRefusal('ambient', agentVerbs.ambient, options, context);
    const { items, names, silence, tokens } = context;
    return {
      text: recalledBlock(memory.name, context.text) || `Nothing comes to mind: ${why[silence ?? 'nothing-relevant']}.`,
      structured: compact({
        text: context.text === '' ? undefined : context.text,
        tokens,
        names,
        items: items.map(({ memory: id, sentence, path, score }) => ({ id, sentence, path, score: rounded(score) })),
        silence,
      }),
    };
  },
});
