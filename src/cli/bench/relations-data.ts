/** Sentences with the relations that they tell, as people read them. */
import { z } from 'zod';
import { parsed, readDataFile } from './read-data-file.ts';

/** The halves of the sentences: the rules are made on `tuned`, and `held-out` is for the figures. */
export const relationHalves = ['tuned', 'held-out'] as const;

/** One sentence of a file. */
export interface RelatingSentence {
  readonly half: (typeof relationHalves)[number];
  readonly content: string;
  readonly speaker?: string;
  /** Each `from | predicate | to`. */
  readonly relations: readonly string[];
}

const text = z.string().min(1);
const sentences = z
  .array(
    z.strictObject({
      half: z.enum(relationHalves),
      content: text,
      speaker: text.exactOptional(),
      relations: z.array(text),
    }),
  )
  .min(1);

/** Reads a file of sentences. */
export async function readRelations(path: string): Promise<readonly RelatingSentence[]> {
  return parsed(sentences, await readDataFile(path), path);
}
