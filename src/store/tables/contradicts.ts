import type { Link } from '../../domain/records.ts';
import type { Table } from '../codec.ts';
import { linkFields } from './link-fields.ts';

/** memory -CONTRADICTS-> memory. */
export const contradictsTable: Table<Link> = {
  name: 'contradicts',
  edge: { in: 'from', out: 'to' },
  fields: linkFields,
  key: (record) => [record.believer, record.from, record.to],
};
