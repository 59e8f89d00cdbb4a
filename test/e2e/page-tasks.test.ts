/** What people come to the page for, each by a pointer and by nothing but the keyboard. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '../../src/domain/time.ts';
import type { SpaceVerbs } from '../../src/index.ts';
import type { HubStore } from '../support/hub-store.ts';
import { importRecords } from '../support/import-records.ts';
import type { Tab } from '../support/page-browser.ts';
import { type Person, withKeyboard, withPointer } from '../support/page-person.ts';
import { settled, signedInTab } from '../support/page-hub.ts';
import { describeInBrowser, rememberDemo } from '../support/page-lab.ts';

const things = ['gate', 'door', 'window', 'drawer', 'lid', 'curtain', 'garage', 'shutter', 'valve', 'hatch'];

async function fill(memory: SpaceVerbs): Promise<void> {
  await rememberDemo(memory);
  await memory
    .agent('lisa')
    .observe({ content: 'The Okafor Practice called.', entities: [{ name: 'Okafor Practice', type: 'other' }] });
  const ann = memory.agent('ann');
  for (const thing of things) {
    await ann.believe({ content: `Greta always closes the ${thing}.`, about: ['Greta'] });
    await ann.believe({ content: `Greta never closes the ${thing}.`, about: ['Greta'] });
  }
  // A half-life of 60 days leaves less than 0.3 of a belief after 105 days: it faded five days ago.
  const since = new Date(Date.now() - 110 * dayMs).toISOString();
  await importRecords(memory, [
    { record: 'observation', id: 'observation:bus', agent: 'ann', occurredAt: since, content: 'The bus was late.' },
    { record: 'believes', agent: 'ann', memory: 'observation:bus', since, reinforcedAt: since, halfLifeDays: 60 },
  ]);
}

const people: readonly (readonly [string, (page: Page) => Person])[] = [
  ['by pointer', withPointer],
  ['by keyboard', withKeyboard],
];

describeInBrowser('the tasks of the page', (lab) => {
  describe.each(people)('%s', (way, personAt) => {
    let store: HubStore;
    let memory: SpaceVerbs;
    let tab: Tab;
    let page: Page;
    let person: Person;

    beforeAll(async () => {
      ({ store, memory } = await lab.storeWith(`tasks-${way.replace(' ', '-')}`, fill));
      tab = await signedInTab(lab.browser, store);
      page = tab.page;
      person = personAt(page);
    });

    const main = (): Locator => page.getByRole('main');
    const button = (name: string | RegExp): Locator =>
      main()
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first();
    const dialog = (): Locator => page.getByRole('dialog');
    const confirm = (name: string): Promise<void> => person.press(dialog().getByRole('button', { name, exact: true }));
    const undo = async (what: RegExp): Promise<void> => {
      const before = await page.getByText('Undone on').count();
      await person.press(button(what));
      await expect.poll(() => page.getByText('Undone on').count()).toBe(before + 1);
    };
    const beAgent = (name: string): Promise<void> =>
      person.choose(page.getByRole('banner').getByLabel('Agent', { exact: true }), name);
    const goTo = async (view: string, title = view): Promise<void> => {
      await person.press(
        page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view, exact: true }),
      );
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await settled(tab);
    };
    const find = async (name: string): Promise<void> => {
      await person.press(page.getByRole('button', { name: /^Find anything/ }));
      const field = page.getByRole('combobox', { name: 'Find anything' });
      await person.write(field, name);
      await page.getByText(/\d+ match/).waitFor();
      if (way === 'by keyboard') await page.keyboard.press('Enter');
      else await dialog().getByRole('option').first().click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await settled(tab);
    };
    const ask = async (question: string): Promise<void> => {
      await goTo('Recall');
      await person.write(page.getByLabel('What to recall'), question);
      await page.keyboard.press('Enter');
      await main().getByRole('article').first().waitFor();
      await settled(tab);
    };
    const held = async (agent: string): Promise<readonly string[]> =>
      (await memory.agent(agent).latest({ limit: 200 })).map(({ content }) => content);

    test('why did this come up', async () => {
      await beAgent('lisa');
      await ask('What does Luna do in the cold?');
      await person.press(main().locator('article summary').first());
      await main().locator('article table').first().waitFor();
      expect(await main().locator('article table').first().textContent()).toMatch(/\d\.\d+/);
    });

    test('what do two agents believe about a person', async () => {
      await goTo('Perspectives');
      await person.choose(page.getByLabel('Compare lisa with'), 'electra');
      await person.write(page.getByLabel(/^Topic/), 'Mark');
      await page.keyboard.press('Enter');
      await page.getByText('What each of them believes about “Mark”.').waitFor();
      await page.getByRole('region', { name: 'Both believe' }).getByText('Mark lives in Seattle.').waitFor();
      await page.getByRole('region', { name: 'Only electra' }).getByText('Mark thinks best after nine').waitFor();
    });

    test('correct a wrong fact and take it back', async () => {
      await ask('What does Luna suffer from?');
      await person.press(button('Luna has arthritis in both hips, and cold makes it worse.'));
      await person.press(dialog().getByRole('link', { name: 'Mend it' }));
      await person.press(button('Correct …'));
      await person.write(dialog().getByLabel('What is so'), 'Luna has arthritis in one hip.');
      await confirm('Correct it');
      await page.getByText('in the place of “Luna has arthritis in both hips').waitFor();
      expect(await held('lisa')).toContain('Luna has arthritis in one hip.');
      await undo(/^Undo: lisa believes “Luna has arthritis in one hip/);
      expect(await held('lisa')).not.toContain('Luna has arthritis in one hip.');
    });

    test('forget a subject', async () => {
      await find('Fremont');
      await person.press(button('Forget it …'));
      await dialog()
        .getByText(/^\d+ memor(y|ies) will be forgotten:/)
        .waitFor();
      await confirm('Forget for good');
      await page.getByText('lisa forgot “Fremont”').waitFor();
      expect((await held('lisa')).filter((content) => content.includes('Fremont'))).toEqual([]);
    });

    test('merge two entities that are offered', async () => {
      await find('Okafor Practice');
      await person.press(button('Merge with Dr. Okafor'));
      await dialog().getByText('Okafor Practice is the same as Dr. Okafor.').waitFor();
      await confirm('Make them one');
      await page.getByText('Okafor Practice is the same as Dr. Okafor, for lisa.').waitFor();
      expect((await memory.undoable()).filter(({ undoneAt }) => undoneAt === undefined)).toHaveLength(1);
    });

    test('judge ten contradictions', async () => {
      await beAgent('ann');
      await goTo('Mending');
      await person.press(button('Select all about Greta'));
      const all = main().getByRole('group', { name: 'Judge the 10 selected pairs' });
      await person.press(all.getByRole('button', { name: 'Both hold …' }));
      await confirm('Both hold');
      await page.getByText('ann judged as “both hold”: 10 pairs.').waitFor();
      expect((await memory.agent('ann').conflicts({ state: 'exception' })).total).toBe(10);
    });

    test('what faded last month', async () => {
      await goTo('Time');
      await person.choose(page.getByLabel('When', { exact: true }), 'the last 30 days');
      await settled(tab);
      await person.choose(page.getByLabel('Show', { exact: true }), 'faded');
      const events = page.getByRole('region', { name: 'Events' }).getByRole('listitem');
      await expect
        .poll(() => events.allInnerTexts())
        .toEqual([expect.stringMatching(/^Faded\s+for ann[\s\S]*The bus was late/)]);
    });

    test('find the thought that was revised', async () => {
      await beAgent('electra');
      await goTo('Reasoning');
      await person.choose(page.getByLabel('Show', { exact: true }), 'only what was revised');
      const revised = page.getByRole('treeitem').filter({ hasText: 'A fresh token' }).last();
      await revised.waitFor();
      if (way === 'by keyboard') {
        // A tree is one step; the arrows and End walk it.
        await person.press(page.locator('[role="treeitem"][tabindex="0"]'));
        await page.keyboard.press('End');
        await page.keyboard.press('Enter');
      } else {
        await person.press(revised);
      }
      const reader = page.getByRole('complementary', { name: 'The thought in full' });
      await reader.getByText('A fresh token that counts as expired').waitFor();
    });

    test('what surfaces for a message', async () => {
      await beAgent('lisa');
      await goTo('Ambient');
      await person.write(page.getByLabel('Message'), 'How is Luna?');
      await person.press(button('See what surfaces'));
      await page.getByRole('region', { name: 'What surfaces' }).getByText(/Luna/).waitFor();
      await person.press(button(/^Show the memory behind: .*Luna/));
      await dialog().getByText(/Luna/).first().waitFor();
      await person.press(dialog().getByRole('button', { name: 'Close' }));
    });

    test('follow another process live', async () => {
      await goTo('Start', 'What is new');
      await page.getByText('Live', { exact: true }).first().waitFor();
      const said = await store.run(['observe', 'Mark has bought a blue kettle.', '--agent', 'lisa']);
      expect(said.exitCode).toBe(0);
      await person.press(button('Mark has bought a blue kettle.'));
      await dialog().getByText('Mark has bought a blue kettle.').first().waitFor();
      await person.press(dialog().getByRole('button', { name: 'Close' }));
    });

    test('return by Back and by a link', async () => {
      await ask('What does Luna suffer from?');
      await person.press(button('Luna has arthritis in both hips, and cold makes it worse.'));
      await dialog().waitFor();
      const link = page.url();
      await page.goBack();
      await expect.poll(() => dialog().count()).toBe(0);
      expect(await page.getByLabel('What to recall').inputValue()).toBe('What does Luna suffer from?');
      await page.goto('about:blank');
      await page.goto(link);
      await dialog().getByText('Luna has arthritis in both hips').first().waitFor();
      expect(await page.getByLabel('What to recall').inputValue()).toBe('What does Luna suffer from?');
      // What was forgotten is asked for once more, and is not there.
      expect(tab.problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);
    });
  });
});
