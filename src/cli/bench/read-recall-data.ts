/** Reads the data of a bench of recall in any format that there is an adapter for. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readBeamData } from './beam-data.ts';
import { readLocomoData } from './locomo-data.ts';
import { readMadialData } from './madial-data.ts';
import type { RecallData } from './recall-data.ts';

/** Reads a file of LoCoMo, a folder of BEAM's chats, or a folder with MADial's two files; which one shows by itself. */
export async function readRecallData(path: string): Promise<RecallData> {
  if (!(await isFolder(path))) return readLocomoData(path);
  const isMadial = await stat(join(path, 'memory.json')).then(
    () => true,
    () => false,
  );
  return isMadial ? readMadialData(path) : readBeamData(path);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Reading it as a file says what is wrong.
    return false;
  }
}
