import { expect, test } from 'vitest';
import { describePage } from '../support/describe-page.ts';

describePage(
  'the view of recall',
  async () => undefined,
  (current) => {
    const page = () => current().page;
    const texts = (): Promise<string[]> => page().locator('article > button').allTextContents();
    const address = (): URLSearchParams => new URLSearchParams(new URL(page().url()).hash.split('?')[1]);
    /** Asks something that has an answer. */
    const ask = async (): Promise<void> => {
      await current().visit('recall?agent=lisa&query=What does Luna do in the cold?');
      await page().locator('article').first().waitFor();
    };
    const unfold = (title: string): Promise<void> => page().locator('summary', { hasText: title }).click();
    const shownOf = (axis: string): Promise<string | null> =>
      page().getByRole('slider', { name: axis }).getAttribute('aria-valuenow');

    test('offers to ask about what the agent knows by name, and asks what is chosen', async () => {
      await current().visit('recall?agent=lisa');
      await page().getByRole('button', { name: 'What do you know about Luna?' }).click();
      await page().locator('article').first().waitFor();
      expect(await texts()).toContain('Luna has arthritis in both hips, and cold makes it worse.');
      expect(await page().getByLabel('What to recall').inputValue()).toBe('What do you know about Luna?');
      expect(address().get('query')).toBe('What do you know about Luna?');
    });

    test('answers in parts, and what the signals add is written so that it adds up to the score', async () => {
      await ask();
      expect(await page().getByRole('heading', { level: 2 }).allTextContents()).toEqual(
        expect.arrayContaining(['The answer', 'What else has to do with it', 'Why not this one?']),
      );
      await page().locator('article summary').first().click();
      await page().locator('article table').first().waitFor();
      const added = await page().locator('article table').first().locator('tr > :last-child').allTextContents();
      const [score, ...parts] = added
        .slice(1)
        .map((text) => Math.round(Number(text) * 1000))
        .reverse();
      expect(parts.length).toBeGreaterThan(3);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(score);
    });

    test('puts what felt alike first while a mood is dragged, and keeps it in the address once it is let go', async () => {
      await ask();
      await unfold('Mood');
      const before = await texts();
      const pad = page().getByRole('group', { name: 'Mood', exact: true });
      const box = await pad.boundingBox();
      if (box === null) throw new Error('The pad is not shown.');
      await page().mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page().mouse.down();
      await page().mouse.move(box.x + 3, box.y + 3, { steps: 5 });
      await expect.poll(texts).not.toEqual(before);
      expect(address().has('mood')).toBe(false);
      await page().mouse.up();
      await expect.poll(() => address().get('mood')).toMatch(/^-0\.9\d,0\.9\d$/);
      const measured = await page().evaluate<number>("performance.getEntriesByName('recall').length");
      expect(measured).toBeGreaterThan(1);
      await page()
        .getByLabel(/Recall by a mood/)
        .uncheck();
      await expect.poll(texts).toEqual(before);
    });

    test('moves a mood by the arrow keys, each along its own axis', async () => {
      await ask();
      await unfold('Mood');
      await page()
        .getByRole('slider', { name: /Valence/ })
        .focus();
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'End']) await page().keyboard.press(key);
      expect([await shownOf('Valence: how pleasant'), await shownOf('Arousal: how excited')]).toEqual(['0.2', '1']);
      await expect.poll(() => address().get('mood')).toBe('0.2,1');
      await page().getByLabel('Share of the mood in the score').press('End');
      await expect.poll(() => address().get('weight')).toBe('1');
    });

    test('recalls by another profile, as another agent, of one type and session, and with what has faded', async () => {
      await ask();
      await unfold('Filters and profile');
      await page().getByLabel('Profile').selectOption('lexical');
      await page().getByLabel('Type').selectOption('fact');
      await page().getByLabel('Also what has faded').check();
      await expect.poll(() => page().locator('article:not([data-type=fact])').count()).toBe(0);
      await page().locator('article[data-type=fact]').first().waitFor();
      await page().getByLabel('Type').selectOption('');
      await page().getByLabel('Session').selectOption({ label: 'Get Luna through the cold' });
      await expect.poll(() => page().locator('article[data-type=fact]').count()).toBe(0);
      await expect
        .poll(() => Object.fromEntries(address()))
        .toMatchObject({ profile: 'lexical', session: 'session:cold-snap', faded: 'yes' });
      await page().getByLabel('Agent', { exact: true }).selectOption('electra');
      await expect
        .poll(() =>
          page()
            .getByText(/electra remembers nothing of this|electra believes it fully/)
            .count(),
        )
        .toBeGreaterThan(0);
      expect(address().has('session')).toBe(false);
    });

    test('recalls as of the first memory, and as of now again', async () => {
      await ask();
      await unfold('Another time');
      await page().getByLabel('As it was believed at another time').check();
      await page().getByLabel('As of', { exact: true }).press('Home');
      await expect.poll(() => address().get('asof')).toMatch(/^\d{4}-/);
      await page().getByLabel('As it was believed at another time').uncheck();
      await expect.poll(() => address().has('asof')).toBe(false);
    });

    test('says that nothing has to do with a question', async () => {
      await current().visit('recall?agent=lisa&query=zyzzyva');
      await page().getByText('lisa remembers nothing of this.').waitFor();
      expect(await page().locator('article').count()).toBe(0);
    });

    test('says why the first result came up: by two Tab stops from the question, or by one click', async () => {
      await ask();
      await page().getByLabel('What to recall').focus();
      await page().keyboard.press('Tab');
      await page().keyboard.press('Tab');
      const [first] = await texts();
      expect(await page().evaluate('document.activeElement.textContent')).toBe(first);
      await page().locator('article summary').first().click();
      await page().locator('article table').first().waitFor();
    });

    test('keeps the ranks in order, and tells once what all cards have in common', async () => {
      await ask();
      const told = page().locator('article details').locator('xpath=preceding-sibling::span');
      const places = (await told.allTextContents()).map((place) => Number.parseInt(place, 10));
      expect(places.length).toBeGreaterThan(3);
      expect(places).toEqual(places.map((_, at) => at + 1));
      expect(await page().locator('article').getByText('believed by lisa').count()).toBe(0);
      expect(await page().getByText('lisa believes it fully where a card does not say otherwise.').count()).toBe(1);
    });

    test('shows what a model is given, in tokens, by a click and by an arrow key', async () => {
      await ask();
      await page().getByRole('tab', { name: 'What the model sees' }).click();
      await page()
        .getByText(/A model is given these \d+ tokens:/)
        .waitFor();
      expect(await page().locator('pre').textContent()).toContain('Luna has arthritis in both hips');
      expect(address().get('show')).toBe('told');
      await page().getByRole('tab', { name: 'What the model sees' }).press('ArrowLeft');
      await page().locator('article').first().waitFor();
      expect(address().has('show')).toBe(false);
    });

    test('says why a memory does not come up, which is looked up by its words', async () => {
      await ask();
      await page()
        .getByLabel(/The memory that you miss/)
        .fill('the last box');
      await page().getByRole('button', { name: 'Look it up' }).click();
      await page()
        .getByRole('list', { name: 'Memories with these words' })
        .getByText('We finally unpacked the last box')
        .click();
      await page()
        .getByText(/It is number \d+ of the \d+ in view|Nothing of it has to do/)
        .waitFor();
      expect(address().get('why')).toBe('observation:kt-1');
      expect(await page().getByText('It states something and asks nothing.').count()).toBe(1);
    });

    test('says so when the agent knows no such memory', async () => {
      await ask();
      await page()
        .getByLabel(/The memory that you miss/)
        .fill('fact:nowhere');
      await page()
        .getByLabel(/The memory that you miss/)
        .press('Enter');
      await page().getByRole('alert').getByText('no memory "fact:nowhere" is in lisa\'s view').waitFor();
    });
  },
);
