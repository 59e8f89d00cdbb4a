import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SpaceVerbs } from '../../src/index.ts';
import { bigAgents, fillBigSpace } from '../support/big-space.ts';
import { seriousFindings, sizes, type Tab } from '../support/page-browser.ts';
import { pageAddress, signedInTab, visit } from '../support/page-hub.ts';
import { describeInBrowser, rememberDemo } from '../support/page-lab.ts';
import { scriptPayloads } from '../support/script-payloads.ts';
import type { HubStore } from '../support/hub-store.ts';

/** Screenshots of every view, for whoever wants to see what the tests saw. */
const shots = fileURLToPath(new URL('../../artefacts/page/', import.meta.url));
/** The page as it is built. */
const builtPage = fileURLToPath(new URL('../../dist/page/', import.meta.url));
/** Those that are gone through one by one: in CI each carrier and each way out once or twice. */
const visited = scriptPayloads
  .map((payload, index) => ({ payload, index }))
  .filter(({ index }) => process.env['CI'] === undefined || index % 9 === 0);
const schemes = ['light', 'dark'] as const;

/** The views, with an address at which each has something to show in the demo's store. */
const demoViews: Readonly<Record<string, string>> = {
  start: 'start',
  constellation: 'constellation',
  recall: "recall?agent=lisa&query=When is Luna's next visit to the vet?",
  memories: 'memories?agent=lisa',
  perspectives: 'perspectives?agent=lisa&other=electra',
  reasoning: 'reasoning?agent=electra&thought=observation:thought-5',
  ambient: "ambient?agent=lisa&message=How's Luna doing in the cold?",
  playground: 'playground?agent=lisa',
  time: 'time',
  mending: 'mending?agent=lisa',
  health: 'health',
};

describeInBrowser('the page', (lab) => {
  beforeAll(() => mkdir(shots, { recursive: true }));

  describe("on the demo's store", () => {
    let store: HubStore;
    beforeAll(async () => {
      ({ store } = await lab.storeWith('demo', rememberDemo));
    });

    test('has these views', async () => {
      const tab = await signedInTab(lab.browser, store);
      const links = await linksOf(tab.page, 'nav a');
      expect(links.map((link) => /^#\/(\w+)/.exec(link)?.[1])).toEqual(Object.keys(demoViews));
      await tab.page.context().close();
    });

    test('is light: 100 kB for the first view, 250 kB in all', async () => {
      const context = await lab.browser.newContext();
      const page = await context.newPage();
      const firstView: string[] = [];
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (!pathname.startsWith('/v1/')) firstView.push(pathname);
      });
      await page.goto(await pageAddress(store));
      await page.getByRole('heading', { name: 'What is new' }).waitFor();
      await context.close();
      const paths = (await readdir(builtPage, { recursive: true })).filter((path) =>
        /\.(?:html|js|css|svg)$/.test(path),
      );
      const kilobytes = new Map<string, number>();
      for (const path of paths) {
        kilobytes.set(`/${path}`, gzipSync(await readFile(join(builtPage, path))).length / 1000);
      }
      const sum = (some: Iterable<string>): number =>
        [...some].reduce((all, path) => all + (kilobytes.get(path) ?? 0), 0);
      expect(firstView).toContainEqual(expect.stringMatching(/\.js$/));
      expect(sum(new Set(firstView.map((path) => (kilobytes.has(path) ? path : '/index.html'))))).toBeLessThan(100);
      expect(sum(kilobytes.keys())).toBeLessThan(250);
    });

    describe.each(
      schemes.flatMap((scheme) => Object.entries(sizes).map(([width, viewport]) => ({ scheme, width, viewport }))),
    )('$scheme and $width', ({ scheme, width, viewport }) => {
      let tab: Tab;
      beforeAll(async () => {
        tab = await signedInTab(lab.browser, store, { colorScheme: scheme, viewport });
      });
      afterAll(() => tab.page.context().close());

      test.each(Object.entries(demoViews))('%s can be read by anybody', async (name, address) => {
        await visit(tab, address);
        await tab.page.screenshot({ path: `${shots}${name}-${scheme}-${width}.png` });
        expect(await seriousFindings(tab.page)).toEqual([]);
        expect(await sidewaysPixels(tab.page)).toBe(0);
        expect(tab.problems).toEqual([]);
      });
    });
  });

  describe('on a store of 10,000 memories', () => {
    let store: HubStore;
    beforeAll(async () => {
      ({ store } = await lab.storeWith('big', (memory) => fillBigSpace(memory, 10_000, new Date())));
    });

    const [one, other] = bigAgents;
    test.each([
      ['start', 'start'],
      ['constellation', 'constellation?limit=10000'],
      ['recall', `recall?agent=${one}&query=Who met in Lisbon about Orchid?`],
      ['memories', `memories?agent=${one}&words=lisbon&sort=strength`],
      ['perspectives', `perspectives?agent=${one}&other=${other}`],
      ['reasoning', `reasoning?agent=${one}&session=session:big-0`],
      ['ambient', `ambient?agent=${one}&message=What is new with Orchid in Lisbon?`],
      ['time', 'time'],
      ['mending', `mending?agent=${one}`],
      ['health', 'health'],
    ])('%s shows what there is', async (name, address) => {
      const tab = await signedInTab(lab.browser, store);
      await visit(tab, address);
      await tab.page.screenshot({ path: `${shots}big-${name}.png` });
      expect(await seriousFindings(tab.page)).toEqual([]);
      expect(tab.problems).toEqual([]);
      await tab.page.context().close();
    });
  });

  describe('on a store full of scripts', () => {
    let store: HubStore;
    beforeAll(async () => {
      ({ store } = await lab.storeWith('scripts', fillWithScripts));
    });

    test('runs none of them, whatever it shows', async () => {
      const tab = await signedInTab(lab.browser, store);
      await tab.page.addInitScript('window.hits = []; window.hit = (number) => window.hits.push(number);');
      await tab.page.reload();
      const [payload] = scriptPayloads;
      const agent = encodeURIComponent(String(payload));
      for (const address of [
        'start',
        'constellation',
        `recall?agent=${agent}&query=payload`,
        `perspectives?agent=${agent}&other=plain`,
        `ambient?agent=${agent}&message=${agent}`,
        'time',
        `mending?agent=${agent}`,
        'health',
        ...visited.flatMap(({ payload: one, index }) => [
          `recall?agent=plain&query=payload&inspect=observation:payload-${index}`,
          `reasoning?agent=${encodeURIComponent(one)}&session=session:payload-${index}&inspect=fact:payload-${index}`,
        ]),
      ]) {
        await visit(tab, address);
        expect((await linksOf(tab.page, 'main a[href], aside a[href], dialog a[href]')).filter(isElsewhere)).toEqual(
          [],
        );
      }
      expect(await tab.page.evaluate('window.hits')).toEqual([]);
      expect(tab.problems).toEqual([]);
      await tab.page.context().close();
    });
  });
});

