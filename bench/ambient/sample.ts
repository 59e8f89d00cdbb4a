/**
 * How does ambient memory read? The demo's conversation and the stories of corrections are told to one memory, which
 * sleeps and then hears messages. Its clock is its own, so that every run says the same.
 */
import { Madeleine } from 'madeleine';
import { z } from 'zod';
import { parsed, readDataFile } from '../data-file.ts';
import { type RevisionStory, tell } from '../recall/revisions.ts';

/** A message, and which agent hears it. */
export interface SampleMessage {
  readonly agent: string;
  readonly message: string;
}

/** What surfaced for it. */
export interface SampleAnswer extends SampleMessage {
  readonly text: string;
  readonly tokens: number;
  readonly silence?: string;
}

/** What to render. */
export interface AmbientSampleOptions {
  /** A file in the form of an export: the demo's conversation. */
  readonly conversation: string;
  readonly stories: readonly RevisionStory[];
  readonly messages: readonly SampleMessage[];
  /** An empty folder for the store. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The day after the demo's conversation ends; the stories begin a week later and are corrected ten days after that. */
const importedAt = new Date('2026-01-26T09:00:00Z');
const toldAt = new Date('2026-02-02T09:00:00Z');
const correctedAt = new Date('2026-02-12T09:00:00Z');
/** When the messages are heard. */
export const heardAt: Date = new Date('2026-03-02T09:00:00Z');

const messagesSchema = z.array(z.strictObject({ agent: z.string().min(1), message: z.string() })).min(1);

/** Reads a file of messages. */
export async function readSampleMessages(path: string): Promise<readonly SampleMessage[]> {
  return parsed(messagesSchema, await readDataFile(path), path);
}

/** Tells it all, and answers what surfaces for each message. */
export async function ambientSample(options: AmbientSampleOptions): Promise<readonly SampleAnswer[]> {
  const { conversation, stories, messages, folder, signal } = options;
  let now = importedAt;
  const memory = await Madeleine.open({ at: folder, embedder: 'none', sharing: 'household', clock: () => now, signal });
  try {
    await memory.import({ file: conversation, format: 'ndjson', signal });
    now = toldAt;
    for (const story of stories) await tell(memory, story, story.mistaken);
    now = correctedAt;
    for (const story of stories) await tell(memory, story, story.corrected);
    await memory.sleep({ signal });
    now = heardAt;
    const answers: SampleAnswer[] = [];
    for (const { agent, message } of messages) {
      const { text, tokens, silence } = await memory.agent(agent).ambient({ message });
      answers.push({ agent, message, text, tokens, ...(silence === undefined ? {} : { silence }) });
    }
    return answers;
  } finally {
    await memory.close();
  }
}
