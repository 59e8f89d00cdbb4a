/** `recall_memory` and `search_memories`: what a model reads of what is remembered. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Madeleine } from '../../../../src/index.ts';
import { callTool, refusalOf } from '../../../support/call-tool.ts';
import { openSpace } from '../../../support/open-space.ts';

let memory: Madeleine;
let portland: string;
let seattle: string;

beforeAll(async () => {
  memory = await openSpace({ clock: () => new Date('2026-01-14T08:00:00Z') });
  const lisa = memory.agent('lisa');
  portland = (await lisa.believe({ content: 'Mark lives in Portland.', channel: 'user' })).id;
  const correction = { supersedes: [portland], reason: 'he moved' };
  seattle = (await lisa.believe({ content: 'Mark lives in Seattle.', channel: 'user', ...correction })).id;
  for (const day of [10, 11, 12]) {
    const content = `Luna slept on the heater on day ${day}.`;
    await lisa.observe({ content, speaker: 'Mark', session: 'luna', occurredAt: `2026-01-${day}`, channel: 'tool' });
  }
});

describe('recall_memory', () => {
  test('tells each memory with its id, its source and its trust, and what stands against it', async () => {
    const { text, data } = await callTool(memory.agent('lisa'), 'recall_memory', {
      query: 'Where does Mark live?',
      about: ['Mark'],
    });
    expect(text.split('\n').filter((line) => line.includes('lives'))).toEqual([
      `1. [${seattle}, from user, trust 0.9] 2026-01-14 lisa believes: Mark lives in Seattle. [contradicted by 2]`,
      `2. [${portland}, from user, trust 0.9] 2026-01-14 lisa believes: Mark lives in Portland. [contradicted by 1; superseded on 2026-01-14 by 1]`,
    ]);
    expect(data.memories).toMatchObject([
      {
        id: seattle,
        role: 'primary',
        believed: [{ by: 'lisa', channel: 'user', trust: 0.9 }],
        contradicts: [portland],
      },
      { id: portland, role: 'contradicting', superseded: { by: seattle, reason: 'he moved' } },
    ]);
  });

  test('leads with what was told last of a thing that has changed', async () => {
    const ida = memory.agent('ida');
    await ida.observe({ content: 'The pump is in the shed.', occurredAt: '2026-01-02' });
    await ida.observe({ content: 'The pump is in the cellar now.', occurredAt: '2026-01-09' });
    const { data } = await callTool(ida, 'recall_memory', { query: 'Where is the pump?' });
    expect(data.memories).toMatchObject([
      { content: 'The pump is in the cellar now.', role: 'primary' },
      { content: 'The pump is in the shed.', role: 'contradicting' },
    ]);
  });

  test('tells who said it to whom on the day on which it happened, and a source under its fact', async () => {
    const rosa = memory.agent('rosa');
    const said = { session: 'chat', channel: 'import', source: 'chat.json' } as const;
    const { id } = await rosa.observe({
      content: 'I adopted a greyhound.',
      speaker: 'Nadia',
      occurredAt: new Date('2023-05-08'),
      ...said,
    });
    await rosa.observe({ content: 'Lovely!', speaker: 'Irene', occurredAt: new Date('2023-05-09'), ...said });
    await rosa.believe({ content: 'Nadia adopted a greyhound', derivedFrom: [id] });
    const { text, data } = await callTool(rosa, 'recall_memory', { query: 'greyhound', n_results: 2 });
    expect(text).toMatch(/\n1\. \[[^\]]*\] 2023-05-08 rosa believes: Nadia adopted a greyhound\n {3}from: \[/);
    expect(text).toMatch(/ 2023-05-08 Nadia to Irene: I adopted a greyhound\./);
    expect(data).toMatchObject({
      synthesis: 'Nadia adopted a greyhound (said on 8 May 2023).',
      memories: expect.arrayContaining([
        expect.objectContaining({ derived_from: [id], occurred_at: '2023-05-08T00:00:00.000Z' }),
        expect.objectContaining({ speaker: 'Nadia', said_to: ['Irene'] }),
      ]),
    });
  });

  test('says what to do where nothing is remembered', async () => {
    const { text, data } = await callTool(memory.agent('electra'), 'recall_memory', { query: 'Where does Mark live?' });
    expect(text).toContain('You remember nothing about this.');
    expect(text).toContain('search_memories');
    expect(data).toEqual({
      total: 0,
      synthesis: 'Nothing is remembered yet.',
      silence: 'nothing-stored',
      notices: ['No memory of agent "electra" is here.'],
    });
  });

  test('answers the beginning of what is long, and says so', async () => {
    const anna = memory.agent('anna');
    await anna.observe({ content: `Zebra ${'stripes '.repeat(1_000)}` });
    const { data } = await callTool(anna, 'recall_memory', { query: 'zebra' });
    expect(data.memories?.[0]).toMatchObject({ cut: true });
    expect(data.memories?.[0]?.content).toHaveLength(2_000);
  });

  test('recalls by a mood, given in a word or as a place', async () => {
    const bela = memory.agent('bela');
    await bela.observe({ content: 'The launch went well.', mood: { valence: 0.8, arousal: 0.6 } });
    await bela.observe({ content: 'The launch was delayed.', mood: { valence: -0.8, arousal: 0.6 } });
    const first = async (felt: unknown): Promise<string | undefined> => {
      const args = { query: 'launch', emotional_context: felt, emotion_weight: 1 };
      return (await callTool(bela, 'recall_memory', args)).data.memories?.[0]?.content;
    };
    expect(await first('excited')).toBe('The launch went well.');
    expect(await first('frustrated')).toBe('The launch was delayed.');
    expect(await first({ valence: -0.5, arousal: 0.5 })).toBe('The launch was delayed.');
  });
});

describe('search_memories', () => {
  test('answers a page and where the next one begins, up to the last', async () => {
    const page = async (offset: number): ReturnType<typeof callTool> =>
      callTool(memory.agent('lisa'), 'search_memories', { query: 'Luna heater', n_results: 2, offset });
    const [first, last] = [await page(0), await page(2)];
    expect(first.data).toMatchObject({ total: 3, next_offset: 2 });
    expect(first.text).toContain('There are 3 in all; the next page begins at "offset": 2.');
    expect(last.data.memories).toHaveLength(1);
    expect(last.data).not.toHaveProperty('next_offset');
    expect(last.text).not.toContain('next page');
  });

  test('keeps to its filters', async () => {
    const found = async (filters: object): Promise<readonly (string | undefined)[]> => {
      const { data } = await callTool(memory.agent('lisa'), 'search_memories', { query: 'Luna Mark', ...filters });
      return (data.memories ?? []).map(({ content }) => content).sort();
    };
    expect(await found({ types: ['fact'] })).toEqual(['Mark lives in Portland.', 'Mark lives in Seattle.']);
    expect(await found({ from: '2026-01-11', to: '2026-01-12' })).toEqual(['Luna slept on the heater on day 11.']);
    expect(await found({ sessions: ['luna'] })).toHaveLength(3);
    expect(await found({ domain: 'learning' })).toEqual([]);
  });

  test('tells that nothing is found, and what to try', async () => {
    const { text } = await callTool(memory.agent('lisa'), 'search_memories', { query: 'zebra' });
    expect(text).toBe('Nothing is found. Try other words, fewer filters, or "faded": true.');
  });

  test('names its own arguments where the library refuses one', async () => {
    expect(await refusalOf(memory.agent('lisa'), 'search_memories', { query: 'Luna', as_of: '2026-02-30' })).toMatch(
      /^search_memories: "as_of" must be a date that exists.*got "2026-02-30"\.\nCorrect the named value and call again\.$/,
    );
  });
});
