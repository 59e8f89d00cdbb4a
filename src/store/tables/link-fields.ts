import type { Link } from '../../domain/records.ts';
import type { FieldKind } from '../codec.ts';

/** How the fields of supports and contradictions are kept. */
export const linkFields: { readonly [K in keyof Link]-?: FieldKind } = {
  believer: 'value',
  from: 'reference',
  to: 'reference',
  similarity: 'value',
  state: 'value',
  by: 'value',
};
