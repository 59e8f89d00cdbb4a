/**
 * Which memories each agent recalls together, and which it recalled just now: what the signal `coActivation` reads.
 * Pairs follow the ledger. What was recalled just now is noted at once and only in memory. After opening, and of
 * another process, it is learned from the times of the pairs. No agent's recall reads what another recalls.
 *
 *   agent -> row -> row of a partner -> count, lastAt     each pair from both sides
 *   agent -> the last 20 rows recalled, latest first
 */
import { type Together, countLeft, worthOfCount } from '../domain/belief.ts';

/** Memories that count as recalled just now, at most. */
export const maxRecent = 20;
/** How long a memory counts as recalled just now: about as long as one keeps to a subject. */
export const recentMs: number = 30 * 60_000;

/** A pair of memories, by row, and how often one agent recalled it. */
export interface CoActivatedPair extends Together {
  readonly agent: string;
  readonly one: number;
  readonly other: number;
}

interface Recalled {
  readonly row: number;
  readonly at: number;
}

/** What one agent recalls. */
interface Habits {
  readonly partners: Map<number, Map<number, Together>>;
  /** Latest first. */
  recent: readonly Recalled[];
}

const noPartners: ReadonlyMap<number, Together> = new Map();

/** The co-activations of a space. */
export class CoActivations {
  readonly #byAgent: Map<string, Habits> = new Map();

  /** Takes in a pair or its new count; a count of 0 takes it away. */
  put({ agent, one, other, count, lastAt }: CoActivatedPair): void {
    if (one === other) return;
    const habits = this.#of(agent);
    for (const [row, partner] of [
      [one, other],
      [other, one],
    ] as const) {
      if (count > 0) partnersIn(habits, row).set(partner, { count, lastAt });
      else drop(habits, row, partner);
    }
    if (count > 0) this.noteRecalled(agent, [one, other], lastAt);
  }

  /** Notes at once that an agent has recalled some memories. */
  noteRecalled(agent: string, rows: readonly number[], at: number): void {
    const habits = this.#of(agent);
    for (const row of rows) {
      const oldest = habits.recent[maxRecent - 1];
      if (oldest !== undefined && at < oldest.at) continue;
      const known = habits.recent.find((recalled) => recalled.row === row);
      if (known !== undefined && known.at >= at) continue;
      const others = habits.recent.filter((recalled) => recalled !== known);
      const later = others.filter((recalled) => recalled.at > at);
      habits.recent = [...later, { row: row, at }, ...others.slice(later.length)].slice(0, maxRecent);
    }
  }

  /** The partners of a memory for one agent, by row. */
  partnersOf(agent: string, row: number): ReadonlyMap<number, Together> {
    return this.#byAgent.get(agent)?.partners.get(row) ?? noPartners;
  }

  /**
   * By row, what co-activation says of memories at `at`: 0..1, saturating in the count of the
   * strongest pair with a memory that this agent recalled in the half hour before. A memory that
   * is not in it has 0.
   */
  activated(agent: string, at: number): ReadonlyMap<number, number> {
    const worth = new Map<number, number>();
    const habits = this.#byAgent.get(agent);
    for (const recalled of habits?.recent ?? []) {
      if (recalled.at > at || at - recalled.at > recentMs) continue;
      for (const [row, pair] of habits?.partners.get(recalled.row) ?? noPartners) {
        const value = worthOfCount(countLeft(pair, at));
        if (value > (worth.get(row) ?? 0)) worth.set(row, value);
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
  *pairsOf(row: number): IterableIterator<CoActivatedPair> {
    for (const [agent, { partners }] of this.#byAgent) {
      for (const [other, together] of partners.get(row) ?? noPartners) yield { agent, one: row, other, ...together };
    }
  }

  /** Forgets a memory. */
  remove(row: number): void {
    for (const habits of this.#byAgent.values()) {
      for (const other of habits.partners.get(row)?.keys() ?? []) drop(habits, other, row);
      habits.partners.delete(row);
      habits.recent = habits.recent.filter((recalled) => recalled.row !== row);
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

function partnersIn({ partners }: Habits, row: number): Map<number, Together> {
  const known = partners.get(row);
  if (known !== undefined) return known;
  const made = new Map<number, Together>();
  partners.set(row, made);
  return made;
}

function drop({ partners }: Habits, row: number, partner: number): void {
  const left = partners.get(row);
  left?.delete(partner);
  if (left?.size === 0) partners.delete(row);
}
