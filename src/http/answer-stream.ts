/** Answers that are made while they are sent: files, lines and server-sent events. */
import type { ServerResponse } from 'node:http';

/** Characters that are put together before they are sent. */
const chunkLength = 64 * 1024;

/**
 * The body of an answer from its parts, which are made as fast as the caller reads. When making them fails, the
 * connection is cut and `onError` told, so that nobody takes what has come for the whole.
 *
 * @throws whatever the first part fails with: it is made before the answer begins, and so can still be told as a problem.
 */
export async function bodyOf(
  parts: AsyncIterable<string | Uint8Array>,
  outgoing: ServerResponse,
  onError: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const iterator = parts[Symbol.asyncIterator]();
  let step = await iterator.next();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      if (step.done) return controller.close();
      controller.enqueue(typeof step.value === 'string' ? Buffer.from(step.value) : step.value);
      step = await iterator.next();
    } catch (error) {
      onError(error);
      outgoing.destroy();
      controller.close();
    }
  };
  const cancel = async (): Promise<void> => {
    await iterator.return?.();
  };
  return new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 });
}

/** Lines put together, so that not each of them is sent by itself. */
export async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
