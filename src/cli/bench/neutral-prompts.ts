/** Prompts that have nothing to do with anybody's memories: whatever surfaces for them is out of place. */
import { z } from 'zod';
import { parsed, readDataFile } from './read-data-file.ts';

/** The halves of the prompts: ambient memory is tuned on `tuned`, and `held-out` is for the figures. */
export const promptHalves = ['tuned', 'held-out'] as const;

/** One prompt. */
export interface NeutralPrompt {
  readonly half: (typeof promptHalves)[number];
  /** What might mislead: a word that is a name elsewhere, a name inside a word, ... */
  readonly trap: string;
  /** What is said; may be empty. */
  readonly prompt: string;
}

const promptsSchema = z
  .array(z.strictObject({ half: z.enum(promptHalves), trap: z.string().min(1), prompt: z.string() }))
  .min(1);

/** Reads a file of prompts. */
export async function readNeutralPrompts(path: string): Promise<readonly NeutralPrompt[]> {
  return parsed(promptsSchema, await readDataFile(path), path);
}
