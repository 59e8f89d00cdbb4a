/**
 * What one perspective sees of the index at one moment, asked memory by memory and entity by entity: a
 * walk looks at little of what there is. Nothing that is not in view moves any of its answers.
 */
import { foldName } from '../language/fold.ts';
import type { Perspective } from '../domain/perspective.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { ToldRelation } from '../recall-index/memory-table.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { type Eye, eyesOf, learnedBySlot, type Moment, type RankFilter } from '../recall/view.ts';

/** A memory as one believer in view holds it. */
export interface Holding {
  readonly believer: BelieverIndex;
  readonly doc: number;
}

/** The index as one perspective sees it. */
export class Sight {
  readonly index: RecallIndex;
  /** The agent, then `system`. */
  readonly believers: readonly string[];
  /** The time that is looked at, in milliseconds. */
  readonly at: number;
  readonly #eyes: readonly Eye[];

  constructor(index: RecallIndex, perspective: Perspective, moment: Moment, filter: RankFilter = {}) {
    this.index = index;
    this.believers = perspective.believers;
    this.at = moment.asOf ?? moment.at;
    this.#eyes = eyesOf(index, perspective, moment, filter);
  }

  /** The beliefs that let the memory in a slot be seen; none where it is not in view. */
  holdings(slot: number): readonly Holding[] {
    if (slot < 0) return [];
    return this.#eyes.flatMap(({ believer, sees }) => {
      const doc = believer.doc(slot);
      return doc >= 0 && sees(doc) ? [{ believer, doc }] : [];
    });
  }

  /** Whether the memory in a slot is in view. */
  sees(slot: number): boolean {
    return this.holdings(slot).length > 0;
  }

  /**
   * The slots of the memories in view that speak of one of some entities, each once, what was written
   * last before the rest; of more than `most` the last ones.
   */
  slotsOf(entities: readonly number[], most: number): readonly number[] {
    const { memories } = this.index;
    const slots = new Set<number>();
    for (const eye of this.#eyes) {
      for (const entity of entities) {
        for (const slot of lastSeen(eye, eye.believer.docsOf(entity), most)) slots.add(slot);
      }
    }
    return [...slots].sort((one, other) => memories.compareWritten(other, one)).slice(0, most);
  }

  /** The slots of all memories in view, each once, in the order in which these believers came to hold them. */
  slots(): readonly number[] {
    const { memories } = this.index;
    const since = learnedBySlot(this.#eyes);
    const before = (one: number, other: number): number => (since.get(one) ?? 0) - (since.get(other) ?? 0);
    return [...since.keys()].sort((one, other) => before(one, other) || memories.compareWritten(one, other));
  }

  /** The relations that the memory in a slot tells. */
  relationsIn(slot: number): readonly ToldRelation[] {
    return this.index.memories.relationsIn(slot);
  }

  /** Numbers of the entities that memories in view call by a name, whatever its case and accents. */
  named(name: string): readonly number[] {
    const surface = this.index.memories.surfaces.find(foldName(name));
    if (surface < 0) return [];
    const found = this.#eyes.flatMap((eye) =>
      [...(eye.believer.calledBy(surface) ?? [])].flatMap(([entity, docs]) => (docs.some(eye.sees) ? [entity] : [])),
    );
    return [...new Set(found)];
  }

  /** Numbers of an entity and of those that are the same to these believers. */
  sameAs(entity: number): readonly number[] {
    const { names } = this.index.memories;
    const same = this.index.merges.sameAs(this.believers, names.text(entity));
    return same.size === 1 ? [entity] : [...same].map((id) => names.find(id)).filter((number) => number >= 0);
  }
}

/** The slots of the last documents of a list that are seen. */
function lastSeen({ believer, sees }: Eye, docs: readonly number[], most: number): readonly number[] {
  const slots: number[] = [];
  for (let place = docs.length - 1; place >= 0 && slots.length < most; place--) {
    const doc = docs[place] as number;
    if (sees(doc)) slots.push(believer.slotOf.get(doc));
  }
  return slots;
}
