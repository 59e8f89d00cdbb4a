/** Makes it durable that a name in a folder was given or taken away. */
import { open } from 'node:fs/promises';

/** Syncs a folder, where the system can. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
