/** The port that a store's hub prefers: the same at every start, so that what is configured with its address stays so. */
import { createHash } from 'node:crypto';

/** Below the ports that systems give to outgoing connections (from 32,768 on Linux, 49,152 elsewhere). */
const firstPort = 20_000;
const ports = 10_000;

/** Follows from the folder alone, 20,000-29,999. Two stores may meet on one port; the second then gets any free one. */
export function preferredPort(folder: string): number {
  return firstPort + (createHash('sha256').update(folder).digest().readUInt32BE(0) % ports);
}
