/** Stories in which somebody says something false and then corrects it. */
import { z } from 'zod';
import type { AgentMemory, Madeleine } from '../../index.ts';
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

/** The agent that hears a story. */
export function listenerOf(memory: Madeleine, { speaker }: RevisionStory): AgentMemory {
  return memory.agent(storyAgents.find((agent) => agent === speaker) ?? storyAgents[0]);
}

/** Tells a sentence of a story to the agent that hears it; answers the id of the memory. */
export async function tell(memory: Madeleine, story: RevisionStory, content: string): Promise<string> {
  const agent = listenerOf(memory, story);
  const { id } = await (agent.name === story.speaker
    ? agent.observe({ content, type: 'thought', channel: 'agent' })
    : agent.observe({ content, speaker: story.speaker }));
  return id;
}
