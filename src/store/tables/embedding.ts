import type { Embedding } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** Vectors, apart from the memories so that reading those stays quick; the key is the memory. */
export const embeddingTable: Table<Embedding> = {
  name: 'embedding',
  fields: {
    memory: 'reference',
    model: 'value',
    vector: 'vector',
  },
  key: (record) => record.memory,
};
