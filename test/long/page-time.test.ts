import { expect, test } from 'vitest';
import { describePage, type PageUnderTest, textOf } from '../support/describe-page.ts';

describePage(
  'the view of time',
  async (memory) => {
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'I live in Portland now.', speaker: 'Ines' });
    await lisa.observe({ content: 'I moved. I live in Boston now.', speaker: 'Ines' });
    await lisa.withdraw({ id: 'fact:luna-arthritis' });
    await memory.sleep();
  },
  (current) => {
    const part = ({ page }: PageUnderTest, name: string) => page.getByRole('region', { name, exact: true });
    const events = (view: PageUnderTest) => part(view, 'Events').getByRole('listitem');

    test('shows how often each thing came about, as bars and as a table with the same sums', async () => {
      const view = current();
      await view.visit('time');
      const bars = await part(view, 'How often').getByRole('img').all();
      const labels = await Promise.all(bars.map((one) => one.getAttribute('aria-label')));
      expect(labels.map((label) => label?.split(':')[0])).toEqual([
        'Learned',
        'Strengthened',
        'Faded',
        'Archived',
        'Withdrawn',
        'Superseded',
      ]);
      expect(labels[4]).toMatch(/^Withdrawn: 1 in all/);
      await view.page.getByText('The same as a table').click();
      const cells = await part(view, 'How often, as a table').locator('tbody tr td:nth-of-type(1)').allInnerTexts();
      const sum = cells.reduce((all, cell) => all + Number(cell), 0);
      expect(labels[0]).toMatch(new RegExp(`^Learned: ${sum} in all`));
    });

    test('leads from a row of the table to a closer look', async () => {
      const view = current();
      await view.visit('time?bucket=day');
      await view.page.getByText('The same as a table').click();
      await part(view, 'How often, as a table').getByRole('link').first().click();
      await expect.poll(() => view.page.url()).toMatch(/span=own&from=\d{4}-/);
      await view.page.getByLabel('From (UTC)').waitFor();
      expect(await events(view).count()).toBeGreaterThan(0);
    });

    test('marks a stretch of time by pointer or by keyboard, and looks at it closer', async () => {
      const view = current();
      const { page } = view;
      await view.visit('time?bucket=day&span=own&from=2026-01-10&to=2026-01-26');
      const learned = part(view, 'How often').getByRole('img').first();
      const all = await events(view).count();
      const box = await learned.boundingBox();
      if (box === null) throw new Error('the bars are not shown');
      const at = (day: number): number => box.x + (box.width * (day - 10 + 0.5)) / 17;
      // Where nothing lies over the bars: the frame stays at the top.
      const level = box.y + box.height / 2;
      await page.mouse.move(at(14), level);
      await page.mouse.down();
      await page.mouse.move(at(17), level);
      await page.mouse.up();
      await expect.poll(() => page.url()).toMatch(/from=2026-01-14T00%3A00.*&to=2026-01-17T23%3A59/);
      await expect.poll(() => events(view).count()).toBeLessThan(all);
      expect(await textOf(part(view, 'How often'))).toContain('in UTC');
      await page.goBack();
      await expect.poll(() => events(view).count()).toBe(all);

      await learned.click({ position: { x: (box.width * 9.5) / 17, y: box.height / 2 } });
      await expect.poll(() => page.url()).toMatch(/from=2026-01-19T00%3A00.*&to=2026-01-19T23%3A59/);
      await page.goBack();
      await expect.poll(() => events(view).count()).toBe(all);

      const closer = part(view, 'How often').getByRole('group', { name: 'A closer look' });
      for (let day = 0; day < 4; day++) await closer.getByLabel('The first').press('ArrowRight');
      for (let day = 0; day < 9; day++) await closer.getByLabel('The last').press('ArrowLeft');
      await closer.getByRole('button', { name: 'Look closer' }).press('Enter');
      await expect.poll(() => page.url()).toMatch(/from=2026-01-14T00%3A00.*&to=2026-01-17T23%3A59/);
    });

    test('counts by when it happened, or by when it was learned', async () => {
      const view = current();
      await view.visit('time?bucket=month');
      const label = () => part(view, 'How often').getByRole('img').first().getAttribute('aria-label');
      expect(await label()).toContain('in: Jan 2026');
      await view.page.getByLabel('Counted by').selectOption('learned');
      await expect.poll(label).not.toContain('in: Jan 2026');
      expect(view.page.url()).toMatch(/by=learned/);
    });

    test('lists what became of which belief, by kind and by agent', async () => {
      const view = current();
      await view.visit('time');
      await view.page.getByLabel('Show').selectOption('withdrawn');
      await expect
        .poll(() => events(view).allInnerTexts())
        .toEqual([expect.stringMatching(/^Withdrawn\s+by lisa[\s\S]*Luna has arthritis in both hips/)]);
      await view.page.getByLabel('Show').selectOption('superseded');
      await expect.poll(() => textOf(part(view, 'Events'))).toMatch(/Superseded\s+for [\s\S]*In its place:/);
      await view.page.getByLabel('Whose beliefs').selectOption('electra');
      await view.page.getByText('None of the events that are listed is of this kind.').waitFor();
      expect(view.page.url()).toMatch(/kind=superseded&who=electra/);
    });

    test('tells what a sleep did, and each of its steps', async () => {
      const view = current();
      await view.visit('time');
      const sleeps = part(view, 'Sleeps');
      expect(await textOf(sleeps.locator('summary'))).toMatch(/promoted \d+ facts?, superseded \d+ facts?, archived 0/);
      await sleeps.locator('summary').click();
      expect(await sleeps.locator('tbody th').allInnerTexts()).toEqual([
        'promote',
        'link',
        'resolve',
        'merge',
        'archive',
      ]);
      expect(await textOf(sleeps)).toContain('Ines lives in Boston.');
    });

    test('says that nothing came about in a time that was chosen', async () => {
      const view = current();
      await view.visit('time');
      await view.page.getByLabel('When').selectOption('own');
      await view.page.getByLabel('From (UTC)').fill('2020-01-01');
      await view.page.getByLabel('To (UTC)').fill('2020-01-02');
      await view.page.getByText('Nothing was learned, and nothing became of any belief in this time.').waitFor();
      expect(await textOf(part(view, 'Sleeps'))).toContain('The space did not sleep in this time.');
      await view.page.getByLabel('When').selectOption('all');
      await part(view, 'How often').waitFor();
    });

    test('says that a time is too long to be counted so finely', async () => {
      const view = current();
      await view.visit('time?span=own&from=2020-01-01');
      await view.page.getByLabel('Counted in').selectOption('hour');
      const alert = view.page.getByRole('alert');
      await alert.waitFor();
      expect(await textOf(alert)).toContain('at most 1,000 buckets');
    });
  },
);
