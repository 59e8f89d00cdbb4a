import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { moodBench, type MoodBenchOptions, readMoodPairs } from '../../bench/recall/mood.ts';
import { quadrant, resolveEmbedder } from '../../src/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const file = fileURLToPath(new URL('../../bench/data/mood-pairs.json', import.meta.url));

async function optionsFor(more: Partial<MoodBenchOptions> = {}): Promise<MoodBenchOptions> {
  return {
    file,
    folder: await temporaryFolder(),
    embedder: resolveEmbedder('none'),
    embedderName: 'none',
    profile: 'balanced',
    emotionWeight: 0.3,
    candidateMultiplier: 2,
    ...more,
  };
}

describe('the pairs that felt opposite', () => {
  it('are a hundred at least, no two alike, and of unlike feelings', async () => {
    const pairs = await readMoodPairs(file);
    expect(pairs.length).toBeGreaterThanOrEqual(100);
    const texts = pairs.flatMap(({ one, other }) => [one.content, other.content]);
    expect(new Set(texts).size).toBe(2 * pairs.length);
    for (const { one, other } of pairs) {
      expect(one.mood.valence).toBeGreaterThan(0);
      expect(other.mood.valence).toBeLessThan(0);
      expect(quadrant(one.mood)).not.toBe(quadrant(other.mood));
    }
  });

  it('bring the congruent memory up first in at least 95 % of questions, and nothing changes without a mood', async () => {
    const result = await moodBench(await optionsFor());
    expect(result.congruentFirst).toBeGreaterThanOrEqual(0.95);
    expect(result.withoutMood).toBeCloseTo(0.5, 1);
    expect(result.neutralIdentical).toBe(1);
    expect(result).toMatchObject({ data: 'mood-pairs.json', questions: 208, memories: 208 });
  });

  it('are told apart by words alone where the weight is 0', async () => {
    const result = await moodBench(await optionsFor({ emotionWeight: 0 }));
    expect(result.congruentFirst).toBe(result.withoutMood);
  });

  it.each(['not json', '{}', '[]', '[{"query": "x", "one": {"content": "y"}, "other": {}}]'])(
    'are refused when the file holds %s',
    async (text) => {
      const bad = join(await temporaryFolder(), 'pairs.json');
      await writeFile(bad, text);
      await expect(readMoodPairs(bad)).rejects.toThrow(/^mood: "--data" must be/);
    },
  );
});
