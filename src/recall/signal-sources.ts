/**
 * All signals of one query that are computed memory by memory, only for those that can still come
 * up. Here they are gathered and weighed; each says what it says in a file of its own.
 */
import type { RecallIndex } from '../index/recall-index.ts';
import { cognitiveSources } from './cognitive-sources.ts';
import { type LinkContext, linkSources } from './link-sources.ts';
import { ownSources } from './own-sources.ts';
import { ownSignals, OwnWorth } from './own-worth.ts';
import { type SignalName, signalNames } from './profiles.ts';
import type { AnalysedQuery } from './query.ts';
import type { SignalSource } from './signal-source.ts';
import { thoughtSource } from './thought-source.ts';
import { type UseContext, useSources } from './use-sources.ts';
import type { Weights } from './weights.ts';

/** A source that speaks and counts. */
interface Weighed {
  readonly source: SignalSource;
  readonly weight: number;
}

/** Bounds are a little more than the sums, since sums in another order may differ in their last bits. */
const margin = 1e-9;

/** The signals of memories for one query. */
export class SignalSources {
  /** The most that they can add to a score. */
  readonly atMost: number;
  /** Whether any of them can relate a memory to the query. */
  readonly relating: boolean;
  readonly #weighed: readonly Weighed[];
  readonly #own: OwnWorth;
  /** All others than those that are in `#own`: first those that say nothing of most memories, then those that can add most. */
  readonly #others: readonly Weighed[];
  /** The most that they can add. */
  readonly #rest: number;
  readonly #related: readonly SignalSource[];
  readonly #byName: ReadonlyMap<SignalName, SignalSource>;

  constructor(index: RecallIndex, query: AnalysedQuery, use: UseContext & LinkContext, weights: Weights) {
    const sources = [
      ...ownSources(index.memories, query),
      ...cognitiveSources(index.memories, query),
      ...useSources(index, use),
      ...linkSources(use),
      thoughtSource(index, use.views, query.manners),
    ].filter(({ name }) => weights[name] > 0);
    this.#byName = new Map(sources.map((source) => [source.name, source]));
    // Summed in the order of the signals, as a result's contributions are.
    this.#weighed = sources
      .filter(({ atMost }) => atMost > 0)
      .sort((one, other) => signalNames.indexOf(one.name) - signalNames.indexOf(other.name))
      .map((source) => ({ source, weight: weights[source.name] }));
    const most = ({ source, weight }: Weighed): number => source.atMost * weight;
    this.#related = this.#weighed.map(({ source }) => source).filter(({ relates }) => relates);
    this.relating = this.#related.length > 0;
    this.atMost = this.#weighed.reduce((sum, one) => sum + most(one), margin);
    const others = this.#weighed.filter(({ source }) => !ownSignals.has(source.name));
    this.#others = others.sort(
      (one, other) => Number(other.source.relates) - Number(one.source.relates) || most(other) - most(one),
    );
    this.#rest = others.reduce((sum, one) => sum + most(one), margin);
    this.#own = new OwnWorth(index.memories, weights);
  }

  /** The slots of all memories that they relate to the query, with others; undefined where only a look at each can tell. */
  relatedSlots(): readonly Iterable<number>[] | undefined {
    const lists = this.#related.flatMap(({ slots }) => (slots === undefined ? [] : [slots()]));
    return lists.length < this.#related.length ? undefined : lists.flat();
  }

  /** Whether one of them relates a memory to the query. */
  relates(slot: number, place: number, doc: number): boolean {
    return this.#related.some((source) => source.value(slot, place, doc) > 0);
  }

  /** The most that they can add to the score of the memory in a slot, by what it shows of itself: a quick look. */
  atMostOf(slot: number): number {
    return this.#rest + this.#own.atMost(slot);
  }

  /**
   * Whether what they add to a sum may bring it up to `least`. Begins with the quick look, and goes no further than it
   * must.
   */
  mayReach(least: number, sum: number, slot: number, place: number, doc: number): boolean {
    let most = sum + this.atMostOf(slot);
    for (const { source, weight } of this.#others) {
      if (most < least) return false;
      most -= (source.atMost - source.value(slot, place, doc)) * weight;
    }
    return most >= least;
  }

  /** What they add to a score, on top of what is there already. */
  addTo(sum: number, slot: number, place: number, doc: number): number {
    let total = sum;
    for (const { source, weight } of this.#weighed) total += source.value(slot, place, doc) * weight;
    return total;
  }

  /** What the signal of a name says; 0 for those that are not computed here. */
  value(name: SignalName, slot: number, place: number, doc: number): number {
    return this.#byName.get(name)?.value(slot, place, doc) ?? 0;
  }
}
