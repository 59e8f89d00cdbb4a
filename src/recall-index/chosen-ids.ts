/**
 * Which memory an agent means by an id, and by which id it is told of a memory. Only what is in view counts, so nobody
 * notices who else has chosen the same id.
 */
import { Perspective } from '../domain/belief.ts';
import { chosenId, taggedId } from '../domain/chosen-id.ts';
import type { RecallIndex } from './recall-index.ts';

/**
 * The stored id of the memory in view that goes by an id. Of several that were made known to all, the agent's own comes
 * first, then the one that was learned first.
 */
export function idInView(index: RecallIndex, perspective: Perspective, id: string): string | undefined {
  const { memories } = index;
  const believers = [perspective.believer, ...perspective.believers];
  const seen = [id, ...memories.namesakes.of(id)].flatMap((stored) => {
    const row = memories.row(stored);
    const rank = believers.findIndex((name) => row >= 0 && (index.believer(name)?.document(row) ?? -1) >= 0);
    if (rank < 0) return [];
    const believer = index.believer(believers[rank]!)!;
    return [{ stored, rank, position: believer.position(believer.document(row)) }];
  });
  return seen.sort((one, other) => one.rank - other.rank || one.position - other.position)[0]?.stored;
}

/** What a call has made so far, which the index has not yet. */
export interface MadeSoFar {
  has(id: string): boolean;
  isInView(believer: string, id: string): boolean;
}

/**
 * The ids under which a memory may be stored to which a believer gives an id: the one in view that goes by it; else those
 * that are taken, and the first free one after them.
 */
export function idsToTry(index: RecallIndex, believer: string, id: string, made?: MadeSoFar): readonly string[] {
  const seen = idInView(index, new Perspective(believer), id);
  if (seen !== undefined) return [seen];
  const ids = [id];
  const isTaken = (one: string): boolean => index.has(one) || made?.has(one) === true;
  for (let last = id; isTaken(last) && made?.isInView(believer, last) !== true; ids.push(last)) {
    last = taggedId(last, believer);
  }
  return ids;
}

const memoryForm = /^(?:observation|fact):/;

/** The ids of memories as one perspective uses them. */
export class IdsInView {
  readonly #index: RecallIndex;
  readonly #perspective: Perspective;

  constructor(index: RecallIndex, perspective: Perspective) {
    this.#index = index;
    this.#perspective = perspective;
  }

  /**
   * The stored id of what is meant by an id or a key; as it was given where that is the same, or nothing is meant.
   *
   * @param tables - where a key is looked up; none for what takes ids alone.
   */
  stored(given: string, tables: readonly string[]): string {
    for (const id of memoryForm.test(given) ? [given] : tables.map((table) => `${table}:${given}`)) {
      const chosen = chosenId(id);
      const meant = chosen === id ? this.#meant(id) : this.#namesakes(chosen).find((one) => this.told(one) === id);
      if (meant !== undefined && meant !== id) return meant;
    }
    return given;
  }

  /** The id by which the agent is told of the memory that is stored under this one. */
  told(stored: string): string {
    const chosen = chosenId(stored);
    if (this.#namesakes(chosen).length === 1) return stored;
    if (this.#meant(chosen) === stored) return chosen;
    const { believers } = this.#perspective;
    const isInView = believers.some((name) => this.#index.beliefOf(name, stored) !== undefined);
    if (isInView && stored === chosen) return taggedId(chosen, this.#firstBeliever(stored));
    // What is in view no more was the agent's own if it made the id.
    return !isInView && believers.some((name) => taggedId(chosen, name) === stored) ? chosen : stored;
  }

  #meant(chosen: string): string | undefined {
    return idInView(this.#index, this.#perspective, chosen);
  }

  #namesakes(chosen: string): readonly string[] {
    return [chosen, ...this.#index.memories.namesakes.of(chosen)];
  }

  /** Who learned a memory first: who gave it its id. */
  #firstBeliever(id: string): string {
    const row = this.#index.memories.row(id);
    const places = [...this.#index.believers()].flatMap((believer) => {
      const document = row < 0 ? -1 : believer.document(row);
      return document < 0 ? [] : [{ name: believer.agent, position: believer.position(document) }];
    });
    return places.sort((one, other) => one.position - other.position)[0]?.name ?? '';
  }
}
