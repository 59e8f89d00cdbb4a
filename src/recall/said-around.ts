/** What was said around a memory, and who speaks there. */

/** Who speaks in a session. */
export interface Talk {
  /** Who speaks, by number. */
  readonly speakers: ReadonlySet<number>;
  /** Whether more than one speaks there. */
  readonly isTalk: boolean;
  /** How many people speak there: what answers is none. */
  readonly people: number;
  /** Whether the one speaker whom the query names is among them; also where it names none. */
  readonly isOfNamed: boolean;
}

/** What was said around a memory; nothing where it is no part of a talk. */
export interface SaidAround extends Talk {
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Those of both that count as said with it. */
  readonly near: readonly number[];
}

/** The documents that follow one another from a document on, without it. */
export function turnsFrom(from: number, most: number, step: (document: number) => number): readonly number[] {
  const passed: number[] = [];
  for (let at = step(from); at >= 0 && passed.length < most; at = step(at)) passed.push(at);
  return passed;
}
