/** Who believes what no call has shared or kept: the policy of a space, by every verb that writes. */
import { describe, expect, it, test } from 'vitest';
import type { Madeleine, OpenOptions } from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

/** Who believes each of the things that an agent may write down, by what it is. */
async function believers(sharing: OpenOptions['sharing']): Promise<Readonly<Record<string, string>>> {
  const memory = await openSpace(sharing === undefined ? {} : { sharing });
  const lisa = memory.agent('lisa');
  const note = await lisa.observe({ content: 'The login bug was a race in auth.ts.', channel: 'agent' });
  const belief = await lisa.believe({ content: 'The deploy needs Node 20.', channel: 'agent' });
  const [many] = (await lisa.believeMany({ facts: [{ content: 'CI runs on Linux.', channel: 'agent' }] })).receipts;
  const thought = await lisa.think({ thought: 'The token expires before the refresh.' });
  const reply = await lisa.observe({ content: 'I fixed the bug.', channel: 'agent', speaker: 'lisa' });
  const said = await lisa.observe({ content: 'We use pnpm.', speaker: 'Mark' });
  const printed = await lisa.observe({ content: '3 tests failed', type: 'tool_output', channel: 'tool' });
  return {
    note: note.believer,
    belief: belief.believer,
    many: many!.believer,
    thought: thought.believer,
    reply: reply.believer,
    said: said.believer,
    printed: printed.believer,
  };
}

const own = {
  note: 'lisa',
  belief: 'lisa',
  many: 'lisa',
  thought: 'lisa',
  reply: 'lisa',
  said: 'lisa',
  printed: 'lisa',
};

test.each([
  ['no policy', undefined, {}],
  ['private', 'private', {}],
  ['household', 'household', {}],
  ['team', 'team', { note: 'system', belief: 'system', many: 'system', thought: 'system' }],
  ['findings alone', { findings: 'everyone' }, { note: 'system', belief: 'system', many: 'system' }],
  ['thoughts alone', { thoughts: 'everyone' }, { thought: 'system' }],
  [
    'a team that keeps its thoughts',
    { preset: 'team', thoughts: 'self' },
    { note: 'system', belief: 'system', many: 'system' },
  ],
] as const)('%s: who believes what an agent writes down', async (_, sharing, others) => {
  expect(await believers(sharing)).toEqual({ ...own, ...others });
});

describe('in a team', () => {
  const team = (): Promise<Madeleine> => openSpace({ sharing: 'team' });

  it.each([
    ['a confidence', 'Between you and me, the launch is off.'],
    ['an opinion of somebody', 'I distrust Electra.'],
    ['an opinion of somebody without a name', 'I distrust the new manager.'],
    ['a judgement', 'I think the retry logic is too complicated.'],
  ])('%s stays with its agent, as a note, a belief and a thought', async (_, content) => {
    const lisa = (await team()).agent('lisa');
    expect((await lisa.observe({ content, channel: 'agent' })).believer).toBe('lisa');
    expect((await lisa.believe({ content, channel: 'agent' })).believer).toBe('lisa');
    expect((await lisa.think({ thought: content })).believer).toBe('lisa');
  });

  it('a call that keeps a memory keeps it', async () => {
    const lisa = (await team()).agent('lisa');
    expect((await lisa.think({ thought: 'The key is in the vault.', shared: false })).believer).toBe('lisa');
  });

  it('a finding is found by another agent, with who found it', async () => {
    const memory = await team();
    await memory
      .agent('lisa')
      .observe({ content: 'We fixed the login bug by locking the token cache.', channel: 'agent' });
    await memory.agent('lisa').believe({ content: 'The logout bug was a stale cookie.', channel: 'agent' });
    const electra = memory.agent('electra');
    const answer = await electra.recall({ query: 'How did we fix the login bug?' });
    expect(answer.memories[0]).toMatchObject({
      content: 'We fixed the login bug by locking the token cache.',
      recordedBy: 'lisa',
    });
    expect(answer.synthesis).toMatch(/^Lisa noted on/);
    const fact = await electra.recall({ query: 'What was the logout bug?' });
    expect(fact.text()).toContain('lisa found: The logout bug was a stale cookie.');
  });

  it('sleep gives everyone what a note states, and keeps what a reply states', async () => {
    const memory = await team();
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'Public methods must have a docstring.', channel: 'agent' });
    await lisa.observe({ content: 'Private methods must have a docstring.', channel: 'agent', speaker: 'lisa' });
    await memory.sleep();
    const contents = async (agent: string): Promise<readonly string[]> =>
      (await memory.agent(agent).latest()).flatMap(({ id, content }) => (id.startsWith('fact:') ? content : [])).sort();
    expect(await contents('electra')).toEqual(['Public methods must have a docstring.']);
    expect(await contents('lisa')).toEqual([
      'Private methods must have a docstring.',
      'Public methods must have a docstring.',
    ]);
  });
});

describe('the policy of a space', () => {
  it('is private until somebody sets it, and then stays set', async () => {
    const memory = await openSpace();
    const parts = { statements: 'hearer', findings: 'self', thoughts: 'self', opinions: 'self', confidences: 'hearer' };
    const unset = { statements: 'default', findings: 'default', thoughts: 'default' };
    expect(await memory.sharing()).toEqual({ ...parts, from: unset });
    const set = { ...parts, findings: 'everyone', from: { ...unset, findings: 'space' } };
    expect(await memory.sharing({ findings: 'everyone' })).toEqual(set);
    expect(await memory.sharing()).toEqual(set);
    const { believer } = await memory.agent('lisa').observe({ content: 'CI runs on Linux.', channel: 'agent' });
    expect(believer).toBe('system');
  });

  it('rewrites nothing that is there', async () => {
    const memory = await openSpace();
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'I prefer tea.', speaker: 'Mark' });
    await memory.sleep();
    const { hash } = await memory.hash();
    await memory.sharing({ preset: 'team' });
    expect((await memory.hash()).hash).toBe(hash);
    expect((await memory.agent('electra').latest()).map(({ content }) => content)).toEqual([]);
    await memory.sharing({ preset: 'private' });
    expect((await lisa.observe({ content: 'CI runs on Linux.', channel: 'agent' })).believer).toBe('lisa');
  });

  it('cannot be set against what the memory was opened with', async () => {
    const memory = await openSpace({ sharing: { statements: 'hearer' } });
    await expect(memory.sharing({ preset: 'team' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('"statements" must stay "hearer"'),
    });
    expect(await memory.sharing({ preset: 'team', statements: 'hearer' })).toMatchObject({
      findings: 'everyone',
      from: { statements: 'opened', findings: 'space' },
    });
  });
});

it.each([
  ['everybody', 'must be one of private, household, team'],
  [{ statements: 'self' }, '"sharing.statements" must be one of hearer, audience, everyone'],
  [{ opinions: 'everyone' }, '"sharing.opinions" must be one of self'],
  [{ confidences: 'everyone' }, '"sharing.confidences" must be one of hearer'],
])('refuses %j', async (sharing, rule) => {
  await expect(openSpace({ sharing: sharing as NonNullable<OpenOptions['sharing']> })).rejects.toThrow(rule);
});
