/**
 * Stores and searches the same memories in Madeleine and in its peers, and prints one table: durable writes with their
 * syncs, search at three sizes, memory, start, what is installed and what lies on the disk. `npm install --ignore-scripts &&
 * npm rebuild better-sqlite3 hnswlib-node`, then `npm run --silent peers -- --data locomo-dev.json`; it takes a build of
 * this repository and strace. A peer of Python needs a Python of its own with `requirements-NAME.txt` and nothing else, which
 * `PYTHON_NAME` names (`PYTHON_CHROMA`; else `PYTHON`). A peer that does not run here is told with its error. `--peers a,b` and
 * `--memories 10000` take fewer.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { resolveEmbedder } from '../../dist/bundle/index.js';
import { readConversations } from '../../dist-bench/recall/locomo.js';
import { SyntheticEmbedder, ZipfMemories } from '../../dist-bench/synthetic.js';
import { peers } from './peers.js';

const here = import.meta.dirname;
const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    peers: { type: 'string', default: Object.keys(peers).join(',') },
    memories: { type: 'string', default: '10000,50000' },
    json: { type: 'boolean', default: false },
  },
});
const queries = 200;
const pythonOf = (name) => process.env[`PYTHON_${name.toUpperCase()}`] ?? process.env.PYTHON ?? 'python3';
const folder = mkdtempSync(join(tmpdir(), 'madeleine-peers-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const sets = [];
if (flags.data !== undefined) sets.push(await locomo(flags.data));
for (const size of flags.memories.split(',').filter(Boolean).map(Number)) sets.push(await synthetic(size));
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', cwd: here }).stdout.trim();
/** What else the machine did: the load of the last minute before each run. */
const loads = [];
const results = {};
for (const name of flags.peers.split(',')) {
  results[name] = {
    ...peers[name],
    open: undefined,
    installedMb: installedMb(name),
    version: versionOf(name),
  };
  const { python } = peers[name];
  if (python !== undefined && results[name].version === '-') {
    const error = `${pythonOf(name)} with ${python.package} is not there`;
    for (const { label } of sets) results[name][label] = { error };
    continue;
  }
  for (const { label, path } of sets) results[name][label] = run(name, path);
  results[name].syncs = syncsOf(name, sets[0].path);
}
if (flags.json) process.stdout.write(`${JSON.stringify({ commit, node: process.version, loads, peers: results })}\n`);
else process.stdout.write(`${table(results)}\n`);

/** The conversation that is nearest to 700 turns, with the vectors of the bundled model. */
async function locomo(file) {
  const [{ turns, questions }] = (await readConversations(file)).toSorted(
    (one, other) => Math.abs(one.turns.length - 700) - Math.abs(other.turns.length - 700),
  );
  const items = turns.map(({ key, observation: { content, speaker, session, occurredAt } }) => ({
    id: key,
    text: content,
    speaker,
    session,
    occurredAt,
  }));
  const asked = questions
    .filter(({ category, evidence }) => category <= 4 && evidence.length > 0)
    .map(({ question, evidence }) => ({ query: question, evidence }));
  return write(`${items.length}`, items, asked, resolveEmbedder('minilm'));
}

/** Synthetic memories of \`bench scale\`, with clustered vectors of the same length. */
async function synthetic(size) {
  const source = new ZipfMemories(1);
  const items = [];
  for (let first = 0; first < size; first += 500) {
    for (const { id, content, speaker, session, occurredAt } of source.memories(first, Math.min(500, size - first)))
      items.push({ id, text: content, speaker, session, occurredAt });
  }
  const asked = Array.from({ length: queries }, (_, at) => {
    const item = items[Math.floor((at * size) / queries)];
    return { query: source.query(item.text), evidence: [item.id] };
  });
  return write(size.toLocaleString('en'), items, asked, new SyntheticEmbedder());
}

