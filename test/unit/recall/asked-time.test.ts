import { beforeAll, describe, expect, it } from 'vitest';
import type { AgentMemory } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

/** A Monday. */
const today = '2026-11-23T15:00:00Z';
let now = new Date(today);
let mia: AgentMemory;

const said: readonly (readonly [string, string])[] = [
  ['2025-08-14T10:00:00Z', 'I sold the old canoe to a neighbour.'],
  ['2026-10-05T10:00:00Z', 'The orchestra audition is booked for spring.'],
  ['2026-10-20T10:00:00Z', 'My cello needs a new bridge.'],
  ['2026-11-07T09:00:00Z', 'We moved to the house in Porto.'],
  ['2026-11-17T10:00:00Z', 'The dentist found nothing.'],
  ['2026-11-18T10:00:00Z', 'I signed up for the pottery class.'],
  ['2026-11-20T10:00:00Z', 'The luthier has repaired my cello.'],
  ['2026-11-22T10:00:00Z', 'Grandma called about the quilt.'],
  ['2026-11-22T18:00:00Z', 'Dinner was lentil soup.'],
  ['2026-11-23T08:00:00Z', 'The bus was late again.'],
];

beforeAll(async () => {
  const memory = await openSpace({ clock: () => now });
  mia = memory.agent('mia');
  for (const [time, content] of said) await mia.observe({ content, occurredAt: new Date(time) });
  now = new Date('2026-11-22T20:00:00Z');
  await mia.believe({ content: 'The quilt is from 1920.' });
  now = new Date(today);
});

async function answers(query: string): Promise<readonly string[]> {
  const { memories } = await mia.search({ query });
  return memories.map(({ content }) => content);
}

describe('a question about nothing but a time', () => {
  it('is answered by what was said or learned then, and by nothing else', async () => {
    const yesterday = ['Dinner was lentil soup.', 'Grandma called about the quilt.', 'The quilt is from 1920.'];
    for (const query of ['what did I tell you yesterday?', 'Was habe ich dir gestern erzählt?', '我昨天跟你说了什么？'])
      expect((await answers(query)).toSorted()).toEqual(yesterday);
    expect((await answers('what did I tell you last week')).toSorted()).toEqual([
      'Dinner was lentil soup.',
      'Grandma called about the quilt.',
      'I signed up for the pottery class.',
      'The dentist found nothing.',
      'The luthier has repaired my cello.',
      'The quilt is from 1920.',
    ]);
    expect((await answers('what did I tell you last month')).toSorted()).toEqual([
      'My cello needs a new bridge.',
      'The orchestra audition is booked for spring.',
    ]);
    for (const query of ['What happened at the weekend?', 'Was war am Wochenende?', '¿Qué pasó el fin de semana?'])
      expect((await answers(query)).toSorted()).toEqual(yesterday);
    expect((await answers('Remind me what we discussed yesterday')).toSorted()).toEqual(yesterday);
    expect(await answers('what did I tell you this morning?')).toEqual(['The bus was late again.']);
    expect(await answers('¿Qué te dije el 18 de noviembre?')).toEqual(['I signed up for the pottery class.']);
  });

  it('has no answer where nothing was said then', async () => {
    expect(await answers('what did I tell you five years ago?')).toEqual([]);
    expect(await answers('what happened between 3 June and 5 June 2026?')).toEqual([]);
  });

  it('is answered by what was told of a named month where nothing was said in it', async () => {
    const memory = await openSpace({ clock: () => now });
    const noah = memory.agent('noah');
    await noah.observe({ content: 'My sister Zoe got engaged in April.' });
    await noah.observe({ content: 'The dishwasher is broken.' });
    const { memories } = await noah.search({ query: 'What happened in April?' });
    expect(memories.map(({ content }) => content)).toEqual(['My sister Zoe got engaged in April.']);
  });

  it('takes a date without a year for the last one of which anything is known', async () => {
    now = new Date('2026-08-01T12:00:00Z');
    expect(await answers('What did I tell you on 14 August?')).toEqual(['I sold the old canoe to a neighbour.']);
    now = new Date(today);
  });
});

describe('a question with a time and other words', () => {
  it('is answered by what was said of it then before what was said at another time', async () => {
    expect((await answers('What did I say about the cello last month?'))[0]).toBe('My cello needs a new bridge.');
    expect((await answers('What did I say about the cello last week?'))[0]).toBe('The luthier has repaired my cello.');
  });

  it('brings the day that is named before the day before', async () => {
    expect((await answers('Which class or dentist was it on 18 November?'))[0]).toBe(
      'I signed up for the pottery class.',
    );
  });
});

