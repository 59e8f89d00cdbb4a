import { RecordId } from 'surrealdb';
import { expect, test } from 'vitest';
import { momentOf, touchedIds } from '../../../src/store/codec.ts';
import { commitOnce } from '../../../src/store/commit-once.ts';
import { LostReplyError } from '../../../src/store/server.ts';
import { LostRaceError, type SpaceDatabase } from '../../../src/store/space-database.ts';
import { beliefIn, entityOf, factOf, observationOf, sessionOf } from '../../support/ledger-records.ts';
import { openLedger, testSpace } from '../../support/open-ledger.ts';

test('a write touches what it inserts, links, changes and deletes, each once', () => {
  const touched = touchedIds({
    insert: {
      agent: [{ name: 'Lisa' }],
      session: [sessionOf('s')],
      entity: [entityOf('e')],
      observation: [observationOf('a')],
      fact: [factOf('f')],
      believes: [beliefIn('Lisa', 'observation:a'), beliefIn('Mark', 'observation:old')],
      mentions: [{ memory: 'fact:mentioned', entity: 'entity:e', surfaces: [] }],
      about: [{ fact: 'fact:about', target: 'entity:e' }],
      follows: [{ from: 'observation:a', to: 'observation:before', type: 'next' }],
    },
    patches: [
      { table: 'believes', record: { agent: 'Lisa', memory: 'fact:patched' }, set: { strength: 1 } },
      { table: 'session', record: { id: 'session:other' }, set: { status: 'closed' } },
      { table: 'fact', record: { id: 'fact:f' }, set: { accesses: 1 } },
      {
        table: 'derived_from',
        record: { fact: 'fact:read', observation: 'observation:source' },
        set: { at: new Date(0) },
      },
    ],
    deletes: ['observation:deleted'],
    edgeDeletes: [
      { table: 'co_activated', record: { agent: 'Lisa', from: 'fact:one', to: 'fact:other' } },
      { table: 'derived_from', record: { fact: 'fact:unread', observation: 'observation:source' } },
      { table: 'about', record: { fact: 'fact:of nobody', target: 'entity:e' } },
    ],
  });
  expect([...touched].sort()).toEqual([
    'entity:e',
    'fact:about',
    'fact:f',
    'fact:mentioned',
    'fact:of nobody',
    'fact:one',
    'fact:other',
    'fact:patched',
    'fact:read',
    'fact:unread',
    'observation:a',
    'observation:before',
    'observation:deleted',
    'observation:old',
    'session:other',
    'session:s',
  ]);
  expect(touchedIds({})).toEqual([]);
});

test('a commit that lands after its answer was lost is known as its own when it is sent again, and no other is', async () => {
  await (await openLedger('late')).close();
  const space = await testSpace('late');
  /** Loses the first answer; that commit lands, as an operation, just before the next one. */
  const losing = (operation: string): Pick<SpaceDatabase, 'run' | 'runOnce'> => {
    let tries = 0;
    return {
      run: (statement, bindings) => space.run(statement, bindings),
      runOnce: async (statement, bindings) => {
        tries += 1;
        if (tries === 1) throw new LostReplyError('STORE_UNREACHABLE', 'store: lost.');
        await space.runOnce(statement, { ...bindings, operation });
        return space.runOnce(statement, bindings);
      },
    };
  };
  const commitAs = (operation: string, lands: string, seq: number): Promise<void> => {
    const change = new RecordId('change', seq);
    const head = {
      expected: seq - 1,
      seq,
      hash: 'h',
      tally: { seq, tables: {} },
      touched: [],
      at: momentOf(new Date()),
    };
    const none = { nodes: [], edges: [], patches: [], deletes: [] };
    return commitOnce(losing(lands), change, operation, { ...head, ...none, change, operation, holder: 'me' });
  };
  await commitAs('own', 'own', 1);
  await expect(commitAs('own', 'of another', 2)).rejects.toBeInstanceOf(LostRaceError);
  await space.close();
});
