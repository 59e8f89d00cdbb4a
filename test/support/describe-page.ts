/** Tests of one view of the page, on a store of their own, each with the page loaded anew; nothing may go wrong in it. */
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import type { SpaceVerbs } from '../../src/index.ts';
import { CliSurroundings } from '../e2e/cli-run.ts';
import { HubStore } from '../e2e/hub-store.ts';
import { chromiumPath, launchBrowser, type Tab } from './page-browser.ts';
import { memoryOf, signedInTab, visit } from './page-hub.ts';

const conversation = fileURLToPath(new URL('../../demo/conversation.ndjson', import.meta.url));

/** What a test of a view has. */
export interface PageUnderTest {
  readonly page: Page;
  /** Goes to a view by its address, such as `recall?query=tea`, and waits until it shows what it has to. */
  visit(view: string): Promise<void>;
}

/**
 * Describes a view on the demo's store, or skips it where there is no Chromium and no CI.
 *
 * @param fill - remembers what the view is to show beside what the demo has.
 */
export function describePage(
  name: string,
  fill: (memory: SpaceVerbs) => Promise<unknown>,
  tests: (current: () => PageUnderTest) => void,
): void {
  describe.skipIf(chromiumPath === undefined && !process.env['CI'])(name, () => {
    let browser: Browser;
    let surroundings: CliSurroundings;
    let store: HubStore;
    let tab: Tab;
    beforeAll(async () => {
      browser = await launchBrowser();
      surroundings = await CliSurroundings.make();
      store = new HubStore(surroundings, 'store');
      const memory = await memoryOf(store);
      await memory.import({ file: conversation, format: 'ndjson' });
      await fill(memory);
      tab = await signedInTab(browser, store);
    });
    beforeEach(() => tab.page.reload());
    afterEach(() => {
      // What the hub refuses, the browser notes too; the view says it in words.
      expect(tab.problems.filter((problem) => !/status of 4\d\d/.test(problem))).toEqual([]);
    });
    afterAll(async () => {
      await browser?.close();
      await store?.kill();
      await surroundings?.remove();
    });
    tests(() => ({ page: tab.page, visit: (view) => visit(tab, view) }));
  });
}

/** What somebody reads in a part of a page. */
export async function textOf(part: Locator): Promise<string> {
  return (await part.allInnerTexts()).join('\n');
}
