import { Agent, Runner, Usage } from '@openai/agents-core';
import { Madeleine } from 'madeleine';
import { memorySession } from 'madeleine/openai-agents';

// Stands in for a model of a provider, such as new Agent({ model: 'gpt-5' }) of '@openai/agents'.
const model = {
  async getResponse({ input }) {
    console.log(`the model hears ${input.length} items`);
    const content = [{ type: 'output_text', text: 'She has a blanket now.' }];
    return { usage: new Usage(), output: [{ type: 'message', role: 'assistant', status: 'completed', content }] };
  },
};

const space = await Madeleine.open({ at: './openai-agents-memory' });
const lisa = space.agent('lisa');
const agent = new Agent({ name: 'lisa', model });
const runner = new Runner({ tracingDisabled: true });

const session = memorySession({ memory: lisa, session: 'kitchen', speaker: 'Mark' });
await runner.run(agent, 'Luna is sixteen and feels the cold.', { session });
await runner.run(agent, 'Is she warm?', { session });

const { memories } = await lisa.recall({ query: 'What does Luna feel?' });
console.log(`${memories[0].speaker}: ${memories[0].content}`);
await space.close();
