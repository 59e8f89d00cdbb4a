import type { BelongsTo } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** observation -BELONGS_TO-> session. */
export const belongsToTable: Table<BelongsTo> = {
  name: 'belongs_to',
  edge: { in: 'observation', out: 'session' },
  fields: {
    observation: 'reference',
    session: 'reference',
  },
  key: (record) => [record.observation, record.session],
};
