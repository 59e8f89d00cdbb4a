import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { readOwnerToken } from '../../src/cli/hub/hub-note.ts';
import { Madeleine } from '../../src/index.ts';
import type { HubStore } from '../support/hub-store.ts';
import { openTab, seriousFindings, type Tab } from '../support/page-browser.ts';
import { pageAddress, settled, signedInTab, visit } from '../support/page-hub.ts';
import { describeInBrowser, rememberDemo } from '../support/page-lab.ts';

describeInBrowser('the frame of the page', (lab) => {
  let store: HubStore;
  let url: string;
  beforeAll(async () => {
    ({ store } = await lab.storeWith('frame', rememberDemo));
    url = (await store.hub()).url;
    const work = await Madeleine.connect(url, { token: await readOwnerToken(store.at), space: 'work' });
    await work.agent('tom').observe({ content: 'The build of Orchid is red.' });
  });

  const hash = (page: Page): string => decodeURIComponent(new URL(page.url()).hash.replaceAll('+', ' '));
  const address = (): Promise<string> => pageAddress(store);
  const found = (page: Page) => page.getByRole('listbox', { name: 'Found' }).getByRole('option');

  test('has one agent for all views, and the way back leads to the one before', async () => {
    const tab = await signedInTab(lab.browser, store);
    await visit(tab, 'recall?agent=lisa&query=Luna');
    await tab.page.getByLabel('Agent', { exact: true }).selectOption('electra');
    expect(hash(tab.page)).toBe('#/recall?agent=electra&query=Luna');
    await tab.page.getByRole('link', { name: 'Mending' }).click();
    await settled(tab);
    expect(await tab.page.getByLabel('Agent', { exact: true }).inputValue()).toBe('electra');
    await tab.page.goBack();
    await tab.page.goBack();
    await settled(tab);
    expect(hash(tab.page)).toBe('#/recall?agent=lisa&query=Luna');
    expect(await tab.page.getByLabel('Agent', { exact: true }).inputValue()).toBe('lisa');
    expect(tab.problems).toEqual([]);
    await tab.page.context().close();
  });

  test('leads from question to question and panel to panel with Back, and Reload shows the same', async () => {
    const tab = await signedInTab(lab.browser, store);
    await visit(tab, 'recall?agent=lisa');
    const field = tab.page.getByLabel('What to recall');
    for (const question of ['What does Luna do in the cold?', 'Who is Mark?']) {
      await field.fill(question);
      await field.press('Enter');
      await settled(tab);
    }
    await tab.page.locator('article > button').first().click();
    await tab.page.getByRole('heading', { name: 'Inspection' }).waitFor();
    await tab.page.reload();
    await tab.page.getByRole('heading', { name: 'Inspection' }).waitFor();
    await tab.page.goBack();
    await expect.poll(() => tab.page.getByRole('heading', { name: 'Inspection' }).count()).toBe(0);
    expect(await field.inputValue()).toBe('Who is Mark?');
    await tab.page.goBack();
    await expect.poll(() => field.inputValue()).toBe('What does Luna do in the cold?');
    await tab.page.context().close();
  });

  test('changes to another space of the store, and begins none that was mistyped', async () => {
    const tab = await signedInTab(lab.browser, store);
    await tab.page.getByLabel('Space').selectOption('work');
    await expect.poll(() => tab.page.getByLabel('Agent', { exact: true }).inputValue()).toBe('tom');
    await tab.page.goto(`${url}/?space=nospace#/recall`);
    await tab.page.getByRole('heading', { name: 'There is no space “nospace”' }).waitFor();
    await tab.page.goto(`${url}/?space=no%20space#/recall`);
    await tab.page.getByRole('button', { name: 'Begin it as a new, empty space' }).click();
    await tab.page.getByRole('heading', { name: 'The space “no space” cannot be shown' }).waitFor();
    await tab.page.getByRole('link', { name: 'work' }).click();
    await expect.poll(() => tab.page.getByLabel('Space').inputValue()).toBe('work');
    expect(await tab.page.getByLabel('Space').locator('option').allTextContents()).not.toContain('nospace');
    await tab.page.context().close();
  });

  describe('finds anything', () => {
    let tab: Tab;
    beforeAll(async () => {
      tab = await signedInTab(lab.browser, store);
    });
    const look = async (words: string): Promise<void> => {
      await tab.page.keyboard.press('Control+k');
      await tab.page.getByRole('combobox', { name: 'Find anything' }).fill(words);
      await tab.page.getByText(/\d+ match/).waitFor();
    };

    test('an entity of just that name first, by keyboard', async () => {
      await look('luna');
      expect(await found(tab.page).first().locator('span').first().textContent()).toBe('Luna');
      expect(await seriousFindings(tab.page)).toEqual([]);
      await tab.page.keyboard.press('Enter');
      await expect.poll(() => hash(tab.page)).toMatch(/=entity:/);
    });

    test('a memory over all agents by its words, by pointer', async () => {
      await visit(tab, 'health');
      await tab.page.getByRole('button', { name: /Find anything/ }).click();
      await tab.page.getByRole('combobox', { name: 'Find anything' }).fill('last box');
      await found(tab.page).getByText('We finally unpacked the last box').click();
      await expect.poll(() => hash(tab.page)).toContain('inspect=observation:kt-1');
      await tab.page.keyboard.press('Escape');
    });

    test('a session, an agent, a view and a command', async () => {
      await visit(tab, 'health');
      await look('through the cold');
      await tab.page.keyboard.press('Enter');
      await expect.poll(() => hash(tab.page)).toContain('session=session:cold-snap');
      await look('electra');
      await tab.page.keyboard.press('Enter');
      await expect.poll(() => tab.page.getByLabel('Agent', { exact: true }).inputValue()).toBe('electra');
      await look('mending');
      await tab.page.keyboard.press('Enter');
      await tab.page.getByRole('heading', { name: 'Mending' }).waitFor();
      await look('dark theme');
      await tab.page.keyboard.press('Enter');
      expect(await tab.page.getByLabel('Theme').inputValue()).toBe('dark');
    });

    test('no view that shows nothing without an address of its own', async () => {
      await visit(tab, 'health');
      await look('constellation');
      expect(await found(tab.page).getByText('view', { exact: true }).count()).toBe(1);
      await tab.page.getByRole('combobox', { name: 'Find anything' }).fill('entity');
      await expect.poll(() => found(tab.page).allTextContents()).toContain('entityrecall this as lisa');
      await tab.page.getByText(/\d+ match/).waitFor();
      expect(await found(tab.page).getByText('view', { exact: true }).count()).toBe(0);
      await tab.page.keyboard.press('Escape');
    });

    test('with a slash too, but not while something is typed, and Escape closes it', async () => {
      await visit(tab, 'recall?agent=lisa');
      await tab.page.getByLabel('What to recall').press('/');
      expect(await tab.page.getByRole('combobox', { name: 'Find anything' }).count()).toBe(0);
      await tab.page.getByRole('heading', { name: 'Recall' }).click();
      await tab.page.keyboard.press('/');
      await tab.page.getByRole('combobox', { name: 'Find anything' }).waitFor();
      await tab.page.keyboard.press('Escape');
      await expect.poll(() => tab.page.getByRole('combobox', { name: 'Find anything' }).count()).toBe(0);
      expect(tab.problems).toEqual([]);
    });
  });

  describe('asks to sign in', () => {
    const place = '#/recall?agent=lisa&query=What+does+Luna+do+in+the+cold%3F';

    test('where a link is opened signed out, and goes on there with the address that is pasted', async () => {
      const { page } = await openTab(lab.browser, `${url}/?space=default${place}`);
      await page.getByLabel('Address or code').fill('nonsense-code');
      await page.getByLabel('Address or code').press('Enter');
      await page.getByRole('alert').getByText('That code is not known, was used, or is too old.').waitFor();
      await page.getByLabel('Address or code').fill(await address());
      await page.getByLabel('Address or code').press('Enter');
      await page.locator('article').first().waitFor();
      expect(new URL(page.url()).hash).toBe(place);
      expect(await page.getByLabel('What to recall').inputValue()).toBe('What does Luna do in the cold?');
      await page.context().close();
    });

    test('but not for a code that was used, where somebody is signed in', async () => {
      const used = await address();
      const { page } = await openTab(lab.browser, used);
      await page.getByRole('heading', { name: 'What is new' }).waitFor();
      const again = await page.context().newPage();
      await again.goto(used);
      await again.getByRole('heading', { name: 'What is new' }).waitFor();
      await page.context().close();
    });

    test('and goes on by itself once another tab of the browser has signed in', async () => {
      const { page } = await openTab(lab.browser, `${url}/?space=default${place}`);
      await page.getByLabel('Address or code').waitFor();
      const other = await page.context().newPage();
      await other.goto(await address());
      await other.waitForSelector('main h1');
      await page.locator('article').first().waitFor();
      expect(new URL(page.url()).hash).toBe(place);
      await page.context().close();
    });

    test('again when the hub was started anew, and keeps the address, the answer and what was typed', async () => {
      const tab = await signedInTab(lab.browser, store);
      const { page } = tab;
      await visit(tab, `recall?agent=lisa&query=What does Luna do in the cold?`);
      await page.locator('article').first().waitFor();
      const before = page.url();
      await page.getByLabel('What to recall').fill('half a quest');
      await store.kill();
      await page.getByText('The hub does not answer; trying again …').waitFor();
      const again = await address();
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.locator('article').count()).toBeGreaterThan(0);
      await page.getByLabel('Address or code').fill(again);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      await page.getByText('Live', { exact: true }).waitFor();
      expect(page.url()).toBe(before);
      expect(await page.getByLabel('What to recall').inputValue()).toBe('half a quest');
      expect(await page.getByText(/token|Authorization|Bearer|http:/).count()).toBe(0);
      await page.context().close();
    });
  });
});
