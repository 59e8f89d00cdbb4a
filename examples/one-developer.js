// A developer works in several hosts, which all remember as one agent: what one learns, the next one knows.
import { Madeleine } from 'madeleine';

/** What a host does: it opens the memory, and lets go of it when the developer goes on elsewhere. */
async function inHost(host, work) {
  const memory = await Madeleine.open({ at: './developer-memory', embedder: 'none' });
  console.log(`${host}:`);
  await work(memory.agent('paul'));
  await memory.close();
}

let thought;
await inHost('terminal', async (agent) => {
  await agent.observe({ content: 'The token check lives in src/auth.py.', speaker: 'Paul', session: 'login' });
  await agent.think({ thought: 'The clock of the server is late.', session: 'login' });
  thought = await agent.think({
    thought: 'The clock is right; two requests race for the token in src/auth.py.',
    revisesThought: 1,
    reason: 'The logs agree to the millisecond.',
    nextThoughtNeeded: false,
    session: 'login',
  });
  console.log(`  thought ${thought.thoughtNumber} is recorded`);
});

await inHost('editor', async (agent) => {
  // Before the model speaks: what the message brings to mind, without a question.
  const { text } = await agent.ambient({ message: 'I am in src/auth.py again.' });
  console.log(`  comes to mind: ${text}`);
  const chain = await agent.navigate({ id: thought.id });
  for (const { by, reason } of chain.revisions) {
    console.log(`  revised: ${chain.thoughts.find(({ id }) => id === by)?.content} (${reason})`);
  }
});
