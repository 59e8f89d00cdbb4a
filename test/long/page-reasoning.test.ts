import { expect, test } from 'vitest';
import { describePage, type PageUnderTest, textOf } from '../support/describe-page.ts';

describePage(
  'the view of reasoning',
  async () => undefined,
  (current) => {
    const items = ({ page }: PageUnderTest) => page.getByRole('treeitem');
    const focused = ({ page }: PageUnderTest) => page.evaluate('document.activeElement?.dataset.id');
    const reader = ({ page }: PageUnderTest) => page.getByRole('complementary', { name: 'The thought in full' });

    test('tells the session that was used last, and shows its thoughts as a tree', async () => {
      const view = current();
      await view.visit('reasoning?agent=electra');
      const digest = view.page.getByRole('region', { name: 'The session in short' });
      await digest.getByText('Find out why people are signed out').waitFor();
      expect(await view.page.getByText('7 thoughts, 5 of them on the current line.').count()).toBe(1);
      const levels = await items(view).evaluateAll((all) => all.map((item) => item.getAttribute('aria-level')));
      const texts = await items(view).allInnerTexts();
      expect(levels.map((level, at) => `${level} ${texts[at]?.replace(/[\s▾]+/g, ' ').trim()}`)).toEqual([
        expect.stringMatching(/^1 1\. Thirty minutes is the life/),
        expect.stringMatching(/^1 2\. The log of the login/),
        expect.stringMatching(/^1 3\. The clock is right/),
        expect.stringMatching(/^2 Revises an earlier thought/),
        expect.stringMatching(/^3 3\. A fresh token/),
        expect.stringMatching(/^2 Branch longer-tokens/),
        expect.stringMatching(/^3 4\. Or let access tokens live/),
        expect.stringMatching(/^1 4\. Write and read/),
        expect.stringMatching(/^1 5\. With times in UTC/),
      ]);
    });

    test('says what became of a branch, and why a thought was revised', async () => {
      const view = current();
      await view.visit('reasoning?agent=electra');
      expect(await textOf(items(view).filter({ hasText: 'Branch longer-tokens' }))).toMatch(
        /it ended after 1 thought\s+because “a quick way/,
      );
      expect(await textOf(items(view).filter({ hasText: 'Revises an earlier thought' }))).toContain(
        'because “ntpq says that the clock is right',
      );
    });

    test('is walked by the arrow keys, and Enter reads a thought in full', async () => {
      const view = current();
      await view.visit('reasoning?agent=electra');
      await items(view).first().focus();
      const press = async (...keys: readonly string[]): Promise<unknown> => {
        for (const key of keys) await view.page.keyboard.press(key);
        return focused(view);
      };
      expect(await press('ArrowDown', 'ArrowDown')).toBe('observation:thought-3b');
      expect(await press('ArrowRight')).toBe('observation:thought-3b 0');
      expect(await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft')).toBe('observation:thought-3b');
      expect(await items(view).count()).toBe(5);
      expect(await press('ArrowDown')).toBe('observation:thought-4');
      expect(await press('Home')).toBe('observation:thought-1');
      expect(await press('End', 'Enter')).toBe('observation:thought-5');
      expect(await textOf(reader(view))).toContain('Ship it on Monday morning, when Mark is at his desk');
      expect(view.page.url()).toContain('thought=observation%3Athought-5');
    });

    test('reads a thought at a click, and leads from it to what it revises and to all that is known of it', async () => {
      const view = current();
      await view.visit('reasoning?agent=electra&session=session:login-bug');
      await items(view).filter({ hasText: 'its time zone is new' }).click();
      expect(await textOf(reader(view))).toMatch(/Because\s+ntpq says/);
      await reader(view).getByRole('button', { name: 'Thought 3' }).click();
      await reader(view).getByText('A fresh token that counts as expired').waitFor();
      expect(await textOf(reader(view))).toContain('beside the current line');
      await reader(view).getByRole('button', { name: 'All that is known of it' }).click();
      await view.page.getByRole('dialog').waitFor();
      expect(view.page.url()).toContain('inspect=observation%3Athought-3');
    });

    test('opens and closes what is beneath a thought with the mouse', async () => {
      const view = current();
      await view.visit('reasoning?agent=electra');
      const thought = items(view).filter({ hasText: 'its time zone is new' });
      await thought.getByText('▾').click();
      expect(await thought.getAttribute('aria-expanded')).toBe('false');
      expect(await items(view).count()).toBe(5);
      expect(view.page.url()).not.toContain('thought=');
    });

    test('shows only alternatives, or only what was revised', async () => {
      const view = current();
      await view.visit('reasoning?agent=electra');
      await view.page.getByLabel('Show', { exact: true }).selectOption('alternatives');
      await expect.poll(() => items(view).count()).toBe(3);
      expect(await textOf(items(view).last())).toContain('Or let access tokens live');
      await view.page.getByLabel('Show', { exact: true }).selectOption('revised');
      await expect.poll(() => textOf(items(view).last())).toContain('A fresh token');
      expect(view.page.url()).toContain('only=revised');
    });

    test('shows the chain around a thought', async () => {
      const view = current();
      await view.visit('reasoning?agent=electra');
      await view.page.getByLabel('Or around a thought').selectOption('observation:thought-2');
      await reader(view).getByText('Thought 2').first().waitFor();
      expect(await items(view).count()).toBe(9);
      expect(view.page.url()).not.toContain('session=');
      await view.page.getByLabel('Session', { exact: true }).selectOption('session:login-bug');
      await reader(view).getByText('Choose a thought to read all of it here.').waitFor();
    });

    test('says of an agent that it has thought nothing', async () => {
      const view = current();
      await view.visit('reasoning?agent=electra');
      await view.page.getByLabel('Agent', { exact: true }).selectOption('lisa');
      await view.page.getByText('lisa has thought nothing here yet.').waitFor();
    });

    test('says that there is no such thought', async () => {
      const view = current();
      await view.visit('reasoning?agent=electra&thought=observation:nothing');
      expect(await textOf(view.page.getByRole('alert'))).toContain('observation:nothing');
    });
  },
);
