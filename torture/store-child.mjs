/**
 * The process that works on a store of the campaign and is killed, stopped or cut off there, and the one that looks at
 * what is left. What is written follows from its id, so that a reader knows what a whole record says.
 *
 * Task: { step: 'write', at, prefix, calls, reopenAfter, clockSeed } writes and says before each call what it asks
 * (`asked`) and after it that it was acknowledged (`acked`).
 * { step: 'look', stores: [{ at, prefix, asked, acked, goesOn }] } reads stores to their ends and says of each what it found.
 */
import { writeSync } from 'node:fs';
import { Madeleine, MadeleineError } from '../dist/bundle/index.js';
import { seeded } from './seeded.mjs';

const task = JSON.parse(process.argv[2]);
// What the host waits for is at its end whichever signal comes.
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);
const dayMs = 86_400_000;

/** What the record with an id says: long enough that its bytes lie in more than one page now and then, in lines that cost little to read. */
export function contentOf(id) {
  const random = seeded(id);
  const letters = () => random().toString(36).slice(2);
  const lines = Array.from({ length: random() * 90 }, () => Array.from({ length: 6 }, letters).join(''));
  return [`The note ${id} tells of a quokka.`, ...lines, `Here ends ${id}.`].join('\n');
}

/** A clock that jumps by up to 400 days, either way, at each look. */
function jumpingClock(seed) {
  const random = seeded(seed);
  return () => new Date(Date.now() + (random() - 0.5) * 800 * dayMs);
}

async function write({ at, prefix, calls, reopenAfter, clockSeed }) {
  const clock = clockSeed === undefined ? {} : { clock: jumpingClock(clockSeed) };
  const open = () => Madeleine.open({ at, embedder: 'none', ...clock });
  let memory = await open();
  say({ event: 'open' });
  for (let call = 0; call < calls; call += 1) {
    const ids = call % 3 === 2 ? [0, 1, 2].map((part) => `${prefix}${call}-${part}`) : [`${prefix}${call}`];
    const items = ids.map((id) => ({ id, content: contentOf(id) }));
    say({ event: 'asked', ids });
    const luna = memory.agent('luna');
    if (items.length > 1) await luna.observeMany({ observations: items });
    else if (call % 3 === 1) await luna.believe(items[0]);
    else await luna.observe(items[0]);
    say({ event: 'acked', ids });
    if ((call + 1) % reopenAfter === 0) {
      await memory.close();
      memory = await open();
    }
  }
  await memory.close();
}

/** What a failure is to a caller: a typed error has a code, anything else is a defect. */
function told(error) {
  const isTyped = error instanceof MadeleineError && error.code !== 'INTERNAL';
  return isTyped ? { code: error.code } : { defect: error?.stack ?? String(error) };
}

/** Each step of a look, and the error that ended it. */
async function look({ at, prefix, asked, acked, goesOn }) {
  const found = { at, phase: 'open', lost: [], torn: [], strange: [] };
  let memory;
  try {
    memory = await Madeleine.open({ at, embedder: 'none' });
    found.phase = 'read';
    const contents = new Map();
    for await (const line of memory.export()) {
      const { record, id, content } = JSON.parse(line);
      if (record === 'observation' || record === 'fact') contents.set(id.replace(/^\w+:/, ''), content);
    }
    const isThere = (id) => contents.has(id);
    found.lost = acked.flat().filter((id) => !isThere(id));
    found.torn = asked.filter((ids) => ids.some(isThere) && !ids.every(isThere)).flat();
    const known = new Set(asked.flat());
    found.strange = [...contents]
      .filter(([id, content]) => content !== contentOf(id) || !known.has(id))
      .map(([id]) => id);
    found.phase = 'doctor';
    const { ok, findings } = await memory.doctor({ deep: true });
    found.findings = findings.filter(({ level }) => level === 'error').map(({ message }) => message);
    found.ok = ok;
    if (goesOn && ok) {
      found.phase = 'write';
      const id = `${prefix}after`;
      const luna = memory.agent('luna');
      await luna.observe({ id, content: `The wombat ${id} digs.` });
      const { memories } = await luna.search({ query: 'wombat', limit: 200 });
      if (!memories.some((one) => one.id === `observation:${id}`)) found.lost.push(id);
    }
    found.phase = 'end';
  } catch (error) {
    Object.assign(found, told(error));
  }
  await memory?.close().catch((error) => Object.assign(found, found.code === undefined ? told(error) : {}));
  say({ event: 'found', ...found });
}

if (task.step === 'write') await write(task);
for (const store of task.stores ?? []) await look(store);
say({ event: 'done' });
process.exit(0);
