import { z } from 'zod';
import { type MemoryTool, memoryTool, writingHints } from '../memory-tool.ts';
import { oneWordOf, offered, own, textList } from '../tool-input.ts';
import { channelOffer, keptOffers, sharedWords, talkOffer } from './arguments.ts';
import { receiptAnswer, receiptAnswerOf, receiptText } from './answers.ts';

const action = oneWordOf(['assert', 'correct', 'withdraw', 'share', 'unshare'])
  .optional()
  .describe(
    'assert (default); correct: it replaces "supersedes"; withdraw: "memory" is wrong; share "memory" with every agent, or unshare it',
  );

/** What is done with a memory that is there, and takes nothing else. */
const ofMemory = ['withdraw', 'share', 'unshare'] as const;
type OfMemory = (typeof ofMemory)[number];

function isOfMemory(done: string | undefined): done is OfMemory {
  return ofMemory.some((one) => one === done);
}

const input = own(z.object({ action }))
  .and(
    offered('believe', {
      content: 'One statement, understandable alone',
      memory: 'The id of a memory, instead of content',
      supersedes: 'Ids of what does not hold any more',
      reason: 'Why it is corrected',
      channel: channelOffer,
      about: { words: 'Whom or what it is about, by name', narrowed: textList },
      kind: 'Follows from the text when left out',
      validFrom: 'Since when it is so',
      validTo: 'Until when it was so',
      derivedFrom: 'The ids of the observations that it follows from',
      importance: '1 (trivial) to 10 (vital); 5 when left out',
      permanent: 'Whether it never fades',
      shared: sharedWords,
      ...keptOffers,
      with: talkOffer,
    }),
  )
  .where(({ action: done, memory, content }) => !isOfMemory(done) || (memory !== undefined && content === undefined), {
    path: ['memory'],
    error: 'must be the id of what is withdrawn, shared or unshared, and nothing else given with it',
  })
  .where(({ action: done, supersedes }) => done !== 'correct' || supersedes !== undefined, {
    path: ['supersedes'],
    error: 'must name what is corrected, by the ids that search_memories tells',
  })
  // What takes the place of something is a correction, also where nobody says so.
  .where(({ action: done, supersedes }) => !isOfMemory(done) || supersedes === undefined, {
    path: ['action'],
    error: 'must be correct where "supersedes" is given',
  })
  .alsoCalled({ id: 'memory' });

/** `believe`: to hold something true, to correct it, and to hold it no longer. */
export const believeTool: MemoryTool = memoryTool({
  name: 'believe',
  title: 'Believe',
  description:
    'Holds something true from now on: a preference, a rule, a goal, a fact, a conclusion. When something has changed, use action correct with the old ids in supersedes, so that the newer answers and the older stays as history; use withdraw with memory for what was never true.',
  access: 'write',
  annotations: writingHints,
  input,
  output: receiptAnswer,
  run: async (memory, { action: done, ...options }, { signal }) => {
    const watch = signal && { signal };
    const talk = options.with === undefined ? {} : { with: options.with };
    const { memory: id = '', channel = 'agent' } = options;
    const receipt = isOfMemory(done)
      ? await (done === 'withdraw'
          ? memory.withdraw({ id, channel, ...talk, ...watch })
          : memory[done]({ id, ...talk, ...watch }))
      : await memory.believe({ channel: 'agent', ...options, ...watch });
    return { text: receiptText(receipt), structured: receiptAnswerOf(receipt) };
  },
});
