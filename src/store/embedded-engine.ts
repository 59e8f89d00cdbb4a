/** The engine that runs in this process, with what its binding gets wrong put right. */
import { createRequire } from 'node:module';
import { NodeEngine } from '@surrealdb/node';
import type { ConnectionState, DriverContext, SurrealEngine } from 'surrealdb';

/** What the binding's native part exports, as far as it is used here. */
interface NativeBinding {
  readonly NotificationReceiver?: { readonly prototype: { recv: () => Promise<unknown> } };
}

/**
 * An engine on exactly this path (`rocksdb://FOLDER?...`): the SDK's own URL handling would turn a
 * space into `%20`.
 *
 * @param failed hears why opening failed; `connect` itself never settles then
 */
export function embeddedEngine(path: string, context: DriverContext, failed: (cause: unknown) => void): SurrealEngine {
  stopWaitingForNotifications();
  const engine = new NodeEngine(context);
  engine.subscribe('error', failed);
  const open = engine.open.bind(engine);
  engine.open = (state: ConnectionState) => open({ ...state, url: { toString: () => path } as URL });
  // The binding bundles the SDK's types a second time, so its private fields are not the same to the compiler.
  return engine as unknown as SurrealEngine;
}

/**
 * An open engine waits for the next notification of a live query all the time, and this wait keeps
 * the process from ending. There are no live queries here, so it is replaced by one that holds nothing.
 */
function stopWaitingForNotifications(): void {
  for (const [path, loaded] of Object.entries(createRequire(import.meta.url).cache)) {
    if (!/surrealdb-node\.[^/\\]+\.node$/.test(path)) continue;
    const { NotificationReceiver: receiver } = (loaded?.exports ?? {}) as NativeBinding;
    if (receiver !== undefined) receiver.prototype.recv = () => new Promise(() => undefined);
  }
}
