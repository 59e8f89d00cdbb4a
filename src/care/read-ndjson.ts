/**
 * Reads our own export line by line. Reads and checks; stores nothing.
 *
 * A line whose observation or fact has `believedBy` (short for the beliefs of hand-written files)
 * becomes several records; all others become one.
 */
import { present } from '../domain/values.ts';
import { checked } from '../domain/input.ts';
import { MadeleineError, messageOf } from '../domain/errors.ts';
import { type TransferRecord, endSchema, headerSchema, transferOrder, transferSchemas } from './transfer-record.ts';

/** What a line holds: its records, none for an empty line, a header or an end, or why it is refused. */
export type NdjsonLine = { readonly records: readonly TransferRecord[] } | { readonly refused: string };

/** Reads one line. Never throws. */
export function readNdjsonLine(line: string): NdjsonLine {
  if (line.trim() === '') return { records: [] };
  const value = parseObject(line);
  return typeof value === 'string' ? { refused: value } : readRecord(value);
}

/** Reads the record that a line holds, or that another format comes to. Never throws. */
export function readRecord({ record: name, ...fields }: Readonly<Record<string, unknown>>): NdjsonLine {
  try {
    if (name === 'header' || name === 'end') {
      checked(name, name === 'header' ? headerSchema : endSchema, fields);
      return { records: [] };
    }
    const schema = typeof name === 'string' ? transferSchemas.get(name) : undefined;
    if (schema === undefined) {
      return { refused: `"record" must be one of header, ${transferOrder.join(', ')}, end, got ${show(name)}` };
    }
    const { believedBy, ...record } = checked(String(name), schema, fields) as Record<string, unknown>;
    const main = { record: name, ...record } as unknown as TransferRecord;
    return { records: [main, ...beliefsOf(main, believedBy as readonly string[] | undefined)] };
  } catch (error) {
    if (error instanceof MadeleineError) return { refused: error.message.replace(/\.$/, '') };
    throw error;
  }
}

/**
 * The object that a line of JSON holds, or why it holds none. Its `__proto__` key, if it has one,
 * stays an own key and is refused with the unknown ones.
 */
export function parseObject(line: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    return `a line must be a JSON object, got ${show(value)}`;
  } catch (error) {
    return `a line must be JSON: ${messageOf(error)}`;
  }
}

function beliefsOf(main: TransferRecord, agents: readonly string[] | undefined): readonly TransferRecord[] {
  if (agents === undefined || (main.record !== 'observation' && main.record !== 'fact')) return [];
  const { id: memory, provenance, recordedAt: since } = main;
  return agents.map((agent) => present({ record: 'believes', agent, memory, since, provenance }));
}

function show(value: unknown): string {
  const shown = JSON.stringify(value) ?? 'nothing';
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
