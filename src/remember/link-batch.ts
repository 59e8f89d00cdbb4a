/** The memories of one batch as candidates for those that come after them in it. */
import type { Memory } from '../domain/records.ts';
import { claimsNear, claimsOf } from './claims.ts';
import type { Statement } from '../language/statement.ts';

/** A memory that somebody has come to believe. */
export interface NewlyBelieved {
  readonly believer: string;
  readonly memory: Memory;
}

/** Earlier memories of one claim that are looked at, the latest first. */
const mostLooked = 8;

/** What of a batch has been gone through. */
export class LinkBatch {
  readonly #byClaim: Map<number, NewlyBelieved[]> = new Map();
  readonly #all: NewlyBelieved[] = [];

  /** Makes a memory a candidate for those that follow. */
  add(item: NewlyBelieved, statement: Statement): void {
    this.#all.push(item);
    for (const claim of claimsOf(statement)) {
      const items = this.#byClaim.get(claim);
      if (items === undefined) this.#byClaim.set(claim, [item]);
      else items.push(item);
    }
  }

  /** The ids of earlier memories that some believers believe and that may have to do with a statement. */
  near(believers: readonly string[], { memory }: NewlyBelieved, statement: Statement): readonly string[] {
    const found = new Set<string>();
    const seen = ({ believer, memory: { id } }: NewlyBelieved): boolean =>
      id !== memory.id && believers.includes(believer);
    const claims = new Set([...claimsOf(statement), ...statement.clauses.flatMap(claimsNear)]);
    for (const claim of claims) {
      const items = (this.#byClaim.get(claim) ?? []).filter(seen);
      for (const item of items.slice(-mostLooked).reverse()) found.add(item.memory.id);
    }
    // A denial is of whatever was said, in whichever words; few texts deny something.
    const denies = statement.clauses.some(({ negated, subject }) => negated || subject === 'nobody');
    if (denies) for (const item of this.#all.filter(seen)) found.add(item.memory.id);
    return [...found];
  }
}
