import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tab } from '../support/page-browser.ts';
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

  test('draws what there is, says how much that is, and settles', async () => {
    expect(await shown()).toMatch(/^\d+ memories, with \d+ other nodes and \d+ edges\.$/);
    expect(
      await tab.page
        .getByRole('img', { name: /^A graph of \d+ nodes/ })
        .locator('canvas')
        .count(),
    ).toBeGreaterThan(0);
    expect(await tab.page.getByText('Arranging').count()).toBe(0);
    for (const name of ['Nearer', 'Farther', 'Whole picture']) await tab.page.getByRole('button', { name }).click();
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
    await tab.page.getByText('Filters').click();
    await tab.page.getByLabel('shares concepts').check();
    await tab.page.getByLabel(/shares concepts \([1-9]/).waitFor();
    expect(await shown()).not.toBe(before);
    await tab.page.getByLabel(/mentions \(/).uncheck();
    expect(tab.page.url()).toMatch(/computed=SHARES_CONCEPT&without=MENTIONS/);
  });

  test('shows what one agent believes, of a time and of a strength', async () => {
    const before = Number.parseInt(await shown(), 10);
    await tab.page.getByText('Filters').click();
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

  test('shows the list alone where nothing can be drawn', async () => {
    await tab.page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null;');
    await tab.page.reload();
    await tab.page.getByText('it has no WebGL').waitFor();
    await tab.page.getByRole('button', { name: 'Mark lives in Seattle.' }).click();
    await panel().getByRole('heading', { name: 'Believers' }).waitFor();
    expect(tab.problems).toEqual([]);
  });
});
