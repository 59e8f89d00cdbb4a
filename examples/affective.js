// An agent with moods recalls what felt alike first. What it feels is its own: nobody else hears of it.
import { Madeleine } from 'madeleine';

const memory = await Madeleine.open({ at: './affective-memory', embedder: 'none', sharing: 'private' });
const lisa = memory.agent('lisa');
const happy = { valence: 0.9, arousal: 0.5 };
const sad = { valence: -0.8, arousal: -0.4 };

await lisa.observe({ content: 'The billing release went out, and we danced.', channel: 'agent', mood: happy });
await lisa.observe({ content: 'The billing release went out, and nobody noticed.', channel: 'agent', mood: sad });
await memory.sleep();

/** What comes up first in a mood. Looking with `attention: false` changes nothing. */
async function first(agent, mood) {
  const query = 'How was the billing release?';
  const { memories } = await agent.recall({ query, attention: false, emotionWeight: 0.5, ...mood });
  return memories[0]?.content ?? '(nothing)';
}

console.log(`happy: ${await first(lisa, { mood: happy })}`);
console.log(`sad: ${await first(lisa, { mood: sad })}`);
console.log(`electra: ${await first(memory.agent('electra'), { mood: happy })}`);
await memory.close();
