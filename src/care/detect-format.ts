/** Tells by its beginning what format a file has. */
import { InvalidArgumentError } from '../domain/errors.ts';
import { fileLines } from './file-lines.ts';
import { type ImportFormat, importFormats } from './import-item.ts';

/** Lines that are looked at before a file counts as unknown. */
const linesLookedAt = 20;

/**
 * The format of a file, by its first line that holds anything.
 *
 * @throws {InvalidArgumentError} when it is none that can be imported.
 */
export async function detectFormat(file: string, signal?: AbortSignal): Promise<ImportFormat> {
  for await (const line of fileLines(file, signal)) {
    if (line.problem === undefined && line.text.trim() === '' && line.number < linesLookedAt) continue;
    const format = line.problem === undefined ? formatOfLine(line.text) : undefined;
    if (format !== undefined) return format;
    break;
  }
  throw new InvalidArgumentError(
    'INVALID_ARGUMENT',
    `import: cannot tell the format of "${file}" from its beginning; name it: ${importFormats.join(', ')}.`,
    { details: { file } },
  );
}

/** The format that a first line speaks of; undefined when it speaks of none. */
export function formatOfLine(line: string): ImportFormat | undefined {
  const start = line.trimStart();
  if (start.startsWith('[')) return 'locomo';
  if (!start.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(line) as Record<string, unknown>;
    if (typeof value['record'] === 'string') return 'ndjson';
    if (value['type'] === 'entity' || value['type'] === 'relation') return 'mcp-memory';
    return 'conversation' in value ? 'locomo' : undefined;
  } catch {
    // A line that is no JSON by itself begins a value that goes on: one conversation, printed over several lines.
    return start === '{' || start.includes('"sample_id"') ? 'locomo' : undefined;
  }
}
