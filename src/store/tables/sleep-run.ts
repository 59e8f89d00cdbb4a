import { keyOf } from '../../domain/ids.ts';
import type { SleepRun } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** How far sleep is: one record. */
export const sleepRunTable: Table<SleepRun> = {
  name: 'sleep_run',
  fields: {
    id: 'reference',
    holder: 'value',
    startedAt: 'date',
    leaseUntil: 'date',
    step: 'value',
    linkedTo: 'value',
    endedAt: 'date',
  },
  key: (record) => keyOf(record.id),
};
