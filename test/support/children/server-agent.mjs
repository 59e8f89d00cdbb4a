/**
 * An agent with a process of its own on a shared space. Task: `options` of open, `agent`, `write` (observations), `key`
 * (what their ids begin with), `hold` (waits for a line of its input before it begins), `untilEnd` (writes until its input
 * ends). With `listen` it listens for changes instead and says when each came, until its input ends. With `verb` it calls
 * that one of the space once it is told to begin, and says what came of it; with `words` it makes vectors of words.
 */
import { createInterface } from 'node:readline';
import { Madeleine } from '../../../dist/bundle/index.js';
import { createWordEmbedder } from '../word-embedder.mjs';

const {
  options,
  agent,
  write = 0,
  key = 'w',
  hold = false,
  listen = false,
  untilEnd = false,
  verb,
  words = false,
} = JSON.parse(process.argv[2]);
let isEnded = false;
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const memory = await Madeleine.open({
  embedder: 'none',
  ...options,
  ...(words ? { embedder: createWordEmbedder() } : {}),
});
const mine = memory.agent(agent);
const lines = createInterface({ input: process.stdin });
if (listen) {
  const controller = new AbortController();
  lines.on('close', () => controller.abort());
  say({ event: 'ready' });
  for await (const { ids } of mine.changes({ signal: controller.signal })) say({ event: 'heard', ids, at: Date.now() });
} else if (verb !== undefined) {
  say({ event: 'ready' });
  await new Promise((resolve) => lines.once('line', resolve));
  const told = await memory[verb]().then(
    (result) => ({ result }),
    ({ code, message }) => ({ refused: { code, message } }),
  );
  say({ event: 'done', ...told });
} else {
  say({ event: 'ready' });
  if (hold) await new Promise((resolve) => lines.once('line', resolve));
  const refused = [];
  const tookMs = [];
  let unseen = 0;
  if (untilEnd) lines.once('close', () => (isEnded = true));
  for (let count = 0; count < write && !isEnded; count += 1) {
    const startedAt = performance.now();
    try {
      const { id } = await mine.observe({
        id: `${key}-${count}`,
        content: `${agent} saw heron number ${count} of ${key} at the pond.`,
      });
      tookMs.push(performance.now() - startedAt);
      say({ event: 'stored', id, at: Date.now() });
      const { memories } = await mine.search({ query: `heron number ${count} of ${key}`, limit: 50 });
      if (!memories.some((one) => one.id === id)) unseen += 1;
    } catch (error) {
      refused.push({ code: error.code, message: error.message });
    }
  }
  tookMs.sort((one, other) => one - other);
  const share = (part) => tookMs[Math.min(tookMs.length - 1, Math.floor(part * tookMs.length))];
  say({ event: 'done', refused, unseen, p50: share(0.5), p95: share(0.95), most: tookMs.at(-1) });
}
lines.close();
process.stdin.destroy();
await memory.close();
