/** Opens and verifies a store in a child of the durability test. */
import { Madeleine } from '../../../dist/index.js';
import { Database } from '../../../dist/store/database.js';
import { Ledger } from '../../../dist/store/ledger.js';
import { createWordEmbedder } from '../word-embedder.mjs';
import { checkLedger, checkWhole } from './durable-check.mjs';
import { contentOf, randomFrom } from './durable-world.mjs';

/** Tells the parent; the line is out when this returns. */
export function say(event, more = {}) {
  process.stdout.write(`${JSON.stringify({ event, ...more })}\n`);
}

/** Opens the memory as every child does. */
export function openMemory(at) {
  return Madeleine.open({ at, embedder: createWordEmbedder() });
}

/** Verifies the ledger, from the last verification on or (`whole`) from the start, and notes how far it got. */
export async function verifyLedger(at, notes, whole) {
  const database = await Database.open(at, {}, process.pid);
  const ledger = await Ledger.open({
    database,
    space: 'default',
    clock: () => new Date(),
    newId: () => crypto.randomUUID(),
  });
  const acknowledged = notes.acknowledged();
  const { lost, torn, to } = await checkLedger(
    ledger,
    acknowledged,
    whole ? { lines: 0, seq: 0, hash: '' } : notes.verified(),
  );
  const memories = whole ? await checkWhole(ledger, torn) : undefined;
  await ledger.close();
  if (lost.length + torn.length > 0) say('damaged', { lost, torn });
  notes.noteVerified(to);
  return { memories, seq: to.seq };
}

/** What the doctor finds wrong, and which of some acknowledged memories a search does not find by their content. */
export async function verifyIndex(memory, notes, seed, sampleSize) {
  const { findings } = await memory.doctor();
  const errors = findings.filter(({ level }) => level === 'error').map(({ message }) => message);
  const lines = notes.acknowledged();
  const withdrawn = new Set(lines.flatMap((line) => line.withdrawn?.id ?? []));
  const stored = lines.flatMap((line) => line.stored ?? []).filter(({ id }) => !withdrawn.has(id));
  const random = randomFrom(`sample ${seed}`);
  for (let count = 0; count < Math.min(sampleSize, stored.length); count += 1) {
    const { id, believer } = stored[Math.floor(random() * stored.length)];
    const query = contentOf(id.slice(id.indexOf(':') + 1));
    const { memories } = await memory.agent(believer).search({ query, limit: 3 });
    // A withdrawal that a kill kept from being acknowledged may be there all the same.
    const gone = memories.every((found) => found.id !== id) && !(await isWithdrawn(memory, believer, id));
    if (gone) errors.push(`a search does not find ${id}`);
  }
  if (errors.length > 0) say('damaged', { index: errors });
}

async function isWithdrawn(memory, agent, id) {
  try {
    await memory.agent(agent).withdraw({ id });
    return false;
  } catch {
    return true;
  }
}
