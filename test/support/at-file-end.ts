/**
 * What a test file leaves to be cleared away. Test files share a process, so a hook at the top of a shared module
 * would run for the first file alone; `each-file.ts` runs these after every file.
 */
const cleanUps: (() => unknown)[] = [];

/** Runs `cleanUp` after the last test of the current file; what was asked for last runs first. */
export function atFileEnd(cleanUp: () => unknown): void {
  cleanUps.push(cleanUp);
}

/** Runs what is waiting, and goes on past a failure. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = [];
  while (cleanUps.length > 0) {
    try {
      await cleanUps.pop()?.();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'endFile: something could not be cleared away.');
}
