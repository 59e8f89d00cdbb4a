import { keyOf } from '../../domain/ids.ts';
import type { PastSleep } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** The last sleeps, each with what its steps did. */
export const pastSleepTable: Table<PastSleep> = {
  name: 'past_sleep',
  fields: {
    id: 'reference',
    startedAt: 'date',
    endedAt: 'date',
    brokenOff: 'value',
    steps: 'value',
  },
  key: (record) => keyOf(record.id),
};
