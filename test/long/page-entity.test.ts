import { beforeAll, expect, test } from 'vitest';
import type { SpaceVerbs } from '../../src/index.ts';
import { seriousFindings, type Tab } from '../support/page-browser.ts';
import { settled, signedInTab, visit } from '../support/page-hub.ts';
import { describeInBrowser, rememberDemo } from '../support/page-lab.ts';

describeInBrowser("an entity's own page", (lab) => {
  let memory: SpaceVerbs;
  let tab: Tab;

  beforeAll(async () => {
    const made = await lab.storeWith('entity', async (space) => {
      await rememberDemo(space);
      await space
        .agent('lisa')
        .observe({ content: 'Dr. Okafoor called.', entities: [{ name: 'Dr. Okafoor', type: 'person' }] });
    });
    memory = made.memory;
    tab = await signedInTab(lab.browser, made.store);
  });

  const part = (name: string | RegExp) => tab.page.getByRole('region', { name });
  const dialog = () => tab.page.getByRole('dialog');
  const confirm = (name: string): Promise<void> => dialog().getByRole('button', { name, exact: true }).click();
  const open = async (name: string, agent = 'lisa'): Promise<void> => {
    const known = await memory.agent(agent).entities({ startsWith: name });
    await visit(tab, `entity?agent=${agent}&id=${known.find((one) => one.name === name)?.id}`);
    await tab.page.getByRole('heading', { name, level: 1 }).waitFor();
    await settled(tab);
  };

  test('tells what is held true of it and by whom, its time, and what lies around it', async () => {
    await open('Luna');
    expect(await part('What is held true of it').textContent()).toMatch(/Luna.*(believes? it|everybody may recall it)/);
    expect(
      await part(/^Timeline/)
        .getByRole('listitem')
        .count(),
    ).toBeGreaterThan(3);
    await part('Around it').getByRole('link', { name: 'Mark' }).waitFor();
    await part('Around it')
      .getByRole('img', { name: /^A sky of \d+ nodes; the page has it/ })
      .waitFor();
    expect(await seriousFindings(tab.page)).toEqual([]);
    await part('Around it').getByRole('link', { name: 'Mark' }).click();
    await tab.page.getByRole('heading', { name: 'Mark', level: 1 }).waitFor();
    await tab.page.goBack();
    await tab.page.getByRole('heading', { name: 'Luna', level: 1 }).waitFor();
  });

  test('is led to by its name, by keyboard', async () => {
    await visit(tab, 'start');
    await tab.page.keyboard.press('Control+k');
    await tab.page.getByRole('combobox', { name: 'Find anything' }).fill('Luna');
    await tab.page.getByText(/\d+ match/).waitFor();
    await tab.page.keyboard.press('Enter');
    await tab.page.getByRole('heading', { name: 'Luna', level: 1 }).waitFor();
  });

  test('offers whom it may be the same as, makes them one, and undoes that', async () => {
    await open('Dr. Okafoor');
    await part('Mend it').getByRole('button', { name: 'Merge with Dr. Okafor' }).click();
    await dialog().getByText('Dr. Okafoor is the same as Dr. Okafor.').waitFor();
    await confirm('Make them one');
    await part('Done in this sitting').getByText('Dr. Okafoor is the same as Dr. Okafor, for lisa.').waitFor();
    await tab.page.getByRole('link', { name: 'Dr. Okafor' }).waitFor();
    await tab.page.getByRole('button', { name: /^Undo: Dr. Okafoor is the same/ }).click();
    await tab.page.getByText('Undone on').waitFor();
    expect((await memory.undoable()).every(({ undoneAt }) => undoneAt !== undefined)).toBe(true);
  });

  test('gives it another name, and takes that back', async () => {
    await open('Ines');
    await part('Mend it').getByRole('button', { name: 'Rename …' }).click();
    await tab.page.getByLabel('Its name from now on').fill('Zoraya');
    await confirm('Rename it');
    await tab.page.getByRole('heading', { name: 'Zoraya', level: 1 }).waitFor();
    const called = async (): Promise<number> =>
      (await memory.agent('lisa').search({ query: 'Ines', about: ['Zoraya'] })).memories.length;
    expect(await called()).toBeGreaterThan(1);
    await tab.page.getByRole('button', { name: /^Undo: Ines is called Zoraya/ }).click();
    await expect.poll(called).toBe(0);
  });

  test('forgets it, with the reach told first', async () => {
    await open('Fremont');
    await part('Mend it').getByRole('button', { name: 'Forget it …' }).click();
    await dialog()
      .getByText(/^\d+ memor(y|ies) will be forgotten:/)
      .waitFor();
    expect(await dialog().getByRole('listitem').count()).toBeGreaterThan(0);
    expect(await seriousFindings(tab.page)).toEqual([]);
    await confirm('Forget for good');
    await part('Done in this sitting').getByText('lisa forgot “Fremont”').waitFor();
    expect(
      (await memory.agent('lisa').latest({ limit: 200 })).filter(({ content }) => /Fremont/.test(content)),
    ).toEqual([]);
  });

  test('says so where nothing is known of it', async () => {
    await visit(tab, 'entity?id=entity:nobody');
    await tab.page.getByText('Nothing is remembered of it any more.').waitFor();
    await visit(tab, 'entity');
    await tab.page.getByText('leads to an entity by its name').waitFor();
    expect(tab.problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);
  });
});
