import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readBeam } from '../../../bench/recall/beam.ts';
import type { RecallData } from '../../../bench/recall/data.ts';
import { writeBeamSample } from '../../support/bench-samples.ts';
import { sharedData } from '../../support/shared-data.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a folder of BEAM', () => {
  let data: RecallData;
  beforeAll(async () => {
    const folder = await temporaryFolder();
    await writeBeamSample(folder);
    data = await readBeam(folder);
  });

  it('makes a memory of each message that says something, without the mark of the plan', () => {
    const memories = data.tasks[0]?.memories ?? [];
    expect(memories.map(({ key }) => key)).toEqual(['0', '1', '2', '4', '5']);
    expect(memories[0]?.observation.content).toBe('I moved my pottery kiln into the garage.');
    expect(memories.map(({ observation }) => observation.speaker)).toEqual([
      ...['user', 'assistant', 'user', 'user', 'assistant'],
    ]);
  });

  it('makes a session of each thread, dated by its batch, with the messages in order', () => {
    const observations = data.tasks[0]?.memories.map(({ observation }) => observation) ?? [];
    expect(observations.map(({ session }) => session)).toEqual(['1-1-1', '1-1-1', '1-1-2', '1-2-1', '1-2-1']);
    expect(observations.map(({ occurredAt }) => (occurredAt as Date).toISOString().slice(0, 16))).toEqual([
      ...['2024-03-15T00:00', '2024-03-15T00:01', '2024-03-15T00:02', '2024-04-05T00:00', '2024-04-05T00:01'],
    ]);
  });

  it('finds the evidence in lists and parts, and both sides of a contradiction', () => {
    const questions = data.tasks[0]?.questions ?? [];
    expect(questions.map(({ group, evidence, sides }) => ({ group, evidence, sides }))).toEqual([
      { group: 'contradiction_resolution', evidence: ['2', '4', '5'], sides: [['2'], ['4', '5']] },
      { group: 'event_ordering', evidence: ['0', '4'], sides: undefined },
    ]);
  });

  it('counts questions without evidence and evidence that names no message', () => {
    expect(data.withoutEvidence).toBe(2);
    expect(data.unresolvedEvidence).toBe(2);
    expect(data.groups.map(({ key }) => key)).toEqual(['contradiction_resolution', 'event_ordering']);
  });

  it('is refused with the place of what is wrong', async () => {
    const folder = await temporaryFolder();
    await writeBeamSample(folder);
    await writeFile(join(folder, '1', 'chat.json'), '[{ "batch_number": 1, "turns": [[{ "id": 0 }]] }]');
    await expect(readBeam(folder)).rejects.toThrow(/chat.json" is not in the format: 0.turns.0.0.role/);
  });
});

const published = sharedData('beam-dev');

describe.skipIf(published === undefined)('the published chats of BEAM, where they are there', () => {
  it('are read whole: only questions about what was never said have no evidence', async () => {
    const data = await readBeam(published ?? '');
    expect(data.tasks.map(({ memories }) => memories.length)).toEqual([188, 194, 212, 238]);
    expect(data.groups).toHaveLength(9);
    expect([data.withoutEvidence, data.unresolvedEvidence]).toEqual([8, 0]);
  });
});
