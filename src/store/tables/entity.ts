import type { Entity } from '../../domain/records.ts';
import { keyOf } from '../../domain/ids.ts';
import type { Table } from '../codec.ts';

/** Entities. */
export const entityTable: Table<Entity> = {
  name: 'entity',
  fields: {
    id: 'reference',
    name: 'value',
    nameKey: 'value',
    aliases: 'value',
    type: 'value',
    path: 'value',
  },
  key: (record) => keyOf(record.id),
};
