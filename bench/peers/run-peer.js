/**
 * One peer in a process of its own, so that its memory and its start are its own: `node run-peer.js NAME DATA FOLDER
 * WRITES`. Prints a line of JSON. With WRITES it makes so many durable writes and nothing else, for whoever counts syncs.
 */
import { readFileSync } from 'node:fs';
import { peers } from './peers.js';

const [name, data, folder, writes] = process.argv.slice(2);
const bareMb = rssMb();
const { items, queries, warmUp, texts } = JSON.parse(readFileSync(`${data}.json`, 'utf8'));
const bytes = readFileSync(`${data}.f32`);
const vectors = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
const dimension = vectors.length / texts.length;
const placeOf = new Map(texts.map((text, at) => [text, at]));
const dataMb = rssMb() - bareMb;

/** The vector of a text; of a text that a peer made of several, that of the first that it has. */
function vectorOf(text) {
  const at = placeOf.get(text) ?? 0;
  return vectors.slice(at * dimension, (at + 1) * dimension);
}

const opened = performance.now();
const store = await peers[name].open(folder, vectorOf);
const [first, ...rest] = items;
await store.add([first]);
await store.search(first.text);
const firstHitMs = performance.now() - opened;
const singles = rest.splice(0, writes === undefined ? 100 : Number(writes));
const writeMs = [];
for (const item of singles) {
  const start = performance.now();
  await store.add([item]);
  writeMs.push(performance.now() - start);
}
if (writes !== undefined) {
  await store.close();
  process.exit(0);
}
const filling = performance.now();
for (let at = 0; at < rest.length; at += 500) await store.add(rest.slice(at, at + 500));
const batchMs = (performance.now() - filling) / Math.max(1, rest.length);
const searchMs = [];
const limitMs = 60_000;
let [found, asked] = [0, 0];
const warming = performance.now();
for (const text of warmUp) {
  await store.search(text);
  if (performance.now() - warming > limitMs) break;
}
const asking = performance.now();
for (const { query, evidence } of queries) {
  const start = performance.now();
  const ids = await store.search(query);
  searchMs.push(performance.now() - start);
  asked += 1;
  found += evidence.length === 0 ? 0 : evidence.filter((id) => ids.includes(id)).length / evidence.length;
  if (performance.now() - asking > limitMs) break;
}
const rss = rssMb() + (store.pid === undefined ? 0 : treeMb(store.pid));
await store.close();
const at = (values, share) => values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
const result = {
  firstHitMs,
  writeMs: at(writeMs, 0.5),
  batchMs,
  searchP50: at(searchMs, 0.5),
  searchP95: at(searchMs, 0.95),
  asked,
  recallAt10: found / asked,
  rssMb: rss - dataMb,
};
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));

function rssMb(pid = process.pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Resident memory of a process and of those that it started. */
function treeMb(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return rssMb(pid) + children.reduce((sum, child) => sum + treeMb(child), 0);
}
