/**
 * What lies around recalled memories in one perspective at one moment: their links, whether another
 * memory is in view at all, and whether two stand side by side. Looked up one by one, since only
 * few of the memories around a hit are ever asked for.
 */
import type { Perspective } from '../domain/perspective.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { mostOpponents } from './defaults.ts';
import type { MemoryLink } from './memory-link.ts';
import { filterTest, type Moment, type RankFilter, strengthOf, visibility } from './view.ts';

/** A belief as it stood at the moment of a recall. */
export interface StandingBelief {
  readonly agent: string;
  /** `later`: it was not held yet. */
  readonly state: 'held' | 'withdrawn' | 'later';
  /** The effective strength, 0..1. */
  readonly strength: number;
  /** Whether it lets the memory be seen. */
  readonly isSeen: boolean;
}

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
    return this.#docsOf(id).some(({ believer, doc }) => visibility(believer, this.#moment)(doc));
  }

  /** Whether one of the believers has ever believed a memory. */
  knows(id: string): boolean {
    return this.#docsOf(id).length > 0;
  }

  /** The beliefs in a memory as they stood at the moment. */
  beliefsIn(id: string): readonly StandingBelief[] {
    const { asOf } = this.#moment;
    return this.#docsOf(id).map(({ believer, doc }) => {
      const isHeld = visibility(believer, { ...this.#moment, archived: true })(doc);
      const isLater = asOf !== undefined && (believer.since.values[doc] as number) > asOf;
      return {
        agent: believer.agent,
        state: isHeld ? 'held' : isLater ? 'later' : 'withdrawn',
        strength: strengthOf(believer, doc, this.#moment),
        isSeen: visibility(believer, this.#moment)(doc),
      };
    });
  }

  /** The names of the filters that each leave a memory out. */
  failedFilters(id: string, filter: RankFilter): readonly string[] {
    return Object.entries(filter)
      .filter(([name, value]) => !this.#passes(id, { [name]: value }))
      .map(([name]) => name);
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
   * said makes no difference to a contradiction, so of a filter only what it is about counts, and
   * when that was so.
   */
  opponentsOf(ids: readonly string[], { about, domain, validAt }: RankFilter): readonly string[] {
    const known = new Set(ids);
    const subject = {
      ...(about === undefined ? {} : { about }),
      ...(domain === undefined ? {} : { domain }),
      ...(validAt === undefined ? {} : { validAt }),
    };
    const links = ids.flatMap((id) => this.linksOf(id)).filter(({ kind }) => kind === 'contradicts');
    const found = new Set(links.map(({ memory }) => memory).filter((id) => !known.has(id)));
    return [...found].filter((id) => this.#passes(id, subject)).slice(0, mostOpponents);
  }

  /** Whether one of the believers has the two next to each other in a session. */
  isBeside(one: string, other: string): boolean {
    const second = this.#index.memories.slot(other);
    return this.#docsOf(one).some(({ believer, doc }) => {
      const near = second < 0 ? -1 : believer.doc(second);
      const { previous, next } = believer.timelines;
      return near >= 0 && (previous.values[doc] === near || next.values[doc] === near);
    });
  }

  #passes(id: string, filter: RankFilter): boolean {
    const { memories } = this.#index;
    return this.#docsOf(id).some(
      ({ believer, doc }) => filterTest(believer, memories, filter, this.#moment)?.(memories.slot(id), doc) ?? true,
    );
  }

  #docsOf(id: string): readonly { readonly believer: BelieverIndex; readonly doc: number }[] {
    const slot = this.#index.memories.slot(id);
    return this.#believers.flatMap((agent) => {
      const believer = this.#index.believer(agent);
      const doc = slot < 0 ? -1 : (believer?.doc(slot) ?? -1);
      return believer === undefined || doc < 0 ? [] : [{ believer, doc }];
    });
  }
}

function precedes(one: MemoryLink, other: MemoryLink): number {
  if (one.kind !== other.kind) return one.kind === 'contradicts' ? -1 : 1;
  return other.similarity - one.similarity || (one.memory < other.memory ? -1 : 1);
}
