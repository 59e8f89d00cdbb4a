/** Pairs of statements with what they are to each other, as people judge it. */
import { z } from 'zod';
import { type LinkRule, linkRules, parseStatement, type Relation, relationBetween, type Said } from '../../index.ts';
import { parsed, readDataFile } from './read-data-file.ts';

const labels = ['contradicts', 'supports', 'neither'] as const;

/** What two statements are to each other. */
export type PairLabel = (typeof labels)[number];

/** The halves of the pairs: the rules are made on `dev`, and `held-out` is for the figures. */
export const pairSplits = ['dev', 'held-out'] as const;

/** One pair of a file. */
export interface LabelledPair {
  readonly one: Said;
  readonly other: Said;
  readonly label: PairLabel;
  /** The rule that should find it; none for `neither`. */
  readonly rule?: LinkRule | undefined;
  readonly split: (typeof pairSplits)[number];
}

/** A pair and what the rules say of it. */
export interface JudgedPair {
  readonly pair: LabelledPair;
  readonly found: Relation | undefined;
}

const saidSchema = z
  .strictObject({ content: z.string().min(1), speaker: z.string().min(1).optional() })
  .transform(({ content, speaker }): Said => (speaker === undefined ? { content } : { content, speaker }));
const pairsSchema = z
  .array(
    z.strictObject({
      one: saidSchema,
      other: saidSchema,
      label: z.enum(labels),
      rule: z.enum(linkRules).optional(),
      split: z.enum(pairSplits),
    }),
  )
  .min(1);

/** Reads a file of pairs. */
export async function readPairs(path: string): Promise<readonly LabelledPair[]> {
  return parsed(pairsSchema, await readDataFile(path), path);
}

/** What the rules say of a pair. */
export function judged(pair: LabelledPair): JudgedPair {
  return { pair, found: relationBetween(parseStatement(pair.one), parseStatement(pair.other)) };
}
