// Runs the tests that say something within seconds: unit tests that open no store, what the repository asks of itself,
// and of the others those that changed, or that import or are named after what changed since the last commit.
// `npm run test:quick -- main` compares with another commit.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

const since = process.argv[2] ?? 'HEAD';

/**
 * @param {readonly string[]} args
 * @returns {readonly string[]}
 */
function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

/**
 * The project's own files that a file imports.
 *
 * @param {string} path
 * @returns {readonly string[]}
 */
function importsOf(path) {
  const found = readFileSync(path, 'utf8').matchAll(/\b(?:from|import) '(\.[^']+)'/g);
  return [...found].map(([, module]) => normalize(join(dirname(path), String(module))));
}

/** @type {Map<string, boolean>} */
const known = new Map();

/**
 * Whether a file of the tests opens a store or starts a process, itself or by what it imports of the tests.
 *
 * @param {string} path
 * @returns {boolean}
 */
function takesLong(path) {
  const before = known.get(path);
  if (before !== undefined) return before;
  known.set(path, false);
  const itself = /\b(Madeleine|Database|HubStore|CliSurroundings)\.(open|make)\(|node:child_process|minilm/.test(
    readFileSync(path, 'utf8'),
  );
  const long = itself || importsOf(path).some((one) => one.startsWith('test/') && takesLong(one));
  known.set(path, long);
  return long;
}

const changed = new Set([
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard', 'src', 'test'),
]);
const names = new Set([...changed].map((path) => basename(path).split('.')[0]));

/** @param {string} path */
function isRelated(path) {
  const isNamed = names.has(basename(path).split('.')[0]);
  return changed.has(path) || isNamed || importsOf(path).some((one) => changed.has(one));
}

const unit = readdirSync('test/unit', { recursive: true, encoding: 'utf8' })
  .map((path) => join('test/unit', path))
  .filter((path) => path.endsWith('.test.ts'));
const chosen = unit.filter((path) => !takesLong(path) || isRelated(path));
console.log(`test:quick: ${chosen.length} of ${unit.length} files of unit tests, and test/repo.`);
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'unit', '--project', 'repo', '--reporter', 'dot', 'test/repo/', ...chosen],
  { stdio: 'inherit', shell: process.platform === 'win32' },
);
process.exitCode = status ?? 1;
