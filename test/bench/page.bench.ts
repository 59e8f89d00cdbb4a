/** What the page costs: its size, its first view, the mood pad and the picture of 10,000 memories. Prints and judges nothing. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillBigSpace } from '../support/big-space.ts';
import { settled, signedInTab, visit } from '../support/page-hub.ts';
import { pageLab, rememberDemo } from '../support/page-lab.ts';

const built = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const rounds = 15;
const moves = 40;
/** Milliseconds between two moves of a pointer. */
const moveMs = 30;

const lab = pageLab();

test('size', async () => {
  const files = (await readdir(`${built}assets`)).map((name) => `${built}assets/${name}`);
  const sizes = await Promise.all(
    [`${built}index.html`, ...files].map(async (file) => gzipSync(await readFile(file)).length),
  );
  tell(
    `whole page: ${(sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1)} kB gzip in ${sizes.length} files`,
  );
  expect(sizes.length).toBeGreaterThan(3);
});

test('first view', async () => {
  const { store } = await lab.storeWith('demo', rememberDemo);
  const tab = await signedInTab(lab.browser, store);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await tab.page.reload();
    await settled(tab);
    await tab.page.waitForSelector('main canvas');
    times.push(Number(await tab.page.evaluate('performance.now()')));
  }
  tell(`first view of the demo's store, from the request to the picture, ${rounds} times: ${figures(times)}`);
  await tab.page.context().close();
});

test('mood pad and picture among 10,000 memories', async () => {
  const { store } = await lab.storeWith('big', (memory) => fillBigSpace(memory, 10_000, new Date()));
  const tab = await signedInTab(lab.browser, store);
  await visit(tab, 'recall?query=Who met in Turin about Juniper?');
  await drag(tab.page, 'fieldset[aria-label="Mood"]');
  await tab.page.evaluate('performance.clearMeasures()');
  await drag(tab.page, 'fieldset[aria-label="Mood"]');
  await pause(1000);
  const times = await tab.page.evaluate('performance.getEntriesByName("recall").map(({ duration }) => duration)');
  tell(`mood pad, from the move to what is drawn, ${moves} moves: ${figures(times as number[])}`);

  await visit(tab, 'constellation?limit=10000');
  tell(`picture: ${await tab.page.locator('main header, main h1 + *').first().textContent()}`);
  const frames = tab.page.evaluate(`new Promise((done) => {
    const [start, times] = [performance.now(), []];
    const next = (now) => { times.push(now); if (now - start < 3000) requestAnimationFrame(next); else done(times.length / 3); };
    requestAnimationFrame(next);
  })`);
  await drag(tab.page, 'main canvas', 90);
  tell(`frames per second while it is pushed about, drawn in software: ${Number(await frames).toFixed(1)}`);
  await tab.page.context().close();
});

/** Drags a pointer about in an element. */
async function drag(page: Page, selector: string, steps: number = moves): Promise<void> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`drag: "${selector}" is not to be seen`);
  const at = (step: number): [number, number] => [
    box.x + box.width * (0.1 + (0.8 * step) / steps),
    box.y + box.height * (0.2 + 0.6 * Math.abs(Math.sin(step / 6))),
  ];
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let step = 1; step <= steps; step += 1) {
    await page.mouse.move(...at(step));
    await pause(moveMs);
  }
  await page.mouse.up();
}

function figures(times: readonly number[]): string {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number): string => (sorted[Math.ceil(sorted.length * share) - 1] as number).toFixed(0);
  return `${at(0.5)} / ${at(0.95)} / ${at(1)} ms (p50 / p95 / most of ${sorted.length})`;
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
