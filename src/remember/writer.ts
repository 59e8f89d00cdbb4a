/**
 * Where a write reaches both the ledger and the recall index, in this order and within one turn
 * of the writer queue. Nothing else commits to the ledger.
 *
 *   prepare (outside the queue: embed, extract) -> decide -> commit -> index -> receipt
 */
import { agentOf } from '../domain/audience.ts';
import { Perspective } from '../domain/belief.ts';
import { UnavailableError } from '../domain/errors.ts';
import { type NewId, groupBy } from '../domain/values.ts';
import { type Entity, type Link, type LinkKind, type Memory, systemAgent } from '../domain/records.ts';
import { channelBounds } from '../domain/vocabulary.ts';
import type { Clock } from '../domain/time.ts';
import type { Embedder } from '../embed/embedder.ts';
import { denseStatement } from '../language/parse-statement.ts';
import { relationBetween } from '../language/relation-between.ts';
import type { Relation, Statement } from '../language/statement.ts';
import type { IndexChange } from '../recall-index/entry.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { BeliefKey, MemoryLinks } from '../store/ledger-reader.ts';
import type { LedgerWrite } from '../store/codec.ts';
import { type Ledger, positionsPerWrite } from '../store/ledger.ts';
import { isUnreachable } from '../store/space-copy.ts';
import { ChangeFeed, newsIn, TouchedViews } from './change-feed.ts';
import { catchUp } from './fill-index.ts';
import { KnownAgents } from './known-agents.ts';
import { Statements, copyMark, indexChangeOf, saidIn } from './index-change.ts';
import { LinkBatch, type NewlyBelieved, candidatesFor } from './links.ts';
import { type RememberSettings, beliefKey } from './new-memory.ts';

/** What the write path works with. */
export interface WriterParts {
  readonly ledger: Ledger;
  readonly index: RecallIndex;
  readonly embedder: Embedder;
  readonly settings: RememberSettings;
  readonly clock: Clock;
  /** Makes ids of what only the owner sees; they sort by time. */
  readonly newId: NewId;
  /** Makes ids that agents see: they don't tell when one was made. @default newId */
  readonly newUntimedId?: NewId;
  /** For how long reads answer while a server is away, in milliseconds. @default an hour */
  readonly staleReadsMs?: number | undefined;
}

/** For how long reads answer while a server is away. */
const defaultStaleReadsMs = 3_600_000;

/** The one writer of a space. */
export class Writer {
  readonly parts: WriterParts;
  /** Finds what a new belief supports and contradicts. */
  readonly links: LinkFinder;
  /** Tells what is committed. */
  readonly feed: ChangeFeed = new ChangeFeed();
  /** Who is meant by the name of an agent. */
  readonly agents: KnownAgents;
  readonly #agents = new Set<string>();
  readonly #onWritten: () => void;

  constructor(parts: WriterParts, onWritten: () => void) {
    this.parts = parts;
    this.links = new LinkFinder(parts.index, parts.ledger);
    this.agents = new KnownAgents(parts.index, parts.ledger);
    this.#onWritten = onWritten;
  }

  /**
   * Runs a task as the only writer, on an index that knows what others have written. Another process may write to the
   * same server all the same: then the task runs again, so it decides everything itself and commits last.
   */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    return this.parts.ledger.exclusiveRepeated(() => this.#follow(), task);
  }

  /**
   * Takes in what others have written; a store that is ours alone has nothing to take in. Answers for how long nobody
   * has heard of a server, in milliseconds: 0 while it is there.
   *
   * @throws {UnavailableError} STORE_UNREACHABLE when that is longer than answers may be behind.
   */
  async follow(): Promise<number> {
    const { ledger, staleReadsMs = defaultStaleReadsMs } = this.parts;
    if (!ledger.shared) return 0;
    if (ledger.awayMs === 0) {
      // In the queue, because a write that is being decided must not see the head move.
      const isThere = await this.exclusive(async () => true).catch((error: unknown) => {
        if (!isUnreachable(error)) throw error;
        return false;
      });
      if (isThere) return 0;
    }
    const awayMs = Math.max(1, Math.round(ledger.awayMs));
    if (awayMs <= staleReadsMs) return awayMs;
    const message = `store: the server has been away for ${awayMs} ms, and answers may be ${staleReadsMs} ms behind; start it.`;
    throw new UnavailableError('STORE_UNREACHABLE', message, { details: { awayMs, staleReadsMs } });
  }

