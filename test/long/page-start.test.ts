import { beforeAll, expect, test } from 'vitest';
import type { SpaceVerbs } from '../../src/index.ts';
import type { HubStore } from '../support/hub-store.ts';
import { seriousFindings, type Tab } from '../support/page-browser.ts';
import { settled, signedInTab } from '../support/page-hub.ts';
import { describeInBrowser } from '../support/page-lab.ts';

describeInBrowser('the start of the page', (lab) => {
  let store: HubStore;
  let memory: SpaceVerbs;
  let tab: Tab;
  beforeAll(async () => {
    ({ store, memory } = await lab.storeWith('start', async () => undefined));
    tab = await signedInTab(lab.browser, store);
  });

  test('tells the first steps in an empty space, and loads the demo by keyboard', async () => {
    const { page } = tab;
    await page.getByRole('heading', { name: 'Nothing is remembered yet' }).waitFor();
    expect(await page.getByRole('button', { name: /^Copy: madeleine/ }).count()).toBe(3);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Load the demo' }).press('Enter');
    await page.getByRole('heading', { name: 'What is new' }).waitFor();
    await expect.poll(() => page.getByLabel('Agent', { exact: true }).inputValue()).toBe('lisa');
    await expect.poll(async () => Number(await page.locator('dd').first().textContent())).toBeGreaterThan(20);
  });

  test('leads from what became of beliefs to the time of it', async () => {
    const { page } = tab;
    const told = await page.locator('dd a').first().textContent();
    await page.locator('dd a').first().click();
    await page.getByRole('heading', { name: 'Time' }).waitFor();
    // What was imported just now happened long before: it is counted as it was learned.
    const bars = page.getByRole('region', { name: 'How often' }).getByRole('img').first();
    await expect.poll(() => bars.getAttribute('aria-label')).toContain(`${told} in all`);
    await page.goBack();
    await page.getByRole('heading', { name: 'What is new' }).waitFor();
  });

  test('shows live what another process writes and recalls, with the trace of the recall', async () => {
    const { page } = tab;
    await memory.agent('lisa').observe({ content: 'Mark has bought a blue kettle.' });
    await page.getByRole('button', { name: 'Mark has bought a blue kettle.' }).waitFor();
    await memory.agent('lisa').recall({ query: 'What does Luna do in the cold?' });
    const trace = page.locator('details', { hasText: 'What does Luna do in the cold?' });
    await trace.locator('summary').first().click();
    expect(await trace.locator('pre').textContent()).toContain('Luna has arthritis in both hips');
    expect(await trace.locator('summary').first().textContent()).toMatch(/\d+ memories, \d+ tokens, \d+ ms/);
    await trace
      .getByText(/^score 0\.\d+$/)
      .first()
      .click();
    await trace.locator('table').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test('offers an agent as soon as it remembers something', async () => {
    await memory.agent('vera').observe({ content: 'The tap drips.' });
    const agents = tab.page.getByLabel('Agent', { exact: true });
    await expect.poll(() => agents.locator('option').allTextContents()).toContain('vera');
    expect(await agents.inputValue()).toBe('lisa');
  });

  test("has no trace of the page's own questions, and none of what was forgotten", async () => {
    const { page } = tab;
    await page.evaluate("location.hash = '#/recall?agent=lisa&query=the+blue+kettle'");
    await settled(tab);
    await memory.agent('lisa').recall({ query: 'Which kettle?' });
    await page.evaluate("location.hash = '#/start'");
    await page.locator('summary', { hasText: 'Which kettle?' }).waitFor();
    expect(await page.locator('summary', { hasText: 'the blue kettle' }).count()).toBe(0);
    await memory.forget({ query: 'blue kettle' });
    await page.reload();
    await settled(tab);
    await page.getByText('Live', { exact: true }).first().waitFor();
    expect(await page.locator('summary', { hasText: 'Which kettle?' }).count()).toBe(0);
    expect(tab.problems).toEqual([]);
  });
});
