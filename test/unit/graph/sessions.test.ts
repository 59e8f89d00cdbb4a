import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentMemory, Madeleine, SessionOptions } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

let memory: Madeleine;
let lisa: AgentMemory;
let electra: AgentMemory;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-03-02T08:00:00Z');
  memory = await openSpace({ clock: () => now });
  lisa = memory.agent('lisa');
  electra = memory.agent('electra');
});

function wait(hours: number): void {
  now = new Date(now.getTime() + hours * 3_600_000);
}

describe('the plan of a session', () => {
  const plans = ['in_progress', 'blocked', 'completed'] as const;
  const allowed = ['in_progress blocked', 'in_progress completed', 'blocked in_progress'];

  it.each(plans.flatMap((from) => plans.map((to) => [from, to] as const)))('from %s to %s', async (from, to) => {
    const { id } = await lisa.session({ planStatus: from });
    const going = lisa.session({ id, planStatus: to });
    if (from === to || allowed.includes(`${from} ${to}`)) {
      expect((await going).planStatus).toBe(to);
    } else {
      await expect(going).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining(`session: "planStatus" cannot go from ${from} to ${to}`),
      });
      expect((await lisa.session({ id })).planStatus).toBe(from);
    }
  });

  it.each([
    [{ status: 'open', planStatus: 'in_progress' }, 'in_progress'],
    [{ status: 'open' }, 'in_progress'],
    [{ goal: 'More tea.' }, 'completed'],
  ] satisfies [SessionOptions, string][])(
    'that is completed goes on where the session is opened again: %o',
    async (change, then) => {
      const { id } = await lisa.session({ goal: 'Tea', planStatus: 'completed', status: 'closed' });
      expect((await lisa.session({ id, ...change })).planStatus).toBe(then);
    },
  );

  it('that is completed in an open session goes on only where that is said to be open', async () => {
    const { id } = await lisa.session({ planStatus: 'completed' });
    expect((await lisa.session({ id, status: 'open' })).planStatus).toBe('completed');
    await expect(lisa.session({ id, status: 'open', planStatus: 'blocked' })).rejects.toThrow(
      'from completed to blocked',
    );
    expect((await lisa.session({ id, status: 'open', planStatus: 'in_progress' })).planStatus).toBe('in_progress');
  });
});