  async #follow(): Promise<void> {
    const { ledger, index, embedder } = this.parts;
    const { seq } = ledger.shared ? await ledger.refresh() : ledger.head;
    // Behind its own ledger an index is when a commit failed after it was durable.
    if (seq === index.seq) return;
    const heard: { readonly news: IndexChange; readonly audience: TouchedViews }[] = [];
    const onChange = (change: IndexChange): void => {
      const news = newsIn(index, change);
      if (this.feed.isHeard) heard.push({ news, audience: new TouchedViews(index, news) });
    };
    await catchUp(ledger, index, { model: embedder.model, knowsMerges: true, onChange });
    for (const { news, audience } of heard) this.feed.tell(this.parts.clock(), audience.after(news, {}));
  }

  /** An id for a memory, an entity or a session. Several agents may see it, so it holds no time. */
  untimedId(): string {
    return (this.parts.newUntimedId ?? this.parts.newId)();
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
    const change = await indexChangeOf(ledger, write, { entities: known, statements }, seq).catch(throwAsWritten);
    const views = isNews ? new TouchedViews(index, change) : undefined;
    index.apply(change);
    if (views !== undefined) this.feed.tell(this.parts.clock(), views.after(change, write));
    for (const agent of write.insert?.agent ?? []) this.#agents.add(agent.name);
    this.agents.noteWritten(write.insert?.agent ?? [], seq);
    this.#onWritten();
    return seq;
  }

  /**
   * The name of the agent that is meant by a name, known or new; others may have written it first.
   *
   * @throws {ConflictError} when it may be several agents.
   */
  async agentMeant(given: string): Promise<string> {
    const found = this.agents.find(given);
    if (found !== undefined) return found;
    // A server that is away tells of nobody new.
    return (await this.follow()) > 0 ? this.agents.spelled(given) : this.agents.meant(given);
  }

  /**
   * Those of some agents, by whom a write is, that the ledger does not have yet, and `system` with them.
   *
   * @throws {OtherSpelling} when one of them is known in another spelling.
   */
  async writingAgents(names: Iterable<string>): Promise<readonly { readonly name: string }[]> {
    const all = [...names];
    await this.agents.holdToSpelling(all);
    return this.missingAgents(all);
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

/** A write that the server has must not be told as one that wrote nothing; the index takes it in with the next call. */
function throwAsWritten(cause: unknown): never {
  if (!isUnreachable(cause)) throw cause;
  const message = 'commit: the server went away after it had written; call again with the same id.';
  throw new UnavailableError('STORE_UNREACHABLE', message, { cause, details: { outcome: 'unknown' } });
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
  /** Of what is newly believed and comes from channels with bounds, the marks of its copies by {@link beliefKey}. */
  readonly said: ReadonlyMap<string, string>;
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
    // A person who says so again on another day confirms it; what a file or a tool repeats it says once.
    const bounded = newly.filter(({ belief }) => channelBounds[belief.provenance.channel] !== undefined);
    const said = new Map(
      bounded.map(({ believer, memory, belief }) => [beliefKey(believer, memory.id), copyMark(memory, belief)]),
    );
    const searches = newly.flatMap((item) => {
      const statement = this.statements.of(saidIn(item.memory));
      const found = this.#outlooks(item.believer, agents).map((outlook) => {
        const before = earlierOnly ? { before: item.belief.position ?? item.memory.position } : {};
        const near = candidatesFor(this.#index, outlook.believers, { ...saidIn(item.memory), statement, ...before });
        return {
          item,
          statement,
          outlook,
          said,
          candidates: [...batch.near(outlook.believers, item, statement), ...near],
        };
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

  /** What somebody comes to believe is seen by that believer, and by those in whose perspective that one is. */
  #outlooks(believer: string, agents: ReadonlySet<string>): readonly Outlook[] {
    const others = new Set([...this.#index.byName.keys(), ...agents]);
    others.delete(believer);
    return [
      { agent: believer, believers: new Perspective(believer).believers },
      ...[...others].filter((agent) => isSeenBy(believer, agent)).map((agent) => ({ agent, believers: [agent] })),
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
    { item, statement, outlook, said, candidates }: Search,
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
      const isNoNews = isSource(item, candidate, outlook) || this.#isCopy(candidate, item, outlook, said);
      if (relation === undefined || (relation.kind === 'supports' && isNoNews)) continue;
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

  /** Whether a memory is a copy of what is newly believed: it says the same, from the same source. */
  #isCopy(id: string, { believer, memory }: NewlyBelieved, { believers }: Outlook, said: Search['said']): boolean {
    const mark = said.get(beliefKey(believer, memory.id));
    if (mark === undefined) return false;
    return believers.some((one) => (said.get(beliefKey(one, id)) ?? this.#index.copyMark(one, id)) === mark);
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
    return first >= 0 && second >= 0 && links.joins(new Perspective(agent).believers, first, second);
  }
}

/** Whether an agent knows that one of two memories was read out of the other. */
function isSource({ sources = [] }: NewlyBelieved, candidate: string, { agent }: Outlook): boolean {
  const { believers } = new Perspective(agent);
  return sources.some(({ id, believer = agent }) => id === candidate && believers.includes(believer));
}

/** Whether a believer is in the perspective of another. */
function isSeenBy(believer: string, other: string): boolean {
  // Most believers are other agents, which one look tells.
  const agent = agentOf(believer);
  return (agent === systemAgent || agent === agentOf(other)) && new Perspective(other).believers.includes(believer);
}

/** The rules' word on two statements; a support needs more than one word in common. */
function relationOf(one: Statement, other: Statement): Relation | undefined {
  const relation = relationBetween(one, other);
  return relation?.kind === 'supports' ? relationBetween(denseStatement(one), denseStatement(other)) : relation;
}

/**
 * The links that beliefs in some memories should have, and have not: as if each had been believed when only those
 * before it were there, so that what was linked when it was written is found again and nothing more.
 *
 * @param asked - the beliefs; what is withdrawn is passed over. @default all in these memories
 */
export async function missingLinks(
  { links, parts: { index, ledger } }: Writer,
  memories: readonly Memory[],
  asked: readonly BeliefKey[] = beliefsIn(index, memories),
): Promise<MemoryLinks> {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  // Both ways: a fact that several state may have been written before what one of them derives it from.
  const derived = await ledger.edgesAround('derived_from', [...byId.keys()]);
  const joined = derived.flatMap(({ fact, observation, believer }) => [
    { of: fact, id: observation, believer },
    { of: observation, id: fact, believer },
  ]);
  const sources = groupBy(joined, ({ of }) => of);
  const standing = asked.filter(({ agent, memory }) => index.isHeld([agent], memory));
  const held = (await ledger.named('believes', standing)).flatMap((belief) => {
    const memory = byId.get(belief?.memory ?? '');
    if (belief === undefined || memory === undefined) return [];
    return [{ believer: belief.agent, memory, belief, sources: sources.get(memory.id) ?? [] }];
  });
  return links.find(held, { earlierOnly: true });
}

function beliefsIn(index: RecallIndex, memories: readonly Memory[]): readonly BeliefKey[] {
  const agents = Array.from(index.believers(), ({ agent }) => agent);
  return memories.flatMap(({ id }) => agents.map((agent) => ({ agent, memory: id })));
}
