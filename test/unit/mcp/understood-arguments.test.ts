/** What models and clients of other memories send, and what is understood of it. */
import { describe, expect, test } from 'vitest';
import type { Embedder } from '../../../src/index.ts';
import { agentTools } from '../../../src/mcp/tool-sets.ts';
import { openSpace } from '../../support/open-space.ts';

/** What was embedded here. */
const asked: string[] = [];
const twoNumbers: Embedder = {
  model: 'two',
  dimension: 2,
  embed: async (texts) => {
    asked.push(...texts);
    return texts.map(() => Float32Array.of(1, 0));
  },
  close: async () => {},
};

type Args = Readonly<Record<string, unknown>>;

const memory = await openSpace();
const lisa = memory.agent('lisa');
await lisa.observe({ content: 'Luna sleeps on the heater.', speaker: 'Mark', session: 'winter' });
await lisa.observe({ content: 'Luna saw the vet.', speaker: 'Mark', session: 'spring' });
const thought = await lisa.think({ thought: 'Luna feels the cold.' });

async function called(tool: string, args: Args): Promise<{ readonly text: string; readonly structured: Args }> {
  return agentTools.find(({ name }) => name === tool)!.run(lisa, args);
}

async function same(tool: string, sent: Args, meant: Args): Promise<void> {
  const answer = await called(tool, meant);
  expect(JSON.stringify(answer.structured)).toContain('Luna');
  const read = await called(tool, sent);
  // Another name is told, and changes nothing else.
  const { notes = [], ...structured } = read.structured;
  expect(structured).toEqual(answer.structured);
  expect(read.text).toBe([answer.text, ...(notes as readonly string[])].join('\n'));
}

