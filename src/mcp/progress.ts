/** Signs of life from work that takes long, for clients that asked for them. */
import type { ServerContext } from '@modelcontextprotocol/server';

/** Between two signs; clients give a silent call up after a minute. */
const defaultEveryMs = 1_000;

/** Does the work of one request, and tells the client every second that it goes on, if the client wants to know. */
export async function withProgress<T>(
  { mcpReq }: ServerContext,
  title: string,
  work: () => Promise<T>,
  everyMs: number = defaultEveryMs,
): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = { progressToken, progress, message: `${title}: at it for ${(progress * everyMs) / 1_000} s` };
    // A client that has gone hears nothing more; its call ends by its own signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
