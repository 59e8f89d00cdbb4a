import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen, liveState, revision } from '../../../dashboard/src/live.ts';

/** The connections to the hub that are open. */
let open: Set<AbortSignal>;
/** Makes this tab the one that follows out of sight. */
let grant: () => void;
let show: (isSeen: boolean) => void;

beforeEach(() => {
  open = new Set();
  const tab = Object.assign(new EventTarget(), { hidden: false });
  show = (isSeen) => {
    tab.hidden = !isSeen;
    tab.dispatchEvent(new Event('visibilitychange'));
  };
  vi.stubGlobal('document', tab);
  const request = (_name: string, hold: () => unknown): void => {
    grant = () => void hold();
  };
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('fetch', (_path: string, { signal }: { readonly signal: AbortSignal }) => {
    open.add(signal);
    const body = new ReadableStream({
      start: (stream) =>
        signal.addEventListener('abort', () => {
          open.delete(signal);
          stream.error(signal.reason);
        }),
    });
    return Promise.resolve(new Response(body));
  });
});
afterEach(() => {
  show(false);
  vi.unstubAllGlobals();
});

test('a tab out of sight holds no connection, and asks for what it missed when it is seen again', async () => {
  listen('home');
  await vi.waitFor(() => expect([open.size, liveState.value]).toEqual([1, 'live']));
  show(false);
  expect([open.size, liveState.value]).toEqual([0, 'unseen']);
  const before = revision.value;
  show(true);
  await vi.waitFor(() => expect([open.size, liveState.value, revision.value]).toEqual([1, 'live', before + 1]));
});

test('one tab of the browser follows out of sight too, so that the hub stays', async () => {
  listen('home');
  show(false);
  expect(open.size).toBe(0);
  grant();
  expect(open.size).toBe(1);
  show(true);
  show(false);
  expect(open.size).toBe(1);
});
