/** The ledger's rules, on the real embedded store. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ConflictError, InternalError } from '../../src/domain/errors.ts';
import type { LedgerChange, LedgerRecords, LedgerWrite } from '../../src/store/codec.ts';
import type { Ledger } from '../../src/store/ledger.ts';
import { beliefIn, entityOf, factOf, observationOf, recordedAt, sessionOf } from '../support/ledger-records.ts';
import { openLedger, testDatabase } from '../support/open-ledger.ts';

function write(ledger: Ledger, what: LedgerWrite): Promise<number> {
  return ledger.exclusive(() => ledger.commit(what));
}

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Whether this project's store is a server, and no folder. */
async function onServer(): Promise<boolean> {
  return (await testDatabase()).folder === undefined;
}

const lisa = { agent: [{ name: 'Lisa' }] };
const statement = (key: string, position: number): LedgerRecords => ({
  observation: [observationOf(key, { position })],
  believes: [beliefIn('Lisa', `observation:${key}`)],
});

describe('a commit', () => {
  test('writes nothing at all when one record in its middle is refused', async () => {
    const ledger = await openLedger();
    await write(ledger, { insert: lisa });
    const before = { head: ledger.head, counts: await ledger.counts(), acknowledged: ledger.acknowledgedSeq };
    const bad: Record<string, LedgerWrite> = {
      'a field out of range': {
        insert: {
          entity: [entityOf('e1')],
          observation: [
            observationOf('a', { position: 1 }),
            observationOf('b', { position: 2, importance: 11 }),
            observationOf('c', { position: 3 }),
          ],
          believes: [beliefIn('Lisa', 'observation:a')],
        },
      },
      'a belief in a memory that is not there': {
        insert: {
          observation: [observationOf('a', { position: 1 })],
          believes: [beliefIn('Lisa', 'observation:a'), beliefIn('Lisa', 'observation:gone')],
        },
      },
      'a believer who is not there': {
        insert: { ...statement('a', 1), believes: [beliefIn('Nobody', 'observation:a')] },
      },
      'an agent who is there already': { insert: { ...statement('a', 1), ...lisa } },
      'two memories of one id': {
        insert: { observation: [observationOf('a', { position: 7 }), observationOf('a', { position: 8 })] },
      },
      'a patch that breaks a rule after an insert': {
        insert: { fact: [factOf('f', { position: 1 })] },
        patches: [{ table: 'fact', record: { id: 'fact:f' }, set: { importance: 99 } }],
      },
    };
    for (const [name, what] of Object.entries(bad)) {
      await expect(write(ledger, what), name).rejects.toBeInstanceOf(InternalError);
      expect({ head: ledger.head, counts: await ledger.counts(), acknowledged: ledger.acknowledgedSeq }, name).toEqual(
        before,
      );
    }
    expect(await listed(ledger.changesAfter(1))).toEqual([]);
    expect(await write(ledger, { insert: statement('a', 1) })).toBe(2);
    await ledger.close();
  });

  test('moves the head by one and brings up the mark', async () => {
    const ledger = await openLedger();
    // A server keeps what it acknowledged itself: it has no mark.
    const mark = async (seq: number): Promise<number | undefined> => ((await onServer()) ? undefined : seq);
    expect([ledger.head, ledger.acknowledgedSeq]).toEqual([{ seq: 0, hash: '' }, await mark(0)]);
    expect(await write(ledger, { insert: lisa })).toBe(1);
    expect(await write(ledger, { insert: statement('a', 1) })).toBe(2);
    expect([ledger.head.seq, ledger.acknowledgedSeq]).toEqual([2, await mark(2)]);
    expect(await ledger.refresh()).toEqual(ledger.head);
    await ledger.close();
  });

  test('conflicts when another ledger has moved the head, writes nothing then, and succeeds after a refresh', async () => {
    const [one, other] = await Promise.all([openLedger('both'), openLedger('both')]);
    expect([one.shared, other.shared]).toEqual([true, true]);
    await write(one, { insert: lisa });
    await expect(write(other, { insert: statement('a', 1) })).rejects.toBeInstanceOf(ConflictError);
    expect((await other.counts()).observation).toBe(0);
    expect((await other.refresh()).seq).toBe(1);
    expect(await write(other, { insert: statement('a', 1) })).toBe(2);
    expect(await one.refresh()).toEqual(other.head);
    await one.close();
    // What is left still has to look for what the other one wrote last.
    expect(other.shared).toBe(true);
    await other.close();
    const alone = await openLedger('both');
    expect([alone.shared, alone.head.seq]).toEqual([await onServer(), 2]);
    await alone.close();
  });
});

