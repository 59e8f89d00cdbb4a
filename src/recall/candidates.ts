/**
 * Where graphs answer for large views, the documents that are worth scoring in full: the best by
 * everything but the episode, which takes the scores of others. Where all vectors are compared it
 * pays to score all documents (measured up to 100,000).
 */
import type { MemoryTable } from '../recall-index/memory-table.ts';
import { candidatesPerView, episodeDocs, largestEpisode } from './defaults.ts';
import { type Company, type RelevanceParts, relevanceAt } from './relevance.ts';
import type { SignalSources } from './signal-sources.ts';
import { type BelieverView as View, seen, twinOf } from './believer-view.ts';
import type { Workspace } from '../recall-index/workspace.ts';

/** What candidates are chosen with. */
interface Context {
  readonly sources: SignalSources;
  readonly memories: MemoryTable;
  readonly workspace: Workspace;
}

/** Per view the documents to score, best first; a memory that both views show is among both or neither. */
export function candidatesOf(
  views: readonly View[],
  parts: readonly RelevanceParts[],
  context: Context,
): readonly Int32Array[] {
  const { memories } = context;
  const lists = views.map((view, place) => chosen(view, place, parts[place] as RelevanceParts, context));
  if (views.length < 2) return lists;
  return lists.map((list, place) => {
    const others = lists[1 - place] as Int32Array;
    const twins = Array.from(others, (doc) => twinOf(views, memories, 1 - place, doc)).filter((doc) => doc >= 0);
    return twins.length === 0 ? list : Int32Array.from(new Set([...list, ...twins]));
  });
}

function chosen(view: View, place: number, parts: RelevanceParts, context: Context): Int32Array {
  const { believer, states, inside } = view;
  const { sources, workspace } = context;
  if (inside <= candidatesPerView) return insideOf(states, inside);
  const best = new BestDocs(candidatesPerView);
  const slots = believer.slotOf.values;
  const looked = workspace.bytes(states.length);
  const look = (doc: number): void => {
    if (looked[doc] === 1) return;
    looked[doc] = 1;
    const relevance = relevanceAt(parts, doc);
    const slot = slots[doc] as number;
    if (!sources.mayReach(best.floor(), relevance, slot, place, doc)) return;
    best.offer(doc, sources.addTo(relevance, slot, place, doc));
  };
  const { docs, atMost } = foundIn(view, parts, context);
  // The most promising come first, so that the floor is high when the many others are held against it.
  const promising = new BestDocs(candidatesPerView);
  for (let i = 0; i < docs.length; i++) promising.offer(docs[i] as number, atMost[i] as number);
  for (const doc of promising.docs()) look(doc);
  for (let i = 0; i < docs.length; i++) if ((atMost[i] as number) > best.floor()) look(docs[i] as number);
  forEachRelated(view, parts, sources, look);
  return best.docs();
}

/** Documents inside the filters that have any words or known meaning, and the most that each can come to. */
interface Found {
  readonly docs: Int32Array;
  readonly atMost: Float64Array;
}

function foundIn({ believer, states }: View, parts: RelevanceParts, { sources, workspace }: Context): Found {
  const { lexical, found, known } = parts;
  const docs = workspace.integersToFill(found.length + known.length);
  const atMost = workspace.floatsToFill(docs.length);
  const slots = believer.slotOf.values;
  let count = 0;
  const take = (doc: number): void => {
    if (states[doc] !== seen.inside) return;
    docs[count] = doc;
    atMost[count++] = relevanceAt(parts, doc) + sources.atMostOf(slots[doc] as number);
  };
  for (let i = 0; i < found.length; i++) take(found[i] as number);
  for (const doc of known) if (lexical[doc] === 0) take(doc);
  return { docs: docs.subarray(0, count), atMost };
}

/** Calls back for every document inside the filters without words and known meaning that is related to the query. */
function forEachRelated(
  { believer, states }: View,
  { lexical, semantic }: RelevanceParts,
  sources: SignalSources,
  visit: (doc: number) => void,
): void {
  for (const slot of sources.relatedSlots()) {
    const doc = believer.doc(slot);
    if (states[doc] !== seen.inside || lexical[doc] !== 0 || (semantic.length > 0 && semantic[doc] !== 0)) continue;
    visit(doc);
  }
}

function insideOf(states: Uint8Array, inside: number): Int32Array {
  const docs = new Int32Array(inside);
  let count = 0;
  for (let doc = 0; doc < states.length && count < inside; doc++) if (states[doc] === seen.inside) docs[count++] = doc;
  return docs;
}

/**
 * Candidates with the rest of the best ones' sessions, which make up their episodes. Of a very
 * long session the candidates are taken for its best.
 */
export function companyOf({ believer, states }: View, candidates: Int32Array, workspace: Workspace): Company {
  const { timelines, timelineOf } = believer.timelines;
  const whole = workspace.bytes(timelines.length);
  const known = workspace.bytes(states.length);
  const docs = Array.from(candidates);
  for (const doc of candidates) known[doc] = 1;
  let room = episodeDocs;
  for (const doc of candidates) {
    const place = timelineOf.values[doc] as number;
    const members = timelines[place];
    if (members === undefined || whole[place] === 1 || members.length > largestEpisode) continue;
    if (members.length > room) break;
    room -= members.length;
    whole[place] = 1;
    for (const member of members) if (known[member] === 0 && states[member] !== seen.not) docs.push(member);
  }
  return { docs: Int32Array.from(docs), whole };
}

// Keeps the documents with the highest numbers, in a heap of typed arrays whose root is the lowest.

/** The best of many documents, as many as there is room for. */
class BestDocs {
  readonly #docs: Int32Array;
  readonly #values: Float64Array;
  #size = 0;

  constructor(room: number) {
    this.#docs = new Int32Array(room);
    this.#values = new Float64Array(room);
  }

  /** What a document must exceed to get in; -Infinity while there is room. */
  floor(): number {
    return this.#size < this.#docs.length ? Number.NEGATIVE_INFINITY : (this.#values[0] as number);
  }

  /** Takes a document in if its value exceeds the floor. */
  offer(doc: number, value: number): void {
    if (this.#size < this.#docs.length) this.#rise(this.#size++, doc, value);
    else if (value > (this.#values[0] as number)) this.#sink(doc, value);
  }

  /** All that were kept, best first; of equals the one with the lower number. */
  docs(): Int32Array {
    const places = Array.from({ length: this.#size }, (_, place) => place);
    const [docs, values] = [this.#docs, this.#values];
    places.sort(
      (one, two) => (values[two] as number) - (values[one] as number) || (docs[one] as number) - (docs[two] as number),
    );
    return Int32Array.from(places, (place) => docs[place] as number);
  }

  #rise(from: number, doc: number, value: number): void {
    const [docs, values] = [this.#docs, this.#values];
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((values[parent] as number) <= value) break;
      values[at] = values[parent] as number;
      docs[at] = docs[parent] as number;
      at = parent;
    }
    values[at] = value;
    docs[at] = doc;
  }

  #sink(doc: number, value: number): void {
    const [docs, values] = [this.#docs, this.#values];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && (values[child + 1] as number) < (values[child] as number)) child++;
      if ((values[child] as number) >= value) break;
      values[at] = values[child] as number;
      docs[at] = docs[child] as number;
      at = child;
    }
    values[at] = value;
    docs[at] = doc;
  }
}
