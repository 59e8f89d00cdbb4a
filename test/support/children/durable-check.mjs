/**
 * Verifies a store after a kill: every acknowledged call is there whole, no record lacks a part,
 * the change log has no gap. It reads the ledger itself, beneath the library's public surface.
 */
import { createHash } from 'node:crypto';
import { createWordEmbedder } from '../word-embedder.mjs';
import { batchOf, contentOf } from './durable-world.mjs';

const embedder = createWordEmbedder();
/** Positions that belong to one sequence number, as the ledger gives them out. */
const positionsPerWrite = 1024;
const isMemory = (id) => /^(observation|fact):/.test(id);
const keyOf = (id) => id.slice(id.indexOf(':') + 1);
const pageSize = 400;

/** What is lost and what is torn, from where the last verification ended (`from`) to the head. */
export async function checkLedger(ledger, acknowledged, from) {
  const lost = [];
  const torn = [];
  const fresh = acknowledged.slice(from.lines);
  await checkAcknowledged(ledger, fresh, lost);
  const { touched, hash } = await checkChanges(ledger, from, torn);
  const ids = [...touched.keys()].filter(isMemory);
  for (let at = 0; at < ids.length; at += pageSize) {
    await checkMemories(ledger, ids.slice(at, at + pageSize), touched, from.seq, torn);
  }
  return { lost, torn, to: { lines: acknowledged.length, seq: ledger.head.seq, hash } };
}

/** Looks up every acknowledged call: the memory, its belief, its vector, its mentions, its session. */
async function checkAcknowledged(ledger, lines, lost) {
  const stored = lines.flatMap(({ stored }) => stored ?? []);
  for (let at = 0; at < stored.length; at += pageSize) await checkStored(ledger, stored.slice(at, at + pageSize), lost);
  for (const { withdrawn, session } of lines) {
    if (withdrawn !== undefined) {
      const belief = await ledger.belief(withdrawn.agent, withdrawn.id);
      if (belief?.withdrawnAt === undefined) lost.push(`withdrawal of ${withdrawn.id} by ${withdrawn.agent}`);
    }
    if (session !== undefined) {
      const [found] = await ledger.records('session', [session.id]);
      const same = found?.goal === session.goal && (session.status === 'open' || found.status === 'closed');
      if (!same) lost.push(`${session.status} ${session.id}`);
    }
  }
}

async function checkStored(ledger, stored, lost) {
  const ids = [...new Set(stored.map(({ id }) => id))];
  const memories = new Map((await ledger.memories(ids)).map((memory) => [memory.id, memory]));
  const embeddings = new Set((await ledger.embeddings(ids)).map(({ memory }) => memory));
  const { believes, mentions } = await ledger.edges(ids);
  const believed = new Set(believes.map(({ agent, memory }) => `${agent} ${memory}`));
  const mentioned = new Set(mentions.map(({ memory, entity }) => `${memory} ${entity}`));
  for (const { id, believer, session, linked } of stored) {
    const memory = memories.get(id);
    if (memory?.content !== contentOf(keyOf(id))) lost.push(id);
    if (memory?.session !== session) lost.push(`session of ${id}`);
    if (!embeddings.has(id)) lost.push(`vector of ${id}`);
    if (!believed.has(`${believer} ${id}`)) lost.push(`belief of ${believer} in ${id}`);
    for (const entity of linked) if (!mentioned.has(`${id} ${entity}`)) lost.push(`mention of ${entity} by ${id}`);
  }
}

/** Reads the change log on: no gap, every hash made from the one before, its end the head. */
async function checkChanges(ledger, from, torn) {
  const touched = new Map();
  let { seq, hash } = from;
  for await (const change of ledger.changesAfter(from.seq)) {
    seq += 1;
    hash = createHash('sha256')
      .update(`${hash}\n${seq}\n${change.at.toISOString()}\n${change.touched.join('\n')}`)
      .digest('hex');
    if (change.seq !== seq || change.hash !== hash) torn.push(`change ${change.seq} after ${seq - 1}`);
    for (const id of change.touched) if (!touched.has(id)) touched.set(id, change.seq);
  }
  if (seq !== ledger.head.seq || hash !== ledger.head.hash) torn.push(`head ${ledger.head.seq}, change log to ${seq}`);
  return { touched, hash };
}

/** Looks at memories from the change log: each has its parts, and all that was written with it is there. */
async function checkMemories(ledger, ids, touched, after, torn) {
  const memories = await ledger.memories(ids);
  if (memories.length !== ids.length)
    torn.push(`${ids.length - memories.length} memories of the change log are missing`);
  const { believes, mentions } = await ledger.edges(ids);
  const believed = new Set(believes.map(({ memory }) => memory));
  const vectors = new Map((await ledger.embeddings(ids)).map((embedding) => [embedding.memory, embedding.vector]));
  const expected = await embedder.embed(memories.map(({ content }) => content));
  for (const [at, memory] of memories.entries()) {
    const vector = vectors.get(memory.id);
    if (!expected[at].every((value, place) => value === vector?.[place])) torn.push(`vector of ${memory.id}`);
    if (!believed.has(memory.id)) torn.push(`belief in ${memory.id}`);
    const writtenAt = Math.floor(memory.position / positionsPerWrite);
    if (writtenAt > after && touched.get(memory.id) !== writtenAt) torn.push(`change of ${memory.id}`);
  }
  const inSession = memories.filter(({ session }) => session !== undefined);
  const edges = await ledger.existing(
    'belongs_to',
    inSession.map(({ id, session }) => ({ observation: id, session })),
  );
  for (const [at, there] of edges.entries()) if (!there) torn.push(`session edge of ${inSession[at].id}`);
  const nodes = [...inSession.map(({ session }) => session), ...mentions.map(({ entity }) => entity)];
  const observed = memories.filter(({ id }) => id.startsWith('observation:'));
  nodes.push(...observed.flatMap(({ id }) => batchOf(keyOf(id)).map((key) => `observation:${key}`)));
  torn.push(...(await missing(ledger, nodes)).map((id) => `missing ${id}`));
}

async function missing(ledger, ids) {
  const lacking = [];
  for (const table of ['session', 'entity', 'observation']) {
    const wanted = [...new Set(ids.filter((id) => id.startsWith(`${table}:`)))];
    const there = new Set((await ledger.records(table, wanted)).map(({ id }) => id));
    lacking.push(...wanted.filter((id) => !there.has(id)));
  }
  return lacking;
}

/** Reads every table whole: no edge or vector without its memory, no memory without its change. */
export async function checkWhole(ledger, torn) {
  const touched = new Set();
  for await (const change of ledger.changesAfter(0)) for (const id of change.touched) touched.add(id);
  const memories = new Set();
  let inSession = 0;
  for await (const { id, session } of ledger.allMemories()) {
    memories.add(id);
    if (session !== undefined) inSession += 1;
    if (!touched.has(id)) torn.push(`${id} is in no change`);
  }
  for (const table of ['believes', 'embedding', 'mentions']) {
    for await (const { memory } of ledger.all(table)) if (!memories.has(memory)) torn.push(`${table} of ${memory}`);
  }
  const counts = await ledger.counts();
  if (counts.belongs_to !== inSession) torn.push(`${counts.belongs_to} session edges for ${inSession} observations`);
  if (counts.embedding !== memories.size) torn.push(`${counts.embedding} vectors for ${memories.size} memories`);
  return memories.size;
}