describe('the change log', () => {
  test('tells in order what every commit touched, each hash made from the one before', async () => {
    const ledger = await openLedger();
    await write(ledger, { insert: { ...lisa, session: [sessionOf('s')], entity: [entityOf('e')] } });
    await write(ledger, {
      insert: { ...statement('a', 1), mentions: [{ memory: 'observation:a', entity: 'entity:e', surfaces: ['e'] }] },
    });
    await write(ledger, { patches: [{ table: 'session', record: { id: 'session:s' }, set: { status: 'closed' } }] });
    await write(ledger, { deletes: ['observation:a'] });
    const changes = await listed(ledger.changesAfter(0));
    expect(changes.map(({ seq, touched }) => [seq, touched])).toEqual([
      [1, ['session:s', 'entity:e']],
      [2, ['observation:a']],
      [3, ['session:s']],
      [4, ['observation:a']],
    ]);
    let hash = '';
    for (const { seq, at, touched, hash: found } of changes) {
      hash = createHash('sha256')
        .update(`${hash}\n${seq}\n${at.toISOString()}\n${touched.join('\n')}`)
        .digest('hex');
      expect(found).toBe(hash);
    }
    expect(ledger.head).toEqual({ seq: 4, hash });
    expect((await listed(ledger.changesAfter(2))).map(({ seq }) => seq)).toEqual([3, 4]);
    expect(await listed(ledger.changesAfter(4))).toEqual([]);
    await ledger.close();
  });

  test('knows its own commits and no others', async () => {
    const ledger = await openLedger();
    await write(ledger, { insert: lisa });
    const first = ledger.head;
    await write(ledger, { insert: statement('a', 1) });
    expect(await ledger.hasChange(first)).toBe(true);
    expect(await ledger.hasChange({ seq: 0, hash: '' })).toBe(true);
    expect(await ledger.hasChange({ ...first, hash: ledger.head.hash })).toBe(false);
    expect(await ledger.hasChange({ seq: 3, hash: first.hash })).toBe(false);
    await ledger.close();
  });
});

