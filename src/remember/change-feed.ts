/**
 * Tells listeners what every commit of this memory touched, to each only what is in its view: the beginning of the
 * page's live view and of MCP's notifications. It stores nothing; who was not listening hears nothing.
 */
import type { z } from 'zod';
import { type Table, textsIn } from '../domain/field.ts';
import { type EntityMerge, type Session, tables } from '../domain/records.ts';
import { type Fields, list, record, wireDate, words } from '../domain/result.ts';
import type { Perspective } from '../domain/belief.ts';
import type { IndexChange, IndexedEdgeKey } from '../recall-index/entry.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { LedgerWrite } from '../store/codec.ts';

const changeFields = {
  /** When the last of them was committed. */
  at: wireDate,
  /** The ids of the memories and sessions that are new, changed or gone, and of entities that are merged or no longer are, in no order. */
  ids: list(words),
};
/** What a commit, or several in a row, changed in somebody's view. */
export interface Change extends Fields<typeof changeFields> {}
export const changeRules: z.ZodType<Change> = record(changeFields);

/** By the id of what a commit touched, the believers whose view of it changed. */
type Touched = ReadonlyMap<string, ReadonlySet<string>>;

/** The feed of one space. */
export class ChangeFeed {
  readonly #listeners: Set<Listener> = new Set();

  /** Whether anybody listens, so that nothing is worked out for nobody. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** Tells what a commit touched. */
  tell(at: Date, touched: Touched): void {
    for (const listener of this.#listeners) listener.hear(at, touched);
  }

  /**
   * What touches a perspective, or anybody's without one. It listens from the call on, until the
   * signal fires or its reader leaves. A reader that is slower than the commits is told several at once.
   */
  changes(perspective: Perspective | undefined, signal: AbortSignal): AsyncIterable<Change> {
    const listener = new Listener(perspective);
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
  readonly #perspective: Perspective | undefined;
  readonly #ids: Set<string> = new Set();
  #at: Date = new Date(0);
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(perspective: Perspective | undefined) {
    this.#perspective = perspective;
  }

  hear(at: Date, touched: Touched): void {
    const believers = this.#perspective?.believers;
    const ids = [...touched].flatMap(([id, agents]) =>
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

/** What is news in what others wrote: who believes what, and what is gone. That somebody recalled it is none. */
export function newsIn(index: RecallIndex, change: IndexChange): IndexChange {
  const beliefs = change.beliefs.filter(({ agent, memory, withdrawnAt }) => {
    const before = index.beliefOf(agent, memory);
    return before === undefined || before.withdrawnAt !== withdrawnAt;
  });
  return { ...change, beliefs, memories: [], edges: [] };
}

/** Works out whose view a commit changes: begun before the index takes it in, since it forgets what is gone. */
export class TouchedViews {
  readonly #index: RecallIndex;
  readonly #agents: Map<string, Set<string>> = new Map();

  constructor(index: RecallIndex, { removed, unbelieved }: IndexChange) {
    this.#index = index;
    for (const id of removed) this.#note(id, this.#holders(id));
    for (const { agent, memory } of unbelieved ?? []) this.#note(memory, [agent]);
  }

  /** All that is touched, once the index has taken the change in. */
  after(change: IndexChange, write: LedgerWrite): Touched {
    for (const { agent, memory } of change.beliefs) this.#noteWithSession(memory, [agent]);
    // Beside a belief, what becomes of a memory is that believer's business alone.
    if (change.beliefs.length === 0) for (const { id } of change.memories) this.#noteWithSession(id, this.#holders(id));
    for (const edge of [...(change.edges ?? []), ...(change.dropped ?? [])]) this.#noteEdge(edge);
    for (const { believer, from, to } of mergesIn(write)) {
      this.#note(from, [believer]);
      this.#note(to, [believer]);
    }
    for (const { id, agent } of sessionsIn(write)) this.#note(id, [agent]);
    return this.#agents;
  }

  /** An edge of one believer is that believer's business; one of nobody's is of all who hold both ends. */
  #noteEdge({ table, record }: IndexedEdgeKey): void {
    const { whose }: Table = tables[table];
    // What an agent recalls together is in no view.
    if (whose === 'agent') return;
    const [from = '', to = ''] = textsIn(record, ['from', 'to']);
    const believers = new Set(whose === undefined ? this.#holders(from) : textsIn(record, [whose]));
    this.#note(from, whose === undefined ? [] : [...believers]);
    this.#note(to, whose === undefined ? this.#holders(to).filter((agent) => believers.has(agent)) : [...believers]);
  }

  #noteWithSession(id: string, agents: readonly string[]): void {
    this.#note(id, agents);
    const { memories } = this.#index;
    const row = memories.row(id);
    const session = row < 0 ? -1 : memories.session.values[row]!;
    if (session >= 0) this.#note(memories.sessions.text(session), agents);
  }

  #note(id: string, agents: readonly string[]): void {
    if (agents.length === 0) return;
    const noted = this.#agents.get(id) ?? new Set();
    for (const agent of agents) noted.add(agent);
    this.#agents.set(id, noted);
  }

  #holders(id: string): string[] {
    const row = this.#index.memories.row(id);
    return [...this.#index.believers()].flatMap((believer) =>
      row >= 0 && believer.document(row) >= 0 ? [believer.agent] : [],
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
