// The agents of one home share what users say. Confidences and opinions stay with the agent that has them.
import { Madeleine } from 'madeleine';

const memory = await Madeleine.open({ at: './household-memory', embedder: 'none', sharing: 'household' });
const lisa = memory.agent('lisa');
const electra = memory.agent('electra');

await lisa.observe({ content: 'I prefer tea.', speaker: 'Mark' });
await lisa.observe({ content: "Between you and me, I don't like the new manager.", speaker: 'Mark' });
await lisa.believe({ content: 'Mark worries about work too much.', about: ['Mark'], channel: 'agent' });

const { shares } = await memory.sleep({ dryRun: true });
console.log(`sleep will share: ${shares.map(({ content }) => content).join(' ')}`);
await memory.sleep();

for (const agent of [lisa, electra]) {
  const known = await agent.latest();
  console.log(`${agent.name} knows:`);
  for (const { content } of known.toSorted((one, other) => one.content.localeCompare(other.content))) {
    console.log(`  ${content}`);
  }
}
await memory.close();
