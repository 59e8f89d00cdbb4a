/** Finds the hub that serves a store, and nothing that only looks like it. Loads nothing of the engine. */
import { type HubNote, readHubNote } from './hub-note.ts';

/** How long a hub may take to say that it is ready; one that takes longer is not there for a caller that waits. */
const answerMs = 2000;

/** The hub of the store in a folder; undefined when none runs, or none that is ready. */
export async function findHub(folder: string): Promise<HubNote | undefined> {
  const note = await readHubNote(folder);
  // Whoever took over the port of a hub that was killed must not be sent its token, so the process counts first.
  return note !== undefined && isAlive(note.pid) && (await isReady(note.url)) ? note : undefined;
}

/** Whether a process runs, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerMs) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
