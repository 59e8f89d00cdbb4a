import type { About } from '../../domain/records.ts';
import type { Table } from '../codec.ts';

/** fact -ABOUT-> agent | entity. */
export const aboutTable: Table<About> = {
  name: 'about',
  edge: { in: 'fact', out: 'target' },
  fields: {
    fact: 'reference',
    target: 'reference',
  },
  key: (record) => [record.fact, record.target],
};
