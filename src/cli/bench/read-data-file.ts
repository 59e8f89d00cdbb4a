/** Reads the files of a bench; what is wrong with them is told in the words of the command. */
import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { InvalidArgumentError } from '../../index.ts';

/** The text of a file. */
export async function readDataFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw refusal(`cannot read "${path}" (${code})`, cause);
  }
}

/** The JSON of a text, checked. */
export function parsed<T>(schema: z.ZodType<T>, text: string, path: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw refusal(`"${path}" must be JSON`, cause);
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw refusal(`"${path}" is not in the format: ${issue?.path.join('.')}: ${issue?.message}`, checked.error);
}

function refusal(what: string, cause: unknown): InvalidArgumentError {
  return new InvalidArgumentError('INVALID_ARGUMENT', `bench: ${what}.`, { cause });
}
