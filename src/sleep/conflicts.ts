/** From memories that may be in conflict to pairs that can be judged: read, put in order, and still open. */
import { groupBy } from '../domain/values.ts';
import { type Belief, type Memory, type Observation, type Supersedes, isFact, systemAgent } from '../domain/records.ts';
import { isInForce, Perspective, standing } from '../domain/belief.ts';
import { mayTakeBack } from '../language/revision-wording.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import { type LinkEdge, otherEnd } from '../recall-index/edge-tables.ts';
import { memoryTypes, termNumber } from '../recall-index/memory-table.ts';
import { documentOf } from '../recall-index/posting-lists.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Writer } from '../remember/writer.ts';
import type { BelievedMemory, ConflictPair } from './sleep-step.ts';

/** When something was said: in milliseconds since 1970, and its place in the order of writes. */
type Said = ReturnType<typeof firstSaid>;

/** A pair with what is known of succession around it. */
export interface OpenConflict extends ConflictPair {
  /** When the newer one was first said. */
  readonly said: Said;
  /** What took whose place in the believer's view. */
  readonly succession: readonly Supersedes[];
}

/**
 * The pairs that are open, the newest first: both held, neither out of its place, and the conflict
 * the believer's to settle.
 */
export async function openConflicts(writer: Writer, suspects: readonly Suspects[]): Promise<readonly OpenConflict[]> {
  if (suspects.length === 0) return [];
  const { index, ledger } = writer.parts;
  const ids = [...new Set(suspects.flatMap(({ one, other }) => [one, other]))];
  const derived = await ledger.derivations(ids.filter((id) => id.startsWith('fact:')));
  const read = await ledger.memories([...new Set([...ids, ...derived.map(({ observation }) => observation)])]);
  const memories = new Map(read.map((memory) => [memory.id, memory]));
  const believers = new Set(suspects.flatMap(({ believer }) => new Perspective(believer).believers));
  const held = ids.flatMap((memory) =>
    [...believers].filter((agent) => index.isHeld([agent], memory)).map((agent) => ({ agent, memory })),
  );
  const beliefs = groupBy(await ledger.beliefs(held), ({ memory }) => memory);
  const edges = standing(await ledger.edgesAround('supersedes', ids));
  const sources = groupBy(derived, ({ fact }) => fact);
  const believed = (believer: string, id: string): BelievedMemory | undefined => {
    const memory = memories.get(id);
    const belief = heldBelief(beliefs.get(id) ?? [], believer);
    if (memory === undefined || belief === undefined) return undefined;
    const from = (sources.get(id) ?? []).filter((edge) => edge.believer === belief.agent);
    return {
      memory,
      belief,
      sources: observationsIn(
        memories,
        from.map(({ observation }) => observation),
      ),
    };
  };
  const open = suspects.flatMap(({ believer, one, other }): OpenConflict[] => {
    const [first, second] = [believed(believer, one), believed(believer, other)];
    if (first === undefined || second === undefined || shareAnOrigin(first, second)) return [];
    const [said, saidOther] = [first, second].map((held) => firstSaidOf(index, believer, held)) as [Said, Said];
    const [older, newer, at] = bySaying(said, saidOther) < 0 ? [first, second, saidOther] : [second, first, said];
    const view = new Perspective(believer).believers;
    const succession = edges.filter((edge) => view.includes(edge.believer));
    const isOut = ({ memory: { id } }: BelievedMemory): boolean =>
      succession.some((edge) => edge.to === id && isInForce(edge, succession) && index.isHeld(view, edge.from));
    if (isOut(older) || isOut(newer) || !isOwnMatter(believer, newer, older)) return [];
    return [{ believer, newer, older, said: at, succession }];
  });
  // What is settled for everybody need not be settled once more for each.
  const rank = ({ believer }: OpenConflict): number => (believer === systemAgent ? 0 : 1);
  return open.sort((one, other) => bySaying(other.said, one.said) || rank(one) - rank(other));
}

/** Whether both go back to one observation, which is in no conflict with itself. */
function shareAnOrigin(one: BelievedMemory, other: BelievedMemory): boolean {
  const origins = new Set(originsOf(one));
  return originsOf(other).some((id) => origins.has(id));
}

