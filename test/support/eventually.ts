import { vi } from 'vitest';

/** Waits until `check` passes, however busy the machine is; within the limit of a test, so that its failure is told. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 100_000, interval: 20 });
}
