import type { Mention } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** memory -MENTIONS-> entity. */
export const mentionsTable: Table<Mention> = {
  name: 'mentions',
  edge: { in: 'memory', out: 'entity' },
  fields: {
    memory: 'reference',
    entity: 'reference',
    surfaces: 'value',
  },
  key: (record) => [record.memory, record.entity],
};
