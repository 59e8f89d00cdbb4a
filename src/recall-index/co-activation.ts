/**
 * Which memories each agent recalls together, and which it recalled just now: what the signal
 * `coActivation` reads. It follows the ledger like the rest of the index, but for what was
 * recalled just now, which is noted at once and only in memory; what a process does not know of
 * that (after opening, or of another process) it learns from the pairs' last times.
 *
 *   agent -> slot -> slot of a partner -> count, lastAt      each pair from both sides
 *   agent -> the last 20 slots recalled, latest first
 *
 * Everything is by agent: no agent's recall reads what another recalls.
 */
import { countLeft, type Together, worthOfCount } from '../domain/belief.ts';

/** Memories that count as recalled just now, at most. */
export const mostRecent = 20;
/** How long a memory counts as recalled just now: about as long as one keeps to a subject. */
export const recentMs: number = 30 * 60_000;

/** A pair of memories, by slot, and how often one agent recalled it. */
export interface CoActivatedPair extends Together {
  readonly agent: string;
  readonly one: number;
  readonly other: number;
}

interface Recalled {
  readonly slot: number;
  readonly at: number;
}

/** What one agent recalls. */
interface Habits {
  readonly partners: Map<number, Map<number, Together>>;
  /** Latest first. */
  recent: readonly Recalled[];
}

const none: ReadonlyMap<number, Together> = new Map();

/** The co-activations of a space. */
export class CoActivations {
  readonly #byAgent: Map<string, Habits> = new Map();

  /** Takes in a pair or its new count; a count of 0 takes it away. */
  put({ agent, one, other, count, lastAt }: CoActivatedPair): void {
    if (one === other) return;
    const habits = this.#of(agent);
    for (const [slot, partner] of [
      [one, other],
      [other, one],
    ] as const) {
      if (count > 0) partnersIn(habits, slot).set(partner, { count, lastAt });
      else drop(habits, slot, partner);
    }
    if (count > 0) this.noteRecalled(agent, [one, other], lastAt);
  }

  /** Notes at once that an agent has recalled some memories. */
  noteRecalled(agent: string, slots: readonly number[], at: number): void {
    const habits = this.#of(agent);
    for (const slot of slots) {
      const oldest = habits.recent[mostRecent - 1];
      if (oldest !== undefined && at < oldest.at) continue;
      const known = habits.recent.find((recalled) => recalled.slot === slot);
      if (known !== undefined && known.at >= at) continue;
      const others = habits.recent.filter((recalled) => recalled !== known);
      const later = others.filter((recalled) => recalled.at > at);
      habits.recent = [...later, { slot, at }, ...others.slice(later.length)].slice(0, mostRecent);
    }
  }

  /** The partners of a memory for one agent, by slot. */
  partnersOf(agent: string, slot: number): ReadonlyMap<number, Together> {
    return this.#byAgent.get(agent)?.partners.get(slot) ?? none;
  }

  /**
   * By slot, what co-activation says of memories at `at`: 0..1, saturating in the count of the
   * strongest pair with a memory that this agent recalled in the half hour before. A memory that
   * is not in it has 0.
   */
  activated(agent: string, at: number): ReadonlyMap<number, number> {
    const worth = new Map<number, number>();
    const habits = this.#byAgent.get(agent);
    for (const recalled of habits?.recent ?? []) {
      if (recalled.at > at || at - recalled.at > recentMs) continue;
      for (const [slot, pair] of habits?.partners.get(recalled.slot) ?? none) {
        const value = worthOfCount(countLeft(pair, at));
        if (value > (worth.get(slot) ?? 0)) worth.set(slot, value);
      }
    }
    return worth;
  }

  /** Every pair once. */
  *pairs(): IterableIterator<CoActivatedPair> {
    for (const [agent, { partners }] of this.#byAgent) {
      for (const [one, others] of partners) {
        for (const [other, together] of others) if (one < other) yield { agent, one, other, ...together };
      }
    }
  }

  /** The pairs that a memory is in, of all agents. */
  *pairsOf(slot: number): IterableIterator<CoActivatedPair> {
    for (const [agent, { partners }] of this.#byAgent) {
      for (const [other, together] of partners.get(slot) ?? none) yield { agent, one: slot, other, ...together };
    }
  }

  /** Forgets a memory. */
  remove(slot: number): void {
    for (const habits of this.#byAgent.values()) {
      for (const other of habits.partners.get(slot)?.keys() ?? []) drop(habits, other, slot);
      habits.partners.delete(slot);
      habits.recent = habits.recent.filter((recalled) => recalled.slot !== slot);
    }
  }

  #of(agent: string): Habits {
    const known = this.#byAgent.get(agent);
    if (known !== undefined) return known;
    const habits: Habits = { partners: new Map(), recent: [] };
    this.#byAgent.set(agent, habits);
    return habits;
  }
}

function partnersIn({ partners }: Habits, slot: number): Map<number, Together> {
  const known = partners.get(slot);
  if (known !== undefined) return known;
  const made = new Map<number, Together>();
  partners.set(slot, made);
  return made;
}

function drop({ partners }: Habits, slot: number, partner: number): void {
  const left = partners.get(slot);
  left?.delete(partner);
  if (left?.size === 0) partners.delete(slot);
}
