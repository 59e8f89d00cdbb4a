import type { SimilarTo } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** memory -SIMILAR_TO-> memory. */
export const similarToTable: Table<SimilarTo> = {
  name: 'similar_to',
  edge: { in: 'from', out: 'to' },
  fields: {
    from: 'reference',
    to: 'reference',
    similarity: 'value',
  },
  key: (record) => [record.from, record.to],
};
