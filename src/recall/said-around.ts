/** What was said around a memory, and who speaks there. */
import { answering } from '../language/parse-statement.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';
import type { AnalysedQuery } from './query.ts';

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

/** Who speaks in a session of these rows; `speaker` is whom the query names, `bySelf` that it asks for the user's own. */
export function talkAmong(
  { speaker: speakerOf, speakers: names }: Pick<MemoryTable, 'speaker' | 'speakers'>,
  rows: readonly number[],
  { speaker, bySelf }: Pick<AnalysedQuery, 'speaker' | 'bySelf'>,
): Talk {
  const speakers = new Set(rows.map((row) => speakerOf.get(row)));
  const people = [...speakers].filter((one) => one < 0 || !answering.has(names.text(one).toLowerCase())).length;
  return { speakers, isTalk: speakers.size > 1, people, isOfNamed: speaker < 0 || bySelf || speakers.has(speaker) };
}
