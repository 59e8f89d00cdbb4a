// Node 22.13 or newer, with @mastra/core and ai installed beside madeleine.
// biome-ignore lint/correctness/noUndeclaredDependencies: it is too large for this repository's own dependencies
import { Agent } from '@mastra/core/agent';
import { MockLanguageModelV3 } from 'ai/test';
import { Madeleine } from 'madeleine';
import { memoryProcessor, memoryTools } from 'madeleine/mastra';

// Stands in for a model, such as 'anthropic/claude-sonnet-4-5'.
const anyModel = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const { content } = prompt.at(-1);
    console.log(content.map(({ text }) => text).join('\n'));
    return {
      content: [{ type: 'text', text: 'She has a blanket now.' }],
      finishReason: { unified: 'stop' },
      usage: { inputTokens: {}, outputTokens: {} },
      warnings: [],
    };
  },
});

const space = await Madeleine.open({ at: './mastra-memory' });
const memory = space.agent('lisa');
const agentIn = (session) => {
  const remembers = memoryProcessor({ memory, session, speaker: 'Mark' });
  return new Agent({
    id: 'lisa',
    name: 'Lisa',
    instructions: 'You are Lisa.',
    model: anyModel,
    tools: memoryTools({ memory }),
    inputProcessors: [remembers],
    outputProcessors: [remembers],
  });
};

await agentIn('monday').generate('Luna is sixteen and feels the cold.');
await agentIn('tuesday').generate('How does Luna feel about the cold?');
console.log((await memory.latest()).map(({ content }) => content).join('\n'));
await space.close();