function originsOf({ memory, sources }: BelievedMemory): readonly string[] {
  return [memory.id, ...sources.map(({ id }) => id)];
}

/** The belief that counts: the believer's own before the others in its view. */
function heldBelief(beliefs: readonly Belief[], believer: string): Belief | undefined {
  const held = beliefs.filter(({ withdrawnAt }) => withdrawnAt === undefined);
  return new Perspective(believer).believers.flatMap((name) => held.find(({ agent }) => agent === name) ?? [])[0];
}

function observationsIn(memories: ReadonlyMap<string, Memory>, ids: readonly string[]): readonly Observation[] {
  const found = ids.flatMap((id) => memories.get(id) ?? []).filter((memory): memory is Observation => !isFact(memory));
  return found.sort(precedes);
}

function precedes(one: Observation, other: Observation): number {
  return one.occurredAt.getTime() - other.occurredAt.getTime() || one.position - other.position;
}

/** When a memory was first said. Saying a thing again makes it no newer. */
function firstSaidOf(index: RecallIndex, believer: string, { memory, belief, sources }: BelievedMemory): Said {
  const [first] = isFact(memory) ? sources : [memory];
  if (first === undefined) return { at: belief.since.getTime(), position: belief.position ?? memory.position };
  return firstSaid(index, believer, first.id);
}

function bySaying(one: Said, other: Said): number {
  return one.at - other.at || one.position - other.position;
}

/**
 * Whether a conflict is the believer's to settle: between what it holds itself, or between what
 * somebody has told it and what is universal. An agent's own opinion and what is universal stand
 * side by side.
 */
function isOwnMatter(believer: string, newer: BelievedMemory, older: BelievedMemory): boolean {
  if (newer.belief.agent !== believer) return false;
  return older.belief.agent === believer || (!isFact(newer.memory) && newer.memory.type === 'user_input');
}

// Finds what may be in conflict with what somebody holds: what is linked to it, and what is much alike in words. Only
// what the believer holds is looked at; beside what was said to an agent also what `system` holds, since the agent
// has heard otherwise.

/** A memory that a believer holds, or two that may be in conflict. */
export interface Held {
  readonly believer: string;
  readonly memory: string;
}

/** Two memories that may be in conflict for a believer, in no order. */
export interface Suspects {
  readonly believer: string;
  readonly one: string;
  readonly other: string;
}

/** The similarity of design A from which two facts that support each other may say the same. */
const minSimilar = 0.85;
/** The share of all their terms that two memories must have in common to be much alike. */
const minAlike = 0.4;
/** Terms by which memories that are much alike are looked for, the rarest first of those that others have too. */
const maxTerms = 6;
/** How many of these they must have in common to be compared. */
const minShared = 2;
/** Documents of a term that are looked at, the latest first. */
const maxLooked = 64;
/** Memories much like one at the most, the most alike first. */
const maxAlike = 8;

/** What is told by somebody and may be wrong; what tools print is a happening. */
const telling: ReadonlySet<string> = new Set(['fact', 'user_input', 'thought', 'document']);

/** Everything that a believer holds and that tells something, what is universal first. */
export function* heldMemories(index: RecallIndex): IterableIterator<Held> {
  const believers = Array.from(index.believers(), ({ agent }) => agent);
  believers.sort((one, other) => Number(other === systemAgent) - Number(one === systemAgent));
  for (const believer of believers) {
    for (const { memory, withdrawnAt } of index.beliefs(believer)) {
      if (withdrawnAt === undefined && telling.has(typeOf(index, index.memories.row(memory))))
        yield { believer, memory };
    }
  }
}

/** What may be in conflict with what somebody holds; `content` is what it says. */
export function suspectsOf(index: RecallIndex, { believer, memory }: Held, content: string): readonly Suspects[] {
  const row = index.memories.row(memory);
  const found = new Set([...linked(index, believer, row), ...alike(index, believer, row, content)]);
  return [...found].map((other) => ({ believer, one: memory, other: index.memories.idOf(other) }));
}

/**
 * When something was first said, as far as a believer knows: an observation that repeats another
 * in the same words is no newer than that one.
 */
