import type { Link } from '../../domain/records.ts';
import type { Table } from '../codec.ts';
import { linkFields } from './link-fields.ts';

/** memory -SUPPORTS-> memory. */
export const supportsTable: Table<Link> = {
  name: 'supports',
  edge: { in: 'from', out: 'to' },
  fields: linkFields,
  key: (record) => [record.believer, record.from, record.to],
};
