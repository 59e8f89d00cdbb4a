// Runs everything that has to hold before a change is merged, as many steps side by side as there are cores up to two,
// and goes on past a failure, so that one run shows all that is wrong. What a step says is printed when it ends. CI
// runs exactly this.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * @typedef {object} Step
 * @property {string} name - a script of package.json
 * @property {string} [after] - the step whose output it reads
 */

/** The longest first, so that nothing is left over at the end. @type {readonly Step[]} */
const all = [
  { name: 'build' },
  { name: 'types' },
  { name: 'test:built', after: 'build' },
  { name: 'lint' },
  { name: 'docs:check' },
  { name: 'types:page', after: 'build' },
  { name: 'format:check' },
  { name: 'knip' },
  { name: 'publint', after: 'build' },
  { name: 'attw', after: 'build' },
];

/** What one runs after every change: no build, and of the tests those that say something within seconds. @type {readonly Step[]} */
const quick = [{ name: 'types:quick' }, { name: 'test:quick' }, { name: 'lint' }, { name: 'format:check' }];

const steps = process.argv[2] === 'quick' ? quick : all;
const lanes = Math.min(2, availableParallelism());
/** It ends a step that hangs, so that one hears of it: a runner can't end a test that never gives back its process. */
const limitMinutes = 60;

/** The running steps, each the head of a group of processes. @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
/** @param {import('node:child_process').ChildProcess} child */
function end({ pid = 0 }) {
  if (process.platform === 'win32') spawn('taskkill', ['/pid', String(pid), '/t', '/f']);
  else process.kill(-pid, 'SIGKILL');
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    for (const child of children) end(child);
    process.exit(1);
  });
}

/** @type {Map<string, boolean>} */
const ended = new Map();
const waiting = [...steps];
let running = 0;

/**
 * @param {Step} step
 * @returns {Promise<void>}
 */
function run({ name }) {
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    detached: process.platform !== 'win32',
  });
  children.add(child);
  /** @type {Buffer[]} */
  const said = [];
  const limit = setTimeout(() => {
    said.push(Buffer.from(`\n${name} was ended: it ran for more than ${limitMinutes} minutes.\n`));
    end(child);
  }, limitMinutes * 60_000);
  child.stdout.on('data', (chunk) => said.push(chunk));
  child.stderr.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(limit);
      children.delete(child);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      console.log(`\n── ${name}: ${code === 0 ? 'held' : 'FAILED'} (${seconds} s)`);
      process.stdout.write(Buffer.concat(said));
      ended.set(name, code === 0);
      resolve();
    });
  });
}

/** Starts what can be started; settles when all steps have ended. */
async function next() {
  /** @type {Promise<void>[]} */
  const started = [];
  while (running < lanes) {
    const index = waiting.findIndex(({ after }) => after === undefined || ended.has(after));
    const [step] = index < 0 ? [] : waiting.splice(index, 1);
    if (step === undefined) break;
    running += 1;
    started.push(
      run(step).then(() => {
        running -= 1;
        return next();
      }),
    );
  }
  await Promise.all(started);
}

await next();
const failed = steps.filter(({ name }) => ended.get(name) !== true).map(({ name }) => name);
console.log(failed.length === 0 ? '\ncheck: all held.' : `\ncheck: failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
