/**
 * BEAM for the benches of recall: long chats between a user and an assistant, with probing questions for each ability. A
 * message is a memory, a chat a store, an ability a group of questions.
 *
 *   FOLDER/<chat>/chat.json               [{ batch_number, time_anchor, turns: [[{ id, role, content }]] }]
 *   FOLDER/<chat>/probing_questions.json  { <ability>: [{ question, source_chat_ids }] }
 */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ObservationInput } from 'madeleine';
import { z } from 'zod';
import { parsed, readDataFile } from '../data-file.ts';
import { groupsAsked, type RecallData, type RecallQuestion, type RecallTask } from './data.ts';

const messageSchema = z.object({
  id: z.number().int(),
  role: z.string().min(1),
  content: z.string(),
  time_anchor: z.string().nullish(),
});
const chatSchema = z.array(
  z.object({
    batch_number: z.number().int(),
    time_anchor: z.string().nullish(),
    turns: z.array(z.array(messageSchema)),
  }),
);
const probesSchema = z.record(
  z.string(),
  z.array(z.object({ question: z.string().min(1), source_chat_ids: z.unknown().optional() })),
);

type Chat = z.infer<typeof chatSchema>;
type Message = z.infer<typeof messageSchema>;

/** The ability whose questions have no answer in the chat. */
const abstention = 'abstention';
/** The ability whose evidence has two sides. */
const contradictions = 'contradiction_resolution';
/** What a memory may hold, in characters; one message of the published data is longer, most of it blanks. */
const longest = 100_000;
/** Where the plan that a chat was written from left its number: `->-> 2,14`. */
const planMark = /\s*->->\s*\d+\s*,\s*\d+\s*$/;
const minute = 60_000;

/** Reads a folder of chats. */
export async function readBeam(folder: string): Promise<RecallData> {
  const entries = await readdir(folder, { withFileTypes: true });
  const chats = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const read = await Promise.all(
    chats.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((chat) => readChat(join(folder, chat), chat)),
  );
  const tasks = read.map(({ task }) => task);
  const abilities = [...new Set(read.flatMap((chat) => chat.abilities))].sort();
  return {
    name: basename(folder),
    tasks,
    groups: groupsAsked(
      tasks,
      abilities.map((key) => ({ key, name: key.replaceAll('_', ' '), inMicro: true })),
    ),
    labels: { micro: 'all questions (micro)', macro: 'all abilities (macro)' },
    withoutEvidence: read.reduce((sum, { withoutEvidence }) => sum + withoutEvidence, 0),
    unresolvedEvidence: read.reduce((sum, { unresolved }) => sum + unresolved, 0),
  };
}

interface ReadChat {
  readonly task: RecallTask;
  readonly abilities: readonly string[];
  readonly withoutEvidence: number;
  readonly unresolved: number;
}

async function readChat(folder: string, name: string): Promise<ReadChat> {
  const [chatPath, probesPath] = [join(folder, 'chat.json'), join(folder, 'probing_questions.json')];
  const chat = parsed(chatSchema, await readDataFile(chatPath), chatPath);
  const probes = parsed(probesSchema, await readDataFile(probesPath), probesPath);
  const memories = messagesOf(chat, name);
  const keys = new Set(memories.map(({ key }) => key));
  const questions: RecallQuestion[] = [];
  const unanswerable: string[] = [];
  let withoutEvidence = 0;
  let unresolved = 0;
  for (const [ability, asked] of Object.entries(probes)) {
    for (const { question, source_chat_ids: source } of asked) {
      const named = idsIn(source);
      const evidence = named.filter((id) => keys.has(id));
      unresolved += named.length - evidence.length;
      if (ability === abstention) unanswerable.push(question);
      if (evidence.length === 0) withoutEvidence += 1;
      else questions.push({ query: question, group: ability, evidence, ...sidesOf(ability, source) });
    }
  }
  return { task: { memories, questions, unanswerable }, abilities: Object.keys(probes), withoutEvidence, unresolved };
}

/** The messages in order, empty ones left out. */
function messagesOf(chat: Chat, name: string): RecallTask['memories'] {
  let date: number | undefined;
  return chat.flatMap((batch) => {
    const said = batch.turns.flatMap((thread, index) =>
      thread.map((message) => ({ message, session: `${name}-${batch.batch_number}-${index + 1}` })),
    );
    const anchors = [batch.time_anchor, ...said.map(({ message }) => message.time_anchor)];
    date = anchors.map(anchorDate).find((anchor) => anchor !== undefined) ?? date;
    return said.flatMap(({ message, session }, place) => memoryOf(message, session, date, place));
  });
}

/** A session is one thread of a batch; its date is the batch's, a minute later for each message before it. */
function memoryOf(message: Message, session: string, date: number | undefined, place: number): RecallTask['memories'] {
  const content = contentOf(message);
  if (content === '') return [];
  const observation: ObservationInput = { content, speaker: message.role, session };
  const occurredAt = date === undefined ? {} : { occurredAt: new Date(date + place * minute) };
  return [{ key: `${message.id}`, observation: { ...observation, ...occurredAt } }];
}

function contentOf({ content }: Message): string {
  return content.replace(planMark, '').trim().slice(0, longest);
}

/** Reads an anchor such as `March-15-2024` as UTC; undefined when it is none. */
function anchorDate(text: string | null | undefined): number | undefined {
  const date = Date.parse(`${text?.replaceAll('-', ' ')} UTC`);
  return Number.isNaN(date) ? undefined : date;
}

/** The ids in lists and parts, however deep, each once. */
function idsIn(source: unknown): readonly string[] {
  if (typeof source === 'number') return [`${source}`];
  if (typeof source !== 'object' || source === null) return [];
  return [...new Set(Object.values(source).flatMap(idsIn))];
}

function sidesOf(ability: string, source: unknown): Pick<RecallQuestion, 'sides'> {
  if (ability !== contradictions || typeof source !== 'object' || source === null || Array.isArray(source)) return {};
  return { sides: Object.values(source).map(idsIn) };
}
