/**
 * Tells listeners what every commit of this memory touched, to each only what is in its view: the
 * beginning of the page's live view and of MCP's notifications. It stores nothing; who was not
 * listening hears nothing.
 */
import { EventEmitter, on } from 'node:events';
import type { Session } from '../domain/records.ts';
import type { IndexChange } from '../index/entry.ts';
import type { RecallIndex } from '../index/recall-index.ts';
import type { LedgerWrite } from '../store/ledger-write.ts';

/** What one commit changed in somebody's view. */
export interface Change {
  /** When it was committed. */
  readonly at: Date;
  /** The ids of the memories and sessions that are new, changed or gone, in no order. */
  readonly ids: readonly string[];
}

/** By the id of what a commit touched, the believers whose view of it changed. */
type Audience = ReadonlyMap<string, ReadonlySet<string>>;

interface Commit {
  readonly at: Date;
  readonly audience: Audience;
}

/** The feed of one space. */
export class ChangeFeed {
  readonly #commits = new EventEmitter().setMaxListeners(0);

  /** Whether anybody listens, so that nothing is worked out for nobody. */
  get isHeard(): boolean {
    return this.#commits.listenerCount('commit') > 0;
  }

  /** Tells what a commit touched. */
  tell(at: Date, audience: Audience): void {
    if (audience.size > 0) this.#commits.emit('commit', { at, audience } satisfies Commit);
  }

  /**
   * What touches the view of some believers, or anybody's without them. It listens from the call on, until the
   * signal fires or its reader leaves.
   */
  changes(believers: readonly string[] | undefined, signal: AbortSignal): AsyncIterable<Change> {
    const commits = on(this.#commits, 'commit', { signal }) as AsyncIterable<[Commit]>;
    return seenBy(believers, commits, signal);
  }
}

async function* seenBy(
  believers: readonly string[] | undefined,
  commits: AsyncIterable<[Commit]>,
  signal: AbortSignal,
): AsyncGenerator<Change, void, undefined> {
  try {
    for await (const [{ at, audience }] of commits) {
      const ids = [...audience].flatMap(([id, agents]) =>
        believers === undefined || believers.some((agent) => agents.has(agent)) ? [id] : [],
      );
      if (ids.length > 0) yield { at, ids };
    }
  } catch (error) {
    if (!signal.aborted) throw error;
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
