/**
 * The formats that can be imported, each in one row: what a file of it looks like and who reads it. Owns what is said of
 * a file that has none of them.
 */
import { basename } from 'node:path';
import { InvalidArgumentError } from '../domain/errors.ts';
import { type ImportFormat, importFormats } from '../domain/vocabulary.ts';
import { fieldsOf, type ImportEntry } from './import-item.ts';
import { claudeCodeLines, codexLines, readChatGpt, readClaude, readMessages } from './read-chats.ts';
import { isLocomo, readLocomo } from './read-locomo.ts';
import { readMcpMemoryLine } from './read-mcp-memory.ts';
import { readNdjsonLine } from './read-ndjson.ts';

/** What a reader knows beside the text. */
export interface ReadContext {
  /** The name of the file, kept as the source of everything in it. */
  readonly source: string;
  /** Who is to remember it. */
  readonly agent: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** A format whose files are read line by line, each line a JSON object. */
interface LineFormat {
  readonly by: 'line';
  /** Whether the first line that holds anything is of this format. */
  readonly fits: (first: Fields) => boolean;
  /** Makes the reader of one file. It never throws. */
  readonly reader: (context: ReadContext) => (line: string) => ImportEntry;
}

/** A format whose files are one JSON value, read whole. */
interface ValueFormat {
  readonly by: 'value';
  readonly fits: (value: unknown) => boolean;
  /** What the beginning of a file that breaks off still shows. */
  readonly mark: RegExp;
  readonly read: (value: unknown, context: ReadContext) => readonly ImportEntry[];
}

/** One format. */
export type FormatRow = (LineFormat | ValueFormat) & {
  /** What such a file looks like, for somebody who has another. */
  readonly looks: string;
  /** What a report counts. */
  readonly unit: 'line' | 'turn' | 'element';
  /** How the files of a folder of it end. @default it is never a folder */
  readonly folder?: '.jsonl';
};

/** The rows by format. */
export const formatRows: Readonly<Record<ImportFormat, FormatRow>> = {
  locomo: {
    by: 'value',
    looks: 'conversations with "sample_id" and "conversation"',
    unit: 'turn',
    fits: isLocomo,
    mark: /"sample_id"/,
    read: (value, { source }) =>
      readLocomo(value, source).flatMap(({ turns }) =>
        turns.map((turn) =>
          'refused' in turn
            ? { kind: 'refused', reason: turn.refused }
            : { kind: 'observations', parts: [turn.observation] },
        ),
      ),
  },
  ndjson: {
    by: 'line',
    looks: 'lines with "record", as `export` writes them',
    unit: 'line',
    fits: ({ record }) => typeof record === 'string',
    reader: () => (line) => {
      const read = readNdjsonLine(line);
      if ('refused' in read) return { kind: 'refused', reason: read.refused };
      return read.records.length === 0 ? { kind: 'nothing' } : { kind: 'records', parts: read.records };
    },
  },
  'mcp-memory': {
    by: 'line',
    looks: 'lines with "type" entity or relation',
    unit: 'line',
    fits: ({ type }) => type === 'entity' || type === 'relation',
    reader: ({ source }) => {
      const typesByName = new Map();
      return (line) => {
        const read = readMcpMemoryLine(line, source, typesByName);
        if ('refused' in read) return { kind: 'refused', reason: read.refused };
        return read.beliefs.length === 0 ? { kind: 'nothing' } : { kind: 'beliefs', parts: read.beliefs };
      };
    },
  },
  messages: {
    by: 'value',
    looks: 'an array of messages with "role" and "content", or an object with such "messages"',
    unit: 'element',
    fits: (value) => isOf(fieldsOf(value)?.['messages'] ?? value, 'role', 'content'),
    mark: /^\s*(?:\{\s*"messages"\s*:\s*)?\[\s*\{\s*"role"/,
    read: (value, { source }) => readMessages(value, source),
  },
  chatgpt: {
    by: 'value',
    looks: 'conversations with "mapping" (conversations.json of ChatGPT)',
    unit: 'element',
    fits: (value) => isOf(value, 'mapping'),
    mark: /"mapping"/,
    read: (value, { source }) => readChatGpt(value, source),
  },
  claude: {
    by: 'value',
    looks: 'conversations with "chat_messages" (conversations.json of Claude)',
    unit: 'element',
    fits: (value) => isOf(value, 'chat_messages'),
    mark: /"chat_messages"/,
    read: (value, { source }) => readClaude(value, source),
  },
  'claude-code': {
    by: 'line',
    looks: 'lines with "type" and "sessionId", or a folder of such files (~/.claude/projects)',
    unit: 'line',
    folder: '.jsonl',
    fits: ({ type, sessionId, leafUuid, messageId }) =>
      typeof type === 'string' && [sessionId, leafUuid, messageId].some((id) => typeof id === 'string'),
    reader: ({ source }) => claudeCodeLines(source),
  },
  codex: {
    by: 'line',
    looks: 'lines with "timestamp", "type" and "payload", or a folder of such files (~/.codex/sessions)',
    unit: 'line',
    folder: '.jsonl',
    fits: ({ timestamp, payload, instructions }) =>
      typeof timestamp === 'string' && (typeof payload === 'object' || instructions !== undefined),
    reader: ({ source }) => codexLines(source),
  },
};

/** The formats that are read one way, in their order. */
export function formatsBy<By extends FormatRow['by']>(
  by: By,
): readonly (readonly [ImportFormat, Extract<FormatRow, { readonly by: By }>])[] {
  const isBy = (row: FormatRow): row is Extract<FormatRow, { readonly by: By }> => row.by === by;
  return importFormats.flatMap((format) => {
    const row = formatRows[format];
    return isBy(row) ? [[format, row] as const] : [];
  });
}

/** Whether a value, or the first item of an array, is an object with these fields. */
function isOf(value: unknown, ...names: readonly string[]): boolean {
  const fields = fieldsOf(Array.isArray(value) ? value[0] : value);
  return fields !== undefined && names.every((name) => name in fields);
}

/** The error for a value that a format does not fit, or none does. */
export function unknownFormat(file: string, value: unknown, format?: ImportFormat): InvalidArgumentError {
  const found = describe(value);
  const accepted = (format === undefined ? importFormats : [format]).map(
    (name) => `${name}: ${formatRows[name].looks}`,
  );
  const rule =
    format === undefined
      ? `cannot tell the format of "${basename(file)}" from what it holds`
      : `"${basename(file)}" must be of the format ${format}`;
  return new InvalidArgumentError(
    'INVALID_ARGUMENT',
    `import: ${rule}; found ${found}. Accepted are ${accepted.join('; ')}. See docs/formats.md.`,
    { details: { file, found, accepted } },
  );
}

/** Fields of an object that are told of. */
const maxFieldsTold = 12;

/** What a value is: its kind, how many there are, and the fields of objects with their kinds. */
function describe(value: unknown, depth = 0): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return typeof value;
  if (typeof value === 'string') return depth > 0 ? 'text' : `text that begins ${JSON.stringify(value.slice(0, 40))}`;
  if (Array.isArray(value)) {
    return value.length === 0 ? 'an empty array' : `${value.length} × ${describe(value[0], depth + 1)}`;
  }
  if (depth > 2) return 'an object';
  const fields = Object.entries(fieldsOf(value) ?? {});
  const told = fields.slice(0, maxFieldsTold).map(([name, held]) => `${name} (${describe(held, depth + 1)})`);
  const more = fields.length > told.length ? `, and ${fields.length - told.length} more` : '';
  return fields.length === 0 ? 'an object without fields' : `an object with ${told.join(', ')}${more}`;
}
