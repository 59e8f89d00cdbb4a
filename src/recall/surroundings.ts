/**
 * What lies around recalled memories in one perspective at one moment: their links, whether another
 * memory is in view at all, and whether two stand side by side. Looked up one by one, since only
 * few of the memories around a hit are ever asked for.
 */
import type { Perspective } from '../domain/perspective.ts';
import type { RecallIndex } from '../index/recall-index.ts';
import { mostOpponents } from './defaults.ts';
import type { MemoryLink } from './memory-link.ts';
import { filterTest, type Moment, type RankFilter, visibility } from './view.ts';

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

  /**
   * The supports and contradictions of a memory: found in this perspective, not dismissed in it,
   * and the other memory in view. Contradictions first, then the more similar, then by id.
   */
  linksOf(id: string): readonly MemoryLink[] {
    return this.#index
      .linksOf(this.#believers, id)
      .flatMap(({ kind, partner, rule, similarity, state }): MemoryLink[] =>
        state === 'dismissed' || !this.sees(partner) ? [] : [{ kind, memory: partner, rule, similarity, state }],
      )
      .sort(precedes);
  }

  /**
   * What contradicts some memories and is not among them, in their order. When and where it was
   * said makes no difference to a contradiction, so of a filter only what it is about counts.
   */
  opponentsOf(ids: readonly string[], { about, domain }: RankFilter): readonly string[] {
    const known = new Set(ids);
    const subject = { ...(about === undefined ? {} : { about }), ...(domain === undefined ? {} : { domain }) };
    const links = ids.flatMap((id) => this.linksOf(id)).filter(({ kind }) => kind === 'contradicts');
    const found = new Set(links.map(({ memory }) => memory).filter((id) => !known.has(id)));
    return [...found].filter((id) => this.#passes(id, subject)).slice(0, mostOpponents);
  }

  #passes(id: string, filter: RankFilter): boolean {
    const { memories } = this.#index;
    return this.#believers.some((agent) => {
      const believer = this.#index.believer(agent);
      const doc = believer?.doc(memories.slot(id)) ?? -1;
      if (believer === undefined || doc < 0) return false;
      return filterTest(believer, memories, filter)?.(memories.slot(id), doc) ?? true;
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

function precedes(one: MemoryLink, other: MemoryLink): number {
  if (one.kind !== other.kind) return one.kind === 'contradicts' ? -1 : 1;
  return other.similarity - one.similarity || (one.memory < other.memory ? -1 : 1);
}
