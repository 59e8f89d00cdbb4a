/**
 * Preloaded into a child program (`node --import`), counts every point at which it changes what lies
 * on the disk, and ends the process with SIGKILL at one of them: a call that writes, renames, syncs,
 * removes or makes a folder, and a statement that makes the engine write. It is killed `before` the
 * call, `after` it, or `amid` it, where the call can be done by halves: half of the bytes are
 * written, half of a folder removed, half of the statements run, a transaction on its way.
 *
 * KILL_POINT={"at":12,"moment":"before"}; with `at` 0 nothing is killed. A child that ends by itself
 * says `{"event":"points","points":[{kind,halves}]}`, one that is killed `{"event":"killed",...}` just before.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { NodeEngine } from '@surrealdb/node';

const { at, moment } = JSON.parse(process.env.KILL_POINT ?? '{"at":0}');
const { writeSync, readdirSync, rmSync, statSync } = fs;
const points = [];

/** The calls that change the disk, by kind, as node:fs names them. */
const callsOf = {
  write: ['write', 'writev', 'writeFile', 'appendFile', 'copyFile', 'cp', 'truncate', 'ftruncate', 'link', 'symlink'],
  rename: ['rename'],
  sync: ['fsync', 'fdatasync'],
  remove: ['unlink', 'rm', 'rmdir'],
  folder: ['mkdir'],
};
/**
 * The same of an open file. `datasync` is no point: only the mark uses it, at times of a timer, so a slow run has more of
 * them than a fast one. A kill loses nothing that the system has; what a power cut does there is the torture's to find.
 */
const handleCallsOf = { write: ['write', 'writev', 'writeFile', 'appendFile', 'truncate'], sync: ['sync'] };
/** Calls that take their text or bytes in one go, and where. */
const dataAt = { file: { writeFile: 1, appendFile: 1 }, handle: { write: 0, writeFile: 0, appendFile: 0 } };
const engineWrites = /\b(?:BEGIN|CREATE|INSERT|UPDATE|UPSERT|DELETE|RELATE|DEFINE|REMOVE|ALTER|REBUILD)\b/;
/** How long a transaction is on its way when it is killed, by turns. */
const onItsWayMs = [0, 1, 2, 4];

function die(point) {
  writeSync(1, `${JSON.stringify({ event: 'killed', at, moment, ...point })}\n`);
  process.kill(process.pid, 'SIGKILL');
  hold();
}

/** Holds this thread, and with it all of our own code: for some time, or until it is killed. */
function hold(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Counts a point and kills before it; where it is to be killed later, answers how: after what, and by what. */
function visit(kind, what, half) {
  points.push({ kind, halves: half !== undefined });
  if (points.length !== at) return undefined;
  const end = () => die({ kind, what });
  if (moment === 'before') end();
  return { half: moment === 'amid' ? half : undefined, end };
}

/** A point whose call answers a promise. */
async function pass(kind, what, whole, half) {
  const hit = visit(kind, what, half);
  try {
    return await (hit?.half ?? whole)();
  } finally {
    hit?.end();
  }
}

/** A call with the first half of what it was to write; undefined where it cannot be halved. */
function halfOfWrite(call, args, where) {
  const data = args[where];
  const inOneGo = typeof data === 'string' || (ArrayBuffer.isView(data) && typeof args[where + 1] !== 'number');
  if (!inOneGo) return undefined;
  return () => call(...args.slice(0, where), data.slice(0, data.length >> 1), ...args.slice(where + 1));
}

/** Removes the first half of what lies in a folder; undefined for what is no folder. */
function halfOfRemoval(name, path) {
  if (!name.startsWith('rm') || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const entries = readdirSync(path).sort();
  return () => {
    for (const entry of entries.slice(0, Math.ceil(entries.length / 2))) {
      rmSync(join(path, entry), { recursive: true, force: true });
    }
  };
}

function watchPromised(kind, name) {
  const call = fs.promises[name];
  if (call === undefined) return;
  fs.promises[name] = (...args) => {
    const where = dataAt.file[name];
    const half = where === undefined ? halfOfRemoval(name, args[0]) : halfOfWrite(call, args, where);
    return pass(kind, `${name} ${args[0]}`, () => call(...args), half);
  };
}

let inside = false;

function watchSync(kind, name) {
  const call = fs[name];
  fs[name] = (...args) => {
    // What is said to the parent changes nothing, and a call that is made of others is one point.
    if (inside || args[0] === 1 || args[0] === 2) return call(...args);
    inside = true;
    const half = name === 'writeSync' ? halfOfWrite(call, args, 1) : halfOfRemoval(name, args[0]);
    const hit = visit(kind, `${name} ${args[0]}`, half);
    try {
      return (hit?.half ?? (() => call(...args)))();
    } finally {
      inside = false;
      hit?.end();
    }
  };
}

function watchCallback(kind, name) {
  const call = fs[name];
  fs[name] = (...args) => {
    const tell = args.pop();
    const hit = visit(kind, `${name} ${args[0]}`);
    call(...args, (...answer) => {
      hit?.end();
      tell(...answer);
    });
  };
}

async function watchOpenFiles() {
  const file = await fs.promises.open(fileURLToPath(import.meta.url));
  const prototype = Object.getPrototypeOf(file);
  await file.close();
  for (const [kind, names] of Object.entries(handleCallsOf)) {
    for (const name of names) {
      const original = prototype[name];
      prototype[name] = function (...args) {
        const call = original.bind(this);
        const where = dataAt.handle[name];
        const half = where === undefined ? undefined : halfOfWrite(call, args, where);
        return pass(kind, `${name} of an open file`, () => call(...args), half);
      };
    }
  }
}

/** The first half of several statements; undefined for a single one, which the engine runs whole or not at all. */
function halfOfStatements(text) {
  const statements = text.split(/;\s*\n/).filter((statement) => statement.trim() !== '');
  if (statements.length < 2) return undefined;
  return statements.slice(0, statements.length >> 1).join(';\n');
}

function watchEngine() {
  const { send, importSql } = NodeEngine.prototype;
  NodeEngine.prototype.send = function (request) {
    const [text, ...bindings] = request.method === 'query' ? request.params : [''];
    if (!engineWrites.test(text)) return send.call(this, request);
    const whole = () => send.call(this, request);
    const what = text.trim().slice(0, 60);
    if (!text.startsWith('BEGIN')) {
      const half = halfOfStatements(text);
      const begun = () => send.call(this, { ...request, params: [half, ...bindings] });
      return pass('statement', what, whole, half === undefined ? undefined : begun);
    }
    return pass('commit', what, whole, () => {
      void whole();
      // The engine works in threads of its own: it goes on while this one is held.
      hold(onItsWayMs[at % onItsWayMs.length]);
    });
  };
  NodeEngine.prototype.importSql = function (data) {
    return pass('statement', 'import', () => importSql.call(this, data));
  };
}

if (isMainThread) {
  await watchOpenFiles();
  for (const [kind, names] of Object.entries(callsOf)) {
    for (const name of names) {
      watchPromised(kind, name);
      watchSync(kind, `${name}Sync`);
      watchCallback(kind, name);
    }
  }
  syncBuiltinESMExports();
  watchEngine();
  process.on('exit', () => writeSync(1, `${JSON.stringify({ event: 'points', points })}\n`));
}