describe('arguments', () => {
  test.each<readonly [string, string, Args, Args]>([
    ['one name for a list', 'search_memories', { query: 'Luna', about: 'Luna' }, { query: 'Luna', about: ['Luna'] }],
    ['a list as its JSON', 'search_memories', { query: 'vet', about: '["Luna"]' }, { query: 'vet', about: ['Luna'] }],
    ['a list of one for a text', 'search_memories', { query: ['Luna'] }, { query: 'Luna' }],
    ['limit', 'search_memories', { query: 'Luna', limit: 1 }, { query: 'Luna', n_results: 1 }],
    ['a number as text', 'search_memories', { query: 'Luna', n_results: '1' }, { query: 'Luna', n_results: 1 }],
    ['a switch as text', 'search_memories', { query: 'Luna', faded: 'True' }, { query: 'Luna', faded: true }],
    ['camelCase', 'search_memories', { query: 'Luna', nResults: 1 }, { query: 'Luna', n_results: 1 }],
    ['q', 'search_memories', { q: 'Luna' }, { query: 'Luna' }],
    ['null for nothing', 'search_memories', { query: 'Luna', as_of: null }, { query: 'Luna' }],
    [
      'a session_id',
      'search_memories',
      { query: 'Luna', session_id: 'winter' },
      { query: 'Luna', sessions: ['winter'] },
    ],
    ['an entity_name', 'explore_connections', { entity_name: 'Luna' }, { from: ['Luna'] }],
    ['a start_observation_id', 'navigate_reasoning', { start_observation_id: thought.id }, { id: thought.id }],
    [
      'a quadrant for the axes',
      'search_memories',
      { query: 'Luna', mood: { quadrant: 'calm' } },
      { query: 'Luna', emotional_context: 'calm' },
    ],
    [
      'a missing arousal, and a quadrant beside',
      'search_memories',
      { query: 'Luna', emotional_context: { valence: 0.5, quadrant: 'calm', arousal: null } },
      { query: 'Luna', emotional_context: { valence: 0.5, arousal: -0.5 } },
    ],
  ])('%s is understood', async (_, tool, sent, meant) => same(tool, sent, meant));

  test.each<readonly [string, Args, Args, readonly string[]]>([
    ['search_memories', { q: 'Luna', top_k: 1 }, { query: 'Luna', n_results: 1 }, ['"q"', '"top_k"']],
    ['search_memories', { query: 'vet', about: 'Luna, Mark' }, { query: 'vet', about: ['Luna', 'Mark'] }, ['"about"']],
    [
      'search_memories',
      { query: 'vet', about: 'Luna, which was ill for a week' },
      { query: 'vet', about: ['Luna, which was ill for a week'] },
      [],
    ],
    ['search_memories', { query: 'vet', about: 'Acme, Inc.' }, { query: 'vet', about: ['Acme, Inc.'] }, []],
  ])('by other names, and lists with commas, are read and told: %s %j', async (tool, sent, meant, told) => {
    const answer = await called(tool, meant);
    const { structured } = await called(tool, sent);
    const { notes = [], ...rest } = structured as { readonly notes?: readonly string[] };
    expect(rest).toEqual(answer.structured);
    expect(notes).toEqual(told.map((name) => expect.stringMatching(new RegExp(`^${name}.* is read as `))));
  });

  test('of what is stored may be lists with commas, and objects as their JSON', async () => {
    const sent = {
      text: 'Kurt and Olaf share a dog.',
      tags: 'pets, birds',
      entities: 'Kurt, Olaf',
      metadata: '{"a":1}',
    };
    const { structured } = await called('add_memory', sent);
    expect(structured['mentions']).toEqual(['Kurt', 'Olaf']);
    expect(structured['notes']).toEqual([
      '"text" is read as "content".',
      '"tags": "pets, birds" is read as ["pets","birds"].',
      '"entities": "Kurt, Olaf" is read as ["Kurt","Olaf"].',
    ]);
    expect(await lisa.latest({ limit: 1, tags: ['birds'] })).toMatchObject([{ content: sent.text }]);
    const lines: string[] = [];
    for await (const line of memory.export()) lines.push(line);
    expect(lines.join('')).toContain('"metadata":{"a":1}');
    await expect(called('add_memory', { content: 'x', metadata: 'a: 1' })).rejects.toThrow('must be a JSON object');
  });

  test.each<readonly [Args, Args, string]>([
    [{ n_results: 100 }, { n_results: 50 }, '"n_results": 100 is read as 50, the most.'],
    [{ limit: '1000' }, { n_results: 50 }, '"n_results": 1000 is read as 50, the most.'],
    [{ emotion_weight: 3 }, { emotion_weight: 1 }, '"emotion_weight": 3 is read as 1, the most.'],
    [{ mood: 'angry' }, { emotional_context: 'frustrated' }, '"angry" is read as "frustrated".'],
    [{ mood: 'Joy' }, { emotional_context: 'excited' }, '"Joy" is read as "excited".'],
    [{ mood: 'High-energy positive' }, { emotional_context: 'excited' }, 'is read as "excited".'],
    [{ mood: 'sadness' }, { emotional_context: 'depleted' }, 'is read as "depleted".'],
    [{ mood: 'zesty' }, {}, '"emotional_context": "zesty" is not known; it was left out. It takes excited,'],
    [
      { mood: { valence: -0.6, quadrant: 'angry' } },
      { emotional_context: { valence: -0.6, arousal: 0.5 } },
      '"emotional_context.quadrant": "angry" is read as "frustrated".',
    ],
    [
      { mood: { valence: -0.6, quadrant: 'Q3' } },
      { emotional_context: { valence: -0.6, arousal: 0 } },
      '"emotional_context.quadrant": "Q3" is not known; it was left out.',
    ],
    [{ mood: { quadrant: 'zesty' } }, {}, '"zesty" is not known; it was left out.'],
    [{ types: ['event', 'user_input'] }, { types: ['user_input'] }, '"types": "event" is not known; it was left out.'],
    [{ types: 'event' }, {}, '"types": "event" is not known; it was left out.'],
  ])('whose value is none are read as what is nearest, and the answer says so: %j', async (sent, meant, note) => {
    const answer = await called('search_memories', { query: 'Luna', ...meant });
    const read = await called('search_memories', { query: 'Luna', ...sent });
    const { notes, ...rest } = read.structured;
    expect(rest).toEqual(answer.structured);
    expect(read.text.startsWith(`${answer.text}\n`)).toBe(true);
    expect(read.text.slice(answer.text.length)).toContain(note);
    // Some hosts show a model the data alone.
    expect(JSON.stringify(notes)).toContain(JSON.stringify(note).slice(1, -1));
  });

  test.each<readonly [Args, string]>([
    [{ type: 'event' }, '"type": "event" is not known; it was left out. It takes user_input'],
    [{ type: 'user_inputs' }, 'Did you mean "user_input"?'],
    [{ channel: 'assistant' }, '"channel": "assistant" is read as "agent".'],
    [{ channel: 'web page' }, '"channel": "web page" is read as "import".'],
    [{ channel: 'telepathy' }, '"channel": "telepathy" is not known; it was left out.'],
    [{ importance: 11 }, '"importance": 11 is read as 10, the most.'],
  ])('of what is stored do not cost it: %j', async (sent, note) => {
    const { text } = await called('add_memory', { content: `Mark waters ${JSON.stringify(sent)}.`, ...sent });
    expect(text).toMatch(/^Stored as observation:/);
    expect(text).toContain(note);
  });

  test('that a tool does not have cost nothing, and are told by the nearest name', async () => {
    const answer = await called('search_memories', { query: 'Luna', n_reslts: 1, colour: 'blue' });
    expect(answer.structured).toMatchObject({ total: 3 });
    expect(answer.text).toContain('no argument "n_reslts"; it was left out. Did you mean "n_results"?');
    expect(answer.text).toMatch(/no argument "colour"; it was left out\.$/);
  });

  test('by their own names count before others', async () => {
    const answer = await called('search_memories', { limit: 2, n_results: 1, query: 'Luna' });
    expect(answer.structured['memories']).toHaveLength(1);
    expect(answer.text).toContain('no argument "limit"');
  });

  test('that a tool which destroys does not have are refused', async () => {
    await expect(called('forget_memory', { subject: 'Luna', dry: true, confirm: true })).rejects.toThrow('"dry"');
    expect((await called('search_memories', { query: 'Luna' })).structured).toMatchObject({ total: 3 });
  });

  test('that break a rule are still refused', async () => {
    await expect(called('search_memories', { query: 'Luna', n_results: 'many' })).rejects.toThrow('n_results');
    await expect(called('search_memories', {})).rejects.toThrow('query');
  });
});

