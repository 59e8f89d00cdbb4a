/**
 * Verifies what the process before it left, then writes until it is killed, and notes every
 * acknowledged call.
 *
 * Task: { at, notes, round, closes } - with `closes` it closes and reopens the memory all the time.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { DurableNotes } from './durable-notes.mjs';
import { openMemory, say, verifyIndex, verifyLedger } from './durable-store.mjs';
import { agents, batchKeys, contentOf, projectOf, randomFrom } from './durable-world.mjs';

const task = JSON.parse(process.argv[2]);
const random = randomFrom(`writer ${task.round}`);
const pick = (items) => items[Math.floor(random() * items.length)];
const notes = new DurableNotes(task.notes);
/** Facts that this process may withdraw or merge: id to agent. */
const facts = [];
const sessions = [];
let calls = 0;

function storedOf({ id, believer, session, linked }) {
  return { id, believer, ...(session === undefined ? {} : { session }), linked: linked.map((entity) => entity.id) };
}

const writes = {
  async observe(memory, agent, key) {
    const session = random() < 0.5 ? { session: `s${task.round}-${Math.floor(calls / 10)}-${agent}` } : {};
    const shared = random() < 0.2;
    const receipt = await memory
      .agent(agent)
      .observe({ id: key, content: contentOf(key), entities: [projectOf(key)], shared, ...session });
    notes.acknowledge({ stored: [storedOf(receipt)] });
  },
  async observeMany(memory, agent, key) {
    const session = { session: `m${task.round}-${agent}` };
    const observations = batchKeys(key, 2 + Math.floor(random() * 20)).map((id) => ({
      id,
      content: contentOf(id),
      entities: [projectOf(id)],
      ...(random() < 0.7 ? session : {}),
      shared: random() < 0.1,
    }));
    const { receipts } = await memory.agent(agent).observeMany({ observations });
    notes.acknowledge({ stored: receipts.map(storedOf) });
  },
  async believe(memory, agent, key) {
    const receipt = await memory.agent(agent).believe({
      id: key,
      content: contentOf(key),
      about: [projectOf(key), `agent:${agent}`],
      entities: [projectOf(key)],
      shared: random() < 0.2,
    });
    notes.acknowledge({ stored: [storedOf(receipt)] });
    if (receipt.believer === agent) facts.push({ id: receipt.id, agent });
    else facts.push({ id: receipt.id, shared: true });
  },
  async believeAgain(memory, agent) {
    const fact = facts.find(({ shared }) => shared);
    if (fact === undefined) return;
    const { id, believer } = await memory.agent(agent).believe({ memory: fact.id });
    notes.acknowledge({ stored: [{ id, believer, linked: [] }] });
  },
  async withdraw(memory) {
    const at = facts.findIndex(({ shared }) => !shared);
    if (at < 0) return;
    const [{ agent, id }] = facts.splice(at, 1);
    await memory.agent(agent).withdraw({ id });
    notes.acknowledge({ withdrawn: { agent, id } });
  },
  async session(memory, agent, key) {
    const { id, goal, status } = await memory.agent(agent).session({ id: key, goal: contentOf(key) });
    notes.acknowledge({ session: { id, goal, status } });
    sessions.push({ agent, id });
  },
  async closeSession(memory) {
    const session = sessions.shift();
    if (session === undefined) return;
    const { id, goal, status } = await memory.agent(session.agent).session({ id: session.id, status: 'closed' });
    notes.acknowledge({ session: { id, goal, status } });
  },
  async recall(memory, agent) {
    // Written behind: nothing is acknowledged, and nothing may be torn.
    await memory.agent(agent).recall({ query: `Note ${facts[0]?.id ?? 'of a project'}`, limit: 5 });
  },
};
const kinds = Object.keys(writes);

/** A few calls of different agents at once, in one memory. */
async function writeSome(memory) {
  await Promise.all(
    agents.map((agent) => {
      calls += 1;
      return writes[pick(kinds)](memory, agent, `r${task.round}n${calls}`);
    }),
  );
}

await verifyLedger(task.at, notes, false);
let memory = await openMemory(task.at);
say('opened', { origin: memory.indexOrigin });
await verifyIndex(memory, notes, task.round, 3);
await writeSome(memory);
say('writing');
while (true) {
  for (let count = 0; count < (task.closes ? 2 : 20); count += 1) await writeSome(memory);
  if (task.closes) {
    say('closing');
    await memory.close();
    memory = await openMemory(task.at);
  } else {
    // Leaves the store small enough for sixty rounds.
    await delay(20);
  }
}
