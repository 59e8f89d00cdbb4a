import type { Follows } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** observation -FOLLOWS-> observation, new to old. */
export const followsTable: Table<Follows> = {
  name: 'follows',
  edge: { in: 'from', out: 'to' },
  fields: {
    from: 'reference',
    to: 'reference',
    type: 'value',
    reason: 'value',
  },
  key: (record) => [record.from, record.to],
};
