/**
 * The files that an import reads, as items. Owns how a format is told from a file, and that a folder is the files in it.
 *
 *   file -> its name ends so, its first line fits a format of lines, else all of it is JSON that fits a format of values -> items
 */
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { InvalidArgumentError, MadeleineError, messageOf } from '../domain/errors.ts';
import { lineNotUtf8 } from '../domain/values.ts';
import { type ImportFormat, importFormats } from '../domain/vocabulary.ts';
import { type FileLine, fileLines } from './file-lines.ts';
import { type FormatRow, formatRows, formatsBy, unknownFormat } from './import-formats.ts';
import type { ImportEntry, ImportItem } from './import-item.ts';
import { parseObject } from './read-ndjson.ts';

/** The files of an import, whose format is settled. */
export interface ImportInput {
  readonly format: ImportFormat;
  readonly files: readonly InputFile[];
  /** Bytes of all of them. */
  readonly total: number;
}

interface InputFile {
  readonly path: string;
  readonly bytes: number;
  /** When it was last changed. */
  readonly changedAt: Date;
}

/**
 * Finds the files of an import and their format.
 *
 * @param file - a file, or a folder of files of one format.
 * @throws {InvalidArgumentError} when it cannot be read, or is of no known format.
 */
export async function openInput(
  file: string,
  format: ImportFormat | undefined,
  signal: AbortSignal | undefined,
): Promise<ImportInput> {
  const found = await stat(file).catch(unreadable(file));
  if (found.isFile()) {
    if ((await headOf(file)).startsWith('PK\u0003\u0004')) {
      throw refused(
        file,
        'is a zip archive',
        'Unpack it, and name the conversations.json, or the folder of notes, in it.',
      );
    }
    const files = [{ path: file, bytes: found.size, changedAt: found.mtime }];
    return { format: format ?? (await detectFormat(file, signal)), files, total: found.size };
  }
  const files = found.isDirectory() ? await filesIn(file) : [];
  const refusals: InvalidArgumentError[] = [];
  for (const ending of new Set(importFormats.flatMap((name) => formatRows[name].folder ?? []))) {
    const own = files.filter(({ path }) => path.endsWith(ending));
    const name = own.length === 0 ? undefined : (format ?? (await formatAmong(own, ending, refusals, signal)));
    if (name === undefined || formatRows[name].folder !== ending) continue;
    return { format: name, files: own, total: own.reduce((sum, { bytes }) => sum + bytes, 0) };
  }
  const [first] = refusals;
  if (first !== undefined) throw first;
  const rule = 'must be a file, or a folder of transcripts (.jsonl) or notes (.md)';
  throw new InvalidArgumentError('INVALID_ARGUMENT', `import: "${file}" ${rule}.`, { details: { file } });
}

/** Files of one ending that are looked at before they count as none of ours. */
const filesLookedAt = 100;

/** The format of the files in a folder that end alike: the first that one of them tells; an empty or a foreign one tells none. */
async function formatAmong(
  files: readonly InputFile[],
  ending: string,
  refusals: InvalidArgumentError[],
  signal: AbortSignal | undefined,
): Promise<ImportFormat | undefined> {
  for (const { path } of files.slice(0, filesLookedAt)) {
    try {
      const name = await detectFormat(path, signal);
      if (formatRows[name].folder === ending) return name;
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      refusals.push(error);
    }
  }
  return undefined;
}

/** The files in and below a folder, but for hidden ones and links to nothing, in the order of their paths. */
async function filesIn(folder: string): Promise<readonly InputFile[]> {
  const names = await readdir(folder, { recursive: true }).catch(unreadable(folder));
  const paths = names.filter((path) => !/(?:^|[\\/])\./.test(path)).sort();
  const files = paths.map(async (name) => {
    const path = join(folder, name);
    const found = await stat(path).catch((cause: NodeJS.ErrnoException) =>
      cause.code === 'ENOENT' ? undefined : unreadable(path)(cause),
    );
    return found?.isFile() === true ? [{ path, bytes: found.size, changedAt: found.mtime }] : [];
  });
  return (await Promise.all(files)).flat();
}

/** Whether there is a folder at a path. */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Says of a file or a folder that it cannot be read, and what the system says of it. */
function unreadable(path: string): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof MadeleineError) throw cause;
    const message = `import: cannot read "${path}": ${messageOf(cause)}.`;
    throw new InvalidArgumentError('INVALID_ARGUMENT', message, { cause });
  };
}

/** The lines of a file. */
async function* linesOf(path: string, signal: AbortSignal | undefined): AsyncGenerator<FileLine> {
  try {
    yield* fileLines(path, signal);
  } catch (cause) {
    unreadable(path)(cause);
  }
}

/** What the files hold, one after another. */
export async function* itemsOf(
  { format, files }: ImportInput,
  signal: AbortSignal | undefined,
): AsyncGenerator<ImportItem> {
  const row = formatRows[format];
  let before = 0;
  // One note in another encoding is told before any is stored.
  if (row.by === 'text') for (const { path } of files) await textOf(path);
  for (const file of files) {
    const { path, bytes } = file;
    const source = basename(path);
    if (row.by === 'line') {
      const read = row.reader(source);
      for await (const { number: line, text, problem, bytesRead } of linesOf(path, signal)) {
        const entry: ImportEntry = problem === undefined ? read(text) : { kind: 'refused', reason: problem };
        yield { ...entry, source, line, bytesRead: before + bytesRead };
      }
    } else {
      const entries = await entriesOf(file, format, row);
      for (const [index, entry] of entries.entries()) {
        // The file was read whole, so its bytes are spread evenly over what it holds.
        yield {
          ...entry,
          source,
          line: index + 1,
          bytesRead: before + Math.round((bytes * (index + 1)) / entries.length),
        };
      }
    }
    before += bytes;
  }
}

