import { beforeEach, describe, expect, it } from 'vitest';
import type { Madeleine } from '../../src/index.ts';
import { agentTools } from '../../src/mcp/tool-sets.ts';
import { openSpace } from '../support/open-space.ts';

const dayMs = 86_400_000;
let now: Date;
let memory: Madeleine;

beforeEach(async () => {
  now = new Date('2024-01-01T00:00:00Z');
  memory = await openSpace({ clock: () => now });
});

const wait = (days: number): void => {
  now = new Date(now.getTime() + days * dayMs);
};

/** Closes the memory, which writes what attention has noted, and opens it again. */
async function reopened(): Promise<Madeleine> {
  await memory.close();
  memory = await openSpace({ space: memory.space, clock: () => now });
  return memory;
}

async function strengths(agent: string): Promise<Readonly<Record<string, number>>> {
  const { memories } = await memory.agent(agent).search({ query: 'quokka', faded: true });
  return Object.fromEntries((memories[0]?.believers ?? []).map(({ agent: name, strength }) => [name, strength]));
}

async function halfLives(): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for await (const line of memory.export()) {
    const record = JSON.parse(line) as { record: string; memory: string; halfLifeDays: number };
    if (record.record === 'believes') found[record.memory] = record.halfLifeDays;
  }
  return found;
}

async function accesses(): Promise<number> {
  for await (const line of memory.export()) {
    const record = JSON.parse(line) as { record: string; accesses?: number };
    if (record.record === 'fact' || record.record === 'observation') return record.accesses ?? -1;
  }
  return -1;
}

describe('attention', () => {
  it('counts accesses and adds 0.1 to the belief that showed the memory, once the memory is closed at the latest', async () => {
    await memory.agent('lisa').observe({ content: 'quokka' });
    wait(60);
    await memory.agent('lisa').recall({ query: 'quokka' });
    expect((await strengths('lisa'))['lisa']).toBeCloseTo(0.5, 10);
    await reopened();
    expect((await strengths('lisa'))['lisa']).toBeCloseTo(0.6, 10);
    expect(await accesses()).toBe(1);
    // Half of it had faded when it was recalled, so the half-life of 60 days has grown by an eighth.
    wait(67.5);
    expect((await strengths('lisa'))['lisa']).toBeCloseTo(0.3, 10);
  });

  it('makes what is recalled now and then last longer than what is recalled as often at once', async () => {
    const lisa = memory.agent('lisa');
    await lisa.observe({ id: 'spaced', content: 'quokka' });
    await lisa.observe({ id: 'crammed', content: 'wombat' });
    for (let times = 0; times < 3; times++) {
      wait(20);
      await memory.agent('lisa').recall({ query: 'quokka' });
      await reopened();
    }
    for (let times = 0; times < 3; times++) await memory.agent('lisa').recall({ query: 'wombat' });
    await reopened();
    const lasting = await halfLives();
    expect(lasting['observation:spaced']).toBeGreaterThan(lasting['observation:crammed'] as number);
    expect(lasting['observation:crammed']).toBeCloseTo(67.5, 10);
  });

  it('counts each recall, and never makes a belief stronger than 1', async () => {
    await memory.agent('lisa').observe({ content: 'quokka' });
    wait(60);
    for (let times = 0; times < 7; times++) await memory.agent('lisa').recall({ query: 'quokka' });
    await reopened();
    expect((await strengths('lisa'))['lisa']).toBe(1);
    expect(await accesses()).toBe(7);
  });

  it('goes to the stronger of two beliefs', async () => {
    const { id } = await memory.agent('lisa').believe({ content: 'quokka' });
    wait(180);
    await memory.agent('lisa').believe({ memory: id, shared: true });
    wait(90);
    const before = await strengths('lisa');
    await memory.agent('lisa').recall({ query: 'quokka' });
    await reopened();
    const after = await strengths('lisa');
    expect(after['system']).toBeCloseTo((before['system'] ?? 0) + 0.1, 10);
    expect(after['lisa']).toBeCloseTo(before['lisa'] ?? 0, 10);
  });

  it('is paid only to what was told within the tokens that were asked for', async () => {
    const story = 'the quokka slept in house after house, and woke again; '.repeat(20);
    for (let number = 0; number < 8; number++)
      await memory.agent('lisa').observe({ content: `Quokka ${number}: ${story}` });
    const told = await memory.agent('lisa').recall({ query: 'quokka', maxTokens: 1_500 });
    const first = told.memories.map(({ id }) => id);
    expect(told.leftOut).toBe(8 - first.length);
    const tool = agentTools.find(({ name }) => name === 'recall_memory')!;
    const { structured, text } = await tool.run(memory.agent('lisa'), { query: 'quokka' });
    const second = (structured['memories'] as readonly { readonly id: string }[]).map(({ id }) => id);
    expect(second.length).toBeGreaterThan(1);
    expect(text).toContain(`${8 - second.length} more would answer too`);
    await reopened();
    const times: Record<string, number> = {};
    for await (const line of memory.export()) {
      const { record, id, accesses: count } = JSON.parse(line) as { record: string; id: string; accesses: number };
      if (record === 'observation' && count > 0) times[id] = count;
    }
    const expected: Record<string, number> = {};
    for (const id of [...first, ...second]) expected[id] = (expected[id] ?? 0) + 1;
    expect(times).toEqual(expected);
    const listed = await memory.agent('lisa').search({ query: 'quokka', maxTokens: 100 });
    expect(listed).toMatchObject({ total: 8, leftOut: 7, memories: [{}] });
  });

  it.each<[string, (opened: Madeleine) => Promise<unknown>]>([
    ['a search', (opened) => opened.agent('lisa').search({ query: 'quokka' })],
    ['a recall without attention', (opened) => opened.agent('lisa').recall({ query: 'quokka', attention: false })],
    ['a recall of the past', (opened) => opened.agent('lisa').recall({ query: 'quokka', asOf: now })],
    ['a recall by somebody who does not see it', (opened) => opened.agent('electra').recall({ query: 'quokka' })],
  ])('is not paid by %s', async (_name, ask) => {
    await memory.agent('lisa').observe({ content: 'quokka' });
    wait(60);
    await ask(memory);
    await reopened();
    expect((await memory.stats()).seq).toBe(1);
    expect(await accesses()).toBe(0);
  });
});

