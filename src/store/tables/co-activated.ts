import type { CoActivated } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** memory -CO_ACTIVATED-> memory. */
export const coActivatedTable: Table<CoActivated> = {
  name: 'co_activated',
  edge: { in: 'from', out: 'to' },
  fields: {
    agent: 'value',
    from: 'reference',
    to: 'reference',
    count: 'value',
    lastAt: 'date',
  },
  key: (record) => [record.agent, record.from, record.to],
};
