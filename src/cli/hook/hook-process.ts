/** A hook from its arguments to its answer, within a process that somebody else owns. */
import { type HookAnswer, type HookName, hookNames } from './hook-event.ts';
import type { HookMemory } from './hook-memory.ts';
import { type HookPlace, hubForHook, startHubName } from './hub-for-hook.ts';
import { runHook } from './run-hook.ts';

/** The arguments of `madeleine hook`, as they were given. */
export interface HookArguments extends Partial<HookPlace> {
  readonly name: string;
}

/** What a hook may touch of its process. */
export interface HookSurroundings {
  readonly stdin: AsyncIterable<Buffer | string>;
  /** Milliseconds since the process began. */
  readonly elapsedMs: () => number;
  readonly answer: (answer: HookAnswer) => void;
  readonly complain: (reason: string) => void;
}

/**
 * Runs the hook that the arguments name.
 *
 * @throws {Error} when there is none of the name, or a setting is wrong.
 */
export async function hookProcess(given: HookArguments, surroundings: HookSurroundings): Promise<void> {
  if (given.name === startHubName) return (await import('./hook-settings.ts')).startSettledHub(given);
  const name = hookNames.find((known) => known === given.name);
  if (name === undefined) throw new Error(`must be one of ${hookNames.join(', ')}, got ${JSON.stringify(given.name)}`);
  const { stdin, ...run } = surroundings;
  await runHook({ ...run, name, readInput: () => textOf(stdin), connect: () => connect(name, given) });
}

/** What `madeleine install` writes says where the memory is; otherwise the settings do, which takes longer to find out. */
async function connect(name: HookName, given: HookArguments): Promise<HookMemory | undefined> {
  const { at, space = 'default', agent, embedder } = given;
  if (at === undefined || agent === undefined) {
    return hubForHook(name, (await import('./hook-settings.ts')).settledPlace(given));
  }
  return hubForHook(name, { at, space, agent, ...(embedder === undefined ? {} : { embedder }) });
}

async function textOf(stdin: AsyncIterable<Buffer | string>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
