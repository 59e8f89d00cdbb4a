/**
 * Tells listeners what every commit of this memory touched, to each only what is in its view: the
 * beginning of the page's live view and of MCP's notifications. It stores nothing; who was not
 * listening hears nothing.
 */
import type { z } from 'zod';
import { type Fields, list, record, wireDate, words } from '../domain/result.ts';
import type { EntityMerge, Session } from '../domain/records.ts';
import type { IndexChange } from '../recall-index/entry.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { LedgerWrite } from '../store/ledger-write.ts';

const changeFields = {
  /** When the last of them was committed. */
  at: wireDate,
  /** The ids of the memories and sessions that are new, changed or gone, and of entities that are merged or no longer are, in no order. */
  ids: list(words),
};
/** What a commit, or several in a row, changed in somebody's view. */
export interface Change extends Fields<typeof changeFields> {}

/** The rules of {@link Change}. */
export const changeRules: z.ZodType<Change> = record(changeFields);

/** By the id of what a commit touched, the believers whose view of it changed. */
type Audience = ReadonlyMap<string, ReadonlySet<string>>;

/** The feed of one space. */
export class ChangeFeed {
  readonly #listeners: Set<Listener> = new Set();

  /** Whether anybody listens, so that nothing is worked out for nobody. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** Tells what a commit touched. */
  tell(at: Date, audience: Audience): void {
    for (const listener of this.#listeners) listener.hear(at, audience);
  }

  /**
   * What touches the view of some believers, or anybody's without them. It listens from the call on, until the
   * signal fires or its reader leaves. A reader that is slower than the commits is told several at once.
   */
  changes(believers: readonly string[] | undefined, signal: AbortSignal): AsyncIterable<Change> {
    const listener = new Listener(believers);
    this.#listeners.add(listener);
    const leave = (): void => {
      this.#listeners.delete(listener);
      listener.end();
    };
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    return heard(listener, () => {
      signal.removeEventListener('abort', leave);
      leave();
    });
  }
}

async function* heard(listener: Listener, leave: () => void): AsyncGenerator<Change, void, undefined> {
  try {
    for (let change = await listener.next(); change !== undefined; change = await listener.next()) yield change;
  } finally {
    leave();
  }
}

/** Who listens, and what it has still to be told: never more than each id once. */
class Listener {
  readonly #believers: readonly string[] | undefined;
  readonly #ids: Set<string> = new Set();
  #at: Date = new Date(0);
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(believers: readonly string[] | undefined) {
    this.#believers = believers;
  }

  hear(at: Date, audience: Audience): void {
    const believers = this.#believers;
    const ids = [...audience].flatMap(([id, agents]) =>
      believers === undefined || believers.some((agent) => agents.has(agent)) ? [id] : [],
    );
    if (ids.length === 0) return;
    for (const id of ids) this.#ids.add(id);
    this.#at = at;
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** What there is to tell, as soon as there is anything; undefined at the end. */
  async next(): Promise<Change | undefined> {
    while (this.#ids.size === 0) {
      if (this.#isEnded) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const change = { at: this.#at, ids: [...this.#ids] };
    this.#ids.clear();
    return change;
  }
}

/** Works out whose view a commit changes: begun before the index takes it in, since it forgets what is gone. */
export class AudienceOf {
  readonly #index: RecallIndex;
  readonly #agents: Map<string, Set<string>> = new Map();

  constructor(index: RecallIndex, { removed, unbelieved }: IndexChange) {
    this.#index = index;
    for (const id of removed) this.#note(id, this.#holders(id));
    for (const { agent, memory } of unbelieved ?? []) this.#note(memory, [agent]);
  }

  /** The whole audience, once the index has taken the change in. */
  after(change: IndexChange, write: LedgerWrite): Audience {
    for (const { agent, memory } of change.beliefs) this.#noteWithSession(memory, [agent]);
    // Beside a belief, what becomes of a memory is that believer's business alone.
    if (change.beliefs.length === 0) for (const { id } of change.memories) this.#noteWithSession(id, this.#holders(id));
    for (const { believer, one, other } of [...(change.links ?? []), ...(change.unlinked ?? [])]) {
      this.#note(one, [believer]);
      this.#note(other, [believer]);
    }
    for (const { from, to } of change.follows ?? []) {
      const both = new Set(this.#holders(from));
      this.#note(
        to,
        this.#holders(to).filter((agent) => both.has(agent)),
      );
    }
    for (const { believer, from, to } of mergesIn(write)) {
      this.#note(from, [believer]);
      this.#note(to, [believer]);
    }
    for (const { id, agent } of sessionsIn(write)) this.#note(id, [agent]);
    return this.#agents;
  }

  #noteWithSession(id: string, agents: readonly string[]): void {
    this.#note(id, agents);
    const { memories } = this.#index;
    const slot = memories.slot(id);
    const session = slot < 0 ? -1 : (memories.session.values[slot] as number);
    if (session >= 0) this.#note(memories.sessions.text(session), agents);
  }

  #note(id: string, agents: readonly string[]): void {
    if (agents.length === 0) return;
    const noted = this.#agents.get(id) ?? new Set();
    for (const agent of agents) noted.add(agent);
    this.#agents.set(id, noted);
  }

  #holders(id: string): string[] {
    const slot = this.#index.memories.slot(id);
    return [...this.#index.believers()].flatMap((believer) =>
      slot >= 0 && believer.doc(slot) >= 0 ? [believer.agent] : [],
    );
  }
}

/** The sessions that a write opens or changes, with whose they are. */
function sessionsIn({ insert, patches }: LedgerWrite): readonly Pick<Session, 'id' | 'agent'>[] {
  const changed = (patches ?? []).flatMap(({ table, record }) => {
    const { id, agent } = record as Partial<Session>;
    return table === 'session' && id !== undefined && agent !== undefined ? [{ id, agent }] : [];
  });
  return [...(insert?.session ?? []), ...changed];
}

/** The merges of entities that a write makes or ends. */
function mergesIn({ insert, patches }: LedgerWrite): readonly Pick<EntityMerge, 'believer' | 'from' | 'to'>[] {
  const changed = (patches ?? []).flatMap((patch) =>
    patch.table === 'entity_merge' ? [patch.record as EntityMerge] : [],
  );
  return [...(insert?.entity_merge ?? []), ...changed];
}
