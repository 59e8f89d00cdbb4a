import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillBigSpace } from '../support/big-space.ts';
import { seriousFindings, type Tab } from '../support/page-browser.ts';
import { settled, signedInTab, visit } from '../support/page-hub.ts';
import { describeInBrowser, rememberDemo } from '../support/page-lab.ts';
import type { HubStore } from '../support/hub-store.ts';

describeInBrowser('the constellation on the page', (lab) => {
  let store: HubStore;
  let tab: Tab;

  beforeAll(async () => {
    ({ store } = await lab.storeWith('constellation', rememberDemo));
  });
  beforeEach(async () => {
    tab = await signedInTab(lab.browser, store);
    await visit(tab, 'constellation');
  });
  afterEach(async () => {
    await tab.page.context().close();
  });

  /** The line that says how much is shown. */
  const shown = async (): Promise<string> => (await tab.page.locator('h1 + p').textContent()) ?? '';
  const panel = () => tab.page.getByRole('dialog', { name: 'Inspection' });
  const heading = () => tab.page.getByRole('region', { name: 'The picture in words' }).getByRole('heading');

  /** Pixels of the stars that are brighter than the night, of the picture as it would be saved. */
  const litPixels = async (): Promise<number> => {
    const [download] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('button', { name: 'Save as PNG' }).click(),
    ]);
    const file = await readFile(await download.path());
    const source = JSON.stringify(`data:image/png;base64,${file.toString('base64')}`);
    return Number(
      await tab.page.evaluate(`new Promise((done) => {
        const image = new Image();
        image.onload = () => {
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          const { data } = context.getImageData(0, 0, image.width, image.height);
          let lit = 0;
          for (let at = 0; at < data.length; at += 4) {
            if ([0, 1, 2].some((part) => Math.abs(data[at + part] - data[part]) > 60)) lit += 1;
          }
          done(lit);
        };
        image.src = ${source};
      })`),
    );
  };

  test('draws what there is, says how much that is, and settles', async () => {
    expect(await shown()).toMatch(/^\d+ memories, with \d+ other nodes and \d+ edges\.$/);
    expect(
      await tab.page
        .getByRole('img', { name: /^A sky of \d+ nodes/ })
        .locator('canvas')
        .count(),
    ).toBeGreaterThan(0);
    expect(await tab.page.getByText('Arranging').count()).toBe(0);
    for (const name of ['Nearer', 'Farther', 'Whole picture']) await tab.page.getByRole('button', { name }).click();
    expect(await litPixels()).toBeGreaterThan(500);
    expect(tab.problems).toEqual([]);
  });

  test('finds a memory by keyboard, shows all that is known of it, and gives the focus back', async () => {
    const field = tab.page.getByLabel('Find in the picture');
    await field.fill('luna vet');
    await tab.page.keyboard.press('ArrowDown');
    await tab.page.keyboard.press('Enter');
    await panel().getByRole('heading', { name: 'Believers' }).waitFor();
    expect(await panel().textContent()).toMatch(/Luna's next visit to the vet/);
    expect(
      await panel()
        .getByRole('img', { name: /^Strength \d/ })
        .count(),
    ).toBeGreaterThan(0);
    expect(tab.page.url()).toMatch(/inspect=observation/);
    await tab.page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    expect(await tab.page.evaluate('document.activeElement.type')).toBe('search');
    expect(tab.problems).toEqual([]);
  });

  test('says when nothing is found', async () => {
    await tab.page.getByLabel('Find in the picture').fill('zeppelin');
    await tab.page.getByText('Nothing in the picture says that.').waitFor();
  });

  test('leads from a memory to what it mentions', async () => {
    await tab.page.getByRole('button', { name: 'Mark lives in Seattle.' }).click();
    await panel().getByRole('link', { name: 'Seattle', exact: true }).first().click();
    await panel().getByText('entity: place').waitFor();
    expect(await panel().textContent()).toMatch(/Mentioned in\d+ memor/);
    await panel().getByRole('button', { name: 'Close' }).click();
    await panel().waitFor({ state: 'detached' });
  });

  test('tells the ties of an agent in words', async () => {
    await tab.page.getByLabel('Find in the picture').fill('electra');
    await tab.page.getByRole('button', { name: 'electra', exact: true }).first().click();
    await heading()
      .filter({ hasText: /^[\d,]+ ties of “electra”$/ })
      .waitFor();
    expect(await panel().count()).toBe(0);
    await tab.page.getByRole('button', { name: 'Show all nodes' }).click();
    await heading()
      .filter({ hasText: /^\d+ nodes$/ })
      .waitFor();
  });

  test('leaves a kind of node out, and keeps that in the address', async () => {
    const all = Number.parseInt((await heading().textContent()) ?? '', 10);
    const sessions = tab.page.getByRole('button', { name: /^\d+ sessions$/ });
    const left = all - Number.parseInt((await sessions.textContent()) ?? '', 10);
    await sessions.click();
    await heading()
      .filter({ hasText: `${left} nodes` })
      .waitFor();
    expect(await sessions.getAttribute('aria-pressed')).toBe('false');
    expect(tab.page.url()).toMatch(/hide=session/);
  });

  test('asks for computed edges when they are switched on, and leaves recorded ones out', async () => {
    const before = await shown();
    await tab.page.getByText('Filters, and').click();
    await tab.page.getByLabel('shares concepts').check();
    await tab.page.getByLabel(/shares concepts \([1-9]/).waitFor();
    expect(await shown()).not.toBe(before);
    await tab.page.getByLabel(/mentions \(/).uncheck();
    expect(tab.page.url()).toMatch(/computed=SHARES_CONCEPT&without=MENTIONS/);
  });

  test('shows what one agent believes, of a time and of a strength', async () => {
    const before = Number.parseInt(await shown(), 10);
    await tab.page.getByText('Filters, and').click();
    await tab.page.getByLabel('Believed by').selectOption('electra');
    await tab.page.getByText('Memories at most').waitFor();
    await settled(tab);
    await expect.poll(async () => Number.parseInt(await shown(), 10)).toBeLessThan(before);
    await tab.page.getByLabel('Strength now').selectOption('0.6');
    await tab.page.getByLabel('Memories at most').selectOption('20000');
    await tab.page.getByLabel('Learned until').fill('2001-01-01');
    await tab.page.getByLabel('Learned since').fill('2000-01-01');
    await tab.page.getByText('No memory passes these filters.').waitFor();
  });

  test('says in words what is wrong with an address', async () => {
    await visit(tab, 'constellation?limit=77777&inspect=entity:nobody');
    await tab.page.getByRole('alert').filter({ hasText: '"limit" must be a whole number' }).waitFor();
    await panel().getByRole('alert').filter({ hasText: '"entity:nobody"' }).waitFor();
  });

  test('leaves contradictions out, and keeps the stars', async () => {
    const contradictions = tab.page.getByRole('button', { name: /^\d+ contradiction/ });
    const before = await heading().textContent();
    await contradictions.click();
    expect(await contradictions.getAttribute('aria-pressed')).toBe('false');
    expect(tab.page.url()).toMatch(/without=CONTRADICTS/);
    expect(await heading().textContent()).toBe(before);
  });

  test('shows what was known at another time, by keyboard, and plays on to now', async () => {
    const memories = async (): Promise<number> => Number.parseInt(await shown(), 10);
    const now = await memories();
    const slider = tab.page.getByRole('slider', { name: 'As it was known at' });
    await slider.focus();
    await tab.page.keyboard.press('Home');
    await expect.poll(memories).toBeLessThan(now);
    expect(tab.page.url()).toMatch(/time=\d{4}/);
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/20\d\d.*, \d+ memor/);
    await tab.page.getByRole('button', { name: 'Play what was learned' }).click();
    await expect.poll(memories, { timeout: 60_000 }).toBe(now);
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^now, /);
    expect(tab.problems).toEqual([]);
  });

  test('opens what is clicked on, and draws the sky around what is clicked on twice', async () => {
    const star = await starOf('lisa');
    await tab.page.mouse.click(star.x, star.y);
    const card = tab.page.getByRole('region', { name: 'Chosen in the sky' });
    await card.getByRole('link', { name: 'Ask it' }).waitFor();
    expect(tab.page.url()).toMatch(/node=agent%3Alisa/);
    const all = Number.parseInt(await shown(), 10);
    await visit(tab, 'constellation');
    const entity = await starOf('Luna');
    await tab.page.mouse.dblclick(entity.x, entity.y);
    await card.getByRole('button', { name: '2 steps' }).waitFor();
    await settled(tab);
    const near = Number.parseInt(await shown(), 10);
    expect(near).toBeLessThan(all);
    await card.getByRole('button', { name: '2 steps' }).click();
    await expect.poll(async () => Number.parseInt(await shown(), 10)).toBeGreaterThan(near);
    expect(tab.page.url()).toMatch(/around=entity.*depth=2/);
    await card.getByRole('button', { name: 'Whole sky' }).click();
    await expect.poll(async () => Number.parseInt(await shown(), 10)).toBe(all);
    expect(tab.problems).toEqual([]);
  });

  /** Where the star of a name is on the screen, as the picture says when it is saved. */
  const starOf = async (name: string): Promise<{ readonly x: number; readonly y: number }> => {
    const [download] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('button', { name: 'Save as SVG' }).click(),
    ]);
    const svg = await readFile(await download.path(), 'utf8');
    const [, x = '', y = ''] = new RegExp(`<text x="([\\d.]+)" y="([\\d.]+)"[^>]*>${name}</text>`).exec(svg) ?? [];
    const stars = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"[^>]*fill-opacity="1"/g)].map(
      ([, left, top]) => [Number(left), Number(top)] as const,
    );
    const far = ([left, top]: readonly [number, number]): number => Math.hypot(left - Number(x), top - Number(y));
    const [left, top] = stars.reduce((best, one) => (far(one) < far(best) ? one : best));
    const box = await tab.page.getByRole('img', { name: /^A sky/ }).boundingBox();
    return { x: (box?.x ?? 0) + left, y: (box?.y ?? 0) + top };
  };

  test('draws two agents as two skies', async () => {
    await tab.page.getByText('Filters, and').click();
    await tab.page.getByLabel(/^Beside the sky of/).selectOption('electra');
    for (const name of ['lisa', 'electra']) {
      await tab.page.getByRole('img', { name: new RegExp(`^The sky of ${name} of \\d+ nodes`) }).waitFor();
    }
    expect(tab.page.url()).toMatch(/other=electra/);
    expect(tab.problems).toEqual([]);
  });

  test('draws a picture that stands still where there is no WebGL', async () => {
    await tab.page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null;');
    await tab.page.reload();
    await tab.page.getByText('Drawn without WebGL').waitFor();
    await settled(tab);
    expect(await tab.page.locator('main svg circle').count()).toBeGreaterThan(50);
    await tab.page.getByRole('button', { name: 'Mark lives in Seattle.' }).click();
    await panel().getByRole('heading', { name: 'Believers' }).waitFor();
    expect(tab.problems).toEqual([]);
  });
});

