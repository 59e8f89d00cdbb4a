/** Who looks at the page: exchanges the code of `madeleine open` for a session, whose cookie no script can read. */
import { Problem, request } from './api.ts';

/** A session of the page. */
export interface PageSession {
  /** The space that the hub was started for. */
  readonly space: string;
  readonly version: string;
  readonly expiresAt: string;
}

const path = '/v1/page/session';

/**
 * Signs in with the code in the address, where there is one, and answers the session.
 *
 * @returns undefined when nobody is signed in.
 * @throws {Problem} when the code does not count, or the hub does not answer.
 */
export async function openSession(): Promise<PageSession | undefined> {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (code !== undefined) {
    // Nobody is to find the code in the history, where it is worth nothing anyway.
    history.replaceState(null, '', location.pathname + location.search);
    await request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
  }
  try {
    return (await (await request(path, { method: 'GET' })).json()) as PageSession;
  } catch (error) {
    if (error instanceof Problem && error.code === 'UNAUTHORIZED') return undefined;
    throw error;
  }
}

/** Ends the session. */
export async function closeSession(): Promise<void> {
  await request(path, { method: 'DELETE' });
}
