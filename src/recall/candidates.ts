/**
 * Where graphs answer for large views, the documents that are worth scoring in full: the best by
 * everything but the episode, which takes the scores of others. Where all vectors are compared it
 * pays to score all documents (measured up to 100,000).
 */
import type { MemoryTable } from '../index/memory-table.ts';
import { BestDocs } from './best-docs.ts';
import { candidatesPerView, episodeDocs, largestEpisode } from './defaults.ts';
import { type Company, relevanceAt, type RelevanceParts } from './relevance.ts';
import type { SignalSources } from './signal-sources.ts';
import { seen, twinOf, type View } from './view.ts';
import type { Workspace } from './workspace.ts';

/** Per view the documents to score, best first; a memory that both views show is among both or neither. */
export function candidatesOf(
  views: readonly View[],
  parts: readonly RelevanceParts[],
  sources: SignalSources,
  memories: MemoryTable,
): readonly Int32Array[] {
  const lists = views.map((view, place) => chosen(view, place, parts[place] as RelevanceParts, sources));
  if (views.length < 2) return lists;
  return lists.map((list, place) => {
    const others = lists[1 - place] as Int32Array;
    const twins = Array.from(others, (doc) => twinOf(views, memories, 1 - place, doc)).filter((doc) => doc >= 0);
    return twins.length === 0 ? list : Int32Array.from(new Set([...list, ...twins]));
  });
}

function chosen(view: View, place: number, parts: RelevanceParts, sources: SignalSources): Int32Array {
  const { believer, inside } = view;
  if (inside <= candidatesPerView) return insideOf(view.states, inside);
  const best = new BestDocs(candidatesPerView);
  const slots = believer.slotOf.values;
  const { lexical, semantic, mostBySession, lexicalFactor, aloneFactor } = parts;
  const byMeaning = semantic.length > 0;
  const { relating, atMost } = sources;
  const perWord = lexicalFactor + aloneFactor;
  // The most relevant come first, so that the floor is high when the many others are looked at.
  const states = Uint8Array.from(view.states);
  for (const doc of mostRelevant(states, parts)) {
    states[doc] = seen.outside;
    best.offer(doc, sources.addTo(relevanceAt(parts, doc), slots[doc] as number, place, doc));
  }
  let least = best.floor();
  for (let doc = 0; doc < states.length; doc++) {
    if (states[doc] !== seen.inside) continue;
    const words = lexical[doc] as number;
    const known = byMeaning && semantic[doc] !== 0;
    const found = known || words > 0;
    if (!found && !relating) continue;
    // Most have neither meaning that is known nor words enough, whatever their session.
    if (!known && words * perWord + mostBySession + atMost <= least) continue;
    const relevance = relevanceAt(parts, doc);
    if (relevance + atMost <= least) continue;
    const slot = slots[doc] as number;
    if (!sources.mayReach(least, relevance, slot, place, doc)) continue;
    if (!found && !sources.relates(slot, place, doc)) continue;
    best.offer(doc, sources.addTo(relevance, slot, place, doc));
    least = best.floor();
  }
  return best.docs();
}

/** The documents with the highest relevance, of those that have any words or meaning. */
function mostRelevant(states: Uint8Array, parts: RelevanceParts): Int32Array {
  const { lexical, semantic } = parts;
  const byMeaning = semantic.length > 0;
  const best = new BestDocs(candidatesPerView);
  for (let doc = 0; doc < states.length; doc++) {
    if (states[doc] !== seen.inside) continue;
    if (lexical[doc] === 0 && !(byMeaning && semantic[doc] !== 0)) continue;
    best.offer(doc, relevanceAt(parts, doc));
  }
  return best.docs();
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
