/**
 * One step in the life of a store that an older version wrote.
 *
 * Task: { at, memories, step } - `make` writes it without cognitive fields, `migrate` migrates it
 * and waits to be killed once half of the memories have their fields, `finish` migrates it to the end and twice more,
 * and looks at all of it.
 */
import { Madeleine } from '../../../dist/index.js';
import { Database } from '../../../dist/store/database.js';
import { Ledger } from '../../../dist/store/ledger.js';

const { at, memories, step } = JSON.parse(process.argv[2]);
const recordedAt = new Date();

function say(event, more = {}) {
  process.stdout.write(`${JSON.stringify({ event, ...more })}\n`);
}

async function make() {
  const database = await Database.open(at, {}, process.pid);
  const ledger = await Ledger.open({ database, space: 'default', clock: () => recordedAt, newId: () => 'key' });
  const provenance = { channel: 'user', source: 'lisa', trust: 0.9 };
  const observation = Array.from({ length: memories }, (_, position) => ({
    id: `observation:o${position}`,
    content: `Quokka number${position} must eat.`,
    type: 'user_input',
    agent: 'lisa',
    importance: 5,
    concepts: [],
    surfacesWhen: [],
    accesses: 0,
    occurredAt: recordedAt,
    recordedAt,
    position,
    provenance,
  }));
  const believes = observation.map(({ id }) => ({
    agent: 'lisa',
    memory: id,
    strength: 1,
    confidence: 0.9,
    since: recordedAt,
    reinforcedAt: recordedAt,
    accesses: 0,
    permanent: false,
    halfLifeDays: 60,
    provenance,
  }));
  await ledger.exclusive(() => ledger.commit({ insert: { agent: [{ name: 'lisa' }], observation, believes } }));
  await ledger.close();
}

async function migrateHalf() {
  const memory = await Madeleine.open({ at, embedder: 'none' });
  await memory.migrate({
    onProgress: ({ task, done, total }) => {
      if (task !== 'migrate' || done < total / 4) return;
      say('half', { done });
      // Nothing goes on in this process until it is killed.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
  });
  say('whole');
}

async function finish() {
  const memory = await Madeleine.open({ at, embedder: 'none' });
  const reports = [await memory.migrate(), await memory.migrate(), await memory.migrate({ dryRun: true })];
  let bare = 0;
  for await (const line of memory.export()) {
    const { record, concepts, surfacesWhen } = JSON.parse(line);
    if (record === 'observation' && (concepts.length === 0 || surfacesWhen.length === 0)) bare += 1;
  }
  const { ok } = await memory.doctor();
  await memory.close();
  say('finished', { reports, bare, ok });
}

await { make, migrate: migrateHalf, finish }[step]();
process.exit(0);
