/** A store of a test, and its hub, whoever started that. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { findHub, isAlive } from '../../src/cli/hub/find-hub.ts';
import { type HubNote, readHubNote } from '../../src/cli/hub/hub-note.ts';
import { type CliRun, type CliRunOptions, CliSurroundings } from './cli-run.ts';

/** Gives every test of a file a store of its own, and kills its hub afterwards. */
export function eachOnItsOwnStore(given: (store: HubStore) => void): void {
  let surroundings: CliSurroundings;
  let store: HubStore;
  let count = 0;
  beforeAll(async () => {
    surroundings = await CliSurroundings.make();
  });
  beforeEach(() => {
    count += 1;
    store = new HubStore(surroundings, `store-${count}`);
    given(store);
  });
  afterEach(() => store.kill());
  afterAll(() => surroundings.remove());
}

/** A store in the folder of a test file. */
export class HubStore {
  readonly at: string;
  readonly surroundings: CliSurroundings;

  constructor(surroundings: CliSurroundings, name: string) {
    this.surroundings = surroundings;
    this.at = surroundings.path(name);
  }

  /** Runs a command on it. */
  run(args: readonly string[], options?: CliRunOptions): Promise<CliRun> {
    return this.surroundings.run([...args, '--at', this.at, '--embedder', 'none'], options);
  }

  /** Runs a command on it and reads what it prints. */
  json(args: readonly string[], options?: CliRunOptions): Promise<Record<string, unknown>> {
    return this.surroundings.json([...args, '--at', this.at, '--embedder', 'none'], options);
  }

  /** Starts its hub as somebody at a terminal would; settles when that serves, and `ended` with its exit code. */
  async serve(args: readonly string[] = []): Promise<{ readonly hub: HubNote; readonly ended: Promise<CliRun> }> {
    const ended = this.run(['serve', ...args]);
    return { hub: await this.hub(), ended };
  }

  /** Its hub, as soon as one serves. */
  async hub(): Promise<HubNote> {
    while (true) {
      const hub = await findHub(this.at);
      if (hub !== undefined) return hub;
      await pause(20);
    }
  }

  /** Kills its hub, if there is one, and waits until that is gone. */
  async kill(): Promise<void> {
    const { pid } = (await readHubNote(this.at)) ?? {};
    if (pid === undefined || !isAlive(pid)) return;
    process.kill(pid, 'SIGKILL');
    while (isAlive(pid)) await pause(20);
  }
}
