/** The surroundings of the process itself. */
import { homedir } from 'node:os';
import envPaths from 'env-paths';
import type { CommandIo } from './command-io.ts';

/** The process's own streams, folders and environment. */
export function processIo(signal: AbortSignal = new AbortController().signal): CommandIo {
  const { data: dataFolder, config: configFolder } = envPaths('madeleine', { suffix: '' });
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signal,
    environment: process.env,
    workingFolder: process.cwd(),
    homeFolder: homedir(),
    dataFolder,
    configFolder,
  };
}
