import type { EntityMerge } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** entity -ENTITY_MERGE-> entity, for one believer. */
export const entityMergeTable: Table<EntityMerge> = {
  name: 'entity_merge',
  edge: { in: 'from', out: 'to' },
  fields: {
    believer: 'value',
    from: 'reference',
    to: 'reference',
    at: 'date',
    undoneAt: 'date',
  },
  key: (record) => [record.believer, record.from, record.to],
};
