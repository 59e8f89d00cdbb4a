/**
 * Where a write reaches both the ledger and the recall index, in this order and within one turn
 * of the writer queue. Nothing else commits to the ledger.
 *
 *   prepare (outside the queue: embed, extract) -> decide -> commit -> index -> receipt
 */
import type { z } from 'zod';
import type { NewId } from '../domain/values.ts';
import {
  type Entity,
  type EntityMerge,
  type Link,
  type LinkKind,
  type Memory,
  type Session,
  systemAgent,
} from '../domain/records.ts';
import { type Fields, list, record, wireDate, words } from '../domain/result.ts';
import type { Clock } from '../domain/time.ts';
import type { Embedder } from '../embed/embedder.ts';
import { denseStatement } from '../language/parse-statement.ts';
import { relationBetween } from '../language/relation-between.ts';
import type { Relation, Statement } from '../language/statement.ts';
import type { IndexChange } from '../recall-index/entry.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { MemoryLinks } from '../store/ledger-reader.ts';
import type { LedgerWrite } from '../store/ledger-write.ts';
import { type Ledger, positionsPerWrite } from '../store/ledger.ts';
import { catchUp } from './fill-index.ts';
import { Statements, indexChangeOf, saidIn } from './index-change.ts';
import { LinkBatch, type NewlyBelieved, candidatesFor } from './links.ts';
import type { RememberSettings } from './new-memory.ts';

/** What the write path works with. */
export interface WriterParts {
  readonly ledger: Ledger;
  readonly index: RecallIndex;
  readonly embedder: Embedder;
  readonly settings: RememberSettings;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** The one writer of a space. */
export class Writer {
  readonly parts: WriterParts;
  /** Finds what a new belief supports and contradicts. */
  readonly links: LinkFinder;
  /** Tells what is committed. */
  readonly feed: ChangeFeed = new ChangeFeed();
  readonly #agents = new Set<string>();
  readonly #onWritten: () => void;

  constructor(parts: WriterParts, onWritten: () => void) {
    this.parts = parts;
    this.links = new LinkFinder(parts.index, parts.ledger);
    this.#onWritten = onWritten;
  }

  /** Runs a task as the only writer, on an index that knows what others have written. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    return this.parts.ledger.exclusive(async () => {
      await this.#follow();
      return task();
    });
  }

  /** Takes in what others have written; a store that is ours alone has nothing to take in. */
  async follow(): Promise<void> {
    // In the queue, because a write that is being decided must not see the head move.
    if (this.parts.ledger.shared) await this.exclusive(async () => undefined);
  }

  async #follow(): Promise<void> {
    const { ledger, index, embedder } = this.parts;
    const { seq } = ledger.shared ? await ledger.refresh() : ledger.head;
    // Behind its own ledger an index is when a commit failed after it was durable.
    if (seq > index.seq) await catchUp(ledger, index, { model: embedder.model });
  }

  /** The position that the first memory of the next commit takes. */
  get nextPosition(): number {
    return (this.parts.ledger.head.seq + 1) * positionsPerWrite;
  }

  /**
   * Commits, brings the index up to date and tells who listens; answers the sequence number. `known`
   * are entities that the write mentions and the caller has at hand.
   */
  async commit(write: LedgerWrite, known: readonly Entity[] = []): Promise<number> {
    return this.#commit(write, known, this.feed.isHeard);
  }

  /** Commits what is no news: that memories were recalled, for a listener that recalls would hear itself. */
  async commitUse(write: LedgerWrite): Promise<number> {
    return this.#commit(write, [], false);
  }

