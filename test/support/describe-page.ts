/** Tests of one view of the page, on a store of their own, each with the page loaded anew; nothing may go wrong in it. */
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { SpaceVerbs } from '../../src/index.ts';
import type { Tab } from './page-browser.ts';
import { signedInTab, visit } from './page-hub.ts';
import { describeInBrowser, rememberDemo } from './page-lab.ts';

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
  describeInBrowser(name, (lab) => {
    let tab: Tab;
    beforeAll(async () => {
      const { store } = await lab.storeWith('store', async (memory) => {
        await rememberDemo(memory);
        await fill(memory);
      });
      tab = await signedInTab(lab.browser, store);
    });
    beforeEach(() => tab.page.reload());
    afterEach(() => {
      // What the hub refuses, the browser notes too; the view says it in words.
      expect(tab.problems.filter((problem) => !/status of 4\d\d/.test(problem))).toEqual([]);
    });
    tests(() => ({ page: tab.page, visit: (view) => visit(tab, view) }));
  });
}

/** What somebody reads in a part of a page. */
export async function textOf(part: Locator): Promise<string> {
  return (await part.allInnerTexts()).join('\n');
}
