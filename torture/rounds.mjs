/**
 * The kinds of rounds. Each does one thing to a store of its own and answers what to look for in it: what was asked and
 * acknowledged, and whether it may be refused. A round is repeated by the seed, its kind and its number.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { cutPower } from './power-cut.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
/** The process that works on a store. */
export const storeChild = here('store-child.mjs');
const killPoints = new URL('../test/support/kill-points.mjs', import.meta.url).href;
/** A process that has not ended by then hangs. */
const guardMs = 180_000;
/** About as many as a killed writer's run would have (`KILL_POINT={"at":0}` counts them). */
const diskChanges = 96;

/** A child lives for a second: what V8 would optimise in it, and early rounds of garbage collection, cost more than they save. */
const shortLived = ['--no-opt', '--min-semi-space-size=32', '--max-semi-space-size=64'];

/** Starts a child and hears what it says, line by line. */
export function start(program, task, { preload = [], env = {}, onSaid = () => undefined } = {}) {
  const child = spawn(process.execPath, [...shortLived, ...preload, program, JSON.stringify(task)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = [];
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  createInterface({ input: child.stdout }).on('line', (text) => {
    // A kill cuts a line off.
    const line = /^\{.*\}$/.test(text) ? JSON.parse(text) : undefined;
    if (line === undefined) return;
    said.push(line);
    onSaid(line, child);
  });
  let hangs = false;
  const guard = setTimeout(() => {
    hangs = true;
    child.kill('SIGKILL');
  }, guardMs);
  const ended = new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(guard);
      resolve({ code, signal, said, stderr, hangs });
    });
  });
  return { child, ended };
}

const idsOf = (said, name) => said.flatMap(({ event, ids }) => (event === name ? [ids] : []));

/** What a writer had said when it ended; a hang, or an end that nobody brought about, is a failure by itself. */
function whatWasSaid({ code, signal, said, stderr, hangs }, base) {
  const problem = hangs
    ? 'hangs'
    : code === 0 || signal === 'SIGKILL'
      ? undefined
      : `ended with ${code}: ${stderr.slice(-400)}`;
  return {
    asked: [...base.asked, ...idsOf(said, 'asked')],
    acked: [...base.acked, ...idsOf(said, 'acked')],
    problem,
  };
}

/** Makes the store that most rounds begin with a copy of: closed and opened several times, so with files of every kind. */
export async function makeBase(folder) {
  mkdirSync(folder, { recursive: true });
  const at = join(folder, 'store');
  const task = { step: 'write', at, prefix: 'base', calls: 30, reopenAfter: 12 };
  const { code, said, stderr } = await start(storeChild, task).ended;
  if (code !== 0) throw new Error(`torture: the first store could not be made: ${stderr}`);
  return { at, asked: idsOf(said, 'asked'), acked: idsOf(said, 'acked') };
}

const nothing = { asked: [], acked: [] };

/** A copy of the first store for this round, or, one time in five, none yet. */
function storeOf({ folder, base, random }) {
  const at = join(folder, 'store');
  mkdirSync(folder, { recursive: true });
  if (random() < 0.2) return { at, ...nothing };
  cpSync(base.at, at, { recursive: true });
  return { at, asked: base.asked, acked: base.acked };
}

/** Kills the writer at a random moment, or where it changes the disk. */
async function kill(round) {
  const { random } = round;
  const base = storeOf(round);
  const task = { step: 'write', at: base.at, prefix: 'kill', calls: 12, reopenAfter: 4 };
  if (random() < 0.5) {
    const point = {
      at: 1 + Math.floor(random() * diskChanges),
      moment: ['before', 'amid', 'after'][Math.floor(random() * 3)],
    };
    const run = { preload: ['--import', killPoints], env: { KILL_POINT: JSON.stringify(point) } };
    return { ...base, ...whatWasSaid(await start(storeChild, task, run).ended, base) };
  }
  const [after, delayMs] = [Math.floor(random() * task.calls), random() * 30];
  let acks = 0;
  const onSaid = ({ event }, child) => {
    if (event !== 'open' && event !== 'acked') return;
    if (acks === after) setTimeout(() => child.kill('SIGKILL'), delayMs);
    acks += 1;
  };
  return { ...base, ...whatWasSaid(await start(storeChild, task, { onSaid }).ended, base) };
}

/** Cuts the power at a random point of what was recorded. */
async function power({ folder, random, records }) {
  const recorded = records[Math.floor(random() * records.length)];
  const at = join(folder, 'store');
  const { asked, acked } = cutPower(recorded, at, random);
  return { at, asked: [...recorded.base.asked, ...asked], acked: [...recorded.base.acked, ...acked] };
}

const injuries = {
  flip: (bytes, random) => {
    const at = Math.floor(random() * bytes.length);
    bytes[at] ^= 1 << Math.floor(random() * 8);
    return bytes;
  },
  cut: (bytes, random) => bytes.subarray(0, Math.floor(random() * bytes.length)),
  zeroes: (bytes, random) => bytes.fill(0, ...spanOf(bytes, random)),
  garbage: (bytes, random) => {
    const [from, to] = spanOf(bytes, random);
    for (let at = from; at < to; at += 1) bytes[at] = Math.floor(random() * 256);
    return bytes;
  },
  deletion: () => undefined,
};

