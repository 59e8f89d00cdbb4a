import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { SpaceVerbs } from '../../src/index.ts';
import { seriousFindings, type Tab } from '../support/page-browser.ts';
import { settled, signedInTab, visit } from '../support/page-hub.ts';
import { describeInBrowser, rememberDemo } from '../support/page-lab.ts';

describeInBrowser('the view that mends', (lab) => {
  let memory: SpaceVerbs;
  let tab: Tab;

  beforeAll(async () => {
    const made = await lab.storeWith('mending', rememberDemo);
    memory = made.memory;
    tab = await signedInTab(lab.browser, made.store);
  });

  const button = (name: string | RegExp): Locator =>
    tab.page
      .getByRole('main')
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first();
  const confirm = (name: string): Promise<void> =>
    tab.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const done = (what: string): Promise<void> =>
    tab.page.getByRole('listitem').filter({ hasText: what }).first().waitFor();
  const undo = async (what: RegExp): Promise<void> => {
    const before = await tab.page.getByText('Undone on').count();
    await button(what).click();
    await expect.poll(() => tab.page.getByText('Undone on').count()).toBe(before + 1);
  };
  const held = async (content: string): Promise<boolean> =>
    (await memory.agent('lisa').latest({ limit: 200 })).some((one) => one.content === content);

  test('states a belief once it is confirmed, and takes it back', async () => {
    await visit(tab, 'mending?agent=lisa');
    await button('State a belief …').click();
    await tab.page.getByLabel('What is so').fill('Mark takes honey.');
    await tab.page.getByLabel('About whom or what').fill('Mark');
    expect(await held('Mark takes honey.')).toBe(false);
    await confirm('Believe it');
    await done('lisa believes “Mark takes honey”.');
    expect(await held('Mark takes honey.')).toBe(true);
    await undo(/^Undo: lisa believes/);
    expect(await held('Mark takes honey.')).toBe(false);
  });

  test('does nothing when it is not confirmed, and gives the focus back', async () => {
    await button('State a belief …').focus();
    await tab.page.keyboard.press('Enter');
    await tab.page.getByLabel('What is so').fill('Mark takes salt.');
    await tab.page.keyboard.press('Escape');
    await expect.poll(() => tab.page.getByRole('dialog').count()).toBe(0);
    expect(await tab.page.evaluate('document.activeElement.textContent')).toBe('State a belief …');
    expect(await held('Mark takes salt.')).toBe(false);
  });

  test('finds a memory by its words and corrects, withdraws, keeps and lets go of it', async () => {
    const { id } = await memory.agent('lisa').believe({ content: 'Tea takes ten minutes.' });
    await tab.page.getByLabel('Find the memory to mend').fill('tea takes ten minutes');
    await tab.page.keyboard.press('Enter');
    await button('Mend this one').click();
    await settled(tab);
    expect(new URLSearchParams(tab.page.url().split('?').at(-1)).get('memory')).toBe(id);

    await button('Correct …').click();
    await tab.page.getByLabel('What is so').fill('Tea takes four minutes.');
    await confirm('Correct it');
    await done('in the place of “Tea takes ten minutes”');
    expect((await memory.agent('lisa').why({ id })).supersededBy).toHaveLength(1);
    await undo(/^Undo: lisa believes “Tea takes four/);

    await button('Withdraw …').click();
    await confirm('Withdraw');
    await tab.page.getByText('lisa has withdrawn it.').waitFor();
    await undo(/^Undo: lisa withdrew/);

    await button('Keep it for good …').click();
    await confirm('Keep it for good');
    await tab.page.getByText('lisa believes it, for good.').waitFor();
    await undo(/^Undo: lisa keeps for good/);
    await tab.page.getByText('lisa believes it.', { exact: true }).waitFor();

    await button('Forget …').click();
    await tab.page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
    await tab.page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Tea takes ten minutes.' }).waitFor();
    expect(await seriousFindings(tab.page)).toEqual([]);
    await confirm('Forget for good');
    await done('What is forgotten is gone.');
    await expect.poll(() => button('Withdraw …').count()).toBe(0);
    expect(await held('Tea takes ten minutes.')).toBe(false);
    await button('Choose another one').click();
  });

  test('judges a contradiction, and judges it back', async () => {
    await visit(tab, 'mending?agent=lisa');
    const waiting = async (): Promise<number> => (await memory.agent('lisa').conflicts()).total;
    const before = await waiting();
    expect(before).toBeGreaterThan(0);
    await button('No contradiction …').click();
    await confirm('No contradiction');
    await done('lisa judged as “no contradiction”');
    expect(await waiting()).toBe(before - 1);
    await tab.page.getByLabel('Show those that are').selectOption('dismissed');
    await button('Both hold …').waitFor();
    await undo(/^Undo: lisa judged/);
    expect(await waiting()).toBe(before);
  });

  test('judges ten contradictions at once by keyboard, and judges them back', async () => {
    const ann = memory.agent('ann');
    for (const thing of ['gate', 'door', 'window', 'drawer', 'lid', 'curtain', 'garage', 'shutter', 'valve', 'hatch']) {
      await ann.believe({ content: `Greta always closes the ${thing}.`, about: ['Greta'] });
      await ann.believe({ content: `Greta never closes the ${thing}.`, about: ['Greta'] });
    }
    expect((await ann.conflicts()).total).toBe(10);
    await visit(tab, 'mending?agent=ann');
    const about = tab.page.getByRole('region', { name: 'About Greta' });
    await about.getByRole('button', { name: 'Select all about Greta' }).press('Enter');
    await tab.page.getByText('10 pairs selected.').waitFor();
    await about.getByRole('checkbox', { name: 'Select this pair' }).first().press(' ');
    await tab.page.getByText('9 pairs selected.').waitFor();
    await about.getByRole('checkbox', { name: 'Select this pair' }).first().click();
    const all = tab.page.getByRole('group', { name: 'Judge the 10 selected pairs' });
    await all.getByRole('button', { name: 'Both hold …' }).press('Enter');
    await tab.page.getByRole('dialog').getByText('And 7 pairs more.').waitFor();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Both hold', exact: true }).press('Enter');
    await done('ann judged as “both hold”: 10 pairs.');
    expect((await ann.conflicts({ state: 'exception' })).total).toBe(10);
    await undo(/^Undo: ann judged/);
    await tab.page.getByRole('region', { name: 'About Greta' }).waitFor();
    expect(await tab.page.getByText('pairs selected.').count()).toBe(0);
    expect((await ann.conflicts()).total).toBe(10);
  });

  test('says what keeps two names from being one, makes them one, and undoes it from the list', async () => {
    await visit(tab, 'mending?agent=lisa&from=nobody&into=Luna');
    await button('Merge …').click();
    await tab.page.getByRole('dialog').getByRole('alert').filter({ hasText: 'nobody' }).waitFor();
    await tab.page.keyboard.press('Escape');
    await tab.page.getByLabel('This name').fill('Mark');
    await button('Merge …').click();
    await tab.page.getByRole('dialog').getByText('Mark is the same as Luna.').waitFor();
    await confirm('Make them one');
    await button(/^Undo the merge/).click();
    // The page hears of what was written before it is answered; it must not ask then what undoing would do.
    await tab.page.route('**/undo', async (route) => {
      const response = await route.fetch();
      await pause(1500);
      await route.fulfill({ response });
    });
    await confirm('Undo it');
    await tab.page.getByText('; undone on').waitFor();
    await expect.poll(() => tab.page.getByRole('dialog').count()).toBe(0);
    await tab.page.unroute('**/undo');
    expect((await memory.undoable()).map(({ undoneAt }) => undoneAt === undefined)).toEqual([false]);
  });

  test('says so where there is nothing, and where a memory is not in view', async () => {
    await visit(tab, 'mending?agent=nobody yet&query=xylophone');
    await tab.page.getByText('Nothing that nobody yet believes has to do with these words.').waitFor();
    await visit(tab, 'mending?agent=nobody yet&memory=fact:none');
    await tab.page.getByRole('alert').filter({ hasText: "in nobody yet's view" }).waitFor();
  });

  test('is led to from what is known of a memory', async () => {
    const [{ id } = expect.unreachable('nothing remembered')] = await memory.agent('electra').latest({ limit: 1 });
    await visit(tab, `mending?agent=electra&inspect=${id}`);
    await tab.page.getByRole('link', { name: 'Mend it' }).click();
    await button('Correct …').waitFor();
    expect(new URLSearchParams(tab.page.url().split('?').at(-1)).get('memory')).toBe(id);
  });

  test('causes no problem but the refusals that were looked for', () => {
    const refused = /the server responded with a status of 404/;
    expect(tab.problems.filter((problem) => !refused.test(problem))).toEqual([]);
  });
});
