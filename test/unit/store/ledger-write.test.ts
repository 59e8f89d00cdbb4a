import { expect, test } from 'vitest';
import { touchedIds } from '../../../src/store/codec.ts';
import { beliefIn, entityOf, factOf, observationOf, sessionOf } from '../../support/ledger-records.ts';

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
