/** `record_thought`, `navigate_reasoning` and `session`: thinking that outlives a conversation. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentMemory } from '../../../../src/index.ts';
import { callTool, refusalOf } from '../../../support/call-tool.ts';
import { openSpace } from '../../../support/open-space.ts';

let lisa: AgentMemory;

beforeEach(async () => {
  lisa = (await openSpace()).agent('lisa');
});

const think = (thought: string, more: object = {}): ReturnType<typeof callTool> =>
  callTool(lisa, 'record_thought', { thought, session: 'bug', ...more });

describe('a chain of thoughts', () => {
  test('goes on, branches off, is revised and concluded, and each answer says what is next', async () => {
    const first = await think('Everybody is signed out after half an hour.', { total_thoughts: 3 });
    expect(first.text).toBe(
      `Thought 1 of 3 is stored as ${first.data.id}; it begins a chain. Record the next thought, in session:bug again.`,
    );
    const second = await think('The token expires.');
    expect(second.data).toMatchObject({ thought_number: 2, follows: { id: first.data.id, type: 'next' } });
    const branch = await think('Or the proxy cuts it.', {
      branch_from_thought: 1,
      branch_id: 'proxy',
      reason: 'a timeout',
    });
    expect(branch.text).toContain(`it branches off ${first.data.id}`);
    expect(branch.data).toMatchObject({ branch_id: 'proxy', branches: ['proxy'] });
    const last = await think('The clock is wrong.', {
      revises_thought: second.data.id,
      reason: 'time zone',
      next_thought_needed: false,
    });
    expect(last.data).toMatchObject({ follows: { id: second.data.id, type: 'revision' }, next_thought_needed: false });
    expect(last.text).toContain('The chain is concluded; navigate_reasoning tells all of it.');

    const { text, data } = await callTool(lisa, 'navigate_reasoning', { id: first.data.id });
    expect(text).toMatch(/^<recalled-memory>\nA chain of 4 thoughts/);
    expect(data).toMatchObject({
      total: 4,
      current: [first.data.id, last.data.id],
      forks: [{ at: first.data.id }],
      revisions: [{ of: second.data.id, by: last.data.id, reason: 'time zone' }],
      end: { id: last.data.id, next_thought_needed: false },
    });
    const only = await callTool(lisa, 'navigate_reasoning', { id: first.data.id, only: 'revised' });
    expect(only.data.revisions).toHaveLength(1);
    expect(only.data).not.toHaveProperty('forks');
  });

  test('is told by its end where it is long', async () => {
    let id = '';
    for (let number = 1; number <= 45; number++) id = (await think(`Step ${number}.`)).data.id;
    const short = await callTool(lisa, 'navigate_reasoning', { id });
    expect(short.text.length + JSON.stringify(short.data).length).toBeLessThan(6_000);
    expect(short.data.thoughts?.at(-1)?.content).toBe('Step 45.');
    expect(short.text).toMatch(/at most the last \d+ are told\. Ask for more with "n_results", up to 40\.$/);
    const { text, data } = await callTool(lisa, 'navigate_reasoning', { id, n_results: 40 });
    expect(data.total).toBe(45);
    expect([data.thoughts?.length, data.current?.length]).toEqual([40, 40]);
    expect(data.thoughts?.at(-1)?.content).toBe('Step 45.');
    expect(text).not.toContain('Step 5.');
    expect(text).toMatch(/at most the last 40 are told\.$/);
  });

  test('names its own arguments where a thought is not to be found by its number', async () => {
    await think('First.');
    expect(await refusalOf(lisa, 'record_thought', { thought: 'Other.', revises_thought: 7 })).toMatch(
      /^record_thought: "revises_thought" must be a number in the chain under way, got 7/,
    );
  });
});

describe('a session', () => {
  test('is opened, listed, told, closed and gone on with', async () => {
    const opened = await callTool(lisa, 'session', { action: 'open', id: 'bug', goal: 'Find the\nbug' });
    expect(opened.text).toBe('session:bug is open. Name it in add_memory and record_thought.');
    await think('The token expires.');
    const { text, data } = await callTool(lisa, 'session', { action: 'list', status: 'open' });
    expect(text).toMatch(
      /^<recalled-memory>\n- session:bug, open, last used \d{4}-\d\d-\d\d: Find the bug\n<\/recalled-memory>$/,
    );
    expect(data.sessions).toMatchObject([{ id: 'session:bug', thoughts: 1 }]);
    expect((await callTool(lisa, 'session', { action: 'digest', id: 'bug' })).data.digest).toContain(
      'The token expires.',
    );
    const closed = await callTool(lisa, 'session', { action: 'close', id: 'bug', plan_status: 'completed' });
    expect(closed.data.session).toMatchObject({ status: 'closed', plan_status: 'completed' });
    const resumed = await callTool(lisa, 'session', { action: 'resume', id: 'bug' });
    expect(resumed.data).toMatchObject({ reopened: true, session: { status: 'open', plan_status: 'in_progress' } });
    expect(resumed.text).toContain('session:bug goes on; it was closed and is open again.');
    const again = await callTool(lisa, 'session', { action: 'resume' });
    expect(again.data.session?.id).toBe('session:bug');
    expect(again.data).not.toHaveProperty('reopened');
  });

  test('that is to be closed must be there, and none is opened by it', async () => {
    expect(await refusalOf(lisa, 'session', { action: 'close', id: 'bog' })).toContain('session with action "list"');
    expect(await refusalOf(lisa, 'session', { action: 'close' })).toContain('"id" must name a session');
    expect((await callTool(lisa, 'session', { action: 'list' })).text).toContain('There are no sessions.');
  });
});
