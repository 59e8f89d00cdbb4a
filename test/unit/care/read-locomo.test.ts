import { describe, expect, it } from 'vitest';
import { locomoDate, readLocomo } from '../../../src/care/read-locomo.ts';

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

describe('reading LoCoMo', () => {
  const [conversation] = readLocomo([sample], 'sample.json');

  it('makes one observation of a turn, with the speaker apart and the image caption in brackets', () => {
    expect(conversation?.turns[0]).toEqual({
      turn: 'D1:1',
      observation: {
        id: 'locomo-conv-1-D1:1',
        content: 'Look at this! [image: a cat on a sofa]',
        type: 'user_input',
        speaker: 'Ann',
        session: 'conv-1-session-1',
        occurredAt: new Date('2023-05-08T13:56:00Z'),
        channel: 'import',
        source: 'sample.json',
      },
    });
    expect(conversation?.turns[1]).toMatchObject({ turn: 'D1:2', observation: { content: '[image: a dog]' } });
  });

  it('reads sessions by number and refuses single turns with the reason', () => {
    expect(conversation?.turns.map((turn) => [turn.turn, 'refused' in turn ? turn.refused : 'read'])).toEqual([
      ['D1:1', 'read'],
      ['D1:2', 'read'],
      ['D1:3', 'conv-1-session-1: D1:3 has neither text nor image caption'],
      ['D1:4', 'conv-1-session-1: turn 4 needs a speaker and a dia_id'],
      ['D2:1', 'read'],
      ['D10:1', 'conv-1-session-10: its date must read like "1:56 pm on 8 May, 2023", got nothing'],
    ]);
  });

  it('reads one conversation alone, and refuses what is no conversation', () => {
    expect(readLocomo(sample, 'sample.json')).toHaveLength(1);
    expect(() => readLocomo([{ sample_id: 4 }], 'x.json')).toThrow(/element 1 of "x.json" must be a LoCoMo/);
  });
});

describe('dates of LoCoMo', () => {
  it('are read as UTC on the twelve-hour clock', () => {
    expect(locomoDate('12:19 am on 4 January, 2024')?.toISOString()).toBe('2024-01-04T00:19:00.000Z');
    expect(locomoDate('12:00 pm on 29 February, 2024')?.toISOString()).toBe('2024-02-29T12:00:00.000Z');
  });

  it.each(['', '13:00 pm on 8 May, 2023', '1:56 pm on 31 June, 2023', '1:56 pm on 8 Maybe, 2023', '2023-05-08'])(
    'are refused when they are none: %j',
    (text) => {
      expect(locomoDate(text)).toBeUndefined();
    },
  );
});
