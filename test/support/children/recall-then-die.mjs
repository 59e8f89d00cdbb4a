/**
 * Remembers and recalls, and is killed before what it recalled is counted; then looks what is left.
 *
 * Task: { at, step } - `recall` remembers, recalls and waits to be killed; `look` says what is
 * there, and recalls and closes as one does.
 */
import { Madeleine } from '../../../dist/bundle/index.js';

const { at, step } = JSON.parse(process.argv[2]);

function say(event, more = {}) {
  process.stdout.write(`${JSON.stringify({ event, ...more })}\n`);
}

const memory = await Madeleine.open({ at, embedder: 'none' });
const lisa = memory.agent('lisa');

if (step === 'recall') {
  await lisa.observeMany({ observations: ['one', 'two', 'three'].map((word) => ({ content: `quokka ${word}` })) });
  const { memories } = await lisa.recall({ query: 'quokka' });
  say('recalled', { memories: memories.length });
  // Attention is written a second later: not in this process.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
const { memories } = await lisa.search({ query: 'quokka' });
const { records } = await memory.stats();
const { ok } = await memory.doctor();
say('looked', { memories: memories.length, pairs: records.co_activated, ok });
await lisa.recall({ query: 'quokka' });
await memory.close();
process.exit(0);
