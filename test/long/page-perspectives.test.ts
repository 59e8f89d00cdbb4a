import { expect, test } from 'vitest';
import { describePage, type PageUnderTest, textOf } from '../support/describe-page.ts';

describePage(
  'the view of two perspectives',
  async (memory) => {
    await memory.agent('lisa').believe({ content: 'The kitchen window is closed.' });
    await memory.agent('electra').believe({ content: 'The kitchen window is open.' });
  },
  (current) => {
    const part = ({ page }: PageUnderTest, name: string) => page.getByRole('region', { name, exact: true });

    test('shows what both believe, and what only one does, with strengths', async () => {
      const view = current();
      await view.visit('perspectives?agent=lisa&other=electra');
      const both = await textOf(part(view, 'Both believe'));
      expect(both).toContain('Mark lives in Seattle.');
      expect(both).toMatch(/believed by system\s+100 %/);
      expect(await textOf(part(view, 'Only lisa'))).toContain('Luna has arthritis in both hips');
      expect(await textOf(part(view, 'Only electra'))).toContain('Mark thinks best after nine');
    });

    test('shows in what they are opposed, and why', async () => {
      const view = current();
      await view.visit('perspectives?agent=lisa&other=electra');
      const opposed = await textOf(part(view, 'Opposed'));
      expect(opposed).toMatch(
        /lisa holds\s+The kitchen window is closed\.[\s\S]*electra holds\s+The kitchen window is open\./,
      );
      expect(opposed).toContain('Perhaps opposed');
      expect(opposed).toContain('they use words that exclude each other');
    });

    test('compares on a topic, which stands in the address', async () => {
      const view = current();
      await view.visit('perspectives?agent=lisa&other=electra');
      await view.page.getByLabel('Topic').fill('cold outside');
      await view.page.keyboard.press('Enter');
      await view.page.getByText('What each of them believes about “cold outside”.').waitFor();
      expect(view.page.url()).toContain('topic=cold+outside');
      expect(await textOf(part(view, 'Both believe'))).toContain('They have no belief in common about it.');
      await view.page.getByRole('button', { name: 'Without a topic' }).click();
      await view.page.getByText('What each of them believes most strongly.').waitFor();
      expect(view.page.url()).not.toContain('topic');
    });

    test('swaps the two, by the button or by choosing one twice', async () => {
      const view = current();
      const sides = () => view.page.locator('h2', { hasText: 'Only' }).allInnerTexts();
      await view.visit('perspectives?agent=lisa&other=electra');
      await view.page.getByRole('button', { name: 'Swap lisa and electra' }).click();
      await view.page.getByRole('button', { name: 'Swap electra and lisa' }).waitFor();
      await expect.poll(async () => (await sides())[0]).toContain('Only electra');
      await view.page.getByLabel('Agent', { exact: true }).selectOption('lisa');
      await expect.poll(async () => (await sides())[0]).toContain('Only lisa');
      expect(view.page.url()).toMatch(/agent=lisa&other=electra/);
    });

    test('shows as many in a list as were chosen', async () => {
      const view = current();
      await view.visit('perspectives?agent=lisa&other=electra');
      const cards = part(view, 'Only lisa').getByRole('article');
      expect(await cards.count()).toBe(10);
      await view.page.getByLabel('At most in a list').selectOption('25');
      await expect.poll(() => cards.count()).toBeGreaterThan(10);
      expect(view.page.url()).toContain('limit=25');
    });

    test('opens what is known of a memory beside it', async () => {
      const view = current();
      await view.visit('perspectives?agent=lisa&other=electra');
      await view.page.getByRole('button', { name: 'Mark lives in Seattle.' }).click();
      await view.page.getByRole('dialog').waitFor();
      expect(view.page.url()).toContain('inspect=fact%3Amark-lives-in-seattle');
    });

    test('says what is wrong with a name', async () => {
      const view = current();
      await view.visit(`perspectives?agent=${'x'.repeat(300)}&other=lisa`);
      expect(await textOf(view.page.getByRole('alert'))).toContain('agents');
    });
  },
);
