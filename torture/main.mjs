/**
 * The campaign, `npm run torture -- --minutes N --seed S`: does things to stores that a store must survive, and looks at
 * what is left of each in a process of its own. Every acknowledged record is there and readable and nothing is torn, or
 * the store is refused with a typed error and is as it was, byte for byte. Prints a table, and for every failure a line
 * that repeats it; ends with 1 if there is one.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { canRecord, record } from './power-cut.mjs';
import { digestOf, kinds, makeBase, start, storeChild } from './rounds.mjs';
import { seeded } from './seeded.mjs';

const usage = `npm run torture -- [--minutes N] [--seed S] [--share X] [--lanes N] [--only KIND[,KIND]] [--round N]

--minutes N  Ends after so many minutes. Default: when all rounds are done.
--seed S     What every random choice follows from. Default: one of its own, which is printed.
--share X    How much of each kind is done, from 0.001 to 10. Default: 1, which is ${Object.entries(kinds)
  .map(([name, { rounds }]) => `${rounds} ${name}`)
  .join(', ')}.
--lanes N    Rounds at once, from 1 to 16. Default: 2.
--only KIND  Some kinds alone.
--round N    One round alone; it takes --only with one kind.
`;
/** Stores that one process looks at: the engine lets go of none before the process ends. */
const storesInOneLook = 12;
const recordings = 3;

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    share: { type: 'string' },
    lanes: { type: 'string' },
    only: { type: 'string' },
    round: { type: 'string' },
    help: { type: 'boolean' },
  },
});

/** A number of the command line within its range. */
function numberOf(name, otherwise, [least, most]) {
  const text = options[name];
  const number = text === undefined ? otherwise : Number(text);
  if (number >= least && number <= most) return number;
  throw new Error(`torture: "--${name}" must be from ${least} to ${most}, got ${text}.\n\n${usage}`);
}

const until = performance.now() + 60_000 * numberOf('minutes', 10_000, [0.01, 10_000]);
const seed = options.seed ?? String(Date.now());
const share = numberOf('share', 1, [0.001, 10]);
const lanes = numberOf('lanes', 2, [1, 16]);
const only = options.only?.split(',') ?? Object.keys(kinds);
const unknown = only.find((name) => kinds[name] === undefined);
if (options.help === true || unknown !== undefined) {
  process.stdout.write(usage);
  process.exit(unknown === undefined ? 0 : 2);
}

const folder = mkdtempSync(join(tmpdir(), 'madeleine-torture-'));
/** For stores of whose disk nothing is claimed. */
const memory = folderInMemory() ?? folder;
const skipped = new Map();
const rows = new Map(only.map((kind) => [kind, { rounds: 0, whole: 0, refused: 0, told: 0, failed: 0 }]));
const failures = [];

function folderInMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize < 2 ** 28 ? undefined : mkdtempSync('/dev/shm/madeleine-torture-');
  } catch {
    return undefined;
  }
}

/** A small disk, where this account may mount one. */
function smallDisk() {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'ignore' });
    return disk;
  } catch {
    skipped.set('full', 'takes an account that may mount a file system');
    return undefined;
  }
}

/** What a few writers did to the disk, to be cut anywhere. */
async function recorded(base) {
  if (!canRecord()) {
    skipped.set('power', 'takes strace, and the right to trace');
    return [];
  }
  const records = [];
  for (let number = 0; number < recordings; number += 1) {
    const made = join(folder, `record-${number}`);
    const at = join(made, 'store');
    mkdirSync(at, { recursive: true });
    // The first one begins with an empty folder.
    if (number > 0) cpSync(base.at, at, { recursive: true });
    const task = { step: 'write', at, prefix: `cut${number}-`, calls: 40, reopenAfter: 9 };
    const known = number > 0 ? base : { asked: [], acked: [] };
    records.push({ ...(await record(at, join(made, 'log'), storeChild, task)), base: known });
  }
  return records;
}

/** Why a look is a failure, or what it came to. */
function judge(round, found, isAsItWas) {
  const { mayBeRefused = false } = round;
  if (round.problem !== undefined) return { failure: round.problem };
  if (found === undefined) return { failure: 'no answer: it hangs or crashed' };
  const { lost, torn, strange, phase, code, defect, ok, findings } = found;
  if (defect !== undefined) return { failure: `untyped error while it was to ${phase}: ${defect}` };
  if (lost.length + torn.length + strange.length > 0) {
    return {
      failure: `${code ?? 'silent'}: lost ${lost.slice(0, 5)}; torn ${torn.slice(0, 5)}; strange ${strange.slice(0, 5)}`,
    };
  }
  if (code !== undefined && !mayBeRefused) return { failure: `${code} while it was to ${phase}` };
  if (code !== undefined && phase === 'open') {
    return isAsItWas() ? { came: 'refused' } : { failure: `${code}, and the store is not as it was` };
  }
  if (code !== undefined) return { came: 'told' };
  if (ok === true) return { came: 'whole' };
  return mayBeRefused ? { came: 'told' } : { failure: `doctor: ${findings}` };
}

