/** Whose a correction is, and who may make one. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Channel } from '../../../src/index.ts';
import { beginStory, type Story } from './story.ts';

let story: Story;

beforeEach(async () => {
  story = await beginStory('Where does Mark live? Portland');
});

const portland = 'Mark lives in Portland.';
const seattle = 'Mark lives in Seattle.';
const denver = 'Mark lives in Denver.';

async function markOf(agent: string, id: string): Promise<string | undefined> {
  return (await story.seen(agent, id))?.superseded?.by;
}

/** Everything that an agent is told, to the last bit. */
async function told(agent: string): Promise<string> {
  return JSON.stringify(await story.memory.agent(agent).recall({ query: 'Mark Portland', attention: false }));
}

describe('a correction', () => {
  test('of a universal fact by one agent counts for that agent, and nobody else is told', async () => {
    const old = await story.believe('electra', portland, { shared: true });
    const before = [await told('electra'), await told('system')];
    const fact = await story.believe('lisa', seattle, { supersedes: [old] });
    expect(await markOf('lisa', old)).toBe(fact);
    expect(await story.roles('lisa')).toEqual({ [fact]: 'primary', [old]: 'contradicting' });
    expect([await told('electra'), await told('system')]).toEqual(before);
  });

  test('of what two agents believe leaves the other one its belief, whole and current', async () => {
    const old = await story.believe('lisa', portland);
    await story.believe('electra', portland);
    const before = await told('electra');
    await story.believe('lisa', seattle, { supersedes: [old] });
    expect(await told('electra')).toBe(before);
    expect((await story.found('electra', { validAt: '2027-01-01' })).map(({ id }) => id)).toEqual([old]);
  });

  test('for everybody counts for all who have it from system', async () => {
    const old = await story.believe('lisa', portland, { shared: true });
    const fact = await story.believe('electra', seattle, { shared: true, supersedes: [old] });
    for (const agent of ['lisa', 'electra', 'system']) expect(await markOf(agent, old)).toBe(fact);
  });

  test('for everybody leaves Lisa the opinion that she holds herself, beside what contradicts it', async () => {
    const old = await story.believe('electra', portland, { shared: true });
    await story.believeAgain('lisa', old, { channel: 'agent' });
    const fact = await story.believe('electra', seattle, { shared: true, supersedes: [old] });
    expect([await markOf('electra', old), await markOf('lisa', old)]).toEqual([fact, undefined]);
    expect((await story.seen('lisa', old))?.links).toMatchObject([{ kind: 'contradicts', memory: fact }]);
    await story.withdraw('lisa', old);
    expect(await markOf('lisa', old)).toBe(fact);
  });

  test('is each to its own where two agents correct differently', async () => {
    const old = await story.believe('marvin', portland, { shared: true });
    const one = await story.believe('lisa', seattle, { supersedes: [old] });
    const two = await story.believe('electra', denver, { supersedes: [old] });
    expect([await markOf('lisa', old), await markOf('electra', old), await markOf('marvin', old)]).toEqual([
      one,
      two,
      undefined,
    ]);
  });

  test('of her own stands before that of system, which is no other correction of hers', async () => {
    const old = await story.believe('marvin', portland, { shared: true });
    const all = await story.believe('marvin', seattle, { shared: true, supersedes: [old] });
    story.wait(1);
    const own = await story.believe('lisa', denver, { supersedes: [old, all] });
    expect([await markOf('lisa', old), await markOf('lisa', all)]).toEqual([own, own]);
    expect([await markOf('marvin', old), await markOf('marvin', all)]).toEqual([all, undefined]);
  });

  test('that only another agent knows of is not found, as if there were none', async () => {
    const secret = await story.believe('electra', portland);
    const refusal = (id: string): Promise<unknown> =>
      story.memory
        .agent('lisa')
        .believe({ content: seattle, supersedes: [id] })
        .then(
          () => 'stored',
          ({ code, message }: { code: string; message: string }) => [code, message.replace(id, 'ID')],
        );
    expect(await refusal(secret)).toEqual(await refusal('fact:none'));
    expect(await refusal(secret)).toEqual([
      'NOT_FOUND',
      'believe: "supersedes" must name memories in lisa\'s view, got "ID"; look it up with search.',
    ]);
    expect(await story.found('lisa')).toEqual([]);
  });
});

