/**
 * Reads conversations in the format of LoCoMo's `locomo10.json`: turns in dated sessions. Reads and checks; stores
 * nothing. Its questions (`qa`) are no memories and are left out.
 *
 *   [{ sample_id, conversation: { session_1_date_time, session_1: [{ speaker, dia_id, text, blip_caption? }] }, qa }]
 */
import { z } from 'zod';
import { InvalidArgumentError } from '../domain/errors.ts';
import { months } from '../language/dates.ts';
import type { ImportedObservation } from './import-item.ts';

/** One conversation of a LoCoMo file. */
export interface LocomoConversation {
  readonly sampleId: string;
  /** In the order in which they were said. */
  readonly turns: readonly LocomoTurn[];
}

/** One turn, or the reason why it is refused. */
export type LocomoTurn =
  | { readonly turn: string; readonly observation: ImportedObservation }
  | { readonly turn: string; readonly refused: string };

const turnSchema = z.object({
  speaker: z.string().min(1).max(256),
  dia_id: z.string().min(1).max(64),
  text: z.string().default(''),
  blip_caption: z.string().optional(),
});

const sampleSchema = z.object({
  sample_id: z.string().min(1).max(128),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(z.unknown()).optional(),
});

/** Whether a value is a LoCoMo file: an array of conversations, or one alone. */
export function isLocomo(value: unknown): boolean {
  const sample: unknown = Array.isArray(value) ? value[0] : value;
  return typeof sample === 'object' && sample !== null && ('sample_id' in sample || 'conversation' in sample);
}

/**
 * Reads a LoCoMo file: an array of conversations, or one alone.
 *
 * @param source - the name of the file, kept as the source of every turn.
 * @throws {InvalidArgumentError} when an element is no conversation.
 */
export function readLocomo(value: unknown, source: string): readonly LocomoConversation[] {
  return (Array.isArray(value) ? value : [value]).map((sample, index) => {
    const checked = sampleSchema.safeParse(sample);
    if (checked.success) {
      const { sample_id: sampleId, conversation } = checked.data;
      const numbers = sessionNumbers(conversation);
      return { sampleId, turns: numbers.flatMap((number) => readSession(sampleId, conversation, number, source)) };
    }
    const message = `import: element ${index + 1} of "${source}" must be a LoCoMo conversation with sample_id and conversation.`;
    throw new InvalidArgumentError('INVALID_ARGUMENT', message, { cause: checked.error });
  });
}

function sessionNumbers(conversation: Readonly<Record<string, unknown>>): readonly number[] {
  return Object.keys(conversation)
    .map((key) => /^session_(\d+)$/.exec(key)?.[1])
    .filter((number) => number !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}

function readSession(
  sampleId: string,
  conversation: Readonly<Record<string, unknown>>,
  number: number,
  source: string,
): readonly LocomoTurn[] {
  const turns: unknown = conversation[`session_${number}`];
  const dateText = conversation[`session_${number}_date_time`];
  const date = typeof dateText === 'string' ? locomoDate(dateText) : undefined;
  const session = `${sampleId}-session-${number}`;
  if (!Array.isArray(turns)) return [{ turn: `D${number}:0`, refused: `session_${number} must be an array of turns` }];
  return turns.map((value: unknown, index): LocomoTurn => {
    const checked = turnSchema.safeParse(value);
    if (!checked.success) {
      return { turn: `D${number}:${index + 1}`, refused: `${session}: turn ${index + 1} needs a speaker and a dia_id` };
    }
    const { speaker, dia_id: diaId } = checked.data;
    const turn = turnId(diaId) ?? diaId;
    const content = turnContent(checked.data);
    if (content === '') return { turn, refused: `${session}: ${turn} has neither text nor image caption` };
    if (!date) {
      const found = JSON.stringify(dateText) ?? 'nothing';
      return { turn, refused: `${session}: its date must read like "1:56 pm on 8 May, 2023", got ${found}` };
    }
    const id = `locomo-${sampleId}-${diaId}`;
    const observation = { id, content, type: 'user_input', speaker, session, occurredAt: date } as const;
    return { turn, observation: { ...observation, channel: 'import', source } };
  });
}

function turnContent(turn: z.infer<typeof turnSchema>): string {
  const caption = turn.blip_caption?.trim();
  return [turn.text.trim(), caption ? `[image: ${caption}]` : ''].filter((part) => part !== '').join(' ');
}

const sessionDate = /^(\d{1,2}):(\d{2})\s*(am|pm)\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})$/i;

/** Reads a date such as `1:56 pm on 8 May, 2023` as UTC; undefined when it is none. */
export function locomoDate(text: string): Date | undefined {
  const match = sessionDate.exec(text.trim());
  if (!match) return undefined;
  const [, hour, minute, half, day, monthName, year] = match as unknown as readonly string[];
  const month = months.indexOf(monthName?.toLowerCase() ?? '');
  const hour12 = Number(hour);
  if (month < 0 || hour12 < 1 || hour12 > 12 || Number(minute) > 59) return undefined;
  const hours = (hour12 % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0);
  const date = new Date(Date.UTC(Number(year), month, Number(day), hours, Number(minute)));
  // Date.UTC turns 31 June into 1 July; such a date is a mistake in the file.
  return date.getUTCDate() === Number(day) ? date : undefined;
}

/** The turn that a `dia_id` names, as `D<session>:<turn>` without leading zeros; undefined when it names none. */
function turnId(text: string): string | undefined {
  const match = /D:?\s*(\d+)\s*:\s*(\d+)/i.exec(text);
  return match === null ? undefined : `D${Number(match[1])}:${Number(match[2])}`;
}
