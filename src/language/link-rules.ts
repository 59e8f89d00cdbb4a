/** The rules by which two statements are found to support or to contradict each other, in the order of trust. */
export const linkRules = ['slot', 'polarity', 'antonym', 'value', 'agreement'] as const;

/**
 * Why two statements are linked: another value of something single-valued, a negation, an
 * antonym, another number or date in an otherwise same sentence, or that they say the same.
 */
export type LinkRule = (typeof linkRules)[number];

/** How one statement stands to another. */
export interface Relation {
  readonly kind: 'supports' | 'contradicts';
  readonly rule: LinkRule;
  /** 0..1: how much of what the two sentences say is shared. */
  readonly similarity: number;
  /** The words that decided it, of the one text and of the other. */
  readonly texts: readonly [string, string];
}

/** A relation of two clauses or claims, whose words are known. */
export type FoundRelation = Omit<Relation, 'texts'>;
