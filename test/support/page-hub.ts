/** A hub whose page a browser looks at, as `madeleine open` lets it in. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { readOwnerToken } from '../../src/cli/hub/hub-note.ts';
import { Madeleine, type SpaceVerbs } from '../../src/index.ts';
import { runInProcess } from './cli-in-process.ts';
import type { HubStore } from './hub-store.ts';
import { openTab, type Tab } from './page-browser.ts';

/** The memory of a store, through its hub, which is started. */
export async function memoryOf(store: HubStore): Promise<SpaceVerbs> {
  await store.run(['open', '--print']);
  const { url } = await store.hub();
  return Madeleine.connect(url, { token: await readOwnerToken(store.at) });
}

/** An address that lets one in, from the hub of a store, which runs. */
export async function pageAddress(store: HubStore): Promise<string> {
  const command = ['open', '--print', '--json', '--at', store.at, '--embedder', 'none'];
  const { exitCode, stdout, stderr } = await runInProcess(command, store.surroundings.folder);
  if (exitCode !== 0) throw new Error(`madeleine open ended with ${exitCode}: ${stderr}`);
  return String((JSON.parse(stdout) as Record<string, unknown>)['url']);
}

/** A tab that was let in, at its first view. */
export async function signedInTab(browser: Browser, store: HubStore, options?: BrowserContextOptions): Promise<Tab> {
  const tab = await openTab(browser, await pageAddress(store), options);
  await settled(tab);
  return tab;
}

/** Goes to a view by its address, such as `recall?query=tea`, and waits until it shows what it has to. */
export async function visit(tab: Tab, view: string): Promise<void> {
  await tab.page.evaluate(`location.hash = ${JSON.stringify(`#/${view}`)}`);
  await settled(tab);
}

/** Waits until nothing is loaded any more. The page's policy lets no text be run as a script, so it is asked again and again. */
export async function settled({ page }: Tab): Promise<void> {
  await page.waitForSelector('main h1');
  // What follows from a new address or a press is drawn in the next frames, and asked for behind them.
  await page.evaluate(twoFrames);
  while (await page.evaluate(isLoading)) await pause(25);
}

const twoFrames =
  'new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(done)))))';
const isLoading = `document.querySelector('[aria-busy="true"]') !== null ||
  [...document.querySelectorAll('main [role="status"]')].some((notice) => notice.textContent.trim().endsWith('…'))`;
