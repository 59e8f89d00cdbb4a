import type { Supersedes } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** memory -SUPERSEDES-> memory, for one believer. */
export const supersedesTable: Table<Supersedes> = {
  name: 'supersedes',
  edge: { in: 'from', out: 'to' },
  fields: {
    from: 'reference',
    to: 'reference',
    believer: 'value',
    reason: 'value',
    at: 'date',
    saidAt: 'date',
    withdrawnAt: 'date',
  },
  key: (record) => [record.believer, record.from, record.to],
};
