import { Madeleine } from 'madeleine';

/** What an agent has in view, one line each. */
async function view(agent) {
  const memories = await agent.latest();
  return memories.map(({ content }) => content).sort();
}

// The same happens under each policy: a user tells Lisa something, openly and in confidence, and Lisa notes what she found.
for (const sharing of ['private', 'household', 'team']) {
  const memory = await Madeleine.open({ at: './memory', space: sharing, embedder: 'none', sharing });
  const lisa = memory.agent('lisa');
  await lisa.observe({ content: 'I prefer tea.', speaker: 'Mark' });
  await lisa.observe({ content: "Between you and me, I don't like the new manager.", speaker: 'Mark' });
  await lisa.observe({ content: 'The login bug was a race in auth.ts.', channel: 'agent' });
  await lisa.think({ thought: 'A lock around the token cache mends the login bug.' });
  await lisa.believe({ content: 'I distrust the new manager.', channel: 'agent' });
  const { shares } = await memory.sleep({ dryRun: true });
  await memory.sleep();
  console.log(
    `${sharing}: sleep shares ${shares.length}; electra has ${JSON.stringify(await view(memory.agent('electra')))}`,
  );
  await memory.close();
}
