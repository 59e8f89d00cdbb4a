/** What becomes of an observation when the fact that was read from it is corrected. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openSpace, storeFolder } from '../../support/open-space.ts';
import { beginStory, type Story } from './story.ts';

let story: Story;

beforeEach(async () => {
  story = await beginStory('Where does Mark live? Portland');
});

const said = 'By the way, I live in Portland.';
const portland = 'Mark lives in Portland.';
const seattle = 'Mark lives in Seattle.';

async function markOf(agent: string, id: string): Promise<string | undefined> {
  return (await story.seen(agent, id))?.superseded?.by;
}

/** What Mark said to Lisa and Electra, the universal fact that is read from it, and its correction. */
async function corrected(content: string): Promise<Readonly<Record<'mine' | 'hers' | 'old' | 'fact', string>>> {
  const mine = await story.observe('lisa', content, { speaker: 'Mark' });
  const hers = await story.observe('electra', content, { speaker: 'Mark' });
  const old = await story.believe('lisa', portland, { shared: true, derivedFrom: [mine] });
  await story.believe('electra', portland, { shared: true, derivedFrom: [hers] });
  const fact = await story.believe('lisa', seattle, { shared: true, supersedes: [old] });
  return { mine, hers, old, fact };
}

describe('an observation of a fact that was corrected', () => {
  test('is out of its place with it, for whoever recorded it', async () => {
    const { mine, hers, fact } = await corrected(said);
    expect([await markOf('lisa', mine), await markOf('electra', hers)]).toEqual([fact, fact]);
    expect(await story.roles('lisa')).toMatchObject({ [fact]: 'primary', [mine]: 'contradicting' });
  });

  test('stands where it has more to tell', async () => {
    const { mine } = await corrected('I live in Portland, and my sister bakes the bread for our village.');
    expect(await markOf('lisa', mine)).toBeUndefined();
  });

  test('stands for an agent that holds the old fact itself', async () => {
    const mine = await story.observe('lisa', said, { speaker: 'Mark' });
    const old = await story.believe('lisa', portland, { shared: true, derivedFrom: [mine] });
    await story.believeAgain('lisa', old);
    await story.believe('electra', seattle, { shared: true, supersedes: [old] });
    expect(await markOf('lisa', mine)).toBeUndefined();
  });

  test('stands for others where an agent corrects for itself', async () => {
    const shared = await story.observe('electra', said, { speaker: 'Mark', shared: true });
    const old = await story.believe('electra', portland, { shared: true, derivedFrom: [shared] });
    const fact = await story.believe('lisa', seattle, { supersedes: [old] });
    expect([await markOf('lisa', shared), await markOf('electra', shared)]).toEqual([fact, undefined]);
  });

  test('is back in its place when the correction is withdrawn, and goes with it again', async () => {
    const mine = await story.observe('lisa', said, { speaker: 'Mark' });
    const old = await story.believe('lisa', portland, { derivedFrom: [mine] });
    const fact = await story.believe('lisa', seattle, { supersedes: [old] });
    await story.withdraw('lisa', fact);
    expect(await markOf('lisa', mine)).toBeUndefined();
    await story.believeAgain('lisa', fact);
    expect(await markOf('lisa', mine)).toBe(fact);
  });

  test('was in its place before, and keeps its mark in a copy of the space', async () => {
    const mine = await story.observe('lisa', said, { speaker: 'Mark' });
    const old = await story.believe('lisa', portland, { derivedFrom: [mine] });
    const asOf = story.now();
    story.wait(1);
    const fact = await story.believe('lisa', seattle, { supersedes: [old] });
    expect((await story.seen('lisa', mine, { asOf }))?.superseded).toBeUndefined();
    const file = join(await storeFolder(), 'corrected.ndjson');
    const lines: string[] = [];
    for await (const line of story.memory.export()) lines.push(line);
    await writeFile(file, lines.join('\n'));
    const copy = await openSpace({ clock: story.now });
    expect((await copy.import({ file, format: 'ndjson' })).refused).toEqual([]);
    const { memories } = await copy.agent('lisa').search({ query: 'Portland' });
    expect(memories.find(({ id }) => id === mine)?.superseded?.by).toBe(fact);
  });
});
