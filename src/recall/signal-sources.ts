/**
 * All signals of one query that are computed memory by memory, only for those that can still come
 * up. Here they are gathered and weighed; each says what it says in a file of its own.
 */
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { cognitiveSources } from './cognitive-sources.ts';
import { type LinkContext, linkSources } from './link-sources.ts';
import { ownSources } from './own-sources.ts';
import { ownSignals, OwnWorth } from './own-worth.ts';
import { type SignalName, signalNames } from './profiles.ts';
import type { AnalysedQuery } from './query.ts';
import type { RelatingSource, SignalSource } from './signal-source.ts';
import { thoughtSource } from './thought-source.ts';
import { type UseContext, useSources } from './use-sources.ts';
import type { Weights } from './weights.ts';
import type { Workspace } from './workspace.ts';

/** A source that speaks and counts. */
interface Weighed {
  readonly source: SignalSource;
  readonly weight: number;
}

/** The memories that have to do with a query. */
interface Related {
  /** By slot: 1 for those that do. */
  readonly marks: Uint8Array;
  /** Their slots, each once. */
  readonly slots: readonly number[];
}

/** Bounds are a little more than the sums, since sums in another order may differ in their last bits. */
const margin = 1e-9;

/** The signals of memories for one query. */
export class SignalSources {
  /** The most that they can add to a score. */
  readonly atMost: number;
  readonly #weighed: readonly Weighed[];
  readonly #own: OwnWorth;
  /** All others than those that are in `#own`: first those that say nothing of most memories, then those that can add most. */
  readonly #others: readonly Weighed[];
  /** The most that they can add. */
  readonly #rest: number;
  readonly #relating: readonly RelatingSource[];
  readonly #newMarks: () => Uint8Array;
  #related: Related | undefined;
  readonly #byName: ReadonlyMap<SignalName, SignalSource>;

  constructor(
    index: RecallIndex,
    query: AnalysedQuery,
    use: UseContext & LinkContext,
    weights: Weights,
    workspace: Workspace,
  ) {
    const sources = [
      ...ownSources(index.memories, query, use.views),
      ...cognitiveSources(index.memories, query, use.views),
      ...useSources(index, use),
      ...linkSources(index, use, workspace),
      thoughtSource(index, use.views, query.manners),
    ].filter(({ name }) => weights[name] > 0);
    this.#byName = new Map(sources.map((source) => [source.name, source]));
    // Summed in the order of the signals, as a result's contributions are.
    this.#weighed = sources
      .filter(({ atMost }) => atMost > 0)
      .sort((one, other) => signalNames.indexOf(one.name) - signalNames.indexOf(other.name))
      .map((source) => ({ source, weight: weights[source.name] }));
    const most = ({ source, weight }: Weighed): number => source.atMost * weight;
    this.#relating = this.#weighed.map(({ source }) => source).filter((source) => source.relates);
    this.#newMarks = () => workspace.bytes(index.memories.ids.length);
    this.atMost = this.#weighed.reduce((sum, one) => sum + most(one), margin);
    const others = this.#weighed.filter(({ source }) => !ownSignals.has(source.name));
    this.#others = others.sort(
      (one, other) => Number(other.source.relates) - Number(one.source.relates) || most(other) - most(one),
    );
    this.#rest = others.reduce((sum, one) => sum + most(one), margin);
    this.#own = new OwnWorth(index.memories, weights);
  }

  /** The slots of the memories that they relate to the query, each once. */
  relatedSlots(): readonly number[] {
    return this.#allRelated().slots;
  }

  /** Whether one of them relates the memory in a slot to the query. */
  relates(slot: number): boolean {
    return this.#relating.length > 0 && this.#allRelated().marks[slot] === 1;
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

  /** Worked out at the first question: asked of every memory in turn, it would be worked out many times over. */
  #allRelated(): Related {
    if (this.#related !== undefined) return this.#related;
    const marks = this.#newMarks();
    const found: number[] = [];
    for (const source of this.#relating) {
      const look = (slot: number): void => {
        if (marks[slot] === 1 || source.value(slot) === 0) return;
        marks[slot] = 1;
        found.push(slot);
      };
      if (source.slots === undefined) for (let slot = 0; slot < marks.length; slot++) look(slot);
      else for (const slots of source.slots()) for (const slot of slots) look(slot);
    }
    this.#related = { marks, slots: found };
    return this.#related;
  }

  /** What the signal of a name says; 0 for those that are not computed here. */
  value(name: SignalName, slot: number, place: number, doc: number): number {
    return this.#byName.get(name)?.value(slot, place, doc) ?? 0;
  }
}
