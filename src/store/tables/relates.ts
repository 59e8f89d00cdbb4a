import type { Relates } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** entity -RELATES-> entity; the key begins with the memory that tells it, so that what one tells is read as a range. */
export const relatesTable: Table<Relates> = {
  name: 'relates',
  edge: { in: 'from', out: 'to' },
  fields: {
    from: 'reference',
    to: 'reference',
    predicate: 'value',
    memory: 'reference',
  },
  key: ({ from, predicate, to, memory }) => [...(memory === undefined ? [] : [memory]), from, predicate, to],
};
