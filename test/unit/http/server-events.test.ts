import { describe, expect, test } from 'vitest';
import { changeEvents, eventLines, type ServerEvent, workEvents } from '../../../src/http/server-events.ts';
import { NotFoundError, type OnProgress } from '../../../src/index.ts';

async function all<T>(parts: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const part of parts) found.push(part);
  return found;
}

function progress(done: number): Parameters<OnProgress>[0] {
  return { task: 'reindex', unit: 'memories', done };
}

describe('the events of long work', () => {
  test('are the latest progress alone where the caller reads slowly, and then the result', async () => {
    const events = workEvents(async (onProgress) => {
      for (let done = 1; done <= 1_000; done += 1) onProgress(progress(done));
      return { embedded: 1_000 };
    });
    expect(await all(events)).toEqual([
      { event: 'progress', data: progress(1_000) },
      { event: 'result', data: { embedded: 1_000 } },
    ]);
  });

  test('end with the problem that the work ended with', async () => {
    const events = workEvents(() => Promise.reject(new NotFoundError('NOT_FOUND', 'why: no such memory.')));
    expect(await all(events)).toMatchObject([{ event: 'problem', data: { code: 'NOT_FOUND', status: 404 } }]);
  });

  test('come as they are told where the caller waits for them', async () => {
    let tell: OnProgress = () => {};
    let end = (): void => {};
    const events = workEvents((onProgress) => {
      tell = onProgress;
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    })[Symbol.asyncIterator]();
    for (const done of [1, 2]) {
      const next = events.next();
      tell(progress(done));
      expect((await next).value).toEqual({ event: 'progress', data: progress(done) });
    }
    end();
    expect((await events.next()).value).toMatchObject({ event: 'result' });
  });
});

describe('the lines of events', () => {
  test('hold each event on a line of its own, whatever line breaks its data has', async () => {
    const changes = (async function* () {
      yield { text: 'a\n\nevent: result\ndata: forged' };
    })();
    const lines = (await all(eventLines(changeEvents(changes)))).join('');
    expect(lines).toBe(': open\n\nevent: change\ndata: {"text":"a\\n\\nevent: result\\ndata: forged"}\n\n');
  });

  test('let go of the events when nobody reads on', async () => {
    let ended = false;
    const events = (async function* (): AsyncGenerator<ServerEvent> {
      try {
        while (true) yield { event: 'change', data: {} };
      } finally {
        ended = true;
      }
    })();
    for await (const line of eventLines(events)) if (line.startsWith('event')) break;
    expect(ended).toBe(true);
  });
});
