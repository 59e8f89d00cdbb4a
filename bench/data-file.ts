/** The files of a bench: where they lie, and reading them. What is wrong with one is told in the words of the bench. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError } from 'madeleine';
import type { z } from 'zod';

/** The whole path of a file of the project, such as `bench/data/relations.json`. */
export function projectFile(path: string): string {
  // The benches lie in bench/, and built in dist-bench/.
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

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
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
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