/** Does some rounds of a kind and looks at their stores. */
async function doRounds(kind, numbers, parts) {
  const { run, isInMemory } = kinds[kind];
  const rounds = [];
  for (const number of numbers) {
    const own = join(isInMemory ? memory : folder, `${kind}-${number}`);
    const done = await run({ ...parts, folder: own, number, random: seeded(seed, kind, number) }).catch((error) => ({
      problem: String(error?.stack ?? error),
    }));
    rounds.push({ ...done, number, own });
  }
  const toLookAt = rounds.filter(({ at, problem }) => at !== undefined && problem === undefined);
  const found = new Map();
  const lookAt = async (some) => {
    const stores = some.map(({ at, asked, acked }) => ({ at, prefix: 'look', asked, acked, goesOn: true }));
    const { said } = await start(storeChild, { step: 'look', stores }).ended;
    for (const line of said) if (line.event === 'found') found.set(line.at, line);
  };
  if (toLookAt.length > 0) await lookAt(toLookAt);
  // One that ends the process is not to hide the others.
  for (const round of toLookAt) if (!found.has(round.at)) await lookAt([round]);
  for (const round of rounds) settle(kind, round, found.get(round.at));
}

function settle(kind, round, found) {
  const row = rows.get(kind);
  const needsNoLook = round.at === undefined && round.problem === undefined;
  const { failure, came = 'whole' } = needsNoLook ? {} : judge(round, found, () => digestOf(round.at) === round.digest);
  row.rounds += 1;
  row[failure === undefined ? came : 'failed'] += 1;
  if (failure === undefined) return rmSync(round.own, { recursive: true, force: true });
  const kept = join(tmpdir(), `madeleine-torture-failed-${kind}-${round.number}-${process.pid}`);
  // A round on the small disk has no folder of its own.
  if (existsSync(round.own)) cpSync(round.own, kept, { recursive: true });
  rmSync(round.own, { recursive: true, force: true });
  const text = `${kind} ${round.number}${round.what === undefined ? '' : ` (${round.what})`}: ${failure}`;
  failures.push(
    `${text}\n  npm run torture -- --seed ${seed} --only ${kind} --round ${round.number}\n  what is left: ${kept}`,
  );
  return process.stderr.write(`${failures.at(-1)}\n`);
}

/** Rounds in groups, the kinds mixed as their numbers are, so that an early end has done some of each. */
function groups() {
  if (options.round !== undefined) return [{ kind: only[0], numbers: [Number(options.round)] }];
  const all = only.flatMap((kind) => {
    if (skipped.has(kind)) return [];
    const count = Math.max(1, Math.round(kinds[kind].rounds * share));
    const size = kind === 'full' || kind === 'hub' ? 1 : storesInOneLook;
    return Array.from({ length: Math.ceil(count / size) }, (_, at) => {
      const numbers = Array.from({ length: Math.min(size, count - at * size) }, (_none, more) => at * size + more + 1);
      return { kind, numbers, place: (at * size) / count };
    });
  });
  return all.sort((one, other) => one.place - other.place);
}

const startedAt = performance.now();
let disk;
let isDiskFree = Promise.resolve();
try {
  const base = await makeBase(join(folder, 'base'));
  disk = only.includes('full') ? smallDisk() : undefined;
  const records = only.includes('power') ? await recorded(base) : [];
  const waiting = groups();
  const lane = async () => {
    for (let group = waiting.shift(); group !== undefined && performance.now() < until; group = waiting.shift()) {
      const run = () => doRounds(group.kind, group.numbers, { base, disk, records });
      // There is one small disk.
      if (group.kind !== 'full') {
        await run();
        continue;
      }
      isDiskFree = isDiskFree.then(run);
      await isDiskFree;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
} finally {
  // What the rounds came to is told whether or not the disk is still mounted.
  if (disk !== undefined) spawnSync('umount', ['-l', disk]);
  for (const one of [folder, memory]) rmSync(one, { recursive: true, force: true });
}

const columns = ['rounds', 'whole', 'refused', 'told', 'failed'];
process.stdout.write(`| kind | ${columns.join(' | ')} |\n|---|${columns.map(() => '--:|').join('')}\n`);
for (const [kind, row] of rows) {
  const why = skipped.get(kind);
  const cells = why === undefined ? columns.map((name) => row[name]).join(' | ') : `skipped: ${why} | | | |`;
  process.stdout.write(`| ${kind} | ${cells} |\n`);
}
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
process.stdout.write(
  `\nseed ${seed}, ${minutes} minutes; ${failures.length} failures\n${failures.map((one) => `\n${one}\n`).join('')}`,
);
process.exit(failures.length === 0 ? 0 : 1);
