/** Reads the lines of a backup for what they come to, and for what its end says that they must. */
import { fileLines } from './file-lines.ts';
import { parseObject } from './read-ndjson.ts';
import { type SpaceHash, SpaceHasher } from './space-hash.ts';
import { endSchema } from './transfer-record.ts';

/** What a file says and holds. */
export interface ReadBackup extends SpaceHash {
  /** What its end says; missing where the file has none, as when it was cut off, or holds more behind it. */
  readonly end?: SpaceHash;
}

/** Reads a whole file. A line that cannot be read counts for nothing, so that its hash is another one. */
export async function readBackup(file: string, signal: AbortSignal | undefined): Promise<ReadBackup> {
  const hasher = new SpaceHasher();
  let end: SpaceHash | undefined;
  for await (const { problem, text } of fileLines(file, signal)) {
    const line = problem === undefined ? parseObject(text) : problem;
    if (typeof line === 'string') continue;
    const { record, ...fields } = line;
    end = record === 'end' ? endSchema.safeParse(fields).data : undefined;
    if (record !== 'end') hasher.add(text);
  }
  return { ...hasher.result(), ...(end === undefined ? {} : { end }) };
}
