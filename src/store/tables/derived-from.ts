import type { DerivedFrom } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** fact -DERIVED_FROM-> observation. */
export const derivedFromTable: Table<DerivedFrom> = {
  name: 'derived_from',
  edge: { in: 'fact', out: 'observation' },
  fields: {
    fact: 'reference',
    observation: 'reference',
  },
  key: (record) => [record.fact, record.observation],
};
