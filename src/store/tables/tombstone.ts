import type { Tombstone } from '../../domain/records.ts';
import { keyOf } from '../../domain/ids.ts';
import type { Table } from '../codec.ts';

/** What is kept of the forgotten. */
export const tombstoneTable: Table<Tombstone> = {
  name: 'tombstone',
  fields: { id: 'reference' },
  key: (record) => keyOf(record.id),
};
