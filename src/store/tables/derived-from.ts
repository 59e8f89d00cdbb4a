import type { DerivedFrom } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** fact -DERIVED_FROM-> observation, for one believer; edges of older versions have none. */
export const derivedFromTable: Table<DerivedFrom> = {
  name: 'derived_from',
  edge: { in: 'fact', out: 'observation' },
  fields: {
    fact: 'reference',
    observation: 'reference',
    believer: 'value',
    at: 'date',
  },
  key: ({ fact, observation, believer }) => [fact, observation, ...(believer === undefined ? [] : [believer])],
};
