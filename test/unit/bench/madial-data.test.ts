import { beforeAll, describe, expect, it } from 'vitest';
import { readMadial } from '../../../bench/recall/madial.ts';
import type { RecallData } from '../../../bench/recall/data.ts';
import { writeMadialSample } from '../../support/bench-samples.ts';
import { sharedData } from '../../support/shared-data.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a folder of MADial-Bench', () => {
  let data: RecallData;
  beforeAll(async () => {
    const folder = await temporaryFolder();
    await writeMadialSample(folder);
    data = await readMadial(folder);
  });

  it('gives each user the events in which the user is named', () => {
    expect(data.tasks.map(({ memories }) => memories.map(({ key }) => key))).toEqual([['1', '2'], ['3']]);
  });

  it('asks with what was said before the first test turn, and by whom', () => {
    expect(data.tasks[0]?.questions[0]?.query).toBe(
      'Mia: We go to the lake tomorrow!\nAssistant: Lovely.\nMia: I want a raft.',
    );
  });

  it('gives each event the mood of its emotion, when the emotion is known', () => {
    const moods = data.tasks.flatMap(({ memories }) => memories.map(({ observation }) => observation.mood));
    expect(moods.map((mood) => Math.sign(mood?.valence ?? 0))).toEqual([1, -1, 0]);
    expect(moods[2]).toBeUndefined();
  });

  it('counts dialogues without a relevant event and events that are not there', () => {
    expect(data.tasks.flatMap(({ questions }) => questions.map(({ evidence }) => evidence))).toEqual([
      ['1', '2'],
      ['3'],
    ]);
    expect([data.withoutEvidence, data.unresolvedEvidence]).toEqual([1, 2]);
  });
});

const published = sharedData('madial-dev');

describe.skipIf(published === undefined)('the published dialogues of MADial-Bench, where they are there', () => {
  it('are read whole: each event belongs to one of two users and each emotion has a mood', async () => {
    const data = await readMadial(published ?? '');
    expect(data.tasks.map(({ memories }) => memories.length)).toEqual([76, 84]);
    expect([data.withoutEvidence, data.unresolvedEvidence]).toEqual([0, 0]);
    const memories = data.tasks.flatMap((task) => task.memories);
    expect(memories.filter(({ observation }) => observation.mood === undefined)).toEqual([]);
  });
});
