import type { Agent } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** Who remembers; the key is the name. */
export const agentTable: Table<Agent> = {
  name: 'agent',
  fields: {
    name: 'value',
  },
  key: (record) => record.name,
};
