import { describe, expect, test } from 'vitest';
import type { AgentMemory, Madeleine } from '../../../src/index.ts';
import { importRecords } from '../../support/import-records.ts';
import { openSpace } from '../../support/open-space.ts';
import { recalledMemory } from './recalled-memories.ts';
import { memoryText } from '../../../src/recall/memory-text.ts';
import { demoConversation } from '../../support/demo-conversation.ts';

const clock = (): Date => new Date('2026-02-01T12:00:00Z');

/** The demo, in which Electra's chain about the login has a branch and a revision, with talk that has the words of the questions. */
async function withChain(): Promise<Madeleine> {
  const memory = await openSpace({ clock });
  await memory.import({ file: demoConversation });
  await memory.agent('electra').observeMany({
    observations: [
      { content: 'Mark considered another approach to his commute: the ferry.', session: 'ferry' },
      { content: 'The new approach to the airport is closed; we considered the tram.', session: 'ferry' },
      { content: 'Mark revised the recipe and changed the flour at first.', session: 'kitchen' },
    ],
  });
  return memory;
}

async function idsFor(agent: AgentMemory, query: string): Promise<readonly string[]> {
  return (await agent.search({ query })).memories.map(({ id }) => id.replace('observation:', ''));
}

describe('a question about alternatives', () => {
  test.each([
    'the alternative approach that we considered',
    'What other way did we consider for the login bug?',
    'Which alternatives were there?',
  ])('brings the branch up first: %s', async (query) => {
    const electra = (await withChain()).agent('electra');
    expect((await idsFor(electra, query))[0]).toBe('thought-4-longer');
  });

  test("finds nobody else's", async () => {
    const lisa = (await withChain()).agent('lisa');
    expect(
      (await idsFor(lisa, 'the alternative approach that we considered')).filter((id) => /thought/.test(id)),
    ).toEqual([]);
  });
});

describe('a question about revisions', () => {
  test.each(['What did we revise?', 'What did Electra think at first about the clock?'])(
    'brings up the revision and then what was revised: %s',
    async (query) => {
      const electra = (await withChain()).agent('electra');
      const found = await idsFor(electra, query);
      expect(found[0]).toBe('thought-3b');
      expect(found).toContain('thought-3');
    },
  );
});

describe('any other question', () => {
  test('is answered as if there were no chains', async () => {
    const query = 'What is the cause of the login bug?';
    const chained = (await withChain()).agent('electra');
    const { memories } = await chained.search({ query });
    expect(memories.flatMap(({ signals }) => signals.map(({ name }) => name))).not.toContain('thought');
    expect(memories.map(({ thought }) => thought).some((thought) => thought !== undefined)).toBe(true);
  });
});

describe('a recalled thought', () => {
  test('says what it goes on from, and what revised it and why', async () => {
    const electra = (await withChain()).agent('electra');
    const { memories } = await electra.search({ query: 'expired token clock refresh login hours', limit: 20 });
    const placeOf = (key: string) => memories.find(({ id }) => id === `observation:${key}`)?.thought;
    expect(placeOf('thought-3b')).toEqual({
      type: 'revision',
      of: 'observation:thought-3',
      reason: 'ntpq says that the clock is right to the millisecond',
    });
    expect(placeOf('thought-3')).toEqual({
      type: 'next',
      of: 'observation:thought-2',
      revisedBy: 'observation:thought-3b',
    });
    expect(placeOf('thought-4-longer')).toMatchObject({ type: 'branch', of: 'observation:thought-3b' });
    expect(memories.find(({ id }) => id === 'observation:thought-1')).not.toHaveProperty('thought');
  });

  test("says nothing of another agent's thoughts", async () => {
    const memory = await openSpace({ clock });
    const thought = (id: string, believedBy: string) => ({
      record: 'observation',
      id: `observation:${id}`,
      agent: believedBy,
      type: 'thought',
      content: `the kettle whistles, thought ${id}`,
      occurredAt: '2026-01-20T10:00:00Z',
      believedBy: [believedBy],
    });
    const follows = (from: string, type: string) => ({
      record: 'follows',
      from: `observation:${from}`,
      to: 'observation:a',
      type,
    });
    const asked = ['kettle', 'which alternatives did we consider', 'what did we revise'];
    const answers = async () => Promise.all(asked.map((query) => memory.agent('lisa').search({ query })));
    await importRecords(memory, [thought('a', 'system')]);
    const before = await answers();
    await importRecords(memory, [
      thought('b', 'electra'),
      thought('c', 'electra'),
      follows('b', 'revision'),
      follows('c', 'branch'),
    ]);
    expect(await answers()).toEqual(before);
    const own = await memory.agent('electra').search({ query: 'kettle' });
    expect(own.memories.find(({ id }) => id === 'observation:a')?.thought).toEqual({ revisedBy: 'observation:b' });
  });

  test.each([
    [{ type: 'branch', of: 'x' }, 'an alternative that branches off 2'],
    [{ type: 'branch', of: 'elsewhere' }, 'an alternative'],
    [{ type: 'revision', of: 'x', revisedBy: 'y' }, 'revised later; revises 2'],
    [{ revisedBy: 'x' }, 'revised by 2'],
  ] as const)('is marked in text: %j', (thought, mark) => {
    const memory = recalledMemory('a', { type: 'thought', thought });
    const text = memoryText(
      memory,
      new Map([
        ['a', 1],
        ['x', 2],
      ]),
    );
    expect(text).toMatch(new RegExp(`\\[${mark}\\]$`));
  });

  test('that only goes on from another has no mark', () => {
    const memory = recalledMemory('a', { type: 'thought', thought: { type: 'next', of: 'x' } });
    expect(memoryText(memory)).not.toContain('[');
  });
});
