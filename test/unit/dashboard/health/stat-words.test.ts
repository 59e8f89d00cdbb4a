import { expect, it } from 'vitest';
import {
  ambientMeasures,
  careMeasures,
  recallMeasures,
  spaceMeasures,
  vectorMeasures,
} from '../../../../dashboard/src/views/health/stat-words.ts';
import { sleepWords } from '../../../../dashboard/src/views/health/sleep-words.ts';
import type { SpaceAnswer } from '../../../../dashboard/src/wire.ts';
import type { Madeleine } from '../../../../src/index.ts';
import { openSpace } from '../../../support/open-space.ts';

async function told(memory: Madeleine): Promise<SpaceAnswer<'stats'>> {
  return JSON.parse(JSON.stringify(await memory.stats()));
}

it('says of a new space what has not happened yet', async () => {
  const stats = await told(await openSpace());
  expect(spaceMeasures(stats)).toContainEqual(['Memories', '0 facts, 0 observations']);
  expect(careMeasures(stats)).toEqual([
    ['Last backup', 'none is known of'],
    ['Last sleep', 'it has not slept yet'],
  ]);
  expect(recallMeasures(stats)).toEqual([
    ['Recalls', '0'],
    ['Those that found nothing', '0'],
  ]);
  expect(ambientMeasures(stats)).toEqual([['Messages', '0']]);
  expect(vectorMeasures(stats)).toEqual([['Embedder', 'none: recall goes by words']]);
});

it('counts recalls and messages, with the causes of silence, and tells of the last sleep', async () => {
  const memory = await openSpace();
  const lisa = memory.agent('lisa');
  await lisa.observe({ content: 'Mark lives in Lisbon.', speaker: 'Mark' });
  await lisa.recall({ query: 'Lisbon' });
  await lisa.ambient({ message: 'Nothing to see here.' });
  expect(sleepWords(await memory.sleep())).toMatch(/^Slept, and/);
  const stats = await told(memory);
  expect(recallMeasures(stats).map(([what]) => what)).toEqual([
    'Recalls',
    'Those that found nothing',
    'Half took at most',
    '95 of 100 took at most',
  ]);
  expect(ambientMeasures(stats)).toContainEqual(['Silent: no known name', '1']);
  expect(careMeasures(stats)[1]).toEqual(['Last sleep', expect.stringMatching(/^ended \d/)]);
});

it('tells how many memories have a vector of the embedder, and how many wait for one', async () => {
  const stats = await told(await openSpace());
  const embedder = { model: 'some-model', dimension: 384, missing: 1_200 };
  const index = { ...stats.index, vectors: 800 };
  expect(vectorMeasures({ ...stats, embedder, index })).toEqual([
    ['Embedder', 'some-model, 384 dimensions'],
    ['Memories with a vector', '800'],
    ['Memories without one', '1,200'],
  ]);
});

it('says of a sleep that changed nothing that nothing had to be changed', () => {
  expect(sleepWords({ dryRun: false, steps: [] })).toBe('Slept, and nothing had to be changed.');
});
