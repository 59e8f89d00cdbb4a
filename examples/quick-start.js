import { Madeleine } from 'madeleine';

const memory = await Madeleine.open({ at: './memory' });
const lisa = memory.agent('lisa');
const electra = memory.agent('electra');

// With an id of yours, a second run stores nothing twice.
await lisa.observe({
  id: 'note-1',
  content: 'Luna is sixteen and feels the cold.',
  speaker: 'Mark',
  session: 'kitchen',
});
await lisa.believe({ content: "Luna is Mark's cat.", about: ['Luna'], shared: true });
await lisa.believe({ content: 'Mark worries about Luna too much.', about: ['Mark'] });

for (const agent of [lisa, electra]) {
  console.log(`${agent.name} recalls:`);
  const { memories } = await agent.recall({ query: 'How is Luna doing?' });
  for (const { score, content, believers } of memories) {
    console.log(`  ${score.toFixed(2)}  ${content}  (${believers.map((believer) => believer.agent).join(', ')})`);
  }
}
await memory.close();
