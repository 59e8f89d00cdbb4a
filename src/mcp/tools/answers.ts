/** A memory as tools answer it: what a model can use of it, without what is empty. */
import { z } from 'zod';
import type { MemoryLink, RecalledMemory, Receipt } from '../../index.ts';
import type { ToolAnswer } from '../memory-tool.ts';

/** Characters that are answered of a content at most. */
const maxContent = 2_000;

const ids = z.array(z.string());

/** The form of {@link memoryAnswerOf}. */
export const memoryAnswer: z.ZodType = z.strictObject({
  id: z.string().describe('observation:KEY or fact:KEY'),
  type: z.string(),
  content: z.string(),
  cut: z.literal(true).optional().describe('Set where this is only the beginning of the content'),
  role: z.string().optional().describe('primary, supporting, contradicting or context'),
  score: z.number().describe('0..1'),
  relevance: z.number().describe('0..1: how likely it answers'),
  kind: z.string().optional().describe('Of a fact'),
  occurred_at: z.string(),
  valid_from: z.string().optional(),
  valid_to: z.string().optional(),
  speaker: z.string().optional(),
  said_to: ids.optional().describe('Who else speaks in that conversation'),
  session: z.string().optional(),
  entities: z.array(z.string()).optional().describe('Names'),
  importance: z.number().describe('1..10'),
  mood: z.strictObject({ valence: z.number(), arousal: z.number() }).optional(),
  believed: z.array(
    z.strictObject({
      by: z.string().describe('You, or system for what is universal'),
      strength: z.number().describe('0..1, now'),
      channel: z.string(),
      source: z.string(),
      trust: z.number().describe('0..1'),
      tags: ids.optional(),
      metadata: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  contradicts: ids.optional(),
  supports: ids.optional(),
  derived_from: ids.optional().describe('Of a fact, the observations that it was read out of'),
  superseded: z.strictObject({ at: z.string(), by: z.string().optional(), reason: z.string().optional() }).optional(),
  revised_by: z.string().optional().describe('Of a thought'),
});

/** Characters of an answer at most, text and data together, where the call does not say how many it wants: 1,500 tokens. */
const answerCharacters = 6_000;
/** Tokens of memories as the library counts them, of which such an answer is made: it says the content of each twice. */
const memoryTokens = 1_150;

/** What is asked of the library so that a model can read the answer. */
export function readable<T extends { readonly limit?: number | undefined }>(asked: T): T & { readonly signals: false } {
  return { ...asked, signals: false, ...(asked.limit === undefined ? { maxTokens: memoryTokens } : {}) };
}

/** Whether an answer is short enough where the call does not say how many it wants. */
export function fits({ text, structured }: ToolAnswer): boolean {
  return text.length + JSON.stringify(structured).length <= answerCharacters;
}

/** What is answered of a memory. */
export function memoryAnswerOf(memory: RecalledMemory): Readonly<Record<string, unknown>> {
  const { believers, content, entities, links = [], mood, superseded, thought } = memory;
  return compact({
    id: memory.id,
    type: memory.type,
    content: content.slice(0, maxContent).toWellFormed(),
    cut: content.length > maxContent ? true : undefined,
    role: memory.role,
    score: rounded(memory.score),
    relevance: rounded(memory.relevance),
    kind: memory.kind,
    occurred_at: memory.occurredAt,
    valid_from: memory.validFrom,
    valid_to: memory.validTo,
    speaker: memory.speaker,
    said_to: memory.listeners,
    session: memory.session,
    entities: entities.map(({ name }) => name),
    importance: memory.importance,
    mood: mood === undefined ? undefined : { valence: rounded(mood.valence), arousal: rounded(mood.arousal) },
    believed: believers.map(({ agent, strength, provenance: { channel, source, trust }, tags, metadata }) =>
      compact({ by: agent, strength: rounded(strength), channel, source, trust, tags, metadata }),
    ),
    contradicts: linked(links, 'contradicts'),
    supports: linked(links, 'supports'),
    derived_from: memory.derivedFrom,
    superseded: superseded === undefined ? undefined : compact({ ...superseded }),
    revised_by: thought?.revisedBy,
  });
}

function linked(links: readonly MemoryLink[], wanted: MemoryLink['kind']): readonly string[] {
  return links.filter(({ kind }) => kind === wanted).map(({ memory }) => memory);
}

/** Three digits tell a model enough of a score. */
export function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** What a tool answers as data: without what is missing or empty, and with moments as texts. */
export function compact(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => value !== undefined && !isEmpty(value))
      .map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  );
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && Object.keys(value).length === 0;
}

/** The form of {@link receiptAnswerOf}. */
export const receiptAnswer: z.ZodObject = z.strictObject({
  id: z.string().describe('observation:KEY or fact:KEY'),
  outcome: z.string().describe('stored, merged with what was there, or withdrawn'),
  reason: z.string().optional(),
  believer: z.string().describe('You, or system where every agent may recall it'),
  audience: z.array(z.string()).optional().describe('In whose talk it may surface'),
  session: z.string().optional(),
  mentions: z.array(z.string()).optional().describe('Names that it was linked to'),
  left_out: z.array(z.string()).optional().describe('What was left out, and why'),
  superseded: z.array(z.string()).optional().describe('Ids of the memories whose place it takes'),
});

/** What is answered of a receipt. */
export function receiptAnswerOf(receipt: Receipt): Readonly<Record<string, unknown>> {
  const { id, outcome, reason, believer, audience, session, linked, refused, superseded } = receipt;
  return compact({
    id,
    outcome,
    reason,
    believer,
    audience,
    session,
    mentions: linked.map(({ name }) => name),
    left_out: refused.map(({ what, reason: why }) => `${what}: ${why}`),
    superseded,
  });
}

/** The same in a line or two; names that are read out of a text are told as data only. */
export function receiptText({ id, outcome, reason, believer, refused, superseded = [] }: Receipt): string {
  const took =
    superseded.length === 0 ? '' : ` It takes the place of ${superseded.join(', ')}, which stays as history.`;
  const why = reason === undefined ? '' : ` (${reason})`;
  const whose = believer === 'system' ? ' Every agent may recall it.' : '';
  const lines = refused.map((part) => `Left out: ${part.what}: ${part.reason}`);
  return [`${outcomeWords[outcome]} ${id}${why}.${took}${whose}`, ...lines].join('\n');
}

const outcomeWords: Readonly<Record<Receipt['outcome'], string>> = {
  stored: 'Stored as',
  merged: 'Known already as',
  withdrawn: 'No longer believed:',
};
