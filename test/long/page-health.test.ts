import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import type { SpaceVerbs } from '../../src/index.ts';
import type { Tab } from '../support/page-browser.ts';
import { signedInTab, visit } from '../support/page-hub.ts';
import { describeInBrowser } from '../support/page-lab.ts';

describeInBrowser('the view of health', (lab) => {
  let memory: SpaceVerbs;
  let tab: Tab;

  beforeAll(async () => {
    const made = await lab.storeWith('health', async () => undefined);
    memory = made.memory;
    tab = await signedInTab(lab.browser, made.store);
    await visit(tab, 'health');
  });

  const main = async (): Promise<string> => (await tab.page.getByRole('main').textContent()) ?? '';
  const ask = async (action: string): Promise<void> => {
    await tab.page.getByRole('button', { name: `${action} …` }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
  };

  test('says of an empty space that it is empty, and counts what is written while it is looked at', async () => {
    expect(await main()).toContain('No agent remembers anything yet.');
    expect(await main()).toContain('none is known of');
    await memory.agent('lisa').observe({ content: 'Mark lives in Lisbon.', speaker: 'Mark' });
    await memory.agent('lisa').recall({ query: 'Where does Mark live?' });
    await memory.agent('lisa').ambient({ message: 'How is Mark?' });
    await expect.poll(main).toMatch(/lisa1 memory/);
    expect(await main()).toContain('0 facts, 1 observation');
  });

  test('shows how recall and ambient memory have done', async () => {
    await visit(tab, 'mending');
    await visit(tab, 'health');
    expect(await main()).toMatch(/Recalls1(?!\d)/);
    expect(await main()).toMatch(/Messages1(?!\d)/);
  });

  test('shows what the doctor finds, who looks once a press', async () => {
    let looks = 0;
    tab.page.on('request', (request) => {
      if (request.url().endsWith('/doctor')) looks += 1;
    });
    await tab.page.getByRole('button', { name: 'Look the space over' }).click();
    await tab.page.getByRole('table', { name: 'Nothing is wrong with the store.' }).waitFor();
    const { findings } = await memory.doctor();
    expect(await tab.page.getByRole('rowheader').allTextContents()).toEqual(
      expect.arrayContaining(findings.map(({ check }) => check)),
    );
    await memory.agent('lisa').observe({ content: 'Mark has a boat.' });
    await expect.poll(main).toContain('2 observations');
    expect(looks).toBe(1);
  });

  test('saves a whole backup as a file, once it was confirmed', async () => {
    const [download] = await Promise.all([tab.page.waitForEvent('download'), ask('Download a backup')]);
    expect(download.suggestedFilename()).toMatch(/^madeleine-default-\d{4}-\d\d-\d\d\.ndjson$/);
    expect(await readFile(await download.path(), 'utf8')).toContain('Mark lives in Lisbon.');
    await tab.page.getByText('Saved madeleine-default-').waitFor();
    expect((await memory.stats()).lastBackup).toBeDefined();
  });

  test('lets the space sleep, and says what came of it', async () => {
    await ask('Sleep now');
    await tab.page.getByText(/^Slept, and/).waitFor();
    expect((await memory.stats()).lastSleep?.endedAt).toBeDefined();
    await expect.poll(main).toMatch(/Last sleepended/);
  });

  test('shows and sets who gets what no call has shared', async () => {
    const statements = tab.page.getByLabel('What users say goes, after sleep, to');
    expect(await statements.inputValue()).toBe('hearer');
    await statements.selectOption('everyone');
    await expect.poll(async () => (await memory.sharing()).statements).toBe('everyone');
    expect(await memory.sharing()).toMatchObject({
      findings: 'self',
      from: { statements: 'space', findings: 'default' },
    });
    expect(await tab.page.getByLabel('What agents think goes to').inputValue()).toBe('self');
  });

  test('causes no problem', () => {
    expect(tab.problems).toEqual([]);
  });
});