describe('the sessions of an agent', () => {
  const listed = async (agent: AgentMemory, options = {}) =>
    (await agent.sessions(options)).map(({ id, memories, thoughts }) => `${id.slice(8)} ${memories}/${thoughts}`);

  it('are those that it opened and those to which a memory of its belongs, the one used last first', async () => {
    await lisa.session({ id: 'early', goal: 'Tea' });
    wait(1);
    await lisa.session({ id: 'late', goal: 'Cake' });
    await electra.session({ id: 'hers' });
    wait(1);
    await lisa.observe({ content: 'Kettle on.', session: 'early' });
    await lisa.think({ thought: 'Green or black?', session: 'early' });
    expect(await listed(lisa)).toEqual(['early 2/1', 'late 0/0']);
    expect(await listed(electra)).toEqual(['hers 0/0']);
    expect((await lisa.sessions())[0]).toEqual({
      id: 'session:early',
      goal: 'Tea',
      status: 'open',
      planStatus: 'in_progress',
      startedAt: new Date('2026-03-02T08:00:00Z'),
      lastAt: new Date('2026-03-02T10:00:00Z'),
      memories: 2,
      thoughts: 1,
    });
  });

  it('can be had by status, and a few at a time', async () => {
    for (const id of ['a', 'b', 'c']) {
      await lisa.session({ id });
      if (id === 'b') await lisa.session({ id, status: 'closed' });
      wait(1);
    }
    expect(await listed(lisa, { status: 'open' })).toEqual(['c 0/0', 'a 0/0']);
    expect(await listed(lisa, { status: 'closed' })).toEqual(['b 0/0']);
    expect(await listed(lisa, { limit: 1 })).toEqual(['c 0/0']);
    await expect(lisa.sessions({ limit: 0 })).rejects.toThrow('sessions: "limit" must be');
    await expect(lisa.sessions({ status: 'ajar' } as never)).rejects.toThrow(
      'sessions: "status" must be one of open, closed',
    );
  });

  it('count what the agent holds, however faded, and nothing that it has withdrawn', async () => {
    const { id } = await lisa.observe({ content: 'Kettle on.', session: 's' });
    await lisa.observe({ content: 'Tea.', session: 's' });
    wait(24 * 365);
    expect(await listed(lisa)).toEqual(['s 2/0']);
    await lisa.withdraw({ id });
    expect(await listed(lisa)).toEqual(['s 1/0']);
  });

  it("show of another agent's session only what the memories in view tell", async () => {
    await lisa.session({ id: 'both', goal: 'A surprise for Electra', planStatus: 'blocked', status: 'closed' });
    wait(1);
    await lisa.observe({ content: 'Hide the cake.', session: 'both' });
    expect(await listed(electra)).toEqual([]);
    wait(1);
    await lisa.observe({ content: 'Lunch is ready.', session: 'both', shared: true });
    expect(await electra.sessions()).toEqual([
      {
        id: 'session:both',
        status: 'open',
        planStatus: 'in_progress',
        startedAt: now,
        lastAt: now,
        memories: 1,
        thoughts: 0,
      },
    ]);
    const told = await electra.digest({ session: 'both' });
    expect(told.text).not.toMatch(/surprise|cake|blocked|closed/);
  });

  it('that system opened show to every agent as they are', async () => {
    await memory.agent('system').session({ id: 'team', goal: 'Ship it' });
    expect(await electra.sessions()).toMatchObject([{ id: 'session:team', goal: 'Ship it', memories: 0 }]);
  });
});