describe('an answer', () => {
  /** Characters of what a host may show: the text and the data. */
  const sizeOf = ({ text, structured }: { readonly text: string; readonly structured: Args }): number =>
    text.length + JSON.stringify(structured).length;

  test.each([1, 4, 12, 40])('is within 1,500 tokens, the best first, and says how to get more: %d', async (length) => {
    const agent = (await openSpace()).agent('lisa');
    const tool = (wanted: string) => agentTools.find(({ name }) => name === wanted)!;
    for (let number = 0; number < 20; number += 1) {
      const content = `Luna ${number}: ${`she slept well in house ${number}; `.repeat(length)}`;
      await agent.observe({ content, speaker: 'Mark', session: 'winter', entities: ['Luna', `House ${number}`] });
    }
    const short = await tool('search_memories').run(agent, { query: 'Luna slept' });
    expect(sizeOf(short)).toBeLessThan(6_000);
    const { memories, next_offset } = short.structured as { memories: readonly unknown[]; next_offset: number };
    expect(next_offset).toBe(memories.length);
    expect(short.text).toContain(`"offset": ${next_offset}`);
    expect(sizeOf(await tool('recall_memory').run(agent, { query: 'How did Luna sleep?' }))).toBeLessThan(6_000);
    const around = await tool('explore_connections').run(agent, { from: 'Luna' });
    expect(sizeOf(around)).toBeLessThan(6_000);
    const { nodes, total } = around.structured as { nodes: readonly unknown[]; total: number };
    expect(nodes.length).toBeGreaterThan(4);
    expect(around.text).toContain(`There are ${total} in all: ask for more with "n_results"`);
    const whole = await tool('search_memories').run(agent, { query: 'Luna slept', n_results: 10 });
    expect(whole.structured['memories']).toHaveLength(10);
    const wide = await tool('explore_connections').run(agent, { from: 'Luna', n_results: 15 });
    expect(wide.structured['nodes']).toHaveLength(15);
  });
});

