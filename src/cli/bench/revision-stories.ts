/** Stories in which somebody says something false and then corrects it. */
import { z } from 'zod';
import { parsed, readDataFile } from './read-data-file.ts';

/** The halves of the stories: the rules are made on `dev`, and `held-out` is for the figures. */
export const storySplits = ['dev', 'held-out'] as const;

/** One story. */
export interface RevisionStory {
  /** What is corrected, and how it is said. */
  readonly story: string;
  readonly split: (typeof storySplits)[number];
  /** Who says it: an agent of {@link storyAgents} thinks it to itself, anybody else tells the first of them. */
  readonly speaker: string;
  readonly mistaken: string;
  readonly corrected: string;
  /** What is asked in the end. */
  readonly question: string;
}

/** The agents of the stories. */
export const storyAgents = ['lisa', 'electra'] as const;

const text = z.string().min(1);
const storiesSchema = z
  .array(
    z.strictObject({
      story: text,
      split: z.enum(storySplits),
      speaker: text,
      mistaken: text,
      corrected: text,
      question: text,
    }),
  )
  .min(1);

/** Reads a file of stories. */
export async function readStories(path: string): Promise<readonly RevisionStory[]> {
  return parsed(storiesSchema, await readDataFile(path), path);
}
