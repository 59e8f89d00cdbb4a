import type { Observation } from '../../domain/records.ts';
import { keyOf } from '../../domain/ids.ts';
import type { Table } from '../codec.ts';
import { memoryFields } from './memory-fields.ts';

/** Observations. */
export const observationTable: Table<Observation> = {
  name: 'observation',
  fields: {
    ...memoryFields,
    type: 'value',
    agent: 'value',
    speaker: 'value',
    session: 'reference',
    occurredAt: 'date',
    branchId: 'value',
    thoughtNumber: 'value',
    totalThoughts: 'value',
    nextThoughtNeeded: 'value',
    consolidatedAt: 'date',
  },
  key: (record) => keyOf(record.id),
};
