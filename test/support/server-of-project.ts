/** Starts the server that the tests of one project share, and tells them where it is. */
import type { TestProject } from 'vitest/node';
import { startSurreal } from './surreal-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server on which this project's spaces lie. */
    serverUrl: string;
  }
}

/** Runs before the first test of a project; what it answers runs after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startSurreal();
  project.provide('serverUrl', server.url);
  return () => server.remove();
}
