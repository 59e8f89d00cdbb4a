import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { SpaceVerbs } from '../../src/index.ts';
import { seriousFindings, type Tab } from '../support/page-browser.ts';
import { settled, signedInTab, visit } from '../support/page-hub.ts';
import { describeInBrowser, rememberDemo } from '../support/page-lab.ts';

const drinks = Array.from({ length: 60 }, (_, nth) => `Drink number ${nth + 1} is on the list.`);

describeInBrowser('the table of memories', (lab) => {
  let memory: SpaceVerbs;
  let tab: Tab;

  beforeAll(async () => {
    const made = await lab.storeWith('memories', async (space) => {
      await rememberDemo(space);
      await space.agent('ann').observeMany({ observations: drinks.map((content) => ({ content })) });
    });
    memory = made.memory;
    tab = await signedInTab(lab.browser, made.store);
  });

  const rows = (): Locator => tab.page.locator('main tbody tr');
  const first = (): Promise<string | null> => rows().first().locator('td').nth(1).textContent();
  const press = async (name: string | RegExp): Promise<void> => {
    await tab.page
      .getByRole('main')
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .press('Enter');
  };
  const confirm = (name: string): Promise<void> =>
    tab.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const heading = (name: string): Locator => tab.page.getByRole('columnheader', { name });
  const held = async (): Promise<number> =>
    (await memory.agent('ann').latest({ limit: 200 })).filter(({ content }) => content.startsWith('Drink')).length;

  test('lists what the agent believes, in pages, and keeps page and order in the address', async () => {
    await visit(tab, 'memories?agent=ann');
    await tab.page.getByText('1 to 50 of 60').waitFor();
    expect(await rows().count()).toBe(50);
    await press('Next');
    await tab.page.getByText('51 to 60 of 60').waitFor();
    await heading('What it says').getByRole('button').press('Enter');
    await expect.poll(first).toBe('Drink number 9 is on the list.');
    expect(await heading('What it says').getAttribute('aria-sort')).toBe('descending');
    await heading('What it says').getByRole('button').click();
    await expect.poll(first).toBe('Drink number 1 is on the list.');
    expect(tab.page.url()).toMatch(/sort=content&order=asc$/);
    await tab.page.goBack();
    await expect.poll(first).toBe('Drink number 9 is on the list.');
    expect(await seriousFindings(tab.page)).toEqual([]);
  });

  test('lists what holds all words, of a type and a standing', async () => {
    await visit(tab, 'memories?agent=lisa');
    await tab.page.getByLabel('With the words').fill('luna vet');
    await tab.page.keyboard.press('Enter');
    await expect.poll(() => rows().count()).toBeGreaterThan(0);
    await expect
      .poll(async () => (await rows().allInnerTexts()).every((row) => /luna/i.test(row) && /vet/i.test(row)))
      .toBe(true);
    await tab.page.getByLabel('Of the type').selectOption('error');
    await tab.page.getByText('Nothing that lisa itself believes is listed so.').waitFor();
  });

  test('withdraws, keeps and forgets several at once by keyboard, and takes them back', async () => {
    await visit(tab, 'memories?agent=ann&words=number 1&sort=content&order=asc');
    await expect.poll(() => rows().count()).toBe(15);
    await tab.page.getByRole('checkbox', { name: 'Select all on this page' }).press(' ');
    await tab.page.getByText('15 memories selected.').waitFor();
    await tab.page.getByRole('checkbox', { name: 'Select: Drink number 1 is on the list.' }).press(' ');
    await tab.page.getByText('14 memories selected.').waitFor();
    await press('Withdraw …');
    await tab.page.getByRole('dialog').getByText('And the same for 11 memories more.').waitFor();
    await confirm('Withdraw');
    await expect.poll(held).toBe(46);
    await expect.poll(() => rows().count()).toBe(1);
    await press(/^Undo: ann withdrew/);
    await expect.poll(held).toBe(60);
    await expect.poll(() => rows().count()).toBe(15);

    await tab.page.getByRole('checkbox', { name: 'Select all on this page' }).press(' ');
    await press('Keep for good …');
    await confirm('Keep for good');
    await tab.page.getByText('Select memories to mend several at once.').waitFor();
    await tab.page.getByLabel('That are').selectOption('permanent');
    await expect.poll(() => rows().count()).toBe(15);

    await tab.page.getByRole('checkbox', { name: 'Select: Drink number 10 is on the list.' }).check();
    await tab.page.getByRole('checkbox', { name: 'Select: Drink number 11 is on the list.' }).check();
    await press('Forget …');
    await tab.page.getByRole('dialog').getByText('This will be forgotten:').waitFor();
    expect(await seriousFindings(tab.page)).toEqual([]);
    await confirm('Forget for good');
    await expect.poll(() => rows().count()).toBe(13);
    expect(await held()).toBe(58);
    await tab.page.getByText('ann forgot “Drink number 10 is on the list”, and 1 more.').waitFor();
  });

  test('opens what is known of a memory, and comes back', async () => {
    await visit(tab, 'memories?agent=ann&words=number 60');
    await tab.page.getByRole('button', { name: 'Drink number 60 is on the list.' }).click();
    await tab.page
      .locator('[aria-labelledby="inspection"]')
      .getByText('Drink number 60 is on the list.')
      .first()
      .waitFor();
    await tab.page.goBack();
    await settled(tab);
    expect(tab.problems).toEqual([]);
  });
});