describe('the trust of a channel', () => {
  const cases: readonly (readonly [old: Channel, by: Channel, isRefused: boolean])[] = [
    ['user', 'tool', true],
    ['user', 'import', true],
    ['user', 'agent', true],
    ['agent', 'tool', true],
    ['agent', 'consolidation', true],
    ['import', 'tool', true],
    ['tool', 'tool', false],
    ['tool', 'import', false],
    ['import', 'agent', false],
    ['agent', 'agent', false],
    ['agent', 'user', false],
    ['user', 'user', false],
  ];

  test.each(cases)('what came by %s is superseded by %s: refused %s', async (old, by, isRefused) => {
    const id = await story.believe('lisa', portland, { channel: old });
    const { seq } = await story.memory.stats();
    const correction = story.memory.agent('lisa').believe({ content: seattle, supersedes: [id], channel: by });
    if (!isRefused) {
      await correction;
      expect(await markOf('lisa', id)).toBeDefined();
      return;
    }
    await expect(correction).rejects.toMatchObject({ name: 'ConflictError', code: 'UNTRUSTED' });
    expect((await story.memory.stats()).seq).toBe(seq);
    expect(await story.found('lisa')).toMatchObject([{ id }]);
  });

  test('is told with the rule, the value and the remedy', async () => {
    const id = await story.believe('lisa', portland);
    const correction = story.memory.agent('lisa').believe({ content: seattle, supersedes: [id], channel: 'tool' });
    await expect(correction).rejects.toThrow(
      `believe: what is superseded must not be trusted more than what supersedes it, got the channel tool (trust 0.4) against "${id}" from user (trust 0.9); believe it without "supersedes", or let the user correct it.`,
    );
  });

  test('counts against what system believes too, and against a memory that is believed again', async () => {
    const id = await story.believe('electra', portland, { shared: true });
    const other = await story.believe('lisa', seattle, { channel: 'tool' });
    const correction = story.memory.agent('lisa').believe({ memory: other, supersedes: [id], channel: 'tool' });
    await expect(correction).rejects.toMatchObject({ code: 'UNTRUSTED' });
    expect(await markOf('lisa', id)).toBeUndefined();
  });

  test('leaves what an untrusted channel says to be remembered, beside the fact that it contradicts', async () => {
    const id = await story.believe('lisa', portland);
    const other = await story.believe('lisa', seattle, { channel: 'tool' });
    expect((await story.found('lisa')).map((memory) => [memory.id, memory.superseded]).sort()).toEqual(
      [
        [id, undefined],
        [other, undefined],
      ].sort(),
    );
  });
});

describe('what cannot be corrected', () => {
  test('is the fact itself, anything by an observation, and what only the agent believes, for everybody', async () => {
    const id = await story.believe('lisa', portland);
    const lisa = story.memory.agent('lisa');
    const observed = (await lisa.observe({ content: portland })).id;
    await expect(lisa.believe({ content: portland, supersedes: [id] })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(lisa.believe({ memory: observed, supersedes: [id] })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
    await expect(lisa.believe({ content: seattle, supersedes: [id], shared: true })).rejects.toThrow(
      'believe: with "shared", "supersedes" must name memories that system believes',
    );
    await expect(lisa.believe({ content: seattle, reason: 'he moved' })).rejects.toThrow(
      '"reason" must be given with "supersedes"',
    );
    expect(await markOf('lisa', id)).toBeUndefined();
  });

  test('is what was withdrawn', async () => {
    const id = await story.believe('lisa', portland);
    await story.withdraw('lisa', id);
    await expect(story.memory.agent('lisa').believe({ content: seattle, supersedes: [id] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
