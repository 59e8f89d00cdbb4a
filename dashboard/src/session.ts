/** Who looks at the page: exchanges the code of `madeleine open` for a session, whose cookie no script can read. */
import { Problem, request, sessionPath } from './api.ts';

/** A session of the page. */
export interface PageSession {
  /** The space that the hub was started for. */
  readonly space: string;
  /** The spaces of the store. */
  readonly spaces: readonly string[];
}

/** Tells the other tabs of this browser that somebody has signed in. */
const tabs = new BroadcastChannel('madeleine');

/**
 * Signs in with the code in the address, where there is one, and answers the session. An address of another hub, which
 * {@link signIn} has led here, has the place to go on at behind the code.
 *
 * @returns undefined when nobody is signed in.
 * @throws {Problem} when the code does not count, or the hub does not answer.
 */
export async function openSession(): Promise<PageSession | undefined> {
  let refusal: unknown;
  const [, code, place = ''] = /^#code=([\w-]+)(?:&at=(.*))?$/.exec(location.hash) ?? [];
  if (code !== undefined) {
    // Nobody is to find the code in the history, where it is worth nothing anyway.
    history.replaceState(null, '', `${location.pathname}${location.search}${decodeURIComponent(place)}`);
    dispatchEvent(new PopStateEvent('popstate'));
    await exchange(code).catch((error: unknown) => {
      refusal = error;
    });
  }
  try {
    return (await (await request(sessionPath, { method: 'GET' })).json()) as PageSession;
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'UNAUTHORIZED')) throw error;
    // Whoever is signed in needs no code.
    if (refusal !== undefined) throw refusal;
    return undefined;
  }
}

/**
 * Signs in with what somebody has pasted: an address that `madeleine open` has printed, or its code alone. The page
 * stays where it is; where the hub has got another address, the browser goes there, to the same place.
 *
 * @throws {Problem} when the code does not count, or the hub does not answer.
 */
export async function signIn(pasted: string): Promise<void> {
  const text = pasted.trim();
  const code = /(?:#code=|^)([\w-]+)$/.exec(text)?.[1];
  if (code === undefined) {
    throw new Problem('NO_CODE', 'There is no code in that.', 'Paste the whole address that madeleine open prints.');
  }
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address !== undefined && /^https?:$/.test(address.protocol) && address.origin !== location.origin) {
    location.href = `${address.origin}/${location.search}#code=${code}&at=${encodeURIComponent(location.hash)}`;
    return;
  }
  await exchange(code);
}

/** Hears that somebody may have signed in elsewhere, in another tab or window; answers what ends that. */
export function whenSignedInElsewhere(hear: () => void): () => void {
  tabs.addEventListener('message', hear);
  addEventListener('focus', hear);
  return () => {
    tabs.removeEventListener('message', hear);
    removeEventListener('focus', hear);
  };
}

/** Ends the session. */
export async function closeSession(): Promise<void> {
  await request(sessionPath, { method: 'DELETE' });
}

async function exchange(code: string): Promise<void> {
  await request(sessionPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch((error: unknown) => {
    throw refusedCode(error);
  });
  tabs.postMessage('signed in');
}

/** What is wrong with a code; of other calls the same codes of the hub say other things. */
function refusedCode(error: unknown): unknown {
  const code = error instanceof Problem ? error.code : undefined;
  if (code === 'UNAUTHORIZED') {
    return new Problem(
      'WRONG_CODE',
      'That code is not known, was used, or is too old.',
      'For another one, run: madeleine open',
    );
  }
  return code === 'BUSY'
    ? new Problem(code, 'There were too many wrong codes.', 'Wait a minute, then try again.')
    : error;
}