describe('times in words', () => {
  const clock = (): Date => new Date('2026-11-29T08:30:00Z');
  const found = (args: Args): ReturnType<(typeof agentTools)[number]['run']> =>
    agentTools.find(({ name }) => name === 'search_memories')!.run(lisa, { query: 'Luna', ...args }, { clock });

  test.each([
    [{ from: 'yesterday' }, '"from": "yesterday" is read as 2026-11-28.'],
    [{ from: 'last week' }, '"from": "last week" is read as 2026-11-16.'],
    [{ from: '3 days ago' }, '"from": "3 days ago" is read as 2026-11-26.'],
    [{ from: '2026-11' }, '"from": "2026-11" is read as 2026-11-01.'],
    [{ from: '2026' }, '"from": "2026" is read as 2026-01-01.'],
    [{ from: 'since Monday' }, '"from": "since Monday" is read as 2026-11-23.'],
    [{ from: 'letzte Woche' }, '"from": "letzte Woche" is read as 2026-11-16.'],
    // What ends with a stretch has all of it.
    [{ to: 'yesterday' }, '"to": "yesterday" is read as 2026-11-29.'],
    [{ as_of: 'yesterday' }, '"as_of": "yesterday" is read as 2026-11-28T23:59:59.999Z.'],
    [{ valid_at: 'this week' }, '"valid_at": "this week" is read as 2026-11-29T08:30:00.000Z.'],
  ])('%j', async (args, note) => {
    const { text, structured } = await found(args);
    expect(text.split('\n').at(-1)).toBe(note);
    expect(structured['notes']).toEqual([note]);
  });

  const onMonday = { clock: (): Date => new Date('2026-11-30T10:00:00Z') };
  const noteOf = async (tool: string, name: string, time: string): Promise<string> => {
    const content = `Kim's pass is valid: ${name} ${time}.`;
    const { text } = await agentTools.find((one) => one.name === tool)!.run(lisa, { content, [name]: time }, onMonday);
    return text
      .split('\n')
      .at(-1)!
      .replace(/^.* is read as (.*)\.$/, '$1');
  };

  test.each([
    ['next friday', '2026-12-04'],
    ['this friday', '2026-12-04'],
    ['friday', '2026-11-27'],
    ['on monday', '2026-11-30'],
    ['next monday', '2026-12-07'],
    ['last monday', '2026-11-23'],
    ['tomorrow', '2026-12-01'],
    ['the day after tomorrow', '2026-12-02'],
    ['tomorrow at 9', '2026-12-01T09:00:00.000Z'],
    ['next week', '2026-12-07'],
    ['friday next week', '2026-12-11'],
    ['this week', '2026-11-30'],
    ['next month', '2026-12-01'],
    ['in two weeks', '2026-12-14'],
    ['in a year', '2027-11-30'],
    ['two weeks ago', '2026-11-16'],
    ['two months ago', '2026-09-30'],
    ['nächsten Freitag', '2026-12-04'],
    ['morgen', '2026-12-01'],
    ['la semaine prochaine', '2026-12-07'],
    ['el próximo mes', '2026-12-01'],
    ['下周', '2026-12-07'],
    ['来月', '2026-12-01'],
  ])('from which something is valid may lie ahead: %s', async (time, read) =>
    expect(await noteOf('believe', 'valid_from', time)).toBe(read),
  );

  test.each([
    ['next friday', '2026-12-05'],
    ['friday', '2026-12-05'],
    ['until friday', '2026-12-05'],
    ['friday at 5pm', '2026-12-04T17:00:00.000Z'],
    ['last friday', '2026-11-28'],
    ['24 december', '2026-12-25'],
    ['in May', '2027-06-01'],
    ['next week', '2026-12-14'],
    ['yesterday', '2026-11-30'],
  ])('to which something is valid lie ahead, if nothing says that they are over: %s', async (time, read) =>
    expect(await noteOf('believe', 'valid_to', time)).toBe(read),
  );

  test('at which something happened never lie ahead', async () => {
    expect(await noteOf('add_memory', 'occurred_at', 'friday')).toBe('2026-11-27');
    expect(await noteOf('add_memory', 'occurred_at', 'on monday')).toBe('2026-11-30');
    await expect(noteOf('add_memory', 'occurred_at', 'next friday')).rejects.toThrow(
      'add_memory: "occurred_at" must not lie ahead, got "next friday", which is 2026-12-04; leave it out, and say in the text when it will be.',
    );
  });

  test('of ISO 8601 are left to the verb, also with a blank for the T', async () => {
    const { structured } = await found({ from: '2026-11-28 14:00', to: '2026-11-29' });
    expect(structured['notes']).toBeUndefined();
    await expect(found({ from: '2026-02-30' })).rejects.toThrow(/"from" must be a date that exists/);
  });

  test.each(['zork', 'the day Luna came', 'yesterday 14:00', 'before May', ''])(
    'that name none are refused with examples: "%s"',
    async (from) => {
      const rule = /^search_memories: "from" must be a time such as .*, yesterday, last week or 3 days ago, got "/;
      await expect(found({ from })).rejects.toThrow(rule);
      await expect(found({ from })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    },
  );

  test('filter and place what is stored', async () => {
    const stored = agentTools.find(({ name }) => name === 'add_memory')!;
    await stored.run(lisa, { content: 'Luna ate a moth.', occurred_at: 'yesterday' }, { clock });
    const { structured } = await found({ query: 'moth', from: 'yesterday', to: 'yesterday' });
    expect(structured['memories']).toMatchObject([
      { content: 'Luna ate a moth.', occurred_at: '2026-11-28T00:00:00.000Z' },
    ]);
    expect((await found({ query: 'moth', from: 'today' })).structured['memories']).toBeUndefined();
  });
});

test('an embedding of the model in use is taken, and any other refused', async () => {
  const own = await openSpace({ embedder: twoNumbers });
  const add = agentTools.find(({ name }) => name === 'add_memory')!;
  const embedding = { model: 'two', vector: [1, 0] };
  const { structured } = await add.run(own.agent('lisa'), { content: 'Pico is a parrot.', embedding });
  expect(structured['notes']).toBeUndefined();
  expect(await own.agent('lisa').search({ query: 'bird', profile: 'semantic', minRelevance: 0 })).toMatchObject({
    memories: [{ content: 'Pico is a parrot.' }],
  });
  expect(asked).toEqual(['bird']);
  await expect(
    add.run(own.agent('lisa'), { content: 'Rex is a dog.', embedding: { ...embedding, model: 'three' } }),
  ).rejects.toThrow(/embedding/);
});
