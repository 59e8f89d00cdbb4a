/**
 * Lets a process end while a store is open. The binding waits for notifications of live queries
 * with a native call that never returns, and such a call keeps Node alive. We ask for no live
 * queries, so that wait is taken out; nothing else of the binding is touched.
 */
import { createRequire } from 'node:module';

interface NativeBinding {
  readonly SurrealNodeEngine?: { readonly prototype: { notifications?: () => Promise<{ recv: () => Promise<null> }> } };
}

/** Takes the wait out of the binding, once it is loaded. Safe to call again. */
export function waitForNoNotifications(): void {
  const loaded = createRequire(import.meta.url).cache;
  const path = Object.keys(loaded).find((file) => /surrealdb-node[^/\\]*\.node$/.test(file));
  const engine = (loaded[path ?? '']?.exports as NativeBinding | undefined)?.SurrealNodeEngine;
  if (engine !== undefined) engine.prototype.notifications = async () => ({ recv: () => new Promise(() => undefined) });
}
