import { beforeEach, describe, expect, test } from 'vitest';
import { type AgentMemory, type Madeleine, NotFoundError } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';
import { twoLunas } from '../../support/two-lunas.ts';

const dayMs = 86_400_000;
let memory: Madeleine;
let lisa: AgentMemory;
let electra: AgentMemory;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-01-01T00:00:00Z');
  memory = await openSpace({ clock: () => now });
  lisa = memory.agent('lisa');
  electra = memory.agent('electra');
});

describe('a closer look at a memory', () => {
  test('tells all that is kept of it, and how much it counts', async () => {
    await lisa.observe({
      id: 'tea',
      content: 'Mark drinks jasmine tea.',
      session: 'visit',
      speaker: 'Mark',
      topic: 'tea',
      mood: { valence: 0.4, arousal: -0.2 },
      entities: [{ name: 'Mark', aliases: ['M.'] }],
    });
    await lisa.session({ id: 'visit', goal: 'Find a present' });
    const { memory: told, ...rest } = await memory.inspect({ id: 'observation:tea' });
    expect(told).toMatchObject({
      id: 'observation:tea',
      type: 'user_input',
      content: 'Mark drinks jasmine tea.',
      agent: 'lisa',
      speaker: 'Mark',
      session: 'session:visit',
      topic: 'tea',
      mood: { valence: 0.4, arousal: -0.2 },
      importance: 5,
      recordedAt: now,
      accesses: 0,
    });
    const graph = await memory.graph();
    expect(told?.authority).toBe(graph.nodes.find(({ id }) => id === 'observation:tea')?.authority);
    expect(rest).toMatchObject({ id: 'observation:tea', session: { id: 'session:visit', goal: 'Find a present' } });
    expect(rest.mentions).toContainEqual(
      expect.objectContaining({ name: 'Mark', surfaces: expect.arrayContaining(['Mark']) }),
    );
    expect(rest).not.toHaveProperty('entity');
    expect(rest.mentionedIn).toEqual([]);
  });

  test('tells of everybody who believes it or did, by name, and how far each belief has faded', async () => {
    await lisa.believe({ id: 'grey', content: 'Luna is grey.', confidence: 0.9 });
    await electra.believe({ content: 'Luna is grey.' });
    await electra.believe({ memory: 'fact:grey', permanent: true });
    await lisa.withdraw({ id: 'fact:grey' });
    now = new Date(now.getTime() + 180 * dayMs);
    await lisa.believe({ content: 'Luna is grey.' });
    now = new Date(now.getTime() + 180 * dayMs);
    const { beliefs } = await memory.inspect({ id: 'fact:grey' });
    expect(beliefs).toHaveLength(2);
    expect(beliefs[0]).toMatchObject({ agent: 'electra', state: 'held', effective: 1, permanent: true, past: [] });
    expect(beliefs[1]).toMatchObject({
      agent: 'lisa',
      state: 'held',
      halfLifeDays: 180,
      past: [{ since: new Date('2026-01-01T00:00:00Z'), until: new Date('2026-01-01T00:00:00Z') }],
    });
    expect(beliefs[1]?.effective).toBeCloseTo((beliefs[1]?.strength ?? 0) / 2);
    await lisa.withdraw({ id: 'fact:grey' });
    const [, after] = (await memory.inspect({ id: 'fact:grey' })).beliefs;
    expect(after).toMatchObject({ state: 'withdrawn', withdrawnAt: now });
  });

  test('tells what took whose place, what follows from what, and links with those that were dismissed', async () => {
    await lisa.observe({ id: 'said', content: 'Green tea it is, Mark said.' });
    await lisa.believe({ id: 'black', content: 'Mark prefers black tea.', about: ['Mark'] });
    await lisa.believe({
      id: 'green',
      content: 'Mark prefers green tea.',
      about: ['Mark'],
      supersedes: ['fact:black'],
      reason: 'he said so',
      derivedFrom: ['observation:said'],
    });
    await lisa.believe({ id: 'milk', content: 'Mark takes milk.' });
    await lisa.judge({ one: 'fact:green', other: 'fact:milk', kind: 'supports', state: 'dismissed' });
    const green = await memory.inspect({ id: 'fact:green' });
    expect(green.supersedes).toMatchObject([{ memory: { id: 'fact:black' }, believer: 'lisa', reason: 'he said so' }]);
    expect(green.derivedFrom.map(({ id }) => id)).toEqual(['observation:said']);
    expect(green.supports).toMatchObject([{ memory: { id: 'fact:milk' }, believer: 'lisa', state: 'dismissed' }]);
    expect(green.memory).not.toHaveProperty('contentKey');
    const black = await memory.inspect({ id: 'fact:black' });
    expect(black.supersededBy).toMatchObject([{ memory: { id: 'fact:green' }, at: now }]);
    expect(black.contradicts.map(({ memory: { id } }) => id)).toContain('fact:green');
    expect((await memory.inspect({ id: 'observation:said' })).derived.map(({ id }) => id)).toEqual(['fact:green']);
  });

  test('tells where a thought stands in its chain', async () => {
    await lisa.think({ id: 'one', thought: 'What shall we eat?', totalThoughts: 2, session: 'kitchen' });
    await lisa.think({ id: 'two', thought: 'Soup.', follows: 'one', reason: 'it is cold' });
    const two = await memory.inspect({ id: 'observation:two' });
    expect(two.follows).toMatchObject([{ memory: { id: 'observation:one' }, type: 'next', reason: 'it is cold' }]);
    expect(two.memory).toMatchObject({ type: 'thought', thoughtNumber: 2, totalThoughts: 2, nextThoughtNeeded: true });
    const one = await memory.inspect({ id: 'observation:one' });
    expect(one.followedBy).toMatchObject([{ memory: { id: 'observation:two' }, type: 'next' }]);
    expect(one.follows).toEqual([]);
  });
});

