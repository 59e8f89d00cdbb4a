/** What a template makes of a memory, and what it has to know for that. */

/** What a sentence is told for. */
export interface Scene {
  /** The name of the agent that reads it. */
  readonly reader: string;
  readonly now: Date;
  /** What the talk is of. */
  readonly names: readonly string[];
  /** Characters of a memory's own words at most. */
  readonly most: number;
  /** How the sentence before began, so that the next need not say it again. */
  readonly before?: string;
}

/** A sentence that another may be joined to: one plain statement, `subject` and `rest` making up its text. */
export interface Statement {
  /** A name. */
  readonly subject: string;
  /** From the verb on. */
  readonly rest: string;
}

/** A memory as a sentence. */
export interface Told {
  /** Without a full stop, unless a quotation ends it. */
  readonly text: string;
  readonly statement?: Statement;
  /** Who said it and when, the same for sentences that may follow each other with `also`. */
  readonly lead?: string;
}
