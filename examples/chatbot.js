// A chatbot that remembers, without a language model: what it was told in one conversation comes to mind in the next.
import { Madeleine } from 'madeleine';

const memory = await Madeleine.open({ at: './chatbot-memory' });
const lisa = memory.agent('lisa');

async function answer(content, session) {
  const { text } = await lisa.ambient({ message: content, session });
  await lisa.observe({ content, speaker: 'Mark', session });
  return text === '' ? 'I will remember that.' : text;
}

console.log(await answer('Luna is sixteen and feels the cold.', 'monday'));
console.log(await answer('How does Luna feel about the cold?', 'tuesday'));
await memory.close();
