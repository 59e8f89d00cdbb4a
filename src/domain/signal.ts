/** One reason why a memory surfaced. */

/** A signal of a result; over all signals of a result the contributions add up to its score. */
export interface Signal {
  /** e.g. `lexical`, `semantic`, `session`, `speaker`. */
  readonly name: string;
  /** How strongly it spoke, 0..1. */
  readonly value: number;
  /** Its share in the profile, 0..1; the weights of a profile add up to 1. */
  readonly weight: number;
  /** value * weight. */
  readonly contribution: number;
}
