/**
 * What the tests that kill at every point do to a store: `make` one with something to do, and `run`
 * it. A run can be started again after a kill. Times are fixed and ids marked as new, so that all runs write the same.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Madeleine } from '../../../dist/index.js';
import { makeOldSchema, takeSteps } from './old-schema-store.mjs';

const long = new Date('2024-01-14T08:00:00Z');
const now = new Date('2026-01-14T08:00:00Z');
const source = 'rumours.md';
/** What is forgotten and purged. */
export const secret = 'zyxwombat';

/** Does something in the memory at a folder, at a fixed time. */
async function within(at, time, task, space = 'default') {
  const newId = () => `new-${crypto.randomUUID()}`;
  const memory = await Madeleine.open({ at, space, embedder: 'none', clock: () => time, newId });
  await task(memory);
  await memory.close();
}

/** A file beside a store that is not there yet. */
function newFileBeside(at) {
  for (let count = 1; ; count += 1) {
    const file = join(dirname(at), `backup-${count}.ndjson`);
    if (!existsSync(file)) return file;
  }
}

/** What two agents and all of them came to know two years before, in several batches of whatever looks at it. */
function makeOld(at) {
  return within(at, long, async (memory) => {
    const lisa = memory.agent('lisa');
    const said = (word) => (_, count) => ({
      id: `${word}${count}`,
      content: `${word} number${count} was seen.`,
      type: 'tool_output',
    });
    await lisa.observeMany({ observations: Array.from({ length: 60 }, said('quokka')) });
    await memory.agent('electra').observeMany({ observations: Array.from({ length: 150 }, said('wombat')) });
    const luna = { name: 'Luna', type: 'person' };
    await lisa.observe({ id: 'vet', content: 'The vet came.', entities: [{ name: 'Moonpie', type: 'person' }] });
    await lisa.observe({ id: 'basket', content: 'A basket was bought.', entities: [luna] });
    await lisa.observe({
      id: 'nickname',
      content: 'A nickname was found.',
      entities: [{ ...luna, aliases: ['Moonpie'] }],
    });
    await lisa.observe({ id: 'tea', content: 'I prefer green tea to coffee.' });
    await lisa.observe({ id: 'city', content: 'I live in Lisbon.' });
    await memory
      .agent('electra')
      .observe({ id: 'plan', content: 'I decided to use PostgreSQL for the archive.', type: 'thought' });
    await lisa.believe({ id: 'permanent', content: 'The quokka is a marsupial.', permanent: true });
  });
}

/** Two agents with facts of their own and from a source of rumours, one of which corrected another. */
function makeRumours(at) {
  return within(at, long, async (memory) => {
    const [lisa, electra] = [memory.agent('lisa'), memory.agent('electra')];
    await lisa.believe({ id: 'cello', content: 'Marlow plays the cello.' });
    await lisa.believe({ id: 'oslo', content: 'Marlow lives in Oslo.' });
    await lisa.believe({ id: 'bergen', content: 'Marlow lives in Bergen.', supersedes: ['fact:oslo'], source });
    await electra.observe({ id: 'seen', content: 'Marlow was seen in a boat.', shared: true, source });
    await electra.believe({ id: 'boat', content: 'Marlow owns a boat.', derivedFrom: ['observation:seen'], source });
  });
}

/** An empty space, with another one in the same store, and a backup beside it. */
async function makeEmpty(at) {
  const elsewhere = join(dirname(at), 'elsewhere');
  await makeRumours(elsewhere);
  await within(elsewhere, long, (memory) => memory.backup({ file: newFileBeside(at) }));
  await within(
    at,
    long,
    (memory) => memory.agent('lisa').observe({ content: 'The otter waits.', id: 'otter' }),
    'other',
  );
  await within(at, long, () => undefined);
}

/** Rumours, a word that is nowhere else, and another space. */
async function makeSecret(at) {
  await makeRumours(at);
  await within(at, long, async (memory) => {
    await memory.agent('lisa').observe({ id: 'secret', content: `The ${secret} bit Marlow.`, entities: [secret] });
    const fears = {
      content: `Marlow fears the ${secret}.`,
      derivedFrom: ['observation:secret'],
      supersedes: ['fact:cello'],
    };
    await memory.agent('lisa').believe({ id: 'fears', ...fears });
    await memory.agent('electra').believe({ id: 'secret', content: `A ${secret} bites.` });
  });
  await within(
    at,
    long,
    (memory) => memory.agent('lisa').observe({ content: 'The otter waits.', id: 'otter' }),
    'other',
  );
}

const forgetSecret = (at) => within(at, now, (memory) => memory.forget({ query: secret }));

export const operations = {
  /** The schema is brought up to date first; the memories after a backup of the whole space. */
  migrate: {
    make: makeOldSchema,
    run: async (at) => {
      await takeSteps(at);
      await within(at, now, (memory) => memory.migrate({ backup: newFileBeside(at) }));
    },
  },
  sleep: { make: makeOld, run: (at) => within(at, now, (memory) => memory.sleep()) },
  rollback: { make: makeRumours, run: (at) => within(at, now, (memory) => memory.rollback({ source })) },
  undo: {
    make: async (at) => {
      await makeRumours(at);
      await within(at, long, (memory) => memory.rollback({ source }));
    },
    run: (at) =>
      within(at, now, async (memory) => {
        for (const { id, undoneAt } of await memory.undoable()) if (undoneAt === undefined) await memory.undo(id);
      }),
  },
  backup: { make: makeRumours, run: (at) => within(at, now, (memory) => memory.backup({ file: newFileBeside(at) })) },
  forget: { make: makeSecret, run: forgetSecret },
  purge: {
    make: async (at) => {
      await makeSecret(at);
      await forgetSecret(at);
    },
    run: (at) => within(at, now, (memory) => memory.purge()),
  },
  restore: {
    make: makeEmpty,
    run: (at) =>
      within(at, now, async (memory) => {
        const { records } = await memory.stats();
        if (records.fact === 0) await memory.restore({ file: join(dirname(at), 'backup-1.ndjson') });
      }),
  },
};