async function write(label, items, asked, embedder) {
  const path = join(folder, `data-${items.length}`);
  const texts = [...items.map(({ text }) => text), ...asked.map(({ query }) => query)];
  const vectors = [];
  for (let at = 0; at < texts.length; at += 500) vectors.push(...(await embedder.embed(texts.slice(at, at + 500))));
  const [{ length: dimension }] = vectors;
  const all = new Float32Array(vectors.length * dimension);
  for (const [at, vector] of vectors.entries()) all.set(vector, at * dimension);
  writeFileSync(`${path}.f32`, new Uint8Array(all.buffer));
  writeFileSync(`${path}.json`, JSON.stringify({ items, queries: spread(asked), warmUp: warmUpOf(items), texts }));
  await embedder.close();
  return { label, path, size: items.length };
}

/** All of a list in an order in which any first few lie all over it: a slow peer answers no more than these. */
function spread(list) {
  const gcd = (one, other) => (other === 0 ? one : gcd(other, one % other));
  let step = Math.max(1, Math.round(list.length * 0.618));
  while (gcd(step, list.length) !== 1) step += 1;
  return list.map((_, at) => list[(at * step) % list.length]);
}

/** What is asked before the clock starts: the words of memories from all over, so that no question is asked twice. */
function warmUpOf(items) {
  return Array.from({ length: 50 }, (_, at) => items[Math.floor((at * items.length) / 50)].text);
}

/** The command that runs a peer. */
function commandOf(name, path, at, ...writes) {
  const { python } = peers[name];
  const command =
    python === undefined
      ? [process.execPath, join(here, 'run-peer.js'), name]
      : [pythonOf(name), join(here, python.script)];
  return [...command, path, at, ...writes];
}

/** One run of a peer in a process of its own; what it says where it fails. */
function run(name, path) {
  const at = join(folder, name);
  mkdirSync(at);
  const [command, ...args] = commandOf(name, path, at);
  loads.push(loadavg()[0]);
  const { stdout, stderr, status } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 600_000,
    maxBuffer: 1e8,
  });
  const bytes = folderBytes(at);
  rmSync(at, { recursive: true });
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (status !== 0 || !line.startsWith('{'))
    return { error: (stderr.trim().match(/\w*Error: .*/)?.[0] ?? 'it did not end in time').slice(0, 200) };
  const size = JSON.parse(readFileSync(`${path}.json`, 'utf8')).items.length;
  return { ...JSON.parse(line), bytesEach: bytes / size };
}

/** Syncs of a durable write: what 120 writes take beyond 20, so that opening and closing do not count. */
function syncsOf(name, path) {
  const count = (writes) => {
    const [at, log] = [join(folder, name), join(folder, 'strace.txt')];
    mkdirSync(at);
    const calls = 'trace=fsync,fdatasync,sync_file_range,msync,sync';
    const command = ['-f', '-qq', '-e', calls, '-o', log, ...commandOf(name, path, at, `${writes}`)];
    const { status, error } = spawnSync('strace', command, { timeout: 300_000 });
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
    for (const made of [at, log]) rmSync(made, { recursive: true, force: true });
    if (status !== 0 || error !== undefined) return Number.NaN;
    return lines.filter((line) => /\b(?:fsync|fdatasync|sync_file_range|msync|sync)\(/.test(line)).length;
  };
  return (count(120) - count(20)) / 100;
}

function folderBytes(at) {
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isOfOtherPlatform(entry.name))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Madeleine's install keeps the database engine of one platform (bin/keep-this-platform.js); a clone has all. */
function isOfOtherPlatform(name) {
  return (
    name.startsWith('surrealdb-node.') && !name.startsWith(`surrealdb-node.${process.platform}-${process.arch}-gnu`)
  );
}

/** The version of a peer, and of what it is used with. */
function versionOf(name) {
  const {
    packages: [first],
    python,
  } = peers[name];
  if (python !== undefined) {
    const version = ['-c', `from importlib.metadata import version; print(version("${python.package}"))`];
    return spawnSync(pythonOf(name), version, { encoding: 'utf8' }).stdout?.trim() || '-';
  }
  if (first === 'madeleine') return commit;
  const at = found(first, here);
  return at === undefined ? '-' : JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')).version;
}

/** Megabytes that a peer takes with all that it needs and that is installed here: packages of Node, or all of a Python. */
function installedMb(peer) {
  const { packages, python } = peers[peer];
  if (python !== undefined) {
    const where = ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'];
    const { stdout, status } = spawnSync(pythonOf(peer), where, { encoding: 'utf8' });
    return status === 0 ? folderBytes(stdout.trim()) / 1e6 : Number.NaN;
  }
  const seen = new Set();
  const add = (name, from) => {
    const at = name === 'madeleine' ? join(here, '../..') : found(name, from);
    if (at === undefined || seen.has(at)) return;
    seen.add(at);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    const needed = Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true);
    for (const next of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...needed]) add(next, at);
  };
  for (const name of packages) add(name, here);
  const bytes = [...seen].map((at) => {
    if (at === join(here, '../..'))
      return ['bin', 'demo', 'dist', 'docs'].reduce((sum, part) => sum + folderBytes(join(at, part)), 0);
    return readdirSync(at, { withFileTypes: true })
      .filter(({ name }) => name !== 'node_modules')
      .reduce(
        (sum, entry) =>
          sum + (entry.isDirectory() ? folderBytes(join(at, entry.name)) : statSync(join(at, entry.name)).size),
        0,
      );
  });
  return bytes.reduce((sum, one) => sum + one, 0) / 1e6;
}

