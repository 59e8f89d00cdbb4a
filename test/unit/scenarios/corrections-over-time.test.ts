/** Corrections in both times: when it was so, and when it was known; and through a file. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openSpace, storeFolder } from '../../support/open-space.ts';
import { beginStory, type Story } from './story.ts';

let story: Story;

beforeEach(async () => {
  story = await beginStory('Where does Mark live? Portland');
});

const portland = 'Mark lives in Portland.';
const seattle = 'Mark lives in Seattle.';

async function idsAt(validAt: string, more: object = {}): Promise<readonly string[]> {
  return (await story.found('lisa', { validAt, ...more })).map(({ id }) => id);
}

describe('a correction', () => {
  test('of what was so before is known from when it was made to when it was taken back', async () => {
    const old = await story.believe('lisa', portland);
    story.wait(10);
    const validAt = story.now().toISOString();
    story.wait(10);
    const uncorrected = story.now();
    story.wait(10);
    const fact = await story.believe('lisa', seattle, { supersedes: [old], validFrom: '2020-01-01' });
    story.wait(10);
    const corrected = story.now();
    story.wait(10);
    await story.memory.agent('lisa').withdraw({ id: fact });
    story.wait(10);
    expect(await idsAt(validAt, { asOf: uncorrected })).toEqual([old]);
    expect(await idsAt(validAt, { asOf: corrected })).toEqual([fact]);
    expect(await idsAt(validAt, { asOf: story.now() })).toEqual([old]);
    expect(await idsAt(validAt)).toEqual([old]);
    expect(await idsAt('2019-01-01', { asOf: corrected })).toEqual([old]);
  });

  test('changes nothing of what was known before it', async () => {
    const old = await story.believe('lisa', portland);
    story.wait(10);
    const asOf = story.now();
    const before = JSON.stringify(await story.found('lisa', { asOf }));
    story.wait(10);
    const fact = await story.believe('lisa', seattle, { supersedes: [old] });
    story.wait(10);
    expect(JSON.stringify(await story.found('lisa', { asOf }))).toBe(before);
    expect(await story.roles('lisa', { asOf })).toEqual({ [old]: 'primary' });
    expect((await story.seen('lisa', old, { asOf: story.now() }))?.superseded?.by).toBe(fact);
  });

  test('ends the old fact when the new one begins, or else when it is made', async () => {
    const old = await story.believe('lisa', portland, { validFrom: '2020-01-01' });
    const fact = await story.believe('lisa', seattle, { validFrom: '2024-06-01', supersedes: [old] });
    expect([await idsAt('2019-01-01'), await idsAt('2023-01-01'), await idsAt('2024-06-01')]).toEqual([
      [],
      [old],
      [fact],
    ]);
    const other = await story.believe('lisa', 'Mark lives in a flat in Portland.', { validFrom: '2020-01-01' });
    await story.believe('lisa', 'Mark lives in a house.', { validFrom: '2025-01-01', supersedes: [other] });
    const undated = await story.believe('lisa', 'Portland is home to Mark.');
    story.wait(5);
    await story.believe('lisa', 'Home is where Mark is.', { supersedes: [undated] });
    expect(await idsAt('2026-01-02')).toContain(undated);
    expect(await idsAt('2026-01-06')).not.toContain(undated);
  });

  test('does not end what was so by what was known before it', async () => {
    const old = await story.believe('lisa', portland);
    story.wait(10);
    const asOf = story.now();
    story.wait(10);
    const fact = await story.believe('lisa', seattle, { supersedes: [old] });
    expect(await idsAt('2026-06-01')).toEqual([fact]);
    expect(await idsAt('2026-06-01', { asOf })).toEqual([old]);
  });

  test('gives no fact a longer time than it has', async () => {
    const old = await story.believe('lisa', portland, { validFrom: '2020-01-01', validTo: '2021-01-01' });
    const fact = await story.believe('lisa', seattle, { supersedes: [old] });
    expect([await idsAt('2020-06-01'), await idsAt('2023-01-01')].map((ids) => ids.includes(old))).toEqual([
      true,
      false,
    ]);
    expect(await idsAt('2023-01-01')).toEqual([fact]);
  });

  test('that is withdrawn takes the end back with it, and brings it again', async () => {
    const old = await story.believe('lisa', portland);
    const fact = await story.believe('lisa', seattle, { validFrom: '2024-06-01', supersedes: [old] });
    expect(await idsAt('2025-01-01')).toEqual([fact]);
    await story.withdraw('lisa', fact);
    expect(await idsAt('2025-01-01')).toEqual([old]);
    await story.believe('lisa', seattle, { validFrom: '2024-06-01' });
    expect(await idsAt('2025-01-01')).toEqual([fact]);
  });

  test('that is taken back by the old fact gives that one its time back', async () => {
    const old = await story.believe('lisa', portland);
    const fact = await story.believe('lisa', seattle, { supersedes: [old] });
    story.wait(1);
    await story.believeAgain('lisa', old, { supersedes: [fact] });
    story.wait(1);
    expect(await idsAt('2026-06-01')).toEqual([old]);
  });

  test('is no answer to what was so before the new fact began', async () => {
    const old = await story.believe('lisa', portland, { validFrom: '2020-01-01' });
    const fact = await story.believe('lisa', seattle, { validFrom: '2024-06-01', supersedes: [old] });
    expect(await story.roles('lisa', { validAt: '2022-01-01' })).toEqual({ [old]: 'primary' });
    expect(await story.roles('lisa', { validAt: '2025-01-01' })).toEqual({ [fact]: 'primary' });
  });

  test('of a fact that has faded is made as of any other, and the archive shows it marked', async () => {
    const old = await story.believe('lisa', portland);
    story.wait(900);
    const fact = await story.believe('lisa', seattle, { supersedes: [old] });
    expect((await story.found('lisa')).map(({ id }) => id)).toEqual([fact]);
    expect((await story.seen('lisa', old, { archived: true }))?.superseded?.by).toBe(fact);
  });
});

describe('the whole of it', () => {
  test('goes through export and import, with what lifts and renews a mark', async () => {
    const one = await story.believe('lisa', portland);
    const two = await story.believe('lisa', seattle, { supersedes: [one], reason: 'he moved' });
    story.wait(1);
    await story.believe('electra', 'Mark has no home.', { shared: true });
    const file = join(await storeFolder(), 'corrections.ndjson');
    const lines: string[] = [];
    for await (const line of story.memory.export()) lines.push(line);
    await writeFile(file, lines.join('\n'));
    const copy = await openSpace({ clock: story.now });
    expect((await copy.import({ file, format: 'ndjson' })).refused).toEqual([]);
    const query = { query: 'Where does Mark live? Portland', limit: 50 };
    const told = async (memory: typeof copy): Promise<unknown> =>
      (await memory.agent('lisa').search(query)).memories.map(({ id, superseded, links }) => [id, superseded, links]);
    expect(await told(copy)).toEqual(await told(story.memory));
    await copy.agent('lisa').withdraw({ id: two });
    const after = (await copy.agent('lisa').search({ ...query, validAt: '2026-06-01' })).memories;
    expect(after.find(({ id }) => id === one)).toBeDefined();
    expect(after.find(({ id }) => id === one)).not.toHaveProperty('superseded');
    expect((await copy.import({ file, format: 'ndjson' })).refused).toEqual([]);
  });

  test('is proved whole by doctor', async () => {
    const one = await story.believe('lisa', portland);
    const two = await story.believe('lisa', seattle, { supersedes: [one] });
    await story.withdraw('lisa', two);
    await story.believeAgain('lisa', two);
    await story.believeAgain('lisa', one, { supersedes: [two] });
    expect((await story.memory.doctor()).findings.filter(({ level }) => level !== 'ok')).toEqual([]);
  });
});
