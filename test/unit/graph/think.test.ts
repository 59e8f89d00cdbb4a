import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentMemory, Madeleine, ThinkOptions } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

let memory: Madeleine;
let lisa: AgentMemory;
let electra: AgentMemory;

beforeEach(async () => {
  memory = await openSpace();
  lisa = memory.agent('lisa');
  electra = memory.agent('electra');
});

/** Thinks several thoughts, each named by its key; answers the last receipt. */
async function chain(agent: AgentMemory, keys: readonly string[], more: Partial<ThinkOptions> = {}) {
  let last = await agent.think({ thought: `Thought ${keys[0]}.`, id: keys[0] as string, ...more });
  for (const key of keys.slice(1)) last = await agent.think({ thought: `Thought ${key}.`, id: key, ...more });
  return last;
}

/** What a thought follows and how it is numbered, in short. */
async function place(agent: AgentMemory, options: Partial<ThinkOptions>) {
  const { follows, thoughtNumber, branchId } = await agent.think({ thought: 'A thought.', ...options });
  const to = follows === undefined ? 'nothing' : `${follows.type} ${follows.id.replace('observation:', '')}`;
  return `${thoughtNumber}${branchId === undefined ? '' : ` ${branchId}`}: ${to}`;
}

describe('a thought', () => {
  it('is remembered as an observation of the agent itself, with what was said of it', async () => {
    const receipt = await lisa.think({
      thought: 'The clock of src/auth.py is ahead.',
      totalThoughts: 3,
      importance: 8,
      session: 'bug',
    });
    expect(receipt).toMatchObject({
      outcome: 'stored',
      believer: 'lisa',
      confidence: 0.8,
      session: 'session:bug',
      linked: [{ name: 'src/auth.py' }],
      thoughtNumber: 1,
      totalThoughts: 3,
      nextThoughtNeeded: true,
      branches: [],
      thoughtHistoryLength: 1,
    });
    expect(receipt).not.toHaveProperty('follows');
    const [found] = (await lisa.search({ query: 'clock' })).memories;
    expect(found).toMatchObject({ id: receipt.id, type: 'thought', thoughtNumber: 1, importance: 8 });
  });

  it('continues the last one of its agent, and numbers itself', async () => {
    await chain(lisa, ['a', 'b']);
    const receipt = await lisa.think({ thought: 'On.', reason: 'it holds' });
    expect(receipt).toMatchObject({
      thoughtNumber: 3,
      follows: { id: 'observation:b', type: 'next', reason: 'it holds' },
      thoughtHistoryLength: 3,
    });
  });

  it('keeps the plan of its chain, which grows where the number passes it or more are needed', async () => {
    await lisa.think({ thought: 'One.', totalThoughts: 2 });
    const totals = async (options: Partial<ThinkOptions> = {}) => {
      const { totalThoughts, nextThoughtNeeded } = await lisa.think({ thought: 'Next.', ...options });
      return [totalThoughts, nextThoughtNeeded];
    };
    expect(await totals()).toEqual([2, true]);
    expect(await totals({ thoughtNumber: 5 })).toEqual([5, true]);
    expect(await totals({ needsMoreThoughts: true, nextThoughtNeeded: false })).toEqual([7, true]);
    expect(await totals({ totalThoughts: 3, nextThoughtNeeded: false })).toEqual([7, false]);
  });

  it('begins a new chain after a last one, and with the number 1', async () => {
    await chain(lisa, ['a', 'b']);
    expect(await place(lisa, { thoughtNumber: 1 })).toBe('1: nothing');
    expect(await place(lisa, { id: 'end', nextThoughtNeeded: false })).toMatch(/^2: next/);
    expect(await place(lisa, { id: 'anew' })).toBe('1: nothing');
    expect(await place(lisa, { follows: 'end' })).toBe('3: next end');
  });

  it('begins a new chain after one that is concluded on a branch', async () => {
    await chain(lisa, ['a']);
    await chain(lisa, ['w'], { branchFromThought: 1, branchId: 'wide', nextThoughtNeeded: false });
    expect(await place(lisa, {})).toBe('1: nothing');
    expect(await place(lisa, { follows: 'a' })).toBe('2: next a');
  });

  it('that follows one of a talk has the audience of that talk', async () => {
    await lisa.think({ thought: 'Sofia needs boxes.', id: 'a', session: 'dm', with: 'user:sofia' });
    const receipt = await lisa.think({ thought: 'Ask the shop.', follows: 'a' });
    expect(receipt).toMatchObject({ audience: ['user:sofia'], session: 'session:dm', thoughtNumber: 2 });
    expect((await lisa.search({ query: 'shop', with: 'user:mark' })).memories).toEqual([]);
  });

  it('goes on past the end where its number says so', async () => {
    await lisa.think({ thought: 'The end.', id: 'end', nextThoughtNeeded: false });
    expect(await place(lisa, { thoughtNumber: 2 })).toBe('2: next end');
  });

  it('keeps to its session, and to none where none is named', async () => {
    await chain(lisa, ['a', 'b'], { session: 'monday' });
    await chain(lisa, ['x']);
    expect(await place(lisa, { session: 'monday' })).toBe('3: next b');
    expect(await place(lisa, {})).toBe('2: next x');
    expect(await place(lisa, { session: 'tuesday' })).toBe('1: nothing');
    expect((await lisa.think({ thought: 'There.', follows: 'b' })).session).toBe('session:monday');
  });

  it('is not mixed with those of another agent in the same session', async () => {
    await chain(lisa, ['a', 'b'], { session: 'both', shared: true });
    await chain(electra, ['x'], { session: 'both', shared: true });
    expect(await place(lisa, { session: 'both', shared: true })).toBe('3: next b');
    expect(await place(electra, { session: 'both', follows: 'b' })).toBe('3: next b');
  });
});

