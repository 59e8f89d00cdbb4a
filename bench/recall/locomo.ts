/**
 * LoCoMo for the benches: turns in dated sessions, and questions with the turns that are their evidence.
 *
 *   [{ sample_id, conversation: { session_1_date_time, session_1: [{ speaker, dia_id, text, blip_caption? }] },
 *      qa: [{ question, category, answer?, evidence: ['D1:3; D2:4'] }] }]
 */
import { basename } from 'node:path';
import type { ObservationInput } from 'madeleine';
import { z } from 'zod';
import { parsed, readDataFile } from '../data-file.ts';
import { groupsAsked, type RecallData, type RecallGroup } from './data.ts';

/** One conversation of a file. */
export interface LocomoConversation {
  /** In the order in which they were said; a turn without text, speaker or date is left out. */
  readonly turns: readonly LocomoTurn[];
  readonly questions: readonly LocomoQuestion[];
}

/** One turn. */
export interface LocomoTurn {
  /** `D<session>:<turn>`. */
  readonly key: string;
  readonly observation: ObservationInput & { readonly content: string; readonly speaker: string };
}

/** A question with its evidence. */
export interface LocomoQuestion {
  readonly question: string;
  /** 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop, 5 adversarial. */
  readonly category: number;
  /** What should be answered; adversarial questions have no answer. */
  readonly answer?: string;
  /** The turns that are evidence, each once. */
  readonly evidence: readonly string[];
  /** What is given as evidence and names no turn of the conversation. */
  readonly unresolved: readonly string[];
}

const turnSchema = z.object({
  speaker: z.string().min(1).max(256),
  dia_id: z.string().min(1).max(64),
  text: z.string().default(''),
  blip_caption: z.string().optional(),
});
const questionSchema = z.object({
  question: z.string().min(1),
  category: z.number().int(),
  answer: z.union([z.string(), z.number()]).optional().catch(undefined),
  evidence: z.array(z.string()).default([]),
});
const sampleSchema = z.object({
  sample_id: z.string().min(1).max(128),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(z.unknown()).default([]),
});
const fileSchema = z.union([z.array(sampleSchema), sampleSchema.transform((sample) => [sample])]);

/** Adversarial questions are no part of the mean over questions, as in the figures that others publish. */
const groups: readonly RecallGroup[] = [
  { key: '1', name: '1 multi-hop', inMicro: true },
  { key: '2', name: '2 temporal', inMicro: true },
  { key: '3', name: '3 open-domain', inMicro: true },
  { key: '4', name: '4 single-hop', inMicro: true },
  { key: '5', name: '5 adversarial', inMicro: false },
];

/** Reads a file for the benches of recall: a turn is a memory, a conversation a store, a category a group. */
export async function readLocomo(path: string): Promise<RecallData> {
  const conversations = await readConversations(path);
  const tasks = conversations.map(({ turns, questions }) => ({
    memories: turns,
    questions: questions
      .filter(({ evidence }) => evidence.length > 0)
      .map(({ question, category, evidence }) => ({ query: question, group: `${category}`, evidence })),
  }));
  const questions = conversations.flatMap((conversation) => conversation.questions);
  return {
    name: basename(path),
    tasks,
    groups: groupsAsked(tasks, groups),
    labels: { micro: '1 to 4 (micro)', macro: 'all five (macro)' },
    withoutEvidence: questions.filter(({ evidence }) => evidence.length === 0).length,
    unresolvedEvidence: questions.reduce((sum, { unresolved }) => sum + unresolved.length, 0),
  };
}

/** Reads the conversations of a file. */
export async function readConversations(path: string): Promise<readonly LocomoConversation[]> {
  const samples = parsed(fileSchema, await readDataFile(path), path);
  return samples.map(({ sample_id: sample, conversation, qa }) => {
    const sessions = Object.keys(conversation).flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? []);
    const turns = sessions
      .map(Number)
      .sort((one, other) => one - other)
      .flatMap((number) => turnsOf(sample, conversation, number, basename(path)));
    // Evidence may name a turn that is left out.
    const keys = new Set(turns.map(({ key }) => key));
    return {
      turns: turns.flatMap(({ key, observation }) => (observation === undefined ? [] : [{ key, observation }])),
      questions: qa.flatMap((question) => questionOf(question, keys)),
    };
  });
}

/** The turns of a session; one that cannot be remembered has no observation. */
function turnsOf(
  sample: string,
  conversation: Readonly<Record<string, unknown>>,
  number: number,
  source: string,
): readonly { readonly key: string; readonly observation: LocomoTurn['observation'] | undefined }[] {
  const turns = z.array(z.unknown()).safeParse(conversation[`session_${number}`]).data ?? [];
  const occurredAt = dateOf(`${conversation[`session_${number}_date_time`]}`);
  const session = `${sample}-session-${number}`;
  return turns.map((turn, index) => {
    const checked = turnSchema.safeParse(turn);
    if (!checked.success) return { key: `D${number}:${index + 1}`, observation: undefined };
    const { speaker, dia_id: id, text, blip_caption: caption = '' } = checked.data;
    const parts = [text.trim(), caption.trim() === '' ? '' : `[image: ${caption.trim()}]`];
    const content = parts.filter((part) => part !== '').join(' ');
    const key = turnKeys(id)[0] ?? id;
    if (content === '' || occurredAt === undefined) return { key, observation: undefined };
    const said = { id: `locomo-${sample}-${id}`, content, type: 'user_input', speaker, session, occurredAt } as const;
    return { key, observation: { ...said, channel: 'import', source } };
  });
}

/** Reads a date such as `1:56 pm on 8 May, 2023` as UTC; undefined when it is none. */
function dateOf(text: string): Date | undefined {
  const [, time, day] = /^(\d+:\d+\s*[ap]m)\s+on\s+(.+)$/i.exec(text.trim()) ?? [];
  const date = new Date(`${day?.replace(',', '')} ${time} UTC`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** A question that is well-formed, with its evidence looked up among the turns. */
function questionOf(value: unknown, turns: ReadonlySet<string>): readonly LocomoQuestion[] {
  const checked = questionSchema.safeParse(value);
  if (!checked.success) return [];
  const { question, category, answer, evidence: cells } = checked.data;
  const named = cells.flatMap((cell) => {
    const keys = turnKeys(cell);
    return keys.length === 0 ? [cell] : keys;
  });
  const evidence = [...new Set(named.filter((key) => turns.has(key)))];
  const unresolved = named.filter((key) => !turns.has(key));
  return [{ question, category, ...(answer === undefined ? {} : { answer: `${answer}` }), evidence, unresolved }];
}

/** The turns that a cell of evidence names: `D8:6; D9:17` holds two, `D:11:26` means `D11:26`. */
export function turnKeys(cell: string): readonly string[] {
  return [...cell.matchAll(/D:?\s*(\d+)\s*:\s*(\d+)/gi)].map((match) => `D${Number(match[1])}:${Number(match[2])}`);
}
