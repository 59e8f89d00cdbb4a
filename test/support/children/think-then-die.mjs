/**
 * Thinks a long chain and says when each thought is acknowledged, until it is killed; or walks what is there.
 *
 * Task: { at, step, rounds } - `think` thinks and waits to be killed; `walk` says what the chain is.
 */
import { longChain } from '../../../dist-bench/speed/navigate.js';
import { Madeleine } from '../../../dist/bundle/index.js';

const { at, step, rounds } = JSON.parse(process.argv[2]);

function say(event, more = {}) {
  process.stdout.write(`${JSON.stringify({ event, ...more })}\n`);
}

const memory = await Madeleine.open({ at, embedder: 'none' });
const lisa = memory.agent('lisa');

if (step === 'think') {
  let count = 0;
  for (const thought of longChain(rounds)) {
    await lisa.think({ ...thought, session: 'harbour' });
    count += 1;
    say(`thought ${count}`);
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
const chain = await lisa.navigate({ id: 'r1-1' });
const { ok } = await memory.doctor();
say('walked', {
  ok,
  ids: chain.thoughts.map(({ id }) => id.replace('observation:', '')),
  current: chain.current.length,
  fates: chain.forks.flatMap(({ alternatives }) => alternatives.map(({ type, fate }) => `${type} ${fate}`)),
  revisions: chain.revisions.map(({ of, by, reason }) => `${of} ${by} ${reason}`),
  end: chain.end.id,
});
await memory.close();
process.exit(0);
