import type { Link } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** memory -SUPPORTS-> memory. */
export const supportsTable: Table<Link> = {
  name: 'supports',
  edge: { in: 'from', out: 'to' },
  fields: {
    from: 'reference',
    to: 'reference',
    similarity: 'value',
    state: 'value',
    by: 'value',
  },
  key: (record) => [record.from, record.to],
};