describeInBrowser('the constellation of more than can be told apart', (lab) => {
  test('draws some of each group, says so, and opens a group on demand', async () => {
    const { store } = await lab.storeWith('groups', (memory) => fillBigSpace(memory, 3_000, new Date()));
    const tab = await signedInTab(lab.browser, store, { colorScheme: 'dark' });
    await visit(tab, 'constellation?limit=5000');
    const summary = tab.page.getByText(/^[\d,]+ groups: [\d,]+ of [\d,]+ memories drawn$/);
    await summary.waitFor();
    const [, drawn = 0, all = 0] =
      ((await summary.textContent()) ?? '').replaceAll(',', '').match(/\d+/g)?.map(Number) ?? [];
    expect(drawn).toBeLessThanOrEqual(2_000);
    expect(drawn).toBeGreaterThan(1_500);
    expect(all).toBeGreaterThan(3_000);
    await settled(tab);
    await summary.click();
    await tab.page.getByRole('listitem').getByRole('button', { pressed: false }).first().click();
    await expect
      .poll(async () => Number(((await summary.textContent()) ?? '').replaceAll(',', '').match(/\d+/g)?.[1]))
      .toBeGreaterThan(drawn);
    expect(tab.page.url()).toMatch(/open=/);
    expect(await seriousFindings(tab.page)).toEqual([]);
    expect(tab.problems).toEqual([]);
    await tab.page.context().close();
  });
});
