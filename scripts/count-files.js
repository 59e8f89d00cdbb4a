// Prints how many files of ours one call of a verb enters, and which: `node scripts/count-files.js [verb...]` after
// `npm run build`. It opens a store in a temporary folder, warms it, and takes V8's coverage of one call each.
// A file counts when one of its functions was called. The embedder's worker thread is another thread and is not counted.
import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The most files that a call of each verb may enter. */
const limits = { observe: 40, recall: 35, ambient: 35 };
/** After this long what a call leaves behind (links, attention) has been written. */
const settleMs = 2_000;

const built = new URL('../dist/', import.meta.url);
const { Madeleine } = await import(new URL('index.js', built).href);
const folder = mkdtempSync(join(tmpdir(), 'madeleine-count-'));
const memory = await Madeleine.open({ at: join(folder, 'store') });
const lisa = memory.agent('lisa');

/** What is called, each call with something new, so that nothing is answered from an earlier one. */
const calls = {
  observe: (turn) =>
    lisa.observe({
      type: 'user_input',
      content: `Mark said that Luna, his cat, has been cold in Seattle for ${turn} days.`,
      session: 'counted',
    }),
  recall: (turn) => lisa.recall({ query: `Where does Mark's cat Luna live, and is she cold? ${turn}` }),
  ambient: (turn) => lisa.ambient({ message: `How is Luna doing in the cold, on day ${turn}?` }),
};

const session = new Session();
session.connect();
try {
  await lisa.believe({ content: 'Luna is the cat of Mark.', about: ['Luna', 'Mark'] });
  await lisa.believe({ content: 'Mark lives in Seattle.', about: ['Mark', 'Seattle'] });
  for (const turn of [1, 2]) for (const call of Object.values(calls)) await call(turn);
  await session.post('Profiler.enable');
  const asked = process.argv.slice(2);
  for (const [verb, call] of Object.entries(calls)) {
    if (asked.length > 0 && !asked.includes(verb)) continue;
    await delay(settleMs);
    const files = await filesEntered(() => call(3));
    console.log(`${verb}: ${files.length} files (at most ${limits[verb]})`);
    for (const file of files) console.log(`  ${file}`);
    if (files.length > limits[verb]) process.exitCode = 1;
  }
} finally {
  session.disconnect();
  await memory.close();
  rmSync(folder, { recursive: true, force: true });
}

/** @param {() => Promise<unknown>} call */
async function filesEntered(call) {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const entered = result.filter(
    ({ url, functions }) => url.startsWith(built.href) && functions.some(({ ranges }) => ranges[0].count > 0),
  );
  return entered.map(({ url }) => fileURLToPath(url).slice(fileURLToPath(built).length)).sort();
}
