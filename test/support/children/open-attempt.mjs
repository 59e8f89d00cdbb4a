/**
 * Opens a memory and says how that went, then ends by itself: exit code 7 for a typed error, 8 for
 * any other, 0 when it opened.
 *
 * Task: the options of `open`, with `write` (observations to write), `recall` (a query), `times`
 * (how often to open and close), `umask`, `hold` (stays open until its input ends).
 */
import { Madeleine, MadeleineError } from '../../../dist/bundle/index.js';
import { createWordEmbedder } from '../word-embedder.mjs';

const { write = 0, recall, times = 1, umask, hold, ...options } = JSON.parse(process.argv[2]);
if (umask !== undefined) process.umask(umask);

function say(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function useOnce() {
  const memory = await Madeleine.open({ embedder: createWordEmbedder(), ...options });
  const agent = memory.agent('Lisa');
  for (let count = 1; count <= write; count += 1) {
    await agent.observe({ content: `Mark's cat Luna jumped over fence ${count} in Seattle.`, session: 'garden' });
  }
  const found = recall === undefined ? undefined : await agent.search({ query: recall });
  const { records, seq } = await memory.stats();
  const { ok } = await memory.doctor();
  say({
    event: 'opened',
    origin: memory.indexOrigin,
    observations: records.observation,
    seq,
    ok,
    found: found?.memories.map(({ id, score }) => ({ id, score })),
  });
  if (hold) await new Promise((resolve) => process.stdin.on('end', resolve).resume());
  await memory.close();
}

try {
  for (let count = 0; count < times; count += 1) await useOnce();
} catch (error) {
  const typed = error instanceof MadeleineError;
  say({ event: 'failed', code: error.code, message: error.message, hint: error.hint, details: error.details });
  process.exitCode = typed ? 7 : 8;
}