describe('recalling by a name', () => {
  it('knows an alias only in the perspective that has it', async () => {
    const first = await memory.agent('lisa').observe({
      content: 'quokka',
      entities: [{ name: 'Robert', aliases: ['Bob'] }],
    });
    const own = await memory.agent('lisa').observe({ content: 'wombat', entities: ['bob'] });
    expect(own.linked).toEqual([{ ...first.linked[0], name: 'Robert', created: false }]);
    const others = await memory.agent('electra').observe({ content: 'quokka bilby', entities: ['Bob'] });
    expect(others.linked).toMatchObject([{ name: 'Bob', created: true }]);
    expect(others.linked[0]?.id).not.toBe(first.linked[0]?.id);
    const about = async (agent: string, name: string) =>
      (await memory.agent(agent).search({ query: 'quokka wombat', about: [name] })).memories.map(
        ({ content }) => content,
      );
    expect((await about('lisa', 'BOB')).sort()).toEqual(['quokka', 'wombat']);
    expect(await about('electra', 'Bob')).toEqual(['quokka bilby']);
    expect(await about('electra', 'Robert')).toEqual([]);
  });

  it('understands what is shared by what is universal, so that sharing tells no alias', async () => {
    await memory.agent('lisa').observe({ content: 'private', entities: [{ name: 'Robert', aliases: ['Bob'] }] });
    await memory.agent('lisa').observe({ content: 'quokka', entities: ['Bob'], shared: true });
    const [seen] = (await memory.agent('electra').search({ query: 'quokka' })).memories;
    expect(seen?.entities).toMatchObject([{ name: 'Bob' }]);
  });

  it('takes exactly the same name in two perspectives for one entity, and calls it new in each', async () => {
    const one = await memory.agent('lisa').observe({ content: 'a', entities: [{ name: 'Luna', type: 'person' }] });
    const two = await memory.agent('electra').observe({ content: 'b', entities: [{ name: 'Luna', type: 'person' }] });
    const other = await memory.agent('marvin').observe({ content: 'c', entities: [{ name: 'Luna', type: 'place' }] });
    expect([one, two, other].map(({ linked }) => linked[0]?.created)).toEqual([true, true, true]);
    expect(two.linked[0]?.id).toBe(one.linked[0]?.id);
    expect(other.linked[0]).toMatchObject({ type: 'place', id: expect.not.stringMatching(one.linked[0]?.id ?? '') });
  });
});

