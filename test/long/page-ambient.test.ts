import { expect, test } from 'vitest';
import { describePage } from '../support/describe-page.ts';

describePage(
  'the view of ambient memory',
  async () => undefined,
  (current) => {
    const page = () => current().page;
    test('offers messages with names that the agent knows, and shows what they bring to mind', async () => {
      await current().visit('ambient?agent=lisa');
      await page().getByRole('button', { name: 'I was just thinking of Luna.' }).click();
      await page().locator('blockquote').waitFor();
      expect(await page().locator('mark').allTextContents()).toEqual(['Luna']);
      expect(await page().locator('blockquote').textContent()).toContain('Luna');
      expect(
        await page()
          .getByText(/^\d+ of at most 200$/)
          .count(),
      ).toBe(1);
      expect(
        await page()
          .getByText(/From the name “Luna”: /)
          .count(),
      ).toBeGreaterThan(0);
    });

    test('keeps back what the context holds already, and stays within fewer tokens', async () => {
      await current().visit('ambient?agent=lisa&message=How is Luna?');
      await page().getByLabel('Message', { exact: true }).fill('How is Luna today?');
      await page().getByText('What the context holds already').click();
      await page()
        .getByLabel(/A text, or the id of a memory/)
        .fill('fact:luna-arthritis');
      await page().getByLabel('Tokens at most').press('PageDown');
      await page().getByRole('button', { name: 'See what surfaces' }).click();
      await page()
        .getByText(/^\d+ of at most 1\d\d$/)
        .waitFor();
      await expect
        .poll(() => page().locator('blockquote').textContent())
        .not.toContain('Luna has arthritis in both hips');
      expect(new URL(page().url()).hash).toContain('exclude=fact%3Aluna-arthritis');
    });

    test('says in words why nothing surfaces', async () => {
      await current().visit('ambient?agent=lisa&message=What a day!');
      await page().getByText('The message names nobody and nothing that the agent knows').waitFor();
      await current().visit('ambient?agent=lisa&tokens=1&message=How is Luna?');
      await page().getByText('No sentence fits into so few tokens.').waitFor();
    });

    test('asks as a message of a session only when it is sent, and says what that does', async () => {
      await current().visit('ambient?agent=lisa&session=session:kitchen-table');
      await page().getByText('what surfaces here is held back from lisa').waitFor();
      await page().getByLabel('Message', { exact: true }).fill('How is Luna?');
      await page().getByRole('button', { name: 'See what surfaces' }).click();
      await page().locator('blockquote').waitFor();
      const first = await page().locator('blockquote').textContent();
      await page().getByRole('button', { name: 'See what surfaces' }).click();
      await expect.poll(() => page().locator('main').textContent()).not.toContain(first);
      await page().reload();
      await page().getByText('With a session, nothing is asked before').waitFor();
      expect(await page().locator('blockquote').count()).toBe(0);
    });
  },
);
