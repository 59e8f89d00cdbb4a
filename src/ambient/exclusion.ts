/** What the context of a message holds already, so that it need not be said again. */
import { normaliseContent } from '../language/fold.ts';
import { idIn } from '../domain/ids.ts';
import type { Sight } from '../graph/sight.ts';
import { dedupMessages } from './defaults.ts';

/** What is in the context. */
export interface InContext {
  readonly message: string;
  /** Texts, or ids of memories. */
  readonly exclude: readonly string[];
  readonly session: string | undefined;
  /** Ids of what surfaced in the session. */
  readonly surfaced: ReadonlySet<string>;
}

/** Tells of memories whether the context holds them already. */
export class Exclusion {
  readonly #sight: Sight;
  readonly #ids: ReadonlySet<string>;
  readonly #texts: readonly string[];
  readonly #session: number;

  constructor(sight: Sight, { message, exclude, session, surfaced }: InContext) {
    this.#sight = sight;
    this.#ids = new Set([...exclude, ...surfaced]);
    this.#texts = [message, ...exclude].map(normaliseContent);
    this.#session = session === undefined ? -1 : sight.index.memories.sessions.find(idIn('session', session));
  }

  /** Whether a memory is there by its id, or among the last messages of the session. */
  has(slot: number): boolean {
    const { memories } = this.#sight.index;
    if (this.#ids.has(memories.ids[slot] as string)) return true;
    if (this.#session < 0 || memories.session.values[slot] !== this.#session) return false;
    return this.#sight.holdings(slot).some(({ believer, doc }) => {
      let after = doc;
      for (let steps = 0; steps < dedupMessages && after >= 0; steps++)
        after = believer.timelines.next.values[after] as number;
      return after < 0;
    });
  }

  /** Whether a text is there, by itself or within another, whatever its case and final stops. */
  says(content: string): boolean {
    const said = normaliseContent(content);
    return this.#texts.some((text) => text.includes(said));
  }
}
