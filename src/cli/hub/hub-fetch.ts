/**
 * Requests that find the hub of a store wherever it is now. When one is lost, the next goes to the hub that
 * runs by then, or to one that is started for it; whether a request is made again is for whoever makes it.
 */
import type { HubNote } from './hub-note.ts';

/**
 * A `fetch` for the hub of one store, in which only path and query of an address count.
 *
 * @param find - the hub that runs, or starts.
 */
export function hubFetch(first: HubNote, find: () => Promise<HubNote>): typeof fetch {
  let hub: Promise<HubNote> | undefined = Promise.resolve(first);
  return async (input, init) => {
    hub ??= find();
    const used = hub;
    try {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      return await fetch(new URL(`${pathname}${search}`, (await used).url), init);
    } catch (error) {
      // Others may have lost theirs at the same time, and look for the next already.
      if (hub === used && init?.signal?.aborted !== true) hub = undefined;
      throw error;
    }
  };
}
