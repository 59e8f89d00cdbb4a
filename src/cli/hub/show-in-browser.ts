/** Shows an address in the user's browser, by the system's own way and no shell; where that is not to be had, nothing happens. */
import { spawn } from 'node:child_process';

/** The program that opens an address, by platform. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Shows an address, and does not wait for it. */
export function showInBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
  // Nobody is to be bothered: the address was printed.
  child.on('error', () => undefined);
  child.unref();
}