describe('closing', () => {
  it('is refused where the session is not in view, and makes none', async () => {
    await electra.session({ id: 'hers' });
    for (const id of ['hers', 'nowhere']) {
      await expect(lisa.session({ id, status: 'closed' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: `session: no session "session:${id}" is in lisa's view; look it up with sessions.`,
        hint: expect.stringContaining('`madeleine session list`'),
      });
      await expect(lisa.session({ id, endedAt: now })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await lisa.sessions()).toEqual([]);
  });

  it('ends a session then, also where only memories have opened it', async () => {
    await lisa.observe({ content: 'Kettle on.', session: 's' });
    const startedAt = now;
    wait(48);
    await lisa.observe({ content: 'Tea.', session: 's' });
    wait(48);
    expect(await lisa.session({ id: 's', status: 'closed' })).toMatchObject({
      status: 'closed',
      startedAt,
      endedAt: now,
    });
    expect(await lisa.session({ id: 'past', status: 'closed', startedAt })).toMatchObject({ startedAt, endedAt: now });
  });

  it('must name the session, unless a goal or a start tells of one that is over', async () => {
    for (const closed of [{ status: 'closed' }, { endedAt: now }] satisfies SessionOptions[]) {
      await expect(lisa.session(closed)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining('"id" must name the session that is to be closed'),
      });
    }
    expect(await lisa.session({ goal: 'Tea', status: 'closed' })).toMatchObject({ status: 'closed', endedAt: now });
  });
});

describe('resuming', () => {
  it('goes on with the open session that was used last', async () => {
    await lisa.session({ id: 'old' });
    wait(1);
    await lisa.session({ id: 'done', goal: 'Tea', status: 'closed' });
    await electra.session({ id: 'hers' });
    wait(1);
    await lisa.think({ thought: 'Green tea.', session: 'old' });
    const { session, reopened, digest } = await lisa.resume();
    expect([session.id, reopened, digest.session]).toEqual(['session:old', false, 'session:old']);
    expect(digest.text).toContain('"Green tea."');
  });

  it('opens a closed session again, and its plan', async () => {
    await lisa.session({ id: 'done', goal: 'Tea', status: 'closed', planStatus: 'completed' });
    expect(await lisa.resume({ id: 'done' })).toMatchObject({
      reopened: true,
      session: { status: 'open', planStatus: 'in_progress' },
      digest: { text: expect.stringContaining('A session for "Tea", in progress and open') },
    });
    expect((await lisa.sessions())[0]).not.toHaveProperty('endedAt');
    expect((await lisa.resume({ id: 'session:done' })).reopened).toBe(false);
  });

  it('goes on with a session that is shared, whoever opened it', async () => {
    await lisa.session({ id: 'release', goal: 'Ship version 2', shared: true });
    wait(24);
    expect((await lisa.resume()).session.id).toBe('session:release');
    expect((await electra.resume()).session.id).toBe('session:release');
    await lisa.session({ id: 'release', status: 'closed' });
    expect(await electra.resume({ id: 'release' })).toMatchObject({ reopened: true, session: { status: 'open' } });
  });

  it('is refused where there is nothing to resume', async () => {
    await electra.session({ id: 'hers' });
    await expect(lisa.resume()).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('"id" is required'),
    });
    for (const id of ['hers', 'nowhere']) {
      await expect(lisa.resume({ id })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: `resume: no session "session:${id}" is in lisa's view; look it up with sessions.`,
      });
      await expect(lisa.digest({ session: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it("writes nothing to another's session, of which it tells what is in view", async () => {
    await lisa.session({ id: 'both', goal: 'Tea', status: 'closed' });
    await lisa.observe({ content: 'Lunch is ready.', session: 'both', shared: true });
    const { seq } = await memory.stats();
    expect(await electra.resume({ id: 'both' })).toMatchObject({ reopened: false, session: { memories: 1 } });
    expect((await memory.stats()).seq).toBe(seq);
  });
});

describe('a digest', () => {
  it('tells the goal, the current line, decisions, open forks and names', async () => {
    await lisa.session({ id: 'bug', goal: 'Find out why people are signed out' });
    const say = { session: 'bug' };
    await lisa.think({ thought: 'The token lives for thirty minutes.', ...say });
    await lisa.think({ thought: 'The clock of the server is ahead.', ...say });
    await lisa.think({ thought: 'The expiry in src/auth.py is local time.', revisesThought: 2, ...say });
    await lisa.think({
      thought: 'Let tokens live longer.',
      branchFromThought: 1,
      branchId: 'longer',
      reason: 'it is quick',
      ...say,
    });
    await lisa.think({ thought: 'Write it in UTC in src/auth.py.', ...say });
    await lisa.observe({ content: 'We decided to ship src/auth.py on Monday.', speaker: 'Mark', ...say });
    await lisa.observe({ content: 'Have you decided on a date?', ...say });
    const { text, tokens } = await lisa.digest({ session: 'bug' });
    expect(text).toBe(
      'A session for "Find out why people are signed out", in progress and open, begun on 2026-03-02, with 7 memories, ' +
        '5 of them thoughts. The current line of thought: "The token lives for thirty minutes.", then "The expiry in ' +
        'src/auth.py is local time.", then "Write it in UTC in src/auth.py.". Another thought is needed. Decided: "We ' +
        'decided to ship src/auth.py on Monday.". Left open: "Let tokens live longer." on longer, because "it is quick". ' +
        'It speaks of src/auth.py and UTC.',
    );
    expect(tokens).toBeLessThanOrEqual(200);
    const short = await lisa.digest({ session: 'bug', maxTokens: 60 });
    expect(short.tokens).toBeLessThanOrEqual(60);
    expect(short.text).toContain('signed out');
    expect(await lisa.digest({ session: 'bug' })).toEqual({ session: 'session:bug', text, tokens });
  });

  it('tells of a session without a goal and without thoughts', async () => {
    await lisa.observe({ content: 'Hello.', session: 'plain' });
    expect((await lisa.digest({ session: 'plain' })).text).toBe(
      'Session plain, in progress and open, begun on 2026-03-02, with 1 memory, 0 of them thoughts.',
    );
  });
});
