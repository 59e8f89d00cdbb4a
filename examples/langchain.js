import { FakeListChatModel } from '@langchain/core/utils/testing';
import { Madeleine } from 'madeleine';
import { memoryChatModel, memoryRetriever, memoryTools } from 'madeleine/langchain';

// Stands in for a model of a provider, such as new ChatAnthropic({ model: 'claude-sonnet-4-5' }).
const anyModel = new FakeListChatModel({ responses: ['I will put a blanket on the heater.', 'She is warm now.'] });

const space = await Madeleine.open({ at: './langchain-memory' });
const memory = space.agent('lisa');
const model = memoryChatModel({ model: anyModel, memory, session: 'kitchen', speaker: 'Mark' });

await model.invoke('Luna is sixteen and feels the cold.');
const answer = await model.invoke('How is Luna?');
console.log(answer.text);

const documents = await memoryRetriever({ memory, recall: { limit: 1 } }).invoke('How old is Luna?');
console.log(documents.map(({ pageContent, metadata }) => `${metadata.speaker}: ${pageContent}`).join('\n'));

const tools = memoryTools({ memory });
console.log(tools.map(({ name }) => name).join(', '));
await space.close();
