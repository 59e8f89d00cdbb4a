import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConversations, turnKeys } from '../../../bench/recall/locomo.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const sample = {
  sample_id: 'conv-1',
  conversation: {
    speaker_a: 'Ann',
    session_2_date_time: '12:05 am on 1 March, 2024',
    session_2: [{ speaker: 'Bo', dia_id: 'D2:1', text: 'Second day.' }],
    session_1_date_time: '1:56 pm on 8 May, 2023',
    session_1: [
      { speaker: 'Ann', dia_id: 'D1:1', text: 'Look at this!', img_url: ['x'], blip_caption: 'a cat on a sofa' },
      { speaker: 'Bo', dia_id: 'D1:02', text: '', blip_caption: 'a dog' },
      { speaker: 'Bo', dia_id: 'D1:3', text: '' },
      { dia_id: 'D1:4', text: 'nobody says this' },
    ],
    session_10: [{ speaker: 'Bo', dia_id: 'D10:1', text: 'When was that?' }],
    session_11_date_time: '4:10 pm on 26 October, 2023',
  },
  qa: [
    { question: 'Which pet?', answer: 'a cat', category: 1, evidence: ['D1:1; D2:1', 'D:1:2', 'D9:9', 'D'] },
    { question: 'No evidence?', category: 3 },
    { category: 3 },
  ],
};

async function read(text: string): ReturnType<typeof readConversations> {
  const file = join(await temporaryFolder(), 'sample.json');
  await writeFile(file, text);
  return readConversations(file);
}

describe('reading LoCoMo for the benches', () => {
  it('makes one observation of a turn, and leaves out those that cannot be remembered', async () => {
    const [conversation] = await read(JSON.stringify([sample]));
    expect(conversation?.turns.map(({ key }) => key)).toEqual(['D1:1', 'D1:2', 'D2:1']);
    expect(conversation?.turns[0]?.observation).toEqual({
      id: 'locomo-conv-1-D1:1',
      content: 'Look at this! [image: a cat on a sofa]',
      type: 'user_input',
      speaker: 'Ann',
      session: 'conv-1-session-1',
      occurredAt: new Date('2023-05-08T13:56:00Z'),
      channel: 'import',
      source: 'sample.json',
    });
    expect(conversation?.turns[2]?.observation.occurredAt).toEqual(new Date('2024-03-01T00:05:00Z'));
  });

  it('looks evidence up among the turns and keeps what names none', async () => {
    const [conversation] = await read(JSON.stringify([sample]));
    expect(conversation?.questions).toEqual([
      {
        ...{ question: 'Which pet?', answer: 'a cat', category: 1 },
        ...{ evidence: ['D1:1', 'D2:1', 'D1:2'], unresolved: ['D9:9', 'D'] },
      },
      { question: 'No evidence?', category: 3, evidence: [], unresolved: [] },
    ]);
  });

  it('reads one conversation alone, and refuses what is no conversation', async () => {
    expect(await read(JSON.stringify(sample))).toHaveLength(1);
    await expect(read('[{"sample_id": 4}]')).rejects.toThrow(/sample.json" is not in the format/);
    await expect(read('[')).rejects.toThrow(/sample.json" must be JSON/);
  });
});

describe('ids of turns', () => {
  it('are normalised, and a cell can hold several', () => {
    expect(turnKeys('D8:6; D9:17')).toEqual(['D8:6', 'D9:17']);
    expect(turnKeys('D:11:26')).toEqual(['D11:26']);
    expect(turnKeys('D30:05')).toEqual(['D30:5']);
    expect(turnKeys('D')).toEqual([]);
  });
});
