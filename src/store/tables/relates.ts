import type { Relates } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** entity -RELATES-> entity. */
export const relatesTable: Table<Relates> = {
  name: 'relates',
  edge: { in: 'from', out: 'to' },
  fields: {
    from: 'reference',
    to: 'reference',
    predicate: 'value',
    mentions: 'value',
    firstAt: 'date',
    lastAt: 'date',
    trust: 'value',
  },
  key: (record) => [record.from, record.predicate, record.to],
};
