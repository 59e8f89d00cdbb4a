/** Exports of another time, through the public surface, on a clock that stands still until time passes. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExportOptions, Madeleine } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { beginStory, type Story } from '../scenarios/story.ts';

type Line = Readonly<Record<string, unknown>>;

async function exported(memory: Madeleine, options: ExportOptions): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for await (const line of memory.export(options)) lines.push(JSON.parse(line) as Line);
  return lines;
}

async function contents(memory: Madeleine, options: ExportOptions): Promise<readonly unknown[]> {
  return (await exported(memory, options)).flatMap(({ content }) => (content === undefined ? [] : [content]));
}

/** Lisa's and everybody's beliefs about Luna, which change; answers the hash of every day before the next change. */
async function history(): Promise<{ readonly story: Story; readonly days: readonly (readonly [Date, string])[] }> {
  const story = await beginStory('Luna');
  let cat = '';
  const steps = [
    () => story.observe('system', 'Luna sits in Luna Park.', { session: 'monday' }),
    async () => {
      cat = await story.believe('lisa', 'Luna is a cat of six years', { about: ['Luna'] });
    },
    () => story.believe('electra', 'Luna likes Seattle', { validFrom: '2026-01-03', validTo: '2026-01-05' }),
    () => story.withdraw('lisa', cat),
    () => story.believeAgain('lisa', cat),
    () => story.believe('lisa', 'Luna is a tomcat of six years', { supersedes: [cat], about: ['Luna'] }),
    () => story.memory.agent('lisa').session({ id: 'tuesday', goal: 'Feed Luna' }),
    () => story.memory.agent('lisa').session({ id: 'tuesday', status: 'closed' }),
    () => story.withdraw('lisa', cat),
  ];
  const days: (readonly [Date, string])[] = [];
  for (const step of steps) {
    await step();
    days.push([story.now(), (await story.memory.hash()).hash]);
    story.wait(1);
  }
  return { story, days };
}

describe('an export as of a time', () => {
  it('holds what an export of that time held', async () => {
    const { story, days } = await history();
    for (const [at, hash] of days) {
      expect((await story.memory.hash({ asOf: at })).hash, at.toISOString()).toBe(hash);
    }
    expect(new Set(days.map(([, hash]) => hash)).size).toBe(days.length);
    expect((await story.memory.hash({ asOf: '2025-12-31' })).records).toBe(0);
  });

  it('can be imported, and answers as recall as of then does', async () => {
    const { story, days } = await history();
    const asOf = days[3]?.[0] as Date;
    const file = join(await temporaryFolder(), 'then.ndjson');
    const lines = await exported(story.memory, { asOf });
    expect(lines[0]).toMatchObject({ record: 'header', asOf: asOf.toISOString() });
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const copy = await openSpace({ clock: () => asOf });
    expect(await copy.import({ file })).toMatchObject({ skipped: 0, stored: lines.length - 1 });
    for (const agent of ['lisa', 'electra']) {
      const ids = (memories: readonly { readonly id: string }[]): readonly string[] =>
        memories.map(({ id }) => id).sort();
      const { memories } = await copy.agent(agent).search({ query: 'Luna' });
      expect(ids(memories)).toEqual(ids(await story.found(agent, { asOf })));
    }
  });
});

describe('an export of what was so at a time', () => {
  it('has the facts that were valid and what had happened, in the view of whoever believes them', async () => {
    const { story } = await history();
    const at = (validAt: string): Promise<readonly unknown[]> => contents(story.memory, { validAt });
    expect(await at('2026-01-04')).toEqual([
      'Luna sits in Luna Park.',
      'Luna is a cat of six years',
      'Luna likes Seattle',
      'Luna is a tomcat of six years',
    ]);
    expect(await at('2026-01-02')).not.toContain('Luna likes Seattle');
    expect(await at('2025-01-01')).not.toContain('Luna sits in Luna Park.');
    // On the 6th lisa learned that it is no cat.
    expect(await at('2026-01-07')).toEqual(['Luna sits in Luna Park.', 'Luna is a tomcat of six years']);
  });

  it('as of an earlier time knows no later end', async () => {
    const { story } = await history();
    const then = await contents(story.memory, { validAt: '2026-01-07', asOf: '2026-01-05T12:00:00Z' });
    expect(then).toEqual(['Luna sits in Luna Park.', 'Luna is a cat of six years']);
  });

  it('names nothing that is not in it', async () => {
    const { story } = await history();
    for (const validAt of ['2025-01-01', '2026-01-02', '2026-01-04', '2026-01-07']) {
      const file = join(await temporaryFolder(), 'so.ndjson');
      const lines = await exported(story.memory, { validAt });
      await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      const copy = await openSpace();
      expect(await copy.import({ file }), validAt).toMatchObject({ skipped: 0, stored: lines.length - 1 });
    }
  });
});