describe('a question for what happened at a time', () => {
  /** A Saturday. */
  const saturday = new Date('2026-11-28T20:00:00Z');
  const told: readonly (readonly [day: string, content: string, speaker?: string])[] = [
    ['2026-05-09', 'Planted six pepper plants in the greenhouse.'],
    ['2026-06-20', 'In April we planted chestnut trees.'],
    ['2026-07-11', 'Lifted the potatoes, 23 kilos from the 12 plants.'],
    ['2026-10-17', 'Planted 200 tulips under the hedge.'],
    ['2026-10-10', 'Ida needs new football boots', 'Milo'],
    ['2026-11-17', 'I sold the motorbike to a man from Lund', 'Milo'],
    ['2026-11-24', 'Yesterday I met Sven at the pool'],
    ['2026-11-26', 'The plumber fixed the tap', 'Petra'],
    ['2026-11-27', 'Our ferry leaves at six', 'Milo'],
    ['2026-11-27', 'Booked the cottage for the first week of January'],
    ['2026-11-24', 'On Friday I saw Karin at the market'],
  ];
  let pia: AgentMemory;

  beforeAll(async () => {
    pia = (await openSpace({ clock: () => saturday })).agent('pia');
    for (const [day, content, speaker] of told) {
      const said = speaker === undefined ? {} : { speaker, session: day };
      await pia.observe({ content, occurredAt: new Date(`${day}T10:00:00Z`), ...said });
    }
  });

  const saidIn = async (query: string): Promise<readonly string[]> => {
    const { primary, supporting } = await pia.recall({ query, attention: false });
    return [...primary, ...supporting].map(({ content }) => content);
  };

  it.each([
    ['What did Milo say yesterday?', 8],
    ['What did Milo do last week?', 5],
    ['What did Milo say in October?', 4],
    ['What did Petra mention two days ago?', 7],
    ['What did I plant in May?', 0],
    ['What did I plant after July?', 3],
    // Its text tells another date than when it was told.
    ['What did we plant in April?', 1],
    ['Who did I meet on November 23?', 6],
    ['What did I do on November 23?', 6],
    ['Who did I see on November 20?', 10],
    // Here the time is not when it happened.
    ['What did I book for January?', 9],
    ['When did I plant the tulips?', 3],
  ])('is answered by what is of that time alone: %s', async (query, at) => {
    expect(await saidIn(query)).toEqual([told[at]![1]]);
  });

  it.each([
    'What did Petra say yesterday?',
    'What did I plant in February?',
    'Did we plant tulips in 2025?',
    'What did Milo say about the motorbike yesterday?',
    'Did I meet Sven this summer?',
  ])('has no answer in what happened at another time: %s', async (query) => {
    const { memories, silence } = await pia.recall({ query, attention: false });
    expect([memories, silence]).toEqual([[], 'nothing-relevant']);
  });
});

describe('a question about what was before or after an event', () => {
  it('has the time from the memory that tells of the event', async () => {
    const before = await answers('What did I tell you before the move?');
    expect(before.toSorted()).toEqual([
      'I sold the old canoe to a neighbour.',
      'My cello needs a new bridge.',
      'The orchestra audition is booked for spring.',
    ]);
    const after = await answers('What did I tell you after the move to the house?');
    expect(after).toContain('The dentist found nothing.');
    expect(after).not.toContain('My cello needs a new bridge.');
  });

  it('goes by its words where there are others', async () => {
    expect((await answers('What about my cello after the move?')).length).toBeGreaterThan(1);
  });
});

describe('one of several occasions', () => {
  it('is the last one or the first, and how long ago it was its own date tells', async () => {
    const memory = await openSpace({ clock: () => new Date(today) });
    const ida = memory.agent('ida');
    const told: readonly (readonly [string, string])[] = [
      ['2026-02-10', 'Rowed on the lake with Per for the first time.'],
      ['2026-05-10', 'Rowed on the lake with Per again.'],
      ['2026-09-10', 'Rowed on the lake with Per and Siv.'],
      ['2026-11-21', 'Tomorrow the chimney is swept.'],
      ['2026-11-23', 'The glazier comes tomorrow at ten.'],
      ['2026-03-05', 'I gave up coffee today.'],
      ['2026-04-01', 'The recital lasted two hours.'],
      ['2026-04-20', 'We talked about the recital.'],
    ];
    for (const [day, content] of told) await ida.observe({ content, occurredAt: new Date(`${day}T10:00:00Z`) });
    const leads = async (query: string): Promise<string | undefined> =>
      (await ida.recall({ query, attention: false })).primary[0]?.content;
    expect(await leads('When did I last row on the lake?')).toBe(told[2]![1]);
    expect(await leads('When was the first time that I rowed on the lake?')).toBe(told[0]![1]);
    expect(await leads('How long ago did I give up coffee?')).toBe(told[5]![1]);
    expect(await leads('How long did the recital last?')).toBe(told[6]![1]);
    expect(await leads('Does the glazier come tomorrow?')).toBe(told[4]![1]);
    expect(await leads('Is the chimney swept tomorrow?')).toBeUndefined();
  });

  it('is none in a month that nobody spoke of', async () => {
    const { memories, synthesis } = await mia.recall({ query: 'What happened in June?', attention: false });
    expect([memories, synthesis]).toEqual([[], 'Nothing is remembered of that time.']);
  });
});
