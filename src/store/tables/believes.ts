import type { Belief } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** agent -BELIEVES-> memory. */
export const believesTable: Table<Belief> = {
  name: 'believes',
  edge: { in: 'agent', out: 'memory' },
  fields: {
    agent: 'agent',
    memory: 'reference',
    strength: 'value',
    confidence: 'value',
    since: 'date',
    reinforcedAt: 'date',
    accesses: 'value',
    lastAccessedAt: 'date',
    permanent: 'value',
    withdrawnAt: 'date',
    archivedAt: 'date',
    validTo: 'date',
    past: 'past',
    halfLifeDays: 'value',
    provenance: 'value',
  },
  key: (record) => [record.agent, record.memory],
};
