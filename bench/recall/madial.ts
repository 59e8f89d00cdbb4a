/**
 * MADial-Bench for the benches of recall: what a child lived through, and dialogues in which an assistant should come
 * back to it. An event is a memory, a child's events are a store, and the query is the dialogue before the turn at which
 * the assistant first comes back to one.
 *
 *   FOLDER/memory.json    a line each: { <id>: { time, scene, emotion, event } }
 *   FOLDER/dialogue.json  a line each: { dialogue: ['<BOD>', '<NAME>: "..."'], test-turn: [8], relevant-id: [1], user-id: 1 }
 */
import { basename, join } from 'node:path';
import type { Mood } from 'madeleine';
import { z } from 'zod';
import { parsed, readDataFile } from '../data-file.ts';
import type { RecallData, RecallQuestion, RecallTask } from './data.ts';

const memorySchema = z.record(
  z.string(),
  z.object({ time: z.string(), scene: z.string(), emotion: z.string(), event: z.string().min(1) }),
);
const dialogueSchema = z.object({
  dialogue: z.array(z.string()),
  'test-turn': z.array(z.number().int()).min(1),
  'relevant-id': z.array(z.number().int()),
  'user-id': z.number().int(),
});

type Dialogue = z.infer<typeof dialogueSchema>;
type Events = ReadonlyMap<string, z.infer<typeof memorySchema>[string]>;

const line = /^<([^>]+)>:\s*"?(.*?)"?\s*$/s;
const assistant = 'Assistant';

/** Reads the folder with the memories and the dialogues. */
export async function readMadial(folder: string): Promise<RecallData> {
  const [events, dialogues] = await Promise.all([
    readEvents(join(folder, 'memory.json')),
    readDialogues(join(folder, 'dialogue.json')),
  ]);
  const users = [...new Set(dialogues.map((dialogue) => dialogue['user-id']))].sort((a, b) => a - b);
  const read = users.map((user) => readUser(user, events, dialogues));
  return {
    name: basename(folder),
    tasks: read.map(({ task }) => task),
    groups: users.map((user) => ({ key: `${user}`, name: `user ${user}`, inMicro: true })),
    labels: { micro: 'all dialogues (micro)', macro: 'all users (macro)' },
    withoutEvidence: read.reduce((sum, { withoutEvidence }) => sum + withoutEvidence, 0),
    unresolvedEvidence: read.reduce((sum, { unresolved }) => sum + unresolved, 0),
  };
}

async function readEvents(path: string): Promise<Events> {
  const lines = linesOf(await readDataFile(path));
  return new Map(lines.flatMap((text) => Object.entries(parsed(memorySchema, text, path))));
}

async function readDialogues(path: string): Promise<readonly Dialogue[]> {
  return linesOf(await readDataFile(path)).map((text) => parsed(dialogueSchema, text, path));
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((one) => one.trim() !== '');
}

interface ReadUser {
  readonly task: RecallTask;
  readonly withoutEvidence: number;
  readonly unresolved: number;
}

function readUser(user: number, events: Events, all: readonly Dialogue[]): ReadUser {
  const dialogues = all.filter((dialogue) => dialogue['user-id'] === user);
  const own = eventsOf(dialogues, events);
  const questions: RecallQuestion[] = [];
  let withoutEvidence = 0;
  let unresolved = 0;
  for (const dialogue of dialogues) {
    const evidence = [...new Set(dialogue['relevant-id'].map(String))].filter((id) => own.has(id));
    unresolved += new Set(dialogue['relevant-id']).size - evidence.length;
    const query = queryOf(dialogue);
    if (evidence.length === 0 || query === '') withoutEvidence += 1;
    else questions.push({ query, group: `${user}`, evidence, ...evidenceMoodOf(evidence, own) });
  }
  return { task: { memories: memoriesOf(own), questions }, withoutEvidence, unresolved };
}

/** The data does not say whose an event is, but each names its child; so does each dialogue. */
function eventsOf(dialogues: readonly Dialogue[], events: Events): Events {
  const names = new Set(dialogues.flatMap(({ dialogue }) => dialogue.flatMap((said) => line.exec(said)?.[1] ?? [])));
  names.delete(assistant);
  return new Map([...events].filter(([, { event }]) => [...names].some((name) => event.includes(name))));
}

/** What was said before the first test turn, with who said it. */
function queryOf(dialogue: Dialogue): string {
  const before = dialogue.dialogue.slice(0, Math.min(...dialogue['test-turn']));
  return before
    .flatMap((said) => {
      const [, speaker, text] = line.exec(said) ?? [];
      return speaker === undefined || text === undefined ? [] : [`${speaker}: ${text}`];
    })
    .join('\n');
}

function memoriesOf(events: Events): RecallTask['memories'] {
  return [...events].map(([key, { time, event, emotion }]) => {
    const mood = moodOfEmotion(emotion);
    const occurredAt = new Date(`${time}T12:00:00Z`);
    return {
      key,
      observation: {
        content: event,
        ...(Number.isNaN(occurredAt.getTime()) ? {} : { occurredAt }),
        ...(mood ? { mood } : {}),
      },
    };
  });
}

function evidenceMoodOf(evidence: readonly string[], events: Events): Pick<RecallQuestion, 'evidenceMood'> {
  const moods = evidence.flatMap((id) => moodOfEmotion(events.get(id)?.emotion ?? '') ?? []);
  if (moods.length === 0) return {};
  const mean = (axis: keyof Mood): number => moods.reduce((sum, mood) => sum + mood[axis], 0) / moods.length;
  return { evidenceMood: { valence: mean('valence'), arousal: mean('arousal') } };
}

/**
 * Places on Russell's circumplex of affect (1980), rounded to a tenth; pleasant words right, aroused
 * words up. Only their order matters to the benches: joy against sorrow, alarm against calm.
 */
const moods: Readonly<Record<string, Mood>> = {
  happy: { valence: 0.8, arousal: 0.4 },
  anticipation: { valence: 0.4, arousal: 0.5 },
  excited: { valence: 0.7, arousal: 0.8 },
  calm: { valence: 0.6, arousal: -0.6 },
  neutral: { valence: 0, arousal: 0 },
  sad: { valence: -0.7, arousal: -0.4 },
  disappointed: { valence: -0.6, arousal: -0.2 },
  anxious: { valence: -0.5, arousal: 0.6 },
  anxiety: { valence: -0.5, arousal: 0.6 },
  fear: { valence: -0.6, arousal: 0.8 },
  frustrated: { valence: -0.6, arousal: 0.5 },
  angry: { valence: -0.6, arousal: 0.8 },
};

/** The mood that a word such as `Happy` stands for; undefined for a word that is not in the table. */
function moodOfEmotion(word: string): Mood | undefined {
  return moods[word.trim().toLowerCase()];
}
