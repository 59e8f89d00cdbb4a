/**
 * The process of the command line: signals, broken pipes and its end. The engine keeps threads
 * alive, so the process is ended, once everything is closed and written.
 */
import { createRequire } from 'node:module';
import envPaths from 'env-paths';
import { BrokenPipe, type CommandIo, processIo } from './command-io.ts';
import { askHub } from './hub/ask-hub.ts';

// What the engine writes is for its owner alone, as the folders are.
process.umask(0o077);

const stop = new AbortController();
const endings = { SIGINT: 130, SIGTERM: 143 } as const;
let endedBy: keyof typeof endings | 'EPIPE' | undefined;

for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // The first asks for a tidy end, the second ends.
    if (endedBy === name) process.exit(endings[name]);
    endedBy = name;
    stop.abort();
  });
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    // The reader, `head` for one, has had enough: that is no failure.
    endedBy ??= 'EPIPE';
    stop.abort(new BrokenPipe());
  });
}

const args = process.argv.slice(2);
const io = processIo(stop.signal);
const asked = await askHub(args, io);
const exitCode = typeof asked === 'number' ? asked : await runHere({ ...io, ...asked });
await Promise.all([process.stdout, process.stderr].map(flushed));
process.exit(endedBy === 'EPIPE' ? 0 : endedBy === undefined ? exitCode : endings[endedBy]);

/** Loads the whole of the command line, which is many times what asking a hub takes, and runs the command. */
async function runHere(io: CommandIo): Promise<number> {
  keepCompiled();
  const { runCli } = await import('./run-cli.ts');
  return runCli(args, io);
}

/**
 * Lets Node 22.1 and later keep what they compile: a start takes a sixth less (Node 24.21). It lies in the user's own
 * folder and not in that for temporary files, because whoever writes there decides what runs here.
 */
function keepCompiled(): void {
  const { enableCompileCache }: { readonly enableCompileCache?: (folder: string) => unknown } = createRequire(
    import.meta.url,
  )('node:module');
  enableCompileCache?.(envPaths('madeleine', { suffix: '' }).cache);
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableLength === 0 || stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}
