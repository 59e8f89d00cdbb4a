import { generateText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { Madeleine } from 'madeleine';
import { memoryMiddleware } from 'madeleine/ai-sdk';

// Stands in for a model of a provider, such as anthropic('claude-sonnet-4-5').
const anyModel = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    console.log(
      prompt
        .at(-1)
        .content.map(({ text }) => text)
        .join('\n'),
    );
    return {
      content: [{ type: 'text', text: 'She has a blanket now.' }],
      finishReason: { unified: 'stop' },
      usage: { inputTokens: {}, outputTokens: {} },
      warnings: [],
    };
  },
});

const memory = await Madeleine.open({ at: './ai-sdk-memory' });
const lisa = memory.agent('lisa');
const modelIn = (session) =>
  wrapLanguageModel({ model: anyModel, middleware: memoryMiddleware({ memory: lisa, session, speaker: 'Mark' }) });

await generateText({ model: modelIn('monday'), prompt: 'Luna is sixteen and feels the cold.' });
await generateText({ model: modelIn('tuesday'), prompt: 'How does Luna feel about the cold?' });
await memory.close();
