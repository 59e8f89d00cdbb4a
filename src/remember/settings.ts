/** What a space's owner chooses about remembering. */

/** The settings of the write path. */
export interface RememberSettings {
  /** Whether beliefs fade at all. */
  readonly decay: boolean;
  readonly factHalfLifeDays: number;
  readonly observationHalfLifeDays: number;
  /** Whether a memory that is given no mood gets the one that its text speaks of. */
  readonly inferMood: boolean;
  /** Words that count as technical terms beside the built-in ones. */
  readonly technicalTerms: readonly string[];
}
