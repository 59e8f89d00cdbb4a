/**
 * The process of a hook: its arguments, its streams and its end. It starts many times a day while its host waits, so
 * it loads neither the engine nor the command line; and it ends with 0 whatever happens, as other codes mean
 * something to the host.
 */
import { parseArgs } from 'node:util';
import type { HookAnswer } from './hook-event.ts';
import { type HookArguments, hookProcess } from './hook-process.ts';

// The host has had enough.
process.stdout.on('error', () => process.exit(0));

try {
  await hookProcess(argumentsOf(process.argv.slice(3)), {
    stdin: process.stdin,
    elapsedMs: () => performance.now(),
    answer: (answer: HookAnswer) => process.stdout.write(`${JSON.stringify(answer)}\n`),
    complain: (reason: string) => process.stderr.write(`madeleine hook: ${reason}\n`),
  });
} catch (error) {
  process.stderr.write(`madeleine hook: ${error instanceof Error ? error.message : error}\n`);
}
// Whatever is still under way would keep the host waiting.
process.stdout.write('', () => process.exit(0));

function argumentsOf(words: readonly string[]): HookArguments {
  const text = { type: 'string' } as const;
  const options = { at: text, space: text, agent: text, embedder: text };
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
  return { ...values, name: positionals.join(' ') };
}
