/** A hook from its arguments to its answer, within a process that somebody else owns. */
import { type HookAnswer, hookNames } from './hook-event.ts';
import { answerOfHub, type HookPlace, startHubName } from './hub-for-hook.ts';
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
  if (given.name === startHubName) {
    const { startSettledHub } = await import('./hook-settings.ts');
    return startSettledHub(given, await textOf(surroundings.stdin));
  }
  const name = hookNames.find((known) => known === given.name);
  if (name === undefined) throw new Error(`must be one of ${hookNames.join(', ')}, got ${JSON.stringify(given.name)}`);
  const { stdin, complain, ...run } = surroundings;
  await runHook({
    ...run,
    name,
    readInput: () => textOf(stdin),
    send: async (event) => answerOfHub(name, await placeOf(given), event),
    // What could not be parsed is quoted as it came.
    complain: (reason) => complain(reason.replace(/\s+/g, ' ')),
  });
}

/** What `madeleine install` writes says where the memory is; otherwise the settings do, which takes longer to find out. */
async function placeOf(given: HookArguments): Promise<HookPlace> {
  const { at, space = 'default', agent, embedder } = given;
  if (at === undefined || agent === undefined) return (await import('./hook-settings.ts')).settledPlace(given);
  return { at, space, agent, ...(embedder === undefined ? {} : { embedder }) };
}

async function textOf(stdin: AsyncIterable<Buffer | string>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
