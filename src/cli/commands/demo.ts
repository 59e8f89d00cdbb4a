import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { SpaceVerbs, RecallOptions } from '../../index.ts';
import { CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { type DemoResult, renderDemo } from '../render/render-demo.ts';

/** The conversation that is shipped with the package. */
const conversation = fileURLToPath(new URL('../../../demo/conversation.ndjson', import.meta.url));

/** Adds `madeleine demo`: a short conversation, remembered and recalled by two agents. */
export function addDemo(program: Command, io: CommandIo): void {
  const command = program
    .command('demo')
    .summary('a short conversation, remembered and recalled by two agents')
    .description(
      'Imports a short conversation into a store of its own and shows what two agents recall of it. Needs no network.',
    )
    .option('--keep <folder>', 'keep the store in this folder; without it the store is temporary')
    .action(async (flags: { readonly keep?: string }) => {
      const context = new CommandContext(io, command);
      const kept = flags.keep === undefined ? undefined : resolve(io.workingFolder, flags.keep);
      const start = performance.now();
      const run = (at: string): Promise<Omit<DemoResult, 'elapsedMs' | 'kept'>> =>
        context.withMemory((memory) => show(memory, context.signal), { at, space: 'default' });
      const shown = kept === undefined ? await inTemporaryFolder(run) : await run(kept);
      const where = flags.keep === undefined ? {} : { kept: flags.keep };
      const result: DemoResult = { ...shown, ...where, elapsedMs: Math.round(performance.now() - start) };
      await context.print(result, () => renderDemo(result, context));
    });
}

async function show(memory: SpaceVerbs, signal: AbortSignal): Promise<Omit<DemoResult, 'elapsedMs' | 'kept'>> {
  const imported = await memory.import({ file: conversation, format: 'ndjson', signal });
  const [lisa, electra] = [memory.agent('lisa'), memory.agent('electra')];
  const both = (agents: readonly (typeof lisa)[], asked: RecallOptions): Promise<DemoResult['sameQuestion']> =>
    // Looking at the demo leaves no trace on it.
    Promise.all(agents.map((agent) => agent.recall({ attention: false, signal, ...asked })));
  return {
    imported,
    sameQuestion: await both([lisa, electra], { query: "How's Luna doing in the cold?", limit: 3 }),
    opinions: await both([lisa, electra], {
      query: 'Should Mark work on a bug late in the evening?',
      types: ['fact'],
      limit: 1,
    }),
    contradiction: await lisa.recall({
      query: "When is Luna's next visit to the vet?",
      limit: 1,
      attention: false,
      signal,
    }),
    universal: await memory
      .agent('system')
      .search({ query: 'Mark, Luna, Seattle, projects', types: ['fact'], limit: 5, signal }),
    ambient: await Promise.all(
      ["How's Luna doing in the cold?", 'That was an annoying startup.'].map(async (message) => ({
        message,
        context: await lisa.ambient({ message, signal }),
      })),
    ),
    explored: await electra.explore({ from: 'src/auth.py', signal }),
    reasoning: await electra.navigate({ id: 'observation:thought-5', signal }),
  };
}

/** Does the work in a fresh temporary folder, which is removed whatever becomes of it. */
async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'madeleine-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
