/**
 * A process that shares a space with others, at a hub or on a server. It waits for a line, then remembers and recalls in
 * turn, hears what the others write, and says what it measured when a second line comes.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type AgentVerbs, Madeleine, type OpenOptions } from 'madeleine';

/** What to do, and where. */
export interface ProcessTask {
  /** A hub, or the options of a store on a server. */
  readonly hub?: { readonly url: string; readonly token: string };
  readonly open?: OpenOptions;
  /** Names its observations. */
  readonly key: string;
  readonly rounds: number;
}

/** What one process measured; moments are those of the machine's clock, in milliseconds. */
export interface ProcessReport {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly writeMs: readonly number[];
  readonly recallMs: readonly number[];
  /** The codes of refused calls. */
  readonly refused: readonly string[];
  /** When each of its own writes was acknowledged, by id. */
  readonly stored: Readonly<Record<string, number>>;
  /** When it heard of each write of the others, by id. */
  readonly heard: Readonly<Record<string, number>>;
}

/** Rounds that are not counted. */
const warmUpRounds = 5;

const { hub, open, key, rounds } = JSON.parse(process.argv[2] ?? '{}') as ProcessTask;
const memory =
  hub === undefined ? await Madeleine.open(open ?? { at: '' }) : await Madeleine.connect(hub.url, { token: hub.token });
const lisa: AgentVerbs = memory.agent('lisa');
const lines = createInterface({ input: process.stdin });
const stored: Record<string, number> = {};
const heard: Record<string, number> = {};
const refused: string[] = [];
const listening = new AbortController();
const hearing = (async () => {
  for await (const { ids } of lisa.changes({ signal: listening.signal })) {
    for (const id of ids) heard[id] ??= Date.now();
  }
})().catch(() => undefined);
// What has just started is still being compiled.
for (let round = 0; round < warmUpRounds; round += 1) {
  await lisa.observe({ content: `Mark warmed up ${round} times before flock ${key}.` });
  await lisa.recall({ query: `flock ${key}` });
}
process.stdout.write('ready\n');
await once(lines, 'line');

const startedAt = Date.now();
const writeMs: number[] = [];
const recallMs: number[] = [];
async function timed(times: number[], call: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  try {
    await call();
    times.push(performance.now() - began);
  } catch (error) {
    refused.push(String((error as { readonly code?: unknown }).code));
  }
}
for (let round = 0; round < rounds; round += 1) {
  await timed(writeMs, async () => {
    const { id } = await lisa.observe({ id: `${key}-${round}`, content: `Mark saw heron ${round} of flock ${key}.` });
    stored[id] = Date.now();
  });
  await timed(recallMs, () => lisa.recall({ query: `heron ${round}` }));
}
const endedAt = Date.now();
process.stdout.write('done\n');
await once(lines, 'line');
listening.abort();
await hearing;
const report: ProcessReport = { startedAt, endedAt, writeMs, recallMs, refused, stored, heard };
process.stdout.write(`${JSON.stringify(report)}\n`);
lines.close();
process.stdin.destroy();
await memory.close();
