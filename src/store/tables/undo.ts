import { keyOf } from '../../domain/ids.ts';
import type { Undo } from '../../domain/undo.ts';
import type { Table } from '../codec.ts';

/** What can be undone, and how. */
export const undoTable: Table<Undo> = {
  name: 'undo',
  fields: {
    id: 'reference',
    kind: 'value',
    what: 'value',
    at: 'date',
    undoneAt: 'date',
    changes: 'value',
  },
  key: (record) => keyOf(record.id),
};
