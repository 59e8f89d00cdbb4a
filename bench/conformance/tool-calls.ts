/** One call of every tool, in an order in which each has something to work on; other languages read the same file. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A tool's name and its arguments; the value `$id` stands for the id that was answered last. */
export type ToolCall = readonly [name: string, args: Readonly<Record<string, unknown>>];

/** Where the calls stand. */
export const callsFile: string = join(import.meta.dirname, 'tool-calls.json');

/** The calls. */
export async function toolCalls(): Promise<readonly ToolCall[]> {
  return JSON.parse(await readFile(callsFile, 'utf8')) as readonly ToolCall[];
}

/** The arguments of a call, once the ids before it are known. */
export function withId(args: ToolCall[1], id: string): ToolCall[1] {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, value === '$id' ? id : value]));
}

/** How one request of a client ended. */
export interface Outcome {
  /** The method, or the tool. */
  readonly what: string;
  /** Missing where it went well. */
  readonly failure?: string;
}
