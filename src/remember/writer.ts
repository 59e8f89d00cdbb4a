/**
 * Where a write reaches both the ledger and the recall index, in this order and within one turn
 * of the writer queue. Nothing else commits to the ledger.
 *
 *   prepare (outside the queue: embed, extract) -> decide -> commit -> index -> receipt
 */
import type { NewId } from '../domain/ids.ts';
import type { Clock } from '../domain/time.ts';
import { type Entity, systemAgent } from '../domain/records.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { type Ledger, positionsPerWrite } from '../store/ledger.ts';
import type { LedgerWrite } from '../store/ledger-write.ts';
import { AudienceOf, ChangeFeed } from './change-feed.ts';
import { catchUp } from './fill-index.ts';
import { indexChangeOf } from './index-change.ts';
import { LinkFinder } from './link-finder.ts';
import type { RememberSettings } from './settings.ts';

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