function firstSaid(
  index: RecallIndex,
  believer: string,
  memory: string,
): { readonly at: number; readonly position: number } {
  const { occurredAt, position } = index.memories;
  const known = new Set([index.memories.row(memory)]);
  for (const row of known) {
    for (const edge of index.links.at(row)) {
      const other = otherEnd(edge, row);
      const isSame =
        edge.kind === 'supports' &&
        edge.believer === believer &&
        likeness(index, new Set(termsAt(index.memories, row)), other) === 1;
      if (isSame && typeOf(index, other) !== 'fact') known.add(other);
    }
  }
  const at = Math.min(...Array.from(known, (row) => occurredAt.get(row)));
  return { at, position: Math.min(...Array.from(known, (row) => position.get(row))) };
}

function typeOf({ memories }: RecallIndex, row: number): string {
  return memoryTypes[memories.type.get(row)] as string;
}

/** The other ends of undecided links; each link is found from one of its ends. */
function linked(index: RecallIndex, believer: string, row: number): readonly number[] {
  const isOpen = ({ kind, one, other, similarity, state }: LinkEdge): boolean => {
    if (state !== 'potential') return false;
    if (kind === 'contradicts') return true;
    return similarity >= minSimilar && [one, other].every((end) => typeOf(index, end) === 'fact');
  };
  return index.links
    .at(row)
    .filter((edge) => edge.believer === believer && isOpen(edge))
    .filter(({ one }) => one === row || !index.isHeld([believer], index.memories.idOf(one)))
    .map((edge) => otherEnd(edge, row))
    .filter((other) => telling.has(typeOf(index, other)));
}

/** What is much alike in words and not linked yet: earlier facts, or anything where the text takes something back. */
function alike(index: RecallIndex, agent: string, row: number, content: string): readonly number[] {
  const { memories, links } = index;
  const isFact = typeOf(index, row) === 'fact';
  if (!isFact && !mayTakeBack(content)) return [];
  const believers = isFact ? [agent] : new Perspective(agent).believers;
  const mine = new Set(termsAt(memories, row));
  const found = new Map<number, number>();
  for (const believer of believers.flatMap((name) => index.believer(name) ?? [])) {
    for (const other of near(index, believer, row)) {
      const isCompared = isFact
        ? typeOf(index, other) === 'fact' && placeOf(believer, other) < placeOf(believer, row)
        : telling.has(typeOf(index, other));
      const share = isCompared && !links.joins([agent], row, other) ? likeness(index, mine, other) : 0;
      if (share >= minAlike) found.set(other, share);
    }
  }
  const ranked = [...found].sort(([, one], [, other]) => other - one);
  return ranked.slice(0, maxAlike).map(([other]) => other);
}

/** Where a believer's belief in the memory of a row stands in the order of writes. */
function placeOf(believer: BelieverIndex, row: number): number {
  return believer.position(believer.document(row));
}

/** Memories of a believer that have several of the rarest terms of another. */
function near({ memories }: RecallIndex, believer: BelieverIndex, row: number): readonly number[] {
  const own = believer.document(row) < 0 ? 0 : 1;
  const lists = termsAt(memories, row).map((term) => believer.postings(term));
  lists.sort((one, other) => one.length - other.length);
  const shared = new Map<number, number>();
  for (const postings of lists.filter(({ length }) => length > own).slice(0, maxTerms)) {
    for (const posting of postings.subarray(-maxLooked)) {
      const doc = documentOf(posting);
      shared.set(doc, (shared.get(doc) ?? 0) + 1);
    }
  }
  return [...shared].flatMap(([doc, count]) => {
    const other = believer.rowOf.get(doc);
    const isHeld = believer.withdrawnAt.values[doc] === Number.POSITIVE_INFINITY;
    return count >= minShared && other >= 0 && other !== row && isHeld ? [other] : [];
  });
}

/** The share of the terms of two memories that both have, 0..1. */
function likeness({ memories }: RecallIndex, mine: ReadonlySet<number>, other: number): number {
  const theirs = termsAt(memories, other);
  const shared = theirs.filter((term) => mine.has(term)).length;
  return shared / Math.max(1, mine.size + theirs.length - shared);
}

function termsAt(memories: RecallIndex['memories'], row: number): readonly number[] {
  const from = memories.termsFrom.get(row);
  return Array.from(memories.terms.values.subarray(from, memories.termsEnd(row)), termNumber);
}