/** Where links lead. */
function linksOf(page: Page, selector: string): Promise<readonly string[]> {
  return page.locator(selector).evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

/** Whether a link leads out of the page. */
function isElsewhere(link: string): boolean {
  return !link.startsWith('#/');
}

/** How far the page can be pushed sideways. */
function sidewaysPixels(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Puts every payload into every field that takes a text. */
async function fillWithScripts(memory: SpaceVerbs): Promise<void> {
  const numbered = scriptPayloads.map((payload, index) => ({ payload, index }));
  const plain = memory.agent('plain');
  await plain.observeMany({
    observations: numbered.map(({ payload, index }) => ({
      id: `payload-${index}`,
      content: `payload ${index}: ${payload}`,
      speaker: payload,
      source: payload,
      topic: payload,
      branchId: payload,
      session: 'payloads',
      domain: `project:${payload.replace('\u2028', '')}`,
      shared: true,
      entities: [{ name: payload, aliases: [`alias ${payload}`], path: payload }],
      relations: [{ from: payload, predicate: payload.slice(0, 64), to: `thing ${index}` }],
    })),
  });
  await plain.believeMany({
    facts: numbered.map(({ payload, index }) => ({
      id: `payload-${index}`,
      content: `payload fact ${index}: ${payload}`,
      title: payload,
      about: [payload],
      derivedFrom: [`observation:payload-${index}`],
      shared: true,
    })),
  });
  for (const { payload, index } of numbered) {
    const [agent, session] = [memory.agent(payload), `payload-${index}`];
    await agent.session({ id: session, goal: payload });
    await agent.think({ thought: `payload thought ${index}: ${payload}`, session });
    await agent.think({ thought: `payload second thought ${index}: ${payload}`, session, reason: payload });
    await agent.believe({
      content: `payload correction ${index}: ${payload}`,
      supersedes: [`fact:payload-${index}`],
      reason: payload,
      shared: true,
    });
  }
}
