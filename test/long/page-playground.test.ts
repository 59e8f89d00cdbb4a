import { expect, test } from 'vitest';
import { describePage } from '../support/describe-page.ts';

describePage(
  'the playground',
  async () => undefined,
  (current) => {
    const page = () => current().page;
    const besides = () => page().getByRole('region', { name: 'What would surface' });
    const talk = () => page().getByRole('region', { name: 'The talk' });

    test('shows what would surface while somebody types, and remembers nothing of it', async () => {
      await current().visit('playground?agent=lisa');
      await page().getByRole('button', { name: 'How is Luna?' }).click();
      await expect.poll(() => besides().locator('blockquote').textContent()).toContain('Luna');
      await page().getByLabel('Message', { exact: true }).fill('What a day!');
      await besides().getByText('Nothing surfaces.').waitFor();
      const isRemembered = await page().evaluate(async () => {
        const path = '/v1/spaces/default/agents/lisa/latest';
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(path, { method: 'POST', headers, body: '{}' });
        return [answer.status, (await answer.text()).includes('What a day!')];
      });
      expect(isRemembered).toEqual([200, false]);
    });

    test('remembers by keyboard what is said, with what surfaced before it and the names in it', async () => {
      await current().visit('playground?agent=lisa');
      await page().getByLabel('You are', { exact: true }).fill('Mark');
      await page().getByLabel('Message', { exact: true }).fill('Luna jumped on the piano of my sister Greta.');
      await page().keyboard.press('Tab');
      await page().keyboard.press('Enter');
      const turn = talk().getByRole('listitem');
      await turn.getByText('Mark: Luna jumped on the piano').waitFor();
      expect(await turn.locator('blockquote').textContent()).toContain('Luna');
      expect(await turn.textContent()).toMatch(/Remembered, with .*Luna/);
      expect(await page().getByLabel('Message', { exact: true }).inputValue()).toBe('');
      await turn.getByRole('button', { name: 'Show the memory of: Luna jumped' }).click();
      await page().getByRole('dialog', { name: 'Inspection' }).getByText('Luna jumped on the piano').first().waitFor();
    });

    test('lets a name be emptied and typed anew as no step back, and keeps what is typed while it is busy', async () => {
      await current().visit('health');
      await current().visit('playground?agent=lisa');
      const name = page().getByLabel('You are', { exact: true });
      await name.press('Control+a');
      await name.press('Backspace');
      await name.pressSequentially('Mark');
      expect(await name.inputValue()).toBe('Mark');
      let letIn = (): void => undefined;
      const held = new Promise<void>((done) => {
        letIn = done;
      });
      await page().route('**/observe', async (route) => {
        await held;
        await route.continue();
      });
      await page().getByLabel('Message', { exact: true }).fill('Luna is ill.');
      await page().getByRole('button', { name: 'Say it' }).click();
      await page().getByLabel('Message', { exact: true }).fill('She coughs.');
      letIn();
      await talk().getByRole('listitem').getByText('Mark: Luna is ill.').waitFor();
      expect(await page().getByLabel('Message', { exact: true }).inputValue()).toBe('She coughs.');
      await page().unroute('**/observe');
      await page().goBack();
      await page().getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    });

    test('keeps what was typed where the hub refuses it, and says why', async () => {
      await current().visit('playground?agent=lisa');
      await page().getByLabel('You are', { exact: true }).fill('x'.repeat(600));
      await page().getByLabel('Message', { exact: true }).fill('Luna slept.');
      await page().getByRole('button', { name: 'Say it' }).click();
      await page().getByRole('alert').waitFor();
      expect(await page().getByLabel('Message', { exact: true }).inputValue()).toBe('Luna slept.');
    });
  },
);