describe('the time of a fact without dates', () => {
  // The index knows one time for a fact, that of its first record, whoever made it.
  it('is when this perspective learned it, whoever else knew it before', async () => {
    await memory.agent('lisa').believe({ content: 'quokka' });
    wait(100);
    await memory.agent('electra').believe({ content: 'quokka' });
    const { memories } = await memory.agent('electra').search({ query: 'quokka', from: '2024-04-01' });
    expect(memories.map(({ occurredAt }) => occurredAt)).toEqual([now]);
  });
});

describe('sessions', () => {
  it('are opened by the first observation in them, at its time', async () => {
    const lisa = memory.agent('lisa');
    await lisa.observeMany({
      observations: [
        { content: 'second', session: 'monday', occurredAt: '2023-05-02' },
        { content: 'first', session: 'session:monday', occurredAt: '2023-05-01' },
      ],
    });
    expect(await lisa.session({ id: 'monday', goal: 'tea' })).toEqual({
      id: 'session:monday',
      agent: 'lisa',
      goal: 'tea',
      status: 'open',
      planStatus: 'in_progress',
      startedAt: new Date('2023-05-01'),
    });
    expect((await memory.stats()).records).toMatchObject({ session: 1, belongs_to: 2 });
  });

  it('are closed now, or when the caller says', async () => {
    const lisa = memory.agent('lisa');
    const { id } = await lisa.session({ goal: 'tea' });
    wait(1);
    expect(await lisa.session({ id, status: 'closed', planStatus: 'completed' })).toMatchObject({
      goal: 'tea',
      status: 'closed',
      planStatus: 'completed',
      endedAt: now,
    });
    expect(
      await lisa.session({ id: 'past', status: 'closed', startedAt: '2020-01-01', endedAt: '2020-01-02' }),
    ).toMatchObject({
      endedAt: new Date('2020-01-02'),
    });
    await expect(lisa.session({ id: 'past', startedAt: '2020-01-03' })).rejects.toThrow(
      'session: "endedAt" must not be before "startedAt" (2020-01-03T00:00:00.000Z), got 2020-01-02T00:00:00.000Z.',
    );
  });

  it('are open again without an end', async () => {
    const lisa = memory.agent('lisa');
    const { id } = await lisa.session({ goal: 'coffee', status: 'closed' });
    expect(await lisa.session({ id, status: 'open' })).not.toHaveProperty('endedAt');
    expect(await lisa.session({ id, goal: 'tea' })).not.toHaveProperty('endedAt');
  });

  it('belong to the agent that opened them, though others may observe in them', async () => {
    await memory.agent('lisa').session({ id: 'monday' });
    await memory.agent('electra').observe({ content: 'quokka', session: 'monday' });
    await memory.agent('electra').session({ id: 'monday', goal: 'mine' });
    expect(await memory.agent('electra').sessions()).toMatchObject([
      { id: 'session:monday', goal: 'mine', memories: 1 },
    ]);
    const [own] = await memory.agent('lisa').sessions();
    expect(own).toMatchObject({ id: 'session:monday', memories: 0 });
    expect(own).not.toHaveProperty('goal');
  });
});