describe('a branch', () => {
  it('begins at a thought and is continued by its name, while the main line goes on', async () => {
    await chain(lisa, ['a', 'b', 'c']);
    expect(await place(lisa, { branchFromThought: 2, branchId: 'wide', id: 'w' })).toBe('3 wide: branch b');
    expect(await place(lisa, { branchId: 'wide', id: 'w2' })).toBe('4 wide: next w');
    expect(await place(lisa, { id: 'd' })).toBe('4: next c');
    const receipt = await lisa.think({ thought: 'Other.', branchFromThought: 'observation:w', branchId: 'deep' });
    expect(receipt).toMatchObject({ thoughtNumber: 4, branches: ['wide', 'deep'], thoughtHistoryLength: 7 });
  });

  it('may be named with its fork every time', async () => {
    await chain(lisa, ['a', 'b']);
    const fork = { branchFromThought: 2, branchId: 'wide' };
    expect(await place(lisa, { ...fork, id: 'w' })).toBe('3 wide: branch b');
    expect(await place(lisa, fork)).toBe('4 wide: next w');
  });

  it('may be named with its fork every time, though it has a thought of that number, too', async () => {
    await chain(lisa, ['a', 'b', 'c']);
    const fork = { branchFromThought: 3, branchId: 'wide' };
    expect(await place(lisa, { ...fork, thoughtNumber: 3, id: 'w' })).toBe('3 wide: branch c');
    expect(await place(lisa, { ...fork, thoughtNumber: 4 })).toBe('4 wide: next w');
  });

  it('is refused without its fork, and with another', async () => {
    await chain(lisa, ['a', 'b']);
    await expect(lisa.think({ thought: 'Where?', branchId: 'wide' })).rejects.toThrow(
      'think: "branchId" must name a branch of the chain, got "wide", which has not begun; say with "branchFromThought" where it does.',
    );
    await lisa.think({ thought: 'Here.', branchId: 'wide', branchFromThought: 1 });
    await expect(lisa.think({ thought: 'Or there.', branchId: 'wide', branchFromThought: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('which begins elsewhere in this chain'),
    });
    await expect(lisa.think({ thought: 'On.', branchId: 'wide', follows: 'b' })).rejects.toThrow(
      '"branchId" must be the branch of what the thought follows (the main line), got "wide"',
    );
  });
});

describe('a revision', () => {
  it('says what it revises and why, and is what comes next', async () => {
    await chain(lisa, ['a', 'b', 'c']);
    const receipt = await lisa.think({ thought: 'No.', id: 'r', isRevision: true, revisesThought: 2, reason: 'ntpq' });
    expect(receipt).toMatchObject({
      thoughtNumber: 4,
      follows: { id: 'observation:b', type: 'revision', reason: 'ntpq' },
      thoughtHistoryLength: 4,
    });
    expect(await place(lisa, {})).toBe('5: next r');
  });

  it('stays on the branch of what it revises', async () => {
    await chain(lisa, ['a', 'b']);
    await chain(lisa, ['w'], { branchId: 'wide', branchFromThought: 1 });
    await chain(lisa, ['w2'], { branchId: 'wide' });
    expect(await place(lisa, { revisesThought: 'w' })).toBe('4 wide: revision w');
    expect(await place(lisa, { revisesThought: 2, branchId: 'wide', id: 'r' })).toBe('5 wide: revision w');
    await expect(lisa.think({ thought: 'No.', revisesThought: 'b', branchId: 'wide' })).rejects.toThrow(
      'the main line',
    );
  });

  it('of a number is one of the thought nearest on the way that has it', async () => {
    await chain(lisa, ['a', 'b', 'c']);
    await chain(lisa, ['again'], { revisesThought: 3, thoughtNumber: 3 });
    await chain(lisa, ['d']);
    expect(await place(lisa, { revisesThought: 3 })).toBe('5: revision again');
  });
});

describe('what a thought may follow', () => {
  it.each([
    [{ revisesThought: 7 }, '"revisesThought" must be a number in the chain under way, got 7'],
    [{ branchFromThought: 7, branchId: 'b' }, '"branchFromThought" must be a number in the chain under way, got 7'],
    [{ follows: 'nobody' }, 'no thought "observation:nobody" is in lisa\'s view'],
    [{ revisesThought: 'fact:x' }, 'no thought "observation:fact:x" is in lisa\'s view'],
    [{ follows: 'said' }, 'no thought "observation:said" is in lisa\'s view'],
    [{ follows: 'secret' }, 'no thought "observation:secret" is in lisa\'s view'],
    [{ branchFromThought: 'secret', branchId: 'b' }, 'no thought "observation:secret" is in lisa\'s view'],
    [{ follows: 'gone' }, 'no thought "observation:gone" is in lisa\'s view'],
    [{ follows: 'a', shared: true }, 'no thought "observation:a" is in system\'s view'],
  ])('must be in view: %o', async (options, message) => {
    await electra.think({ thought: 'Mine.', id: 'secret' });
    await lisa.observe({ content: 'No thought.', id: 'said' });
    await lisa.think({ thought: 'Gone.', id: 'gone' });
    await lisa.withdraw({ id: 'observation:gone' });
    await chain(lisa, ['a']);
    await expect(lisa.think({ thought: 'On.', ...options })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining(message),
    });
    expect((await memory.stats()).records.observation).toBe(4);
  });

  it.each([
    [{ isRevision: true }, '"revisesThought" must say what is revised where "isRevision" is true'],
    [{ isRevision: false, revisesThought: 1 }, '"revisesThought" must be left out where "isRevision" is false'],
    [{ branchFromThought: 1 }, '"branchId" must name the branch that begins at "branchFromThought"'],
    [{ branchFromThought: 1, branchId: 'b', revisesThought: 1 }, '"branchFromThought" must be left out'],
    [{ follows: 'a', revisesThought: 1 }, '"follows" must be left out'],
    [{ revisesThought: 0 }, '"revisesThought" must be a whole number, 1-1,000,000, got 0'],
    [
      { revisesThought: [] },
      '"revisesThought" must be the number of a thought in the chain, 1-1,000,000, or the id of one',
    ],
    [{ thoughtNumber: 0 }, '"thoughtNumber" must be a whole number, 1-1,000,000, got 0'],
    [{ thoughtNumber: 1, reason: 'why' }, '"reason" must be left out where a thought begins a chain'],
    [{ id: 'me', follows: 'observation:me' }, '"follows" must be another thought than the new one'],
    [{ id: 'a', revisesThought: 'a' }, '"revisesThought" must be another thought than the new one'],
    [{ type: 'error' }, '"type"'],
  ])('is told without contradiction: %o', async (options, message) => {
    await chain(lisa, ['a']);
    await expect(lisa.think({ thought: 'On.', ...options } as ThinkOptions)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    });
  });
});