  async #commit(write: LedgerWrite, known: readonly Entity[], isNews: boolean): Promise<number> {
    const { ledger, index } = this.parts;
    const { statements } = this.links;
    if ((write.deletes ?? []).length > 0) statements.clear();
    const seq = await ledger.commit(write).catch((error: unknown) => {
      statements.clear();
      throw error;
    });
    const change = await indexChangeOf(ledger, write, { entities: known, statements }, seq);
    const audience = isNews ? new AudienceOf(index, change) : undefined;
    index.apply(change);
    if (audience !== undefined) this.feed.tell(this.parts.clock(), audience.after(change, write));
    for (const agent of write.insert?.agent ?? []) this.#agents.add(agent.name);
    this.#onWritten();
    return seq;
  }

  /** Those of some agents that the ledger does not have yet, and `system` with them. */
  async missingAgents(names: Iterable<string>): Promise<readonly { readonly name: string }[]> {
    const unknown = [...new Set([systemAgent, ...names])].filter((name) => !this.#agents.has(name));
    const there = await this.parts.ledger.records(
      'agent',
      unknown.map((name) => `agent:${name}`),
    );
    for (const agent of there) this.#agents.add(agent.name);
    return unknown.filter((name) => !this.#agents.has(name)).map((name) => ({ name }));
  }
}

// Finds what newly believed memories support and contradict, within one turn of the writer queue: candidates by the
// index and by the batch, their texts in one statement, and the rules' word on each pair. What a rule finds is a
// `potential` link of the believer in whose perspective both are.

/** A perspective in which links are looked for: whose they are, and whose memories are looked at. */
interface Outlook {
  readonly agent: string;
  readonly believers: readonly string[];
}

/** A memory with what it may be linked to in one perspective. */
interface Search {
  readonly item: NewlyBelieved;
  readonly statement: Statement;
  readonly outlook: Outlook;
  readonly candidates: readonly string[];
}

/** How links are looked for. */
export interface FindOptions {
  /** Whether memories that are there already are gone through: each is compared with those that were written before it. */
  readonly earlierOnly?: boolean;
}

/**
 * Links of one kind that a memory gets when it is first believed, at the most; the strongest stay.
 * What was said often needs little support.
 */
const maxLinks: Readonly<Record<LinkKind, number>> = { supports: 3, contradicts: 8 };

/** Finds links for one space. */
class LinkFinder {
  readonly statements: Statements = new Statements();
  readonly #index: RecallIndex;
  readonly #ledger: Ledger;

  constructor(index: RecallIndex, ledger: Ledger) {
    this.#index = index;
    this.#ledger = ledger;
  }

  /** The links between newly believed memories and what is believed already; each earlier one of the list is. */
  async find(newly: readonly NewlyBelieved[], { earlierOnly = false }: FindOptions = {}): Promise<MemoryLinks> {
    const batch = new LinkBatch();
    const agents = new Set(newly.map(({ believer }) => believer));
    const searches = newly.flatMap((item) => {
      const statement = this.statements.of(saidIn(item.memory));
      const found = this.#outlooks(item.believer, agents).map((outlook) => {
        const before = earlierOnly ? { before: item.memory.position } : {};
        const near = candidatesFor(this.#index, outlook.believers, { ...saidIn(item.memory), statement, ...before });
        return { item, statement, outlook, candidates: [...batch.near(outlook.believers, item, statement), ...near] };
      });
      // What is there already is found by the index.
      if (!earlierOnly) batch.add(item, statement);
      return found;
    });
    const statements = await this.#read(searches);
    const links: Record<LinkKind, Link[]> = { supports: [], contradicts: [] };
    const known = new Set<string>();
    for (const search of searches) this.#compare(search, statements, known, links);
    return links;
  }

  /** What somebody comes to believe is seen by that agent; what `system` does, by everybody. */
  #outlooks(believer: string, agents: ReadonlySet<string>): readonly Outlook[] {
    if (believer !== systemAgent) return [{ agent: believer, believers: [believer, systemAgent] }];
    const others = new Set([...Array.from(this.#index.believers(), ({ agent }) => agent), ...agents]);
    others.delete(systemAgent);
    return [
      { agent: systemAgent, believers: [systemAgent] },
      ...Array.from(others, (agent) => ({ agent, believers: [agent] })),
    ];
  }

  /** What all candidates state, those that are not at hand read in one statement. */
  async #read(searches: readonly Search[]): Promise<ReadonlyMap<string, Statement>> {
    const found = new Map(searches.map(({ item, statement }) => [item.memory.id, statement]));
    const missing: string[] = [];
    for (const id of new Set(searches.flatMap(({ candidates }) => candidates))) {
      const statement = found.get(id) ?? this.statements.find(id);
      if (statement === undefined) missing.push(id);
      else found.set(id, statement);
    }
    for (const said of await this.#ledger.said(missing)) found.set(said.id, this.statements.of(said));
    return found;
  }

  #compare(
    { item, statement, outlook, candidates }: Search,
    statements: ReadonlyMap<string, Statement>,
    known: Set<string>,
    links: Record<LinkKind, Link[]>,
  ): void {
    const { id } = item.memory;
    const found: (Link & { readonly kind: LinkKind })[] = [];
    for (const candidate of new Set(candidates)) {
      const other = statements.get(candidate);
      const pair = JSON.stringify([outlook.agent, ...[id, candidate].sort()]);
      if (other === undefined || candidate === id || known.has(pair) || this.#isLinked(outlook, id, candidate))
        continue;
      const relation = relationOf(statement, other);
      if (relation === undefined) continue;
      known.add(pair);
      const { kind, rule, similarity } = relation;
      found.push({ kind, believer: outlook.agent, from: id, to: candidate, similarity, state: 'potential', by: rule });
    }
    found.sort((one, other) => other.similarity - one.similarity);
    for (const kind of ['supports', 'contradicts'] as const) {
      const strongest = found.filter((link) => link.kind === kind).slice(0, this.#roomFor(kind, outlook, id));
      links[kind].push(...strongest.map(({ kind: _kind, ...link }) => link));
    }
  }

  /** How many more links a memory may get in a perspective: what it has already counts. */
  #roomFor(kind: LinkKind, { agent }: Outlook, id: string): number {
    const { links, memories } = this.#index;
    const row = memories.row(id);
    const known = links.at(row).filter((edge) => edge.kind === kind && edge.believer === agent && edge.one === row);
    return Math.max(0, maxLinks[kind] - known.length);
  }

  #isLinked({ agent }: Outlook, one: string, other: string): boolean {
    const { links, memories } = this.#index;
    const [first, second] = [memories.row(one), memories.row(other)];
    return first >= 0 && second >= 0 && links.joins([agent, systemAgent], first, second);
  }
}

/** The rules' word on two statements; a support needs more than one word in common. */
function relationOf(one: Statement, other: Statement): Relation | undefined {
  const relation = relationBetween(one, other);
  return relation?.kind === 'supports' ? relationBetween(denseStatement(one), denseStatement(other)) : relation;
}

/**
 * The links that the beliefs in some memories should have, and have not: as if each had been
 * believed when only those before it were there, so that what was linked when it was written is
 * found again and nothing more.
 */
export async function missingLinks({ links, parts }: Writer, memories: readonly Memory[]): Promise<MemoryLinks> {
  const { index } = parts;
  const agents = Array.from(index.believers(), ({ agent }) => agent);
  const held = memories.flatMap((memory) =>
    agents.filter((agent) => index.isHeld([agent], memory.id)).map((believer) => ({ believer, memory })),
  );
  return links.find(held, { earlierOnly: true });
}

// Tells listeners what every commit of this memory touched, to each only what is in its view: the beginning of the
// page's live view and of MCP's notifications. It stores nothing; who was not listening hears nothing.

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
class ChangeFeed {
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
class AudienceOf {
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
