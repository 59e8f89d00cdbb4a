/**
 * The formats that can be imported, each in one row: what a file of it looks like and who reads it. Owns what is said of
 * a file that has none of them.
 */
import { basename } from 'node:path';
import { InvalidArgumentError } from '../domain/errors.ts';
import { type ImportFormat, importFormats } from '../domain/vocabulary.ts';
import { type FileFields, fieldsOf, type ImportEntry } from './import-item.ts';
import { claudeCodeLines, codexLines, messagesIn, readChatGpt, readClaude, readMessages } from './read-chats.ts';
import { readLetta } from './read-letta.ts';
import { isLocomo, readLocomo } from './read-locomo.ts';
import { readMcpMemoryLine } from './read-mcp-memory.ts';
import { readNdjsonLine } from './read-ndjson.ts';
import { readNote } from './read-notes.ts';
import { readElefante, readGraphiti, readMem0 } from './read-stores.ts';
import { readHairem, readWhisperengine } from './read-tables.ts';

/** A format whose files are read line by line, each line a JSON object. */
interface LineFormat {
  readonly by: 'line';
  /** Whether the first line that holds anything is of this format. */
  readonly fits: (first: FileFields) => boolean;
  /** Makes the reader of one file, which never throws; `source` is its name. */
  readonly reader: (source: string) => (line: string) => ImportEntry;
}

/** A format whose files are one JSON value, read whole. */
interface ValueFormat {
  readonly by: 'value';
  readonly fits: (value: unknown) => boolean;
  /** What the beginning of a file that breaks off still shows. */
  readonly mark: RegExp;
  readonly read: (value: unknown, source: string) => readonly ImportEntry[];
}

/** A format whose files are text, told by how their names end. */
interface TextFormat {
  readonly by: 'text';
  readonly endings: RegExp;
  /** `changedAt` is when the file was last changed. */
  readonly read: (text: string, source: string, changedAt: Date) => readonly ImportEntry[];
}

/** One format. */
export type FormatRow = (LineFormat | ValueFormat | TextFormat) & {
  /** What such a file looks like, for somebody who has another. */
  readonly looks: string;
  /** What a report counts. */
  readonly unit: 'line' | 'turn' | 'element';
  /** How the files of a folder of it end. @default it is never a folder */
  readonly folder?: '.jsonl' | '.md';
  /** Whether its files say who believes what. @default false: whoever imports them says it */
  readonly namesBelievers?: true;
};

/** The rows by format. */
export const formatRows: Readonly<Record<ImportFormat, FormatRow>> = {
  locomo: {
    by: 'value',
    looks: 'conversations with "sample_id" and "conversation"',
    unit: 'turn',
    fits: isLocomo,
    mark: /"sample_id"/,
    read: (value, source) =>
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
    namesBelievers: true,
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
    reader: (source) => {
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
    looks: 'an array of messages with "role" and "content", or an object with such "messages" or "input"',
    unit: 'element',
    fits: (value) => isOf(messagesIn(value), 'role', 'content'),
    mark: /^\s*(?:\{\s*"(?:messages|input)"\s*:\s*)?\[\s*\{\s*"role"/,
    read: readMessages,
  },
  chatgpt: {
    by: 'value',
    looks: 'conversations with "mapping" (conversations.json of ChatGPT)',
    unit: 'element',
    fits: (value) => isOf(value, 'mapping'),
    mark: /"mapping"/,
    read: readChatGpt,
  },
  claude: {
    by: 'value',
    looks: 'conversations with "chat_messages" (conversations.json of Claude)',
    unit: 'element',
    fits: (value) => isOf(value, 'chat_messages'),
    mark: /"chat_messages"/,
    read: readClaude,
  },
  'claude-code': {
    by: 'line',
    looks: 'lines with "type" and "sessionId", or a folder of such files (~/.claude/projects)',
    unit: 'line',
    folder: '.jsonl',
    fits: ({ type, sessionId, leafUuid, messageId }) =>
      typeof type === 'string' && [sessionId, leafUuid, messageId].some((id) => typeof id === 'string'),
    reader: claudeCodeLines,
  },
  codex: {
    by: 'line',
    looks: 'lines with "timestamp", "type" and "payload", or a folder of such files (~/.codex/sessions)',
    unit: 'line',
    folder: '.jsonl',
    fits: ({ timestamp, payload, instructions }) =>
      typeof timestamp === 'string' && (typeof payload === 'object' || instructions !== undefined),
    reader: codexLines,
  },
  markdown: {
    by: 'text',
    looks: 'a note (.md), or a folder of notes (basic-memory, Obsidian)',
    unit: 'element',
    folder: '.md',
    endings: /\.(?:md|markdown)$/i,
    read: readNote,
  },
  mem0: {
    by: 'value',
    looks: 'memories with "id" and "memory", as an array or in "results"',
    unit: 'element',
    fits: (value) => isOf(partOf(value, 'results', 'memories') ?? value, 'id', 'memory'),
    mark: /"memory"/,
    read: readMem0,
  },
  graphiti: {
    by: 'value',
    looks: 'an object with "episodes", "nodes" and "edges", of which an edge has "fact"',
    unit: 'element',
    fits: (value) =>
      isOf(partOf(value, 'edges', 'facts'), 'fact') || isOf(partOf(value, 'episodes'), 'uuid', 'content'),
    mark: /"source_node_uuid"/,
    read: readGraphiti,
  },
  letta: {
    by: 'value',
    looks: 'an agent file (.af) with "agents" and "blocks", or with "core_memory"',
    unit: 'element',
    fits: (value) => isOf(value, 'agents', 'blocks') || isOf(partOf(value, 'core_memory'), 'label', 'value'),
    mark: /"core_memory"|"block_ids"/,
    read: readLetta,
  },
  elefante: {
    by: 'value',
    looks: 'an object with "memories" that have "metadata", or a Chroma collection with "ids" and "documents"',
    unit: 'element',
    fits: (value) =>
      isOf(partOf(value, 'memories'), 'content', 'metadata') ||
      (!Array.isArray(value) && isOf(value, 'ids', 'documents')),
    mark: /"metadatas?"/,
    read: readElefante,
  },
  whisperengine: {
    by: 'value',
    looks: 'an object with the tables "fact_entities" and "user_fact_relationships", or "v2_chat_history"',
    unit: 'element',
    fits: (value) => partOf(value, 'user_fact_relationships', 'v2_chat_history') !== undefined,
    mark: /"user_fact_relationships"|"v2_chat_history"/,
    read: readWhisperengine,
  },
  hairem: {
    by: 'value',
    looks: 'an object with the tables "fact", "subject" and "BELIEVES"',
    unit: 'element',
    namesBelievers: true,
    fits: (value) => partOf(value, 'fact') !== undefined && partOf(value, 'BELIEVES') !== undefined,
    mark: /"BELIEVES"/,
    read: readHairem,
  },
};

/** The first of these lists that an object has. */
function partOf(value: unknown, ...names: readonly string[]): unknown {
  const fields = fieldsOf(value);
  return names.map((name) => fields?.[name]).find(Array.isArray);
}

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
  const hint = `Accepted are, as docs/formats.md tells:\n${accepted.map((one) => `  ${one}`).join('\n')}.`;
  const rule =
    format === undefined
      ? `cannot tell the format of "${basename(file)}" from what it holds`
      : `"${basename(file)}" must be of the format ${format}`;
  return new InvalidArgumentError('INVALID_ARGUMENT', `import: ${rule}; found ${found}.`, {
    details: { file, found, accepted },
    hint,
  });
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