function found(name, from) {
  for (let at = realpathSync(from); at !== dirname(at); at = dirname(at)) {
    const path = join(at, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return path;
  }
  return undefined;
}

function table(all) {
  const labels = sets.map(({ label }) => label);
  const last = labels.at(-1);
  const columns = Object.keys(all);
  const best = (rows) => Math.min(...rows.filter((value) => Number.isFinite(value)));
  const row = (title, value, digits = 1) => {
    const figures = columns.map((name) => value(all[name]));
    const least = best(figures);
    const cells = figures.map((figure) =>
      Number.isFinite(figure) ? `${figure.toFixed(digits)} (${(figure / least).toFixed(1)})` : '-',
    );
    return `| ${title} | ${cells.join(' | ')} |`;
  };
  const of = (label, field) => (one) => one[label]?.[field] ?? Number.NaN;
  const failures = columns.flatMap((name) =>
    labels.flatMap((label) =>
      all[name][label]?.error === undefined ? [] : [`${name} at ${label}: ${all[name][label].error}`],
    ),
  );
  return [
    `Commit ${commit}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), ${new Date().toISOString().slice(0, 10)}. load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} before the runs. In brackets: times the least of the row.`,
    '',
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '--:').join('|')}|`,
    `| version | ${columns.map((name) => all[name].version).join(' | ')} |`,
    `| durable | ${columns.map((name) => (all[name].durable ? 'yes' : 'no')).join(' | ')} |`,
    row('one write, p50 ms', of(labels[0], 'writeMs')),
    `| syncs a write | ${columns.map((name) => (Number.isFinite(all[name].syncs) ? all[name].syncs.toFixed(2) : '-')).join(' | ')} |`,
    row('a memory in batches of 500, ms', of(last, 'batchMs'), 2),
    ...labels.map((label) => row(`search p50 ms, ${label} memories`, of(label, 'searchP50'))),
    ...labels.map((label) => row(`search p95 ms, ${label}`, of(label, 'searchP95'))),
    ...labels.map(
      (label) => `| questions asked, ${label} | ${columns.map((name) => all[name][label]?.asked ?? '-').join(' | ')} |`,
    ),
    ...labels.map(
      (label) => `| R@10, ${label} | ${columns.map((name) => percent(all[name][label]?.recallAt10)).join(' | ')} |`,
    ),
    ...labels.map((label) => row(`resident MB, ${label}`, of(label, 'rssMb'), 0)),
    row('new store to first hit, ms', of(labels[0], 'firstHitMs'), 0),
    row('installed MB', (one) => one.installedMb, 0),
    ...labels.map((label) =>
      row(
        `bytes on disk a memory, ${label}`,
        (one) => (one[label]?.bytesEach > 0 ? one[label].bytesEach : Number.NaN),
        0,
      ),
    ),
    '',
    ...columns.flatMap((name) => (all[name].note === undefined ? [] : [`- ${name}: ${all[name].note}.`])),
    ...failures.map((failure) => `- Did not run: ${failure}`),
  ].join('\n');
}

function percent(share) {
  return share === undefined ? '-' : (100 * share).toFixed(1);
}
