/**
 * All signals of one query that are computed memory by memory, only for those that can still come
 * up. Here they are gathered and weighed; each says what it says in a file of its own.
 */
import type { RecallIndex } from '../index/recall-index.ts';
import { cognitiveSources } from './cognitive-sources.ts';
import { type LinkContext, linkSources } from './link-sources.ts';
import { ownSources } from './own-sources.ts';
import { type SignalName, signalNames } from './profiles.ts';
import type { AnalysedQuery } from './query.ts';
import type { SignalSource } from './signal-source.ts';
import { type UseContext, useSources } from './use-sources.ts';
import type { Weights } from './weights.ts';

/** A source that speaks and counts. */
interface Weighed {
  readonly source: SignalSource;
  readonly weight: number;
}

/** The signals of memories for one query. */
export class SignalSources {
  /** The most that they can add to a score. */
  readonly atMost: number;
  /** Whether any of them can relate a memory to the query. */
  readonly relating: boolean;
  readonly #weighed: readonly Weighed[];
  /** The same, those first that can add most. */
  readonly #heaviest: readonly Weighed[];
  readonly #related: readonly SignalSource[];
  readonly #byName: ReadonlyMap<SignalName, SignalSource>;

  constructor(index: RecallIndex, query: AnalysedQuery, use: UseContext & LinkContext, weights: Weights) {
    const sources = [
      ...ownSources(index.memories, query),
      ...cognitiveSources(index.memories, query),
      ...useSources(index, use),
      ...(weights.link + weights.standing > 0 ? linkSources(index, use) : []),
    ].filter(({ name }) => weights[name] > 0);
    this.#byName = new Map(sources.map((source) => [source.name, source]));
    // Summed in the order of the signals, as a result's contributions are.
    this.#weighed = sources
      .filter(({ atMost }) => atMost > 0)
      .sort((one, other) => signalNames.indexOf(one.name) - signalNames.indexOf(other.name))
      .map((source) => ({ source, weight: weights[source.name] }));
    const most = ({ source, weight }: Weighed): number => source.atMost * weight;
    this.#heaviest = [...this.#weighed].sort((one, other) => most(other) - most(one));
    this.#related = this.#weighed.map(({ source }) => source).filter(({ relates }) => relates);
    this.relating = this.#related.length > 0;
    // A little more than the sums, since sums in another order may differ in their last bits.
    this.atMost = this.#weighed.reduce((sum, one) => sum + most(one), 1e-9);
  }

  /** Whether one of them relates a memory to the query. */
  relates(slot: number, place: number, doc: number): boolean {
    return this.#related.some((source) => source.value(slot, place, doc) > 0);
  }

  /**
   * Whether what they add to a sum may bring it up to `least`. Looks at those first that can add most, and no further
   * than it must.
   */
  mayReach(least: number, sum: number, slot: number, place: number, doc: number): boolean {
    let most = sum + this.atMost;
    for (const { source, weight } of this.#heaviest) {
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