describe('a thought that is there already', () => {
  it('stays as it is when it is thought again', async () => {
    await chain(lisa, ['a']);
    const first = await lisa.think({ thought: 'Twice.', id: 'b', reason: 'first' });
    await chain(lisa, ['c']);
    const again = await lisa.think({ thought: 'Twice.', id: 'b', reason: 'second' });
    expect(again).toMatchObject({
      outcome: 'merged',
      thoughtNumber: 2,
      follows: first.follows,
      thoughtHistoryLength: 3,
    });
    expect(again.follows?.reason).toBe('first');
  });

  it('has its place on a branch when its fork is named again', async () => {
    await chain(lisa, ['a', 'b']);
    const fork = { branchFromThought: 2, branchId: 'wide' };
    for (const id of ['w', 'w2']) await chain(lisa, [id], fork);
    for (const [id, follows] of Object.entries({ w: 'b', w2: 'w' })) {
      const again = await lisa.think({ thought: `Thought ${id}.`, id, ...fork });
      expect(again).toMatchObject({ outcome: 'merged', follows: { id: `observation:${follows}` } });
    }
  });

  it('cannot be moved, least of all into a circle', async () => {
    await chain(lisa, ['a', 'b', 'c']);
    await expect(lisa.think({ thought: 'Thought a.', id: 'a', follows: 'c' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('which follows "observation:a" itself and would close a circle'),
    });
    await expect(lisa.think({ thought: 'Thought c.', id: 'c', follows: 'a' })).rejects.toThrow(
      'but it follows "observation:b"',
    );
  });

  it('is believed again after it was withdrawn, in its place', async () => {
    await chain(lisa, ['a', 'b']);
    await lisa.withdraw({ id: 'observation:b' });
    const back = await lisa.think({ thought: 'Thought b.', id: 'b' });
    expect(back).toMatchObject({ outcome: 'merged', thoughtNumber: 2, thoughtHistoryLength: 2 });
  });

  it.each(['Thought secret.', 'Another.'])(
    "is the agent's own where another agent has its id, too: %s",
    async (thought) => {
      await chain(electra, ['before', 'secret']);
      await lisa.think({ thought: 'First.' });
      const own = await lisa.think({ thought, id: 'secret' });
      expect(own).toMatchObject({ id: 'observation:secret', outcome: 'stored', thoughtNumber: 2 });
      const { thoughts } = await lisa.navigate({ id: 'secret' });
      expect(thoughts.map(({ id, content }) => [id, content])).toEqual([
        [expect.any(String), 'First.'],
        ['observation:secret', thought],
      ]);
      await expect(lisa.think({ thought: 'Yet another.', id: 'secret' })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('got "secret", which holds another'),
        details: { id: 'observation:secret' },
      });
    },
  );
});

describe('what another agent thinks for itself', () => {
  it('shows in no number, no count and no list of branches', async () => {
    await chain(lisa, ['a', 'b'], { shared: true });
    await electra.think({ thought: 'Mine.', follows: 'b', id: 'e' });
    await electra.think({ thought: 'Other.', branchFromThought: 'b', branchId: 'wide' });
    const receipt = await lisa.think({ thought: 'On.', branchFromThought: 2, branchId: 'wide', shared: true });
    expect(receipt).toMatchObject({ thoughtNumber: 3, branches: ['wide'], thoughtHistoryLength: 3 });
  });

  it('leaves a shared thought where everybody can see what it follows', async () => {
    await chain(lisa, ['a', 'b']);
    expect(await place(lisa, { shared: true, id: 'open' })).toBe('1: nothing');
    expect(await place(lisa, { shared: true })).toBe('2: next open');
    expect(await place(lisa, { follows: 'b' })).toBe('3: next b');
  });
});
