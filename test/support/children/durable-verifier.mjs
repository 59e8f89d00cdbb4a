/** Verifies a whole store from its first write and says what it found. Task: { at, notes } */
import { DurableNotes } from './durable-notes.mjs';
import { openMemory, say, verifyIndex, verifyLedger } from './durable-store.mjs';

const task = JSON.parse(process.argv[2]);
const notes = new DurableNotes(task.notes);
const { memories, seq } = await verifyLedger(task.at, notes, true);
const memory = await openMemory(task.at);
await verifyIndex(memory, notes, 'last', 50);
await memory.agent('Lisa').observe({ content: 'The store goes on.' });
const acknowledged = (await memory.stats()).seq;
await memory.close();
const ids = new Set(notes.acknowledged().flatMap((line) => line.stored?.map(({ id }) => id) ?? []));
say('summary', {
  calls: notes.acknowledged().length,
  acknowledged: ids.size,
  memories,
  continued: acknowledged === seq + 1,
});
