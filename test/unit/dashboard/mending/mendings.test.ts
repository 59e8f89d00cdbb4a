import { beforeEach, describe, expect, it } from 'vitest';
import {
  assertion,
  correction,
  forgetting,
  permanence,
  reassertion,
  withdrawal,
} from '../../../../dashboard/src/views/mending/belief-mendings.ts';
import type { Hands, MendedMemory } from '../../../../dashboard/src/views/mending/mending.ts';
import {
  bySubject,
  type Conflict,
  judgement,
  merger,
  undoing,
} from '../../../../dashboard/src/views/mending/tie-mendings.ts';
import type { Madeleine } from '../../../../src/index.ts';
import { openSpace } from '../../../support/open-space.ts';
import { pageHands } from '../../../support/page-hands.ts';

let memory: Madeleine;

const handsOf = (agent: string): Hands => pageHands(memory, agent);
let lisa: Hands;
const tea = { content: 'Mark likes green tea.', about: 'Mark', reason: '' };

async function held(agent = 'lisa'): Promise<readonly string[]> {
  return (await memory.agent(agent).latest()).map(({ content }) => content).sort();
}

async function teaOf(agent = 'lisa'): Promise<MendedMemory> {
  return { ...tea, id: (await memory.agent(agent).believe({ content: tea.content })).id };
}

beforeEach(async () => {
  let seconds = 0;
  memory = await openSpace({
    clock: () => {
      seconds += 1;
      return new Date(Date.UTC(2026, 2, 1) + seconds * 1000);
    },
  });
  lisa = handsOf('lisa');
});

describe('a belief', () => {
  it('is stated about the names that were typed, and withdrawn again', async () => {
    const { what, undo } = await assertion(lisa, { ...tea, content: ' Mark likes green tea. ' }).carryOut();
    expect(what).toBe('lisa believes “Mark likes green tea”.');
    const { facts } = await memory.agent('lisa').facts({ about: ['Mark'] });
    expect(facts.map(({ content }) => content)).toEqual([tea.content]);
    await undo?.();
    expect(await held()).toEqual([]);
  });

  it('that was known already is not withdrawn by going back', async () => {
    await teaOf();
    expect(await assertion(lisa, { ...tea, about: '' }).carryOut()).toEqual({
      what: expect.any(String),
      noWayBack: expect.stringContaining('known already'),
    });
  });

  it('that was withdrawn before is withdrawn by going back', async () => {
    const { id } = await teaOf();
    await memory.agent('lisa').withdraw({ id });
    const { undo } = await assertion(lisa, { ...tea, about: '' }).carryOut();
    expect(await held()).toEqual([tea.content]);
    await undo?.();
    expect(await held()).toEqual([]);
  });

  it('takes the place of another with its reason, and leaves it again', async () => {
    const wrong = await teaOf();
    const right = { content: 'Mark likes black tea.', about: '', reason: 'he said so' };
    const { undo } = await correction(lisa, wrong, right).carryOut();
    const supersededBy = async () => (await memory.agent('lisa').why({ id: wrong.id })).supersededBy;
    expect(await supersededBy()).toMatchObject([{ memory: { content: right.content }, reason: right.reason }]);
    await undo?.();
    expect(await held()).toEqual([tea.content]);
  });

  it('that was believed before it took the place of another is not withdrawn by going back', async () => {
    const wrong = await teaOf();
    const right = { content: 'Mark likes black tea.', about: '', reason: '' };
    await memory.agent('lisa').believe({ content: right.content });
    const { undo, noWayBack } = await correction(lisa, wrong, right).carryOut();
    expect([undo, noWayBack]).toEqual([undefined, expect.stringContaining('rollback')]);
  });

  it('is withdrawn and believed again', async () => {
    const { undo } = await withdrawal(lisa, await teaOf()).carryOut();
    expect(await held()).toEqual([]);
    await undo?.();
    expect(await held()).toEqual([tea.content]);
  });

  it('of everybody is believed by an agent too, and withdrawn by it alone', async () => {
    const universal = await teaOf('system');
    const { undo } = await reassertion(lisa, universal, false).carryOut();
    const believers = async () => (await memory.agent('lisa').why({ id: universal.id })).believers;
    expect(await believers()).toHaveLength(2);
    await undo?.();
    expect((await believers()).map(({ agent, state }) => [agent, state])).toEqual([
      ['lisa', 'withdrawn'],
      ['system', 'held'],
    ]);
    expect((await reassertion(lisa, universal, true).carryOut()).undo).toBeUndefined();
  });

  it('is kept for good and let fade again', async () => {
    const known = await teaOf();
    const isPermanent = async () => (await memory.agent('lisa').why({ id: known.id })).believers[0]?.permanent;
    const { undo } = await permanence(lisa, known, true).carryOut();
    expect(await isPermanent()).toBe(true);
    await undo?.();
    expect(await isPermanent()).toBe(false);
  });

  it('is forgotten for good once it was told what goes', async () => {
    const known = await teaOf();
    const mending = forgetting(lisa, [known]);
    expect(await mending.foresee?.()).toEqual({
      tells: ['This will be forgotten:'],
      memories: [known].map(({ id, content }) => ({ id, content })),
      isNothing: false,
    });
    expect(await held()).toEqual([tea.content]);
    const { undo, noWayBack } = await mending.carryOut();
    expect([undo, noWayBack]).toEqual([undefined, 'What is forgotten is gone.']);
    expect(await held()).toEqual([]);
  });

  it('of everybody is forgotten for everybody when system speaks', async () => {
    const known = await teaOf('system');
    expect((await forgetting(handsOf('system'), [known]).carryOut()).what).toMatch(/^Everybody forgot/);
    expect(await held('electra')).toEqual([]);
  });
});

