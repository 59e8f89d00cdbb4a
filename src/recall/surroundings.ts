/**
 * What lies around recalled memories in one perspective at one moment: whether another memory is
 * in view at all, and whether two stand side by side. Looked up one by one, since only few of the
 * memories around a hit are ever asked for.
 */
import type { Perspective } from '../domain/perspective.ts';
import type { RecallIndex } from '../index/recall-index.ts';
import { type Moment, visibility } from './view.ts';

/** The surroundings of memories in one recall. */
export class Surroundings {
  readonly #index: RecallIndex;
  readonly #believers: readonly string[];
  /** The time of the recall, or the one that it asks about. */
  readonly at: number;
  readonly #moment: Moment;

  constructor(index: RecallIndex, { believers }: Perspective, moment: Moment) {
    this.#index = index;
    this.#believers = believers;
    this.#moment = moment;
    this.at = moment.asOf ?? moment.at;
  }

  /** Whether a memory is in view, whatever the filters of the recall. */
  sees(id: string): boolean {
    const slot = this.#index.memories.slot(id);
    if (slot < 0) return false;
    return this.#believers.some((agent) => {
      const believer = this.#index.believer(agent);
      const doc = believer?.doc(slot) ?? -1;
      return believer !== undefined && doc >= 0 && visibility(believer, this.#moment)(doc);
    });
  }

  /** Whether one of the believers has the two next to each other in a session. */
  isBeside(one: string, other: string): boolean {
    const [first, second] = [this.#index.memories.slot(one), this.#index.memories.slot(other)];
    return this.#believers.some((agent) => {
      const believer = this.#index.believer(agent);
      const [doc, near] = [believer?.doc(first) ?? -1, believer?.doc(second) ?? -1];
      if (believer === undefined || doc < 0 || near < 0) return false;
      const { previous, next } = believer.timelines;
      return previous.values[doc] === near || next.values[doc] === near;
    });
  }
}
