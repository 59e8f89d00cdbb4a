/** How a host starts this very installation of Madeleine. */
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../../index.ts';

/** An executable and its arguments, started without a shell. */
export interface OwnCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** The parts of a process that say how it was started; the process's own unless a test gives others. */
export interface Installation {
  /** The executable of Node. */
  readonly node: string;
  /** `bin/madeleine.js` of this installation. */
  readonly script: string;
  readonly platform: NodeJS.Platform;
}

const thisInstallation: Installation = {
  node: process.execPath,
  script: fileURLToPath(new URL('../../../bin/madeleine.js', import.meta.url)),
  platform: process.platform,
};

/**
 * The command before Madeleine's own arguments. A global installation, a dependency and a clone are named by
 * full paths, as a host that was not started from a shell has another PATH; what `npx` put into its cache may be
 * gone tomorrow, so it is asked for again, in this version.
 */
export function ownCommand({ node, script, platform }: Installation = thisInstallation): OwnCommand {
  if (!script.includes(`${sep}_npx${sep}`)) return { command: node, args: [script] };
  const npx = ['npx', '-y', `madeleine@${version}`];
  // On Windows npx is a batch file, which nothing starts without a shell.
  return platform === 'win32' ? { command: 'cmd', args: ['/c', ...npx] } : { command: 'npx', args: npx.slice(1) };
}
