import { beforeEach, describe, expect, it } from 'vitest';
import type { Change, Madeleine } from '../../src/index.ts';
import { openSpace } from '../support/open-space.ts';

let memory: Madeleine;

beforeEach(async () => {
  memory = await openSpace();
});

/** The ids that a listener hears of while something happens. */
async function heard(
  listener: { changes(options: { signal: AbortSignal }): AsyncIterable<Change> },
  happens: () => Promise<unknown>,
): Promise<readonly string[]> {
  const stop = new AbortController();
  const changes = listener.changes({ signal: stop.signal });
  const ids = (async () => {
    const all: string[] = [];
    for await (const change of changes) all.push(...change.ids);
    return all;
  })();
  await happens();
  // What was committed is told at once; reading it takes another turn.
  await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort();
  return ids;
}

/** What each of several listeners hears of while something happens, sorted. */
async function heardByAll(
  listeners: readonly Parameters<typeof heard>[0][],
  happens: () => Promise<unknown>,
): Promise<readonly (readonly string[])[]> {
  const [listener, ...others] = listeners;
  if (listener === undefined) {
    await happens();
    return [];
  }
  let rest: readonly (readonly string[])[] = [];
  const ids = await heard(listener, async () => {
    rest = await heardByAll(others, happens);
  });
  return [[...ids].sort(), ...rest];
}

describe('changes', () => {
  it('tells an agent of what it writes, with the session, and of what becomes universal', async () => {
    const [lisa, electra] = [memory.agent('lisa'), memory.agent('electra')];
    let ids: readonly string[] = [];
    const heardOf = await heard(lisa, async () => {
      const one = await lisa.observe({ content: 'Luna sleeps.', session: 'kitchen' });
      const two = await electra.believe({ content: 'Luna is a cat.', shared: true });
      ids = [one.id, two.id];
    });
    expect([...heardOf].sort()).toEqual([...ids, 'session:kitchen'].sort());
  });

  it("tells nobody of another agent's private memories, sessions and judgements", async () => {
    const electra = memory.agent('electra');
    const { id } = await memory.agent('lisa').believe({ content: 'Mark lives in Bremen.', shared: true });
    const heardOf = await heard(memory.agent('lisa'), async () => {
      const other = await electra.believe({ content: 'Mark lives in Oslo.' });
      await electra.session({ id: 'secret', goal: 'Find out.' });
      await electra.session({ id: 'secret', status: 'closed' });
      await electra.judge({ one: other.id, other: id, kind: 'contradicts', state: 'dismissed' });
      await electra.forget({ id: other.id });
    });
    expect(heardOf).toEqual([]);
  });

  it("says nothing when another agent comes to believe an agent's own memory", async () => {
    await memory.agent('lisa').believe({ content: 'The kettle leaks.' });
    const heardOf = await heard(memory.agent('lisa'), () =>
      memory.agent('electra').believe({ content: 'The kettle leaks.', about: ['kettle'] }),
    );
    expect(heardOf).toEqual([]);
  });

  it('tells the owner of all of it, and an agent of what is withdrawn or forgotten', async () => {
    const lisa = memory.agent('lisa');
    const one = await lisa.believe({ content: 'The kettle leaks.' });
    const two = await lisa.observe({ content: 'The lamp flickers.' });
    const gone = async (): Promise<void> => {
      await lisa.withdraw({ id: one.id });
      await lisa.forget({ id: two.id });
    };
    expect(await heard(memory, gone)).toEqual([one.id, two.id]);
    const back = await heard(lisa, () => lisa.believe({ memory: one.id }));
    expect(back).toEqual([one.id]);
    expect(await heard(lisa, () => memory.forget({ id: one.id }))).toEqual([one.id]);
  });

  it('tells of a thought together with the one that it follows', async () => {
    const lisa = memory.agent('lisa');
    const first = await lisa.think({ thought: 'It is the clock.' });
    let second = '';
    const heardOf = await heard(lisa, async () => {
      second = (await lisa.think({ thought: 'Or the time zone.' })).id;
    });
    expect([...heardOf].sort()).toEqual([first.id, second].sort());
  });

  it('tells of entities that become one, and of those that no longer are, whom it concerns', async () => {
    const lisa = memory.agent('lisa');
    await lisa.believe({ content: 'Luna sleeps.', entities: ['Luna'] });
    await lisa.believe({ content: 'Moonpie purrs.', entities: ['Moonpie'] });
    const ids = (await lisa.entities()).map(({ id }) => id).sort();
    const listeners = [lisa, memory, memory.agent('electra')];
    let undo = '';
    const merged = await heardByAll(listeners, async () => {
      ({ undo = '' } = await memory.mergeEntities({ from: 'Moonpie', into: 'Luna', believer: 'lisa' }));
    });
    expect(merged).toEqual([ids, ids, []]);
    expect(await heardByAll(listeners, () => memory.undo(undo))).toEqual([ids, ids, []]);
  });

  it('counts being recalled as no change', async () => {
    const lisa = memory.agent('lisa');
    await lisa.believe({ content: 'The kettle leaks.' });
    const recalling = async (): Promise<void> => {
      await lisa.recall({ query: 'kettle' });
      await memory.hash(); // writes what attention has noted
    };
    expect(await heard(memory, recalling)).toEqual([]);
    const lines: string[] = [];
    for await (const line of memory.export()) lines.push(line);
    expect(lines.join('')).toContain('"accesses":1');
  });

  it('tells a slow reader of several commits at once, each id once, with the time of the last that it may know of', async () => {
    let now = 0;
    const timed = await openSpace({ clock: () => new Date(now) });
    const lisa = timed.agent('lisa');
    const changes = lisa.changes()[Symbol.asyncIterator]();
    const one = await lisa.believe({ content: 'The kettle leaks.' });
    now = 1000;
    await lisa.believe({ memory: one.id });
    now = 2000;
    await timed.agent('electra').believe({ content: 'The lamp flickers.' });
    expect(await changes.next()).toEqual({ done: false, value: { at: new Date(1000), ids: [one.id] } });
    await changes.return?.();
  });

  it('ends when the memory closes', async () => {
    const changes = memory.changes()[Symbol.asyncIterator]();
    const next = changes.next();
    await memory.close();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});

describe('the stats of an agent', () => {
  it("count what is in its view and nothing of anybody else's", async () => {
    const lisa = memory.agent('lisa');
    await lisa.observe({ content: 'Luna and Mark moved to Oslo.', session: 'kitchen' });
    await lisa.believe({ content: 'Luna is a cat.', shared: true });
    const before = await lisa.stats();
    expect(before).toEqual({
      agent: 'lisa',
      memories: 2,
      own: 1,
      universal: 1,
      facts: 1,
      observations: 1,
      entities: 3,
      sessions: 1,
      embedder: 'none',
    });
    await memory.agent('electra').observe({ content: 'Ines saw Luna in Lyon.', session: 'attic' });
    expect(await lisa.stats()).toEqual(before);
    expect(await memory.agent('nobody').stats()).toMatchObject({ memories: 1, own: 0, universal: 1 });
  });
});
