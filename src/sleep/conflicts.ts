/** From memories that may be in conflict to pairs that can be judged: read, put in order, and still open. */
import { groupBy } from '../domain/group-by.ts';
import { type Belief, isFact, type Memory, type Observation, type Supersedes, systemAgent } from '../domain/records.ts';
import { isInForce, standing } from '../domain/supersession.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Writer } from '../remember/writer.ts';
import { firstSaid, type Suspects } from './suspects.ts';
import type { BelievedMemory, ConflictPair } from './verdict.ts';

/** When something was said: in milliseconds since 1970, and its place in the order of writes. */
type Said = ReturnType<typeof firstSaid>;

/** A pair with what is known of succession around it. */
export interface Conflict extends ConflictPair {
  /** When the newer one was first said. */
  readonly said: Said;
  /** What took whose place in the believer's view. */
  readonly succession: readonly Supersedes[];
}

/**
 * The pairs that are open, the newest first: both held, neither out of its place, and the conflict
 * the believer's to settle.
 */
export async function conflicts(writer: Writer, suspects: readonly Suspects[]): Promise<readonly Conflict[]> {
  if (suspects.length === 0) return [];
  const { index, ledger } = writer.parts;
  const ids = [...new Set(suspects.flatMap(({ one, other }) => [one, other]))];
  const derived = await ledger.derivations(ids.filter((id) => id.startsWith('fact:')));
  const read = await ledger.memories([...new Set([...ids, ...derived.map(({ observation }) => observation)])]);
  const memories = new Map(read.map((memory) => [memory.id, memory]));
  const believers = new Set([...suspects.map(({ believer }) => believer), systemAgent]);
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
  const open = suspects.flatMap(({ believer, one, other }): Conflict[] => {
    const [first, second] = [believed(believer, one), believed(believer, other)];
    if (first === undefined || second === undefined || shareAnOrigin(first, second)) return [];
    const [said, saidOther] = [first, second].map((held) => firstSaidOf(index, believer, held)) as [Said, Said];
    const [older, newer, at] = bySaying(said, saidOther) < 0 ? [first, second, saidOther] : [second, first, said];
    const succession = edges.filter((edge) => edge.believer === believer || edge.believer === systemAgent);
    const isOut = ({ memory: { id } }: BelievedMemory): boolean =>
      succession.some(
        (edge) => edge.to === id && isInForce(edge, succession) && index.isHeld([believer, systemAgent], edge.from),
      );
    if (isOut(older) || isOut(newer) || !isOwnMatter(believer, newer, older)) return [];
    return [{ believer, newer, older, said: at, succession }];
  });
  // What is settled for everybody need not be settled once more for each.
  const rank = ({ believer }: Conflict): number => (believer === systemAgent ? 0 : 1);
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

/** The belief that counts: the believer's own before that of `system`. */
function heldBelief(beliefs: readonly Belief[], believer: string): Belief | undefined {
  const held = beliefs.filter(({ withdrawnAt }) => withdrawnAt === undefined);
  return held.find(({ agent }) => agent === believer) ?? held.find(({ agent }) => agent === systemAgent);
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
  if (first === undefined) return { at: belief.since.getTime(), position: memory.position };
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