async function entriesOf(
  { path, changedAt }: InputFile,
  format: ImportFormat,
  row: Exclude<FormatRow, { readonly by: 'line' }>,
): Promise<readonly ImportEntry[]> {
  if (row.by === 'text') return row.read(await textOf(path), basename(path), changedAt);
  const value = await jsonOf(path);
  if (!row.fits(value)) throw unknownFormat(path, value, format);
  return row.read(value, basename(path));
}

/** Lines that are looked at before a file counts as unknown. */
const linesLookedAt = 20;

/**
 * The format of a file, by its first line that holds anything, else by all of it.
 *
 * @throws {InvalidArgumentError} when it is none that can be imported; the message says what was found.
 */
export async function detectFormat(file: string, signal?: AbortSignal): Promise<ImportFormat> {
  const byName = formatsBy('text').find(([, row]) => row.endings.test(file));
  if (byName !== undefined) return byName[0];
  const first = await firstLine(file, signal);
  const byLine = first === undefined ? undefined : formatsBy('line').find(([, row]) => row.fits(first));
  if (byLine !== undefined) return byLine[0];
  const head = await headOf(file);
  if (head.trim() === '') throw refused(file, 'is empty', 'Name a file that holds something.');
  const read = await jsonOf(file).then(
    (value) => ({ value, problem: undefined }),
    (problem: unknown) => ({ value: undefined, problem }),
  );
  const { value } = read;
  if (Array.isArray(value) && value.length === 0)
    throw refused(file, 'holds an empty list', 'Name a file that holds something.');
  const byValue = formatsBy('value').find(([, row]) => value !== undefined && row.fits(value));
  if (byValue !== undefined) return byValue[0];
  const broken = value === undefined && /^\s*[[{]/.test(head);
  const byMark = broken ? formatsBy('value').find(([, row]) => row.mark.test(head)) : undefined;
  if (byMark !== undefined) return byMark[0];
  if (broken && first === undefined) throw read.problem;
  throw unknownFormat(file, value === undefined ? (first ?? head) : value);
}

async function firstLine(
  file: string,
  signal: AbortSignal | undefined,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  for await (const { number, text, problem } of linesOf(file, signal)) {
    if (problem !== undefined || number > linesLookedAt) return undefined;
    if (text.trim() === '') continue;
    const value = parseObject(text);
    return typeof value === 'string' ? undefined : value;
  }
  return undefined;
}

/** Bytes of a file whose beginning is looked at. */
const headBytes = 64 * 1024;

async function headOf(file: string): Promise<string> {
  const handle = await open(file).catch(unreadable(file));
  try {
    const reading = handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const { buffer, bytesRead } = await reading.catch(unreadable(file));
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * The text of a file.
 *
 * @throws {InvalidArgumentError} when it is not UTF-8, or too long for one string (512 MiB).
 */
async function textOf(file: string): Promise<string> {
  let line: number | undefined;
  try {
    const bytes = await readFile(file);
    line = lineNotUtf8(bytes);
    if (line === undefined) return bytes.toString('utf8');
  } catch (cause) {
    return unreadable(file)(cause);
  }
  const name = basename(file);
  throw refused(
    file,
    `must be UTF-8, got other bytes in line ${line}`,
    `Convert it: iconv -f latin1 -t utf-8 "${name}".`,
  );
}

/**
 * The JSON value of a file.
 *
 * @throws {InvalidArgumentError} when it is none, so when it breaks off, or is too long for one string (512 MiB).
 */
async function jsonOf(file: string): Promise<unknown> {
  const read = await textOf(file);
  let text = '';
  try {
    text = read.startsWith('\uFEFF') ? read.slice(1) : read;
    return JSON.parse(text);
  } catch (cause) {
    const message = `import: "${basename(file)}" must be JSON: ${problemIn(text, messageOf(cause))}.`;
    throw new InvalidArgumentError('INVALID_ARGUMENT', message, { cause });
  }
}

/** What is wrong with a text, and in which line and column as far as the engine says where. */
function problemIn(text: string, reason: string): string {
  const [, what = '', place = ''] = /^(.*?) in JSON at position (\d+)/s.exec(reason) ?? [];
  const end = text.trimEnd().length;
  const at = reason.startsWith('Unexpected end') ? end : Number.parseInt(place, 10);
  if (Number.isNaN(at)) return reason.replace(/\s+/g, ' ');
  const before = text.slice(0, Math.min(at, end)).split('\n');
  const column = (before.at(-1) ?? '').length + 1;
  return `line ${before.length}, column ${column}: ${at < end ? what : 'it breaks off'}`;
}

function refused(file: string, rule: string, hint: string): InvalidArgumentError {
  const message = `import: "${basename(file)}" ${rule}.`;
  return new InvalidArgumentError('INVALID_ARGUMENT', message, { details: { file }, hint });
}
