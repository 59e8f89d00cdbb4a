/**
 * One step in the life of a store of the tests that kill at every point.
 *
 * Task: { operation, step, at } - `make` makes a store with something to do, `run` does it. With
 * { operation, step: 'look', stores } each of some stores is read as a kill left it, the operation is done
 * to its end, and the store is read again; what was found is written to `look.json` beside the store.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Madeleine } from '../../../dist/index.js';
import { Database } from '../../../dist/store/database.js';
import { operations, secret } from './killed-operations.mjs';

const task = JSON.parse(process.argv[2]);
const { make, run } = operations[task.operation];

/** Every row of every table of every space, by id, beneath the library. */
async function rowsOf(at) {
  const database = await Database.open(at, {}, process.pid);
  const rows = {};
  for (const name of ['default', 'other']) {
    const space = await database.space(name);
    const [{ tables }] = await space.run('INFO FOR DB');
    for (const table of Object.keys(tables)) {
      const [found] = await space.run('SELECT * FROM type::table($table)', { table });
      for (const row of found) rows[`${name === 'default' ? '' : 'other '}${row.id}`] = row;
    }
    await space.close();
  }
  return alike(rows);
}

/** Rows as text, the same whichever run wrote them: without what follows from how often a run wrote, with ids that
 * it chose itself as what they name, and with any key that it drew for one. */
function alike(rows) {
  const chosen = /new-[0-9a-f-]{36}/g;
  const named = new Map();
  for (const [id, { content, name }] of Object.entries(rows)) {
    if (content !== undefined || name !== undefined) named.set(id.match(chosen)?.[0], content ?? name);
  }
  const text = (value) => value.replace(chosen, (id) => named.get(id) ?? 'new');
  return Object.fromEntries(
    Object.entries(rows).map(([id, row]) => {
      const same = { ...row, position: undefined, hash: undefined, tombstone_key: row.tombstone_key && 'drawn' };
      if (row.tally !== undefined) same.tally = { ...row.tally, tables: numbersIn(row.tally) };
      return [text(id), text(JSON.stringify(same, readable))];
    }),
  );
}

/** How many records each table has; the sums beside that are over ids, which differ. The doctor holds the store to them. */
function numbersIn({ tables }) {
  return Object.entries(tables).map(([table, [count]]) => [table, count]);
}

function readable(_key, value) {
  return value instanceof ArrayBuffer ? Buffer.from(value).toString('base64') : value;
}

/** Every file that lies beside a store. */
function filesBeside(at) {
  const files = readdirSync(dirname(at), { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name }) => ({ name, text: readFileSync(join(dirname(at), name), 'utf8') }));
}

/** Files of a store that hold what is forgotten and purged, by their folder. */
function tracesIn(at) {
  const files = readdirSync(at, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = files.filter(({ name, parentPath, path }) =>
    readFileSync(join(parentPath ?? path, name)).includes(secret),
  );
  return found.map(({ parentPath, path }) => relative(at, parentPath ?? path));
}

/** What the doctor finds wrong. */
async function errorsOf(at) {
  const memory = await Madeleine.open({ at, embedder: 'none' });
  const { findings } = await memory.doctor();
  await memory.close();
  return findings.filter(({ level }) => level === 'error').map(({ message }) => message);
}

async function look(at) {
  const killed = await rowsOf(at);
  const files = filesBeside(at);
  await run(at);
  const finished = await rowsOf(at);
  // A purge that is done twice goes on counting.
  const entries = readdirSync(at).map((name) => name.replace(/^ledger-\d+$/, 'ledger-n'));
  const traces = tracesIn(at);
  const left = filesBeside(at).map(({ name }) => name);
  const found = { killed, files, left, finished, entries: entries.sort(), traces, errors: await errorsOf(at) };
  writeFileSync(join(dirname(at), 'look.json'), JSON.stringify(found));
}

if (task.step === 'make') await make(task.at);
if (task.step === 'run') {
  await run(task.at);
  process.stdout.write('{"event":"done"}\n');
}
for (const at of task.stores ?? []) await look(at);
process.exit(0);
