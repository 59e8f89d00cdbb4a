import type { Session } from '../../domain/records.ts';
import { keyOf } from '../../domain/ids.ts';
import type { Table } from '../codec.ts';

/** Sessions. */
export const sessionTable: Table<Session> = {
  name: 'session',
  fields: {
    id: 'reference',
    agent: 'value',
    goal: 'value',
    status: 'value',
    planStatus: 'value',
    startedAt: 'date',
    endedAt: 'date',
  },
  key: (record) => keyOf(record.id),
};
