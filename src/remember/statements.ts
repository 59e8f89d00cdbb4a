/** What texts state, parsed once and kept for a while: a memory's content is never edited. */
import { type Memory, isFact } from '../domain/records.ts';
import type { Said, Statement } from '../language/statement.ts';
import { weightyStatement } from '../language/parse-statement.ts';

/** Statements kept at hand: some batches of an import, 2-4 kB each. */
const mostKept = 2_048;

/** The text of a memory, with who said it. */
export interface SaidMemory extends Said {
  readonly id: string;
}

/** Parsed statements by memory. */
export class Statements {
  readonly #kept: Map<string, Statement> = new Map();

  /** What is at hand of a memory. */
  find(id: string): Statement | undefined {
    return this.#kept.get(id);
  }

  /** Lets go of all: an id may be given to another text after its write has failed. */
  clear(): void {
    this.#kept.clear();
  }

  /** What a memory states. */
  of(said: SaidMemory): Statement {
    const known = this.#kept.get(said.id);
    if (known !== undefined) return known;
    const statement = weightyStatement(said);
    if (this.#kept.size >= mostKept) this.#kept.delete(this.#kept.keys().next().value as string);
    this.#kept.set(said.id, statement);
    return statement;
  }
}

/** What the rules of links read of a memory. */
export function saidIn(memory: Memory): SaidMemory {
  const { id, content } = memory;
  return isFact(memory) || memory.speaker === undefined ? { id, content } : { id, content, speaker: memory.speaker };
}
