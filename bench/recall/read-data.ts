/** Reads the data of a bench of recall in any format that there is an adapter for. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readBeam } from './beam.ts';
import type { RecallData } from './data.ts';
import { readLocomo } from './locomo.ts';
import { readMadial } from './madial.ts';

/** Reads a file of LoCoMo, a folder of BEAM's chats, or a folder with MADial's two files; which one shows by itself. */
export async function readRecallData(path: string): Promise<RecallData> {
  if (!(await isFolder(path))) return readLocomo(path);
  const isMadial = await stat(join(path, 'memory.json')).then(
    () => true,
    () => false,
  );
  return isMadial ? readMadial(path) : readBeam(path);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Reading it as a file says what is wrong.
    return false;
  }
}