function spanOf(bytes, random) {
  const from = Math.floor(random() * bytes.length);
  return [from, Math.min(bytes.length, from + 1 + Math.floor(random() * 4096))];
}

/** What no record depends on: the lock, what the engine tells of itself, and files of nothing. */
const isIdle = (name) => /^(LOCK|LOG.*|hub\.log)$/.test(name);

function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !isIdle(entry.name));
  return files.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
}

/** A digest of every byte of a store. */
export function digestOf(folder) {
  const hash = createHash('sha256');
  for (const path of filesOf(folder))
    hash
      .update(`${relative(folder, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  return hash.digest('hex');
}

/** Damages one file of the store. */
async function damage({ folder, base, random }) {
  const at = join(folder, 'store');
  cpSync(base.at, at, { recursive: true });
  const files = filesOf(at).filter((path) => readFileSync(path).length > 0);
  const path = files[Math.floor(random() * files.length)];
  const names = Object.keys(injuries);
  const injury = names[Math.floor(random() * names.length)];
  const bytes = injuries[injury](readFileSync(path), random);
  if (bytes === undefined) rmSync(path);
  else writeFileSync(path, bytes);
  const what = `${injury} of ${relative(at, path)}`;
  return { at, asked: base.asked, acked: base.acked, mayBeRefused: true, what, digest: digestOf(at) };
}

/** Fills a small disk until writes are refused. */
async function full({ disk, random }) {
  rmSync(join(disk, 'store'), { recursive: true, force: true });
  rmSync(join(disk, 'filler'), { force: true });
  const spare = 4096 * (10 + Math.floor(random() * 90));
  const ended = await start(here('../test/support/children/full-disk.mjs'), { disk, spare }).ended;
  const { refusals = [], after = [], lost = [], ok } = ended.said.find(({ event }) => event === 'end') ?? {};
  const isWhole = ok && lost.length === 0 && after.every((one) => one === 'ok') && refusals.join() === 'STORE_FULL';
  const seen = ended.hangs ? 'hangs' : JSON.stringify({ refusals, after, lost, ok, stderr: ended.stderr.slice(-400) });
  return { what: `${spare} bytes left`, problem: isWhole ? undefined : seen };
}

/** Lets the clock of the writer jump, and kills it half of the time. */
async function clock(round) {
  const { random, number } = round;
  const base = storeOf(round);
  const task = { step: 'write', at: base.at, prefix: 'clock', calls: 24, reopenAfter: 7, clockSeed: number };
  const last = random() < 0.5 ? Math.floor(random() * task.calls) : undefined;
  let acks = 0;
  const onSaid = ({ event }, child) => {
    if (event !== 'acked') return;
    if (acks === last) child.kill('SIGKILL');
    acks += 1;
  };
  return { ...base, ...whatWasSaid(await start(storeChild, task, { onSaid }).ended, base) };
}

/** Stops the writer again and again for a while; who wants the store meanwhile is told that it is held. */
async function stop(round) {
  const { random } = round;
  const base = storeOf(round);
  const task = { step: 'write', at: base.at, prefix: 'stop', calls: 24, reopenAfter: 99 };
  const writer = start(storeChild, task, {
    onSaid: ({ event }, child) => {
      if (event !== 'acked' || random() > 0.3) return;
      child.kill('SIGSTOP');
      setTimeout(() => child.kill('SIGCONT'), random() * 200);
    },
  });
  await Promise.race([writer.ended, pause(1500 * random())]);
  let intruder;
  if (writer.child.exitCode === null) {
    writer.child.kill('SIGSTOP');
    const store = { at: base.at, prefix: 'x', asked: [], acked: [], goesOn: false };
    intruder = (await start(storeChild, { step: 'look', stores: [store] }).ended).said.find(
      ({ event }) => event === 'found',
    );
    writer.child.kill('SIGCONT');
  }
  const said = whatWasSaid(await writer.ended, base);
  const isHeldOff = intruder === undefined || intruder.code === 'STORE_LOCKED' || intruder.phase === 'end';
  return { ...base, ...said, problem: said.problem ?? (isHeldOff ? undefined : `let in: ${JSON.stringify(intruder)}`) };
}

/** Eight processes write through every door while the hub is killed. */
async function hub({ folder }) {
  const { doorsWrites } = await import('../dist-bench/doors/writes.js');
  mkdirSync(folder, { recursive: true });
  const { lost, duplicates, acknowledged } = await doorsWrites({
    at: join(folder, 'store'),
    writes: 12,
    commandWrites: 2,
    kills: 1,
  });
  const problem = lost + duplicates === 0 && acknowledged > 0 ? undefined : `lost ${lost}, twice ${duplicates}`;
  return { problem };
}

/**
 * Each kind of round, how many of it the whole campaign has, and whether its stores lie in memory: no round of these says
 * anything about how a disk behaves.
 */
export const kinds = {
  kill: { run: kill, rounds: 1000 },
  power: { run: power, rounds: 200, isInMemory: true },
  damage: { run: damage, rounds: 1000, isInMemory: true },
  full: { run: full, rounds: 100 },
  clock: { run: clock, rounds: 40, isInMemory: true },
  stop: { run: stop, rounds: 40, isInMemory: true },
  hub: { run: hub, rounds: 10 },
};
