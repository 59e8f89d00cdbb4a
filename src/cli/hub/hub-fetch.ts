/**
 * Requests that find the hub of a store wherever it is now. When one is lost, the next goes to the hub that
 * runs by then, or to one that is started for it; whether a request is made again is for whoever makes it.
 */
import type { HubFetch } from '../../index.ts';
import type { HubNote } from './hub-note.ts';
import { isShort, shortRequest } from './short-request.ts';

/** Where the next hub comes from. */
export interface HubSources {
  /** The hub that runs, or one that is started. */
  readonly findOrStart: () => Promise<HubNote>;
  /** The hub that runs, if one does. */
  readonly find: () => Promise<HubNote | undefined>;
}

/** A `fetch` for the hub of one store, in which only path and query of an address count. */
export function hubFetch(first: HubNote, { findOrStart, find }: HubSources): HubFetch {
  let hub: Promise<HubNote> | undefined = Promise.resolve(first);
  return async (asked, init = {}) => {
    const { pathname, search } = new URL(asked);
    // Who only listens for changes has nothing to do for a hub: one that was ended stays so.
    if (hub === undefined && pathname.endsWith('/changes') && (await find()) === undefined) throw noHub();
    hub ??= findOrStart();
    const used = hub;
    try {
      const url = new URL(`${pathname}${search}`, (await used).url);
      return await (isShort(url, init) ? shortRequest(url, init) : fetch(url, init));
    } catch (error) {
      // Others may have lost theirs at the same time, and look for the next already.
      if (hub === used && init.signal?.aborted !== true) hub = undefined;
      throw error;
    }
  };
}

/** As the platform tells that nobody listens. */
function noHub(): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error('no hub runs'), { code: 'ECONNREFUSED' }) });
}