describe('a closer look at an entity', () => {
  test('tells who speaks of it, the latest first, and its relations', async () => {
    const relations = [{ from: 'Zoe', predicate: 'owns', to: 'Quill' }];
    await lisa.observe({ id: 'first', content: 'It was bought.', relations });
    await electra.observe({ id: 'second', content: 'A fine pen.', entities: ['Quill'], relations });
    const { mentions } = await memory.inspect({ id: 'observation:first' });
    const [zoe, quill] = ['Zoe', 'Quill'].map((name) => mentions.find((one) => one.name === name)?.id ?? '');
    const found = await memory.inspect({ id: quill as string });
    expect(found.entity).toEqual({
      id: quill,
      name: 'Quill',
      aliases: [],
      type: 'other',
      memories: 2,
      merges: [],
      relations: [{ from: zoe, fromName: 'Zoe', predicate: 'owns', to: quill, toName: 'Quill' }],
    });
    expect(found.mentionedIn.map(({ id }) => id)).toEqual(['observation:second', 'observation:first']);
    expect(found).not.toHaveProperty('memory');
    expect(found.beliefs).toEqual([]);
  });

  test('tells its merges with what undoes them, and that they were undone', async () => {
    const { memory: space } = await twoLunas({ clock: () => now });
    await space.sleep();
    const { mentions } = await space.inspect({ id: 'observation:vet' });
    const moonpie = mentions.find(({ name }) => name === 'Moonpie')?.id ?? '';
    const [operation] = await space.undoable();
    const merge = { id: operation?.id, believer: 'lisa', at: now };
    expect((await space.inspect({ id: moonpie })).entity?.merges).toEqual([
      {
        ...merge,
        from: expect.any(String),
        to: expect.any(String),
        names: expect.arrayContaining(['Moonpie', 'Luna']),
      },
    ]);
    await space.undo(operation?.id ?? '');
    expect((await space.inspect({ id: moonpie })).entity?.merges).toMatchObject([{ ...merge, undoneAt: now }]);
  });
});

describe('a closer look at what there is not', () => {
  test.each([
    ['fact:none', 'Look it up with graph or search.'],
    ['entity:none', 'Look it up with graph or search.'],
    ['agent:lisa', 'Ask stats or perspectives about agents.'],
    ['session:kitchen', 'Ask digest or navigate about sessions.'],
  ])('says so, and what tells of %s', async (id, hint) => {
    await lisa.session({ id: 'kitchen' });
    const asked = memory.inspect({ id });
    await expect(asked).rejects.toThrow(NotFoundError);
    await expect(asked).rejects.toMatchObject({ message: expect.stringContaining(`got "${id}".`), hint });
  });

  test('says so of what was forgotten', async () => {
    await lisa.observe({ id: 'secret', content: 'Nobody must know.' });
    await memory.forget({ id: 'observation:secret' });
    await expect(memory.inspect({ id: 'observation:secret' })).rejects.toThrow(NotFoundError);
  });
});
