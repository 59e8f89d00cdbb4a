/** That one fact takes the place of another for somebody, before it is written. */
import type { Link, LinkKind, Supersedes } from '../domain/records.ts';

/** One fact in the place of another. */
export interface Succession {
  readonly edge: Supersedes;
  /** Until when its believer holds the old fact to have been so. */
  readonly validTo: Date;
  /** How the two stand to each other, and who says so. */
  readonly link: Pick<Link, 'by'> & { readonly kind: LinkKind };
}
