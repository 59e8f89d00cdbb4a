/**
 * Where the worker's entry file lies. A worker thread is started by Node itself, and Node 20 reads no TypeScript: the
 * compiled package finds the file beside this one, the sources (under a test runner that compiles them in memory) find
 * it in `dist`, which the test script builds first.
 */

/** The compiled `minilm-worker.js`. */
export const minilmWorkerUrl: URL = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/embed/minilm-worker.js' : './minilm-worker.js',
  import.meta.url,
);