describe('a contradiction', () => {
  it('is judged, and judged back to what it was', async () => {
    await memory.agent('lisa').believe({ content: 'Always deploy on Fridays.' });
    await memory.agent('lisa').believe({ content: 'Never deploy on Fridays.' });
    const { conflicts } = await lisa.asAgent('conflicts', {});
    const [found = expect.unreachable('no contradiction')] = conflicts;
    const { undo, what } = await judgement(lisa, [found], 'dismissed').carryOut();
    expect(what).toMatch(/^lisa judged as “no contradiction”: “Never/);
    expect((await lisa.asAgent('conflicts', {})).total).toBe(0);
    await undo?.();
    expect((await lisa.asAgent('conflicts', {})).conflicts).toMatchObject([
      { one: { id: found.one.id }, state: 'potential' },
    ]);
  });
});

describe('several contradictions', () => {
  it('are judged at once, after the first of them were quoted, and judged back at once', async () => {
    for (const day of ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays']) {
      await memory.agent('lisa').believe({ content: `Always deploy on ${day}.` });
      await memory.agent('lisa').believe({ content: `Never deploy on ${day}.` });
    }
    const { conflicts, total } = await lisa.asAgent('conflicts', {});
    expect(total).toBeGreaterThanOrEqual(5);
    const mending = judgement(lisa, conflicts, 'confirmed');
    expect(mending.title).toBe(`Judge ${total} pairs as “they contradict”?`);
    expect(mending.tells).toContain(`And ${total - 3} pairs more.`.replace('1 pairs', '1 pair'));
    const { undo, what } = await mending.carryOut();
    expect(what).toBe(`lisa judged as “they contradict”: ${total} pairs.`);
    expect((await lisa.asAgent('conflicts', { state: 'confirmed' })).total).toBe(total);
    await undo?.();
    expect((await lisa.asAgent('conflicts', {})).total).toBe(total);
  });

  it('that were judged before one is refused stay so, and are judged back', async () => {
    await memory.agent('lisa').believe({ content: 'Always deploy on Fridays.' });
    await memory.agent('lisa').believe({ content: 'Never deploy on Fridays.' });
    const [found = expect.unreachable('no contradiction')] = (await lisa.asAgent('conflicts', {})).conflicts;
    const gone = { ...found, other: { ...found.other, id: 'fact:gone' } };
    await expect(judgement(lisa, [gone, found], 'dismissed').carryOut()).rejects.toThrow('fact:gone');
    const { what, undo } = await judgement(lisa, [found, gone], 'dismissed').carryOut();
    expect(what).toMatch(/: 1 pair\. The next one was refused: .*fact:gone/);
    expect((await lisa.asAgent('conflicts', {})).total).toBe(0);
    await undo?.();
    expect((await lisa.asAgent('conflicts', {})).total).toBe(1);
  });

  it('are listed by what both of their memories name, most first', () => {
    const memoryOf = (...names: string[]) => ({ entities: names.map((name) => ({ id: `entity:${name}`, name })) });
    const pair = (one: object, other: object): Conflict => ({ one, other }) as Conflict;
    const listed = bySubject([
      pair(memoryOf('Ann'), memoryOf('Ann', 'Bob')),
      pair(memoryOf('Luna', 'Bob'), memoryOf('Luna')),
      pair(memoryOf('Luna'), memoryOf('Luna')),
      pair(memoryOf('Ann'), memoryOf('Bob')),
    ]);
    expect(listed.map(([subject, of]) => [subject, of.length])).toEqual([
      ['Luna', 2],
      ['Ann', 1],
      ['No common name', 1],
    ]);
  });
});

describe('two entities', () => {
  beforeEach(async () => {
    const system = memory.agent('system');
    await system.observe({ content: 'Rex limps.', entities: [{ name: 'Rex', type: 'other' }] });
    await system.observe({ content: 'The dog barks.', entities: [{ name: 'The dog', type: 'other' }] });
  });

  it('are made one after it was told how many memories that concerns, and two again', async () => {
    const mending = merger(handsOf('system'), 'The dog', 'Rex');
    expect(await mending.foresee?.()).toEqual({
      tells: ['The dog is the same as Rex. 1 memory speaks of The dog.'],
      isNothing: false,
    });
    const { what, undo } = await mending.carryOut();
    expect(what).toBe('The dog is the same as Rex, for everybody.');
    const isUndone = async () => (await memory.undoable()).map(({ undoneAt }) => undoneAt !== undefined);
    expect(await isUndone()).toEqual([false]);
    await undo?.();
    expect(await isUndone()).toEqual([true]);
  });

  it('are made two again from the list of what can be undone', async () => {
    await merger(lisa, 'The dog', 'Rex').carryOut();
    const [operation = expect.unreachable('nothing to undo')] = await lisa.asOwner('undoable', {});
    const mending = undoing(lisa, operation);
    expect(await mending.foresee?.()).toEqual({ tells: ['1 record will be as before.'], isNothing: false });
    expect((await mending.carryOut()).undo).toBeUndefined();
    expect((await memory.undoable())[0]?.undoneAt).toBeDefined();
  });
});
