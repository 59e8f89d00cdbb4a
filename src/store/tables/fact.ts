import type { Fact } from '../../domain/records.ts';
import { keyOf } from '../../domain/ids.ts';
import type { Table } from '../codec.ts';
import { memoryFields } from './memory-fields.ts';

/** Facts. */
export const factTable: Table<Fact> = {
  name: 'fact',
  fields: {
    ...memoryFields,
    kind: 'value',
    title: 'value',
    contentKey: 'value',
    validFrom: 'date',
    validTo: 'date',
  },
  key: (record) => keyOf(record.id),
};
