/** The stories of mistakes and corrections that are shipped with the package, told and slept over. */
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { readStories, type RevisionsTelling, revisionsBench } from '../../bench/recall/revisions.ts';
import { storeFolder } from '../support/open-space.ts';

/** The share of stories, 0..1, in which the correction must answer. */
const leastCorrected = 0.9;

const tellings: RevisionsTelling[] = [];

beforeAll(async () => {
  const stories = await readStories(fileURLToPath(new URL('../../bench/data/revision-stories.json', import.meta.url)));
  const folder = await storeFolder();
  for (const times of [1, 5]) tellings.push(await revisionsBench({ stories, times, folder, embedder: 'none' }));
});

describe.each([
  [0, 'once'],
  [1, 'five times'],
])('the mistakes of telling %i, told %s', (at) => {
  test('give way to their corrections', () => {
    const { told } = tellings[at] as RevisionsTelling;
    expect(told.length).toBeGreaterThanOrEqual(30);
    const corrected = told.filter(({ answer }) => answer === 'corrected');
    expect(corrected.length / told.length).toBeGreaterThanOrEqual(leastCorrected);
  });

  test('are no answers, and marked wherever they are recalled', () => {
    const { told } = tellings[at] as RevisionsTelling;
    const shown = told.filter(({ isMistakenPrimary, isMarked }) => isMistakenPrimary || !isMarked);
    expect(shown.map(({ story }) => story.story)).toEqual([]);
  });
});

test('repeating a mistake five times gives it no confidence', () => {
  const [once, often] = tellings.map(({ told }) => told.map(({ confidence }) => confidence));
  expect(once?.every((confidence) => confidence > 0)).toBe(true);
  expect(often).toEqual(once);
});