describe('reading', () => {
  test('gives records by id, leaves out unknown ones, and tells which are there', async () => {
    const ledger = await openLedger();
    await write(ledger, { insert: { ...lisa, ...statement('a', 1), fact: [factOf('f', { position: 2 })] } });
    const found = await ledger.memories(['fact:f', 'observation:gone', 'observation:a']);
    expect(found.map(({ id }) => id)).toEqual(['fact:f', 'observation:a']);
    expect(await ledger.memories([])).toEqual([]);
    expect(await ledger.belief('Lisa', 'observation:a')).toEqual(beliefIn('Lisa', 'observation:a'));
    expect(await ledger.belief('Mark', 'observation:a')).toBeUndefined();
    const pairs = [beliefIn('Lisa', 'fact:f'), beliefIn('Lisa', 'observation:a')];
    expect(await ledger.existing('believes', pairs)).toEqual([false, true]);
    expect(await ledger.existing('agent', [{ name: 'Mark' }, { name: 'Lisa' }])).toEqual([false, true]);
    expect(await ledger.existing('agent', [])).toEqual([]);
    expect(await ledger.factsByContent(['f', 'g'])).toEqual([factOf('f', { position: 2 })]);
    await ledger.close();
  });

  test('walks through more than a page of every table, memories in the order in which they were written', async () => {
    const ledger = await openLedger();
    const count = 2100;
    // Keys that sort otherwise than they were written.
    const keys = Array.from({ length: count }, (_, at) => `k${(at * 7919) % count}-${at}`);
    await write(ledger, { insert: { ...lisa, fact: [factOf('f', { position: 5 })] } });
    for (let at = 0; at < count; at += 700) {
      const page = keys.slice(at, at + 700);
      await write(ledger, {
        insert: {
          observation: page.map((key, place) => observationOf(key, { position: 10 + at + place })),
          believes: page.map((key) => beliefIn('Lisa', `observation:${key}`)),
        },
      });
    }
    const memories = await listed(ledger.allMemories());
    expect(memories.map(({ id }) => id)).toEqual([...keys.map((key) => `observation:${key}`), 'fact:f']);
    const believed = (await listed(ledger.all('believes'))).map(({ memory }) => memory);
    expect(new Set(believed)).toEqual(new Set(keys.map((key) => `observation:${key}`)));
    expect(believed).toHaveLength(count);
    expect(new Set((await listed(ledger.all('observation'))).map(({ id }) => id)).size).toBe(count);
    expect(await ledger.counts()).toMatchObject({ observation: count, believes: count, fact: 1, agent: 1, session: 0 });
    for (let seq = 5; seq <= 8; seq += 1) await write(ledger, { patches: [] });
    expect((await listed(ledger.changesAfter(0))).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await ledger.close();
  });

  test('walks through a change log of more than a page', async () => {
    const ledger = await openLedger();
    for (let count = 0; count < 1050; count += 1) await write(ledger, { patches: [] });
    const changes: readonly LedgerChange[] = await listed(ledger.changesAfter(0));
    expect(changes.map(({ seq }) => seq)).toEqual(Array.from({ length: 1050 }, (_, at) => at + 1));
    await ledger.close();
  });
});

describe('a patch', () => {
  test('changes the named fields, empties those given as undefined, and leaves the others', async () => {
    const ledger = await openLedger();
    const belief = beliefIn('Lisa', 'observation:a', { withdrawnAt: recordedAt, lastAccessedAt: recordedAt });
    await write(ledger, { insert: { ...lisa, observation: [observationOf('a')], believes: [belief] } });
    await write(ledger, {
      patches: [
        {
          table: 'believes',
          record: { agent: 'Lisa', memory: 'observation:a' },
          set: { strength: 0.5, withdrawnAt: undefined },
        },
      ],
    });
    const { withdrawnAt: _, ...left } = belief;
    expect(await ledger.belief('Lisa', 'observation:a')).toEqual({ ...left, strength: 0.5 });
    await ledger.close();
  });

  test('of a record that is not there makes none', async () => {
    const ledger = await openLedger();
    await write(ledger, { patches: [{ table: 'session', record: { id: 'session:s' }, set: { status: 'closed' } }] });
    expect(await ledger.records('session', ['session:s'])).toEqual([]);
    await ledger.close();
  });
});

describe('a deleted memory', () => {
  test('takes its edges with it', async () => {
    const ledger = await openLedger();
    const mentions = [{ memory: 'observation:a', entity: 'entity:e', surfaces: ['e'] }];
    await write(ledger, { insert: { ...lisa, entity: [entityOf('e')], ...statement('a', 1), mentions } });
    expect(await ledger.edges(['observation:a'])).toMatchObject({ believes: [{ agent: 'Lisa' }], mentions });
    await write(ledger, { deletes: ['observation:a'] });
    expect(await ledger.counts()).toMatchObject({ observation: 0, believes: 0, mentions: 0, entity: 1, agent: 1 });
    await ledger.close();
  });
});

describe('a deleted edge', () => {
  test('goes alone, and one that is not there changes nothing', async () => {
    const ledger = await openLedger();
    const pair = { agent: 'Lisa', from: 'observation:a', to: 'observation:b' };
    const insert = {
      ...lisa,
      observation: [observationOf('a', { position: 1 }), observationOf('b', { position: 2 })],
      co_activated: [{ ...pair, count: 1, lastAt: recordedAt }],
    };
    await write(ledger, { insert });
    await write(ledger, { edgeDeletes: [{ table: 'co_activated', record: { ...pair, agent: 'Mark' } }] });
    expect(await ledger.counts()).toMatchObject({ co_activated: 1 });
    await write(ledger, { edgeDeletes: [{ table: 'co_activated', record: pair }] });
    expect(await ledger.counts()).toMatchObject({ co_activated: 0, observation: 2, agent: 1 });
    expect(await listed(ledger.changesAfter(2))).toMatchObject([{ touched: ['observation:a', 'observation:b'] }]);
    await ledger.close();
  });
});

describe('what the ledger counts', () => {
  const said = { ...lisa, observation: ['a', 'b', 'c'].map((key, position) => observationOf(key, { position })) };
  const edge = (from: string, to: string) => ({
    believer: 'Lisa',
    from: `observation:${from}`,
    to: `observation:${to}`,
    at: recordedAt,
    saidAt: recordedAt,
  });
  const replaced = (...supersedes: readonly ReturnType<typeof edge>[]): LedgerWrite => ({ insert: { supersedes } });
  const gone: LedgerWrite = { edgeDeletes: [{ table: 'supersedes', record: edge('a', 'b') }] };
  const writes: Record<string, readonly [writes: readonly LedgerWrite[], edges: number]> = {
    'an edge that comes twice in one write': [[replaced(edge('a', 'b'), edge('a', 'c'), edge('a', 'b'))], 2],
    'an edge that is there already': [[replaced(edge('a', 'b')), replaced(edge('a', 'b'), edge('a', 'c'))], 2],
    'an edge that is written again once it has gone': [[replaced(edge('a', 'b')), gone, replaced(edge('a', 'b'))], 1],
    'an edge that goes twice': [[replaced(edge('a', 'b'), edge('a', 'c')), gone, gone], 1],
    'an edge that one write makes and takes away': [[{ ...replaced(edge('a', 'b'), edge('a', 'c')), ...gone }], 1],
    'an edge that is there, written and taken away': [
      [replaced(edge('a', 'b')), { ...replaced(edge('a', 'b')), ...gone }],
      0,
    ],
    'an edge to what the same write takes away': [
      [{ ...replaced(edge('a', 'b'), edge('a', 'c')), deletes: ['observation:c'] }],
      1,
    ],
    'a memory that goes twice, with its edges': [
      [replaced(edge('a', 'b'), edge('b', 'c')), { deletes: ['observation:c'] }, { deletes: ['observation:c'] }],
      1,
    ],
  };

  test.each(Object.entries(writes))('is what can be read: %s', async (_, [many, edges]) => {
    const ledger = await openLedger();
    await write(ledger, { insert: said });
    for (const one of many) await write(ledger, one);
    expect(await listed(ledger.all('supersedes'))).toHaveLength(edges);
    await expect(ledger.verify()).resolves.toBeUndefined();
  });
});

test('an edge that is written again stays as it was', async () => {
  const ledger = await openLedger();
  const edge = { believer: 'Lisa', from: 'observation:a', to: 'observation:b', at: recordedAt, saidAt: recordedAt };
  const observation = ['a', 'b'].map((key, position) => observationOf(key, { position }));
  await write(ledger, { insert: { ...lisa, observation, supersedes: [edge] } });
  const before = await listed(ledger.all('supersedes'));
  await write(ledger, { insert: { supersedes: [{ ...edge, saidAt: new Date(0) }] } });
  expect(await listed(ledger.all('supersedes'))).toEqual(before);
  await ledger.close();
});

describe('the spaces of one store', () => {
  test('have ledgers of their own', async () => {
    const [one, other] = await Promise.all([openLedger('one'), openLedger('other')]);
    await write(one, { insert: { ...lisa, ...statement('a', 1) } });
    expect([one.head.seq, other.head.seq]).toEqual([1, 0]);
    expect(await other.memories(['observation:a'])).toEqual([]);
    expect(one.meta.spaceKey).not.toBe(other.meta.spaceKey);
    // Other processes may write to a space of a server at any time.
    const shared = await onServer();
    expect([one.shared, other.shared]).toEqual([shared, shared]);
    await Promise.all([one.close(), other.close(), one.close()]);
  });
});
