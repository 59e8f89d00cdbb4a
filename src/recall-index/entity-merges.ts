/** Which entities are the same to whom. A merge belongs to a believer and counts where its believer is in view. */

/** What the index reads of a merge of two entities. */
export interface IndexedMerge {
  readonly believer: string;
  readonly from: string;
  readonly to: string;
}

/** The merges of a space that are in force. */
export class EntityMerges {
  /** By believer, each entity with those that it was merged with. */
  readonly #partners: Map<string, Map<string, readonly string[]>> = new Map();

  constructor(merges: Iterable<IndexedMerge> = []) {
    for (const { believer, from, to } of merges) {
      const partners = this.#partners.get(believer) ?? new Map<string, readonly string[]>();
      this.#partners.set(believer, partners);
      partners.set(from, [...(partners.get(from) ?? []), to]);
      partners.set(to, [...(partners.get(to) ?? []), from]);
    }
  }

  /** Whether no entity is the same as another to anybody. */
  get isEmpty(): boolean {
    return this.#partners.size === 0;
  }

  /** An entity and all that are the same as it to some believers together. */
  sameAs(believers: readonly string[], entity: string): ReadonlySet<string> {
    const same = new Set([entity]);
    if (this.isEmpty) return same;
    // A set hands out what is added to it while it is gone through.
    for (const one of same) {
      for (const believer of believers) {
        for (const partner of this.#partners.get(believer)?.get(one) ?? []) same.add(partner);
      }
    }
    return same;
  }
}
