/** The commits of a space, as its change log and its head tell of them. */

/** The last commit of a space. */
export interface Head {
  readonly seq: number;
  /** A hash over every commit so far. */
  readonly hash: string;
}

/** One entry of the change log. */
export interface Change {
  readonly seq: number;
  readonly hash: string;
  readonly at: Date;
  readonly touched: readonly string[];
}
