/** Calls a verb that takes long, and hears meanwhile how far it is. */
import type { Progress } from 'madeleine';
import { eventsIn, pathOf, Problem, request } from './api.ts';
import { problemWords } from './problem-words.ts';
import type { SpaceAnswer } from './wire.ts';

/** Hears how far something is. */
export type OnProgress = (progress: Progress) => void;

/**
 * Does something to a space that takes long.
 *
 * @throws {Problem} when it is refused, fails, or the connection is lost before it ends.
 */
export async function callLong<Name extends 'sleep' | 'reindex'>(
  space: string,
  verb: Name,
  onProgress: OnProgress,
): Promise<SpaceAnswer<Name>> {
  const response = await request(`${pathOf(space)}/${verb}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: '{}',
  });
  const reader = eventsIn(response);
  while (reader !== undefined) {
    // Where the connection is lost, there is no more to read.
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
    if (done) break;
    if (value.event === 'progress') onProgress(JSON.parse(value.data) as Progress);
    if (value.event === 'result') return JSON.parse(value.data) as SpaceAnswer<Name>;
    if (value.event === 'problem') throw told(JSON.parse(value.data) as Told);
  }
  throw new Problem(
    'OFFLINE',
    `The hub was lost during ${verb}.`,
    'Look at the numbers above, and start it once more.',
  );
}

type Told = Readonly<Record<'code' | 'detail', string>>;

function told({ code, detail }: Told): Problem {
  return new Problem(code, ...problemWords(code, detail));
}
