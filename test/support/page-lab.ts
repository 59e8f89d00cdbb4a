/** What tests of the page stand on: a browser, and hubs with stores of their own, for as long as the tests run. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import type { SpaceVerbs } from '../../src/index.ts';
import { CliSurroundings } from './cli-run.ts';
import { HubStore } from './hub-store.ts';
import { demoConversation } from './demo-conversation.ts';
import { chromiumPath, launchBrowser } from './page-browser.ts';
import { memoryOf } from './page-hub.ts';

/** A store whose hub runs, and its memory through that. */
export interface PageStore {
  readonly store: HubStore;
  readonly memory: SpaceVerbs;
}

/** A browser and the stores that it looks at. */
export class PageLab {
  readonly #stores: HubStore[] = [];
  #browser: Browser | undefined;
  #surroundings: CliSurroundings | undefined;

  /** There from the first `beforeAll` after the lab's own. */
  get browser(): Browser {
    return this.#browser as Browser;
  }

  async start(): Promise<void> {
    this.#browser = await launchBrowser();
    this.#surroundings = await CliSurroundings.make();
  }

  /** A store of its own, filled. */
  async storeWith(name: string, fill: (memory: SpaceVerbs) => Promise<unknown>): Promise<PageStore> {
    const store = new HubStore(this.#surroundings as CliSurroundings, name);
    this.#stores.push(store);
    const memory = await memoryOf(store);
    await fill(memory);
    return { store, memory };
  }

  async end(): Promise<void> {
    await this.#browser?.close();
    await Promise.all(this.#stores.map((store) => store.kill()));
    await this.#surroundings?.remove();
  }
}

/** A lab that is there for the tests of a file, or of what it is called in. */
export function pageLab(): PageLab {
  const lab = new PageLab();
  beforeAll(() => lab.start());
  afterAll(() => lab.end());
  return lab;
}

/** Describes the page in a browser. On a machine without Chromium that is skipped; where changes are checked it has to be there. */
export function describeInBrowser(name: string, tests: (lab: PageLab) => void): void {
  describe.skipIf(chromiumPath === undefined && !process.env['CI'])(name, () => tests(pageLab()));
}

/** Remembers what the demo shows. */
export async function rememberDemo(memory: SpaceVerbs): Promise<void> {
  await memory.import({ file: demoConversation, format: 'ndjson' });
}
