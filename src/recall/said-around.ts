/** What was said around a memory, and who speaks there. */
import { answering } from '../language/parse-statement.ts';
import { roles } from '../recall-index/believer-names.ts';
import type { BelieverIndex } from '../recall-index/believer-index.ts';
import type { MemoryTable } from '../recall-index/memory-table.ts';
import { answerKinds } from '../recall-index/text-traits.ts';
import { seen } from './believer-view.ts';
import { addressingShare, sessionsHeard, turnShare, turnsHeard, turnsOfTalk } from './defaults.ts';
import type { AnalysedQuery } from './query.ts';
import type { View } from './view.ts';

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

/** The memory right before one in its session, where that is in view; or the one right after it. */
export function turnBeside(
  { byBeliever, index: { memories } }: View,
  id: string,
  side: 'previous' | 'next',
): string | undefined {
  const row = memories.row(id);
  for (const { believer, states } of byBeliever) {
    const document = believer.document(row);
    if (document < 0 || states[document] === seen.not) continue;
    const turn = believer.timelines[side].get(document);
    return turn < 0 || states[turn] === seen.not ? undefined : memories.ids[believer.rowOf.get(turn)];
  }
  return undefined;
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

/**
 * Whether a memory was told to the agent: not what a model or the agent itself said, nor what people say to each other,
 * nor what is out of view. It is told what is said in a session in which nobody else speaks, or in which several tell it
 * things and not each other; but not by who talks with others in other sessions and never with the agent.
 */
export function isOfPeople(view: View, row: number): boolean {
  const { speaker, speakers, session } = view.index.memories;
  const who = speaker.get(row);
  if (!view.isInside(row)) return false;
  if (who < 0) return true;
  const name = speakers.text(who).toLowerCase();
  if (roles.has(name)) return !answering.has(name);
  const answers = (other: string): boolean => answering.has(other.toLowerCase()) || isReader(view, other);
  if (isReader(view, name)) return false;
  const isPerson = (one: number): boolean => one >= 0 && one !== who && !answers(speakers.text(one));
  return view.byBeliever.every(({ believer }) => {
    const all = [...believer.speakers.keys()];
    if (!all.some(isPerson)) return true;
    // Outside a session the last of all memories tell how people speak.
    if (session.get(row) < 0) return !speakToOthers(view, lastRows(believer));
    const { timelines, timelineOf } = believer.timelines;
    const talks = (turns: readonly number[]): boolean => {
      const rows = turns.slice(0, turnsHeard).map((turn) => believer.rowOf.get(turn));
      const there = new Set(rows.map((one) => speaker.get(one)));
      return there.has(who) && [...there].some(isPerson) && (speakInTurn(view, rows) || speakToOthers(view, rows));
    };
    if (talks(timelines[timelineOf.get(believer.document(row))] ?? [])) return false;
    const takesPart = all.some((one) => one >= 0 && isReader(view, speakers.text(one)));
    return takesPart || !timelines.slice(-sessionsHeard).some(talks);
  });
}

/** Whether a memory is a turn of a talk between people: neither told to the agent, nor what an agent said. */
export function isTurn(view: View, { id, speaker = '' }: { readonly id: string; readonly speaker?: string }): boolean {
  return !isOfPeople(view, view.index.memories.row(id)) && !answering.has(speaker.toLowerCase());
}

/** The one person in view who tells the agent things, by name; none where several do. */
export function tellerIn(view: View): string | undefined {
  const { speakers } = view.index.memories;
  const all = new Set(view.byBeliever.flatMap(({ believer }) => [...believer.speakers.keys()]));
  const names = [...all].filter((speaker) => speaker >= 0).map((speaker) => speakers.text(speaker));
  const people = names.filter((name) => !roles.has(name.toLowerCase()) && !isReader(view, name));
  return people.length === 1 ? people[0] : undefined;
}

function lastRows({ documents, rowOf }: BelieverIndex): readonly number[] {
  const last = Array.from({ length: Math.min(turnsHeard, documents) }, (_, back) => rowOf.get(documents - 1 - back));
  return last.filter((row) => row >= 0);
}

/** Whether people take turns, again and again. */
function speakInTurn({ index: { memories } }: View, rows: readonly number[]): boolean {
  const turns = rows.filter((row, at) => at > 0 && memories.speaker.get(row) !== memories.speaker.get(rows[at - 1]!));
  return rows.length >= turnsOfTalk && turns.length >= rows.length * turnShare;
}

/** Whether what people say is said to each other: one replies in a word, or they ask, say "your" and call each other by name often enough. */
function speakToOthers({ index: { memories } }: View, rows: readonly number[]): boolean {
  const toOthers = answerKinds.listener | answerKinds.addressing;
  const isReply = (row: number, at: number): boolean =>
    at > 0 &&
    // One of its terms is the name of who says it.
    memories.termsEnd(row) - memories.termsFrom.get(row) < 3 &&
    memories.speaker.get(row) !== memories.speaker.get(rows[at - 1]!);
  const addresses = (row: number): boolean =>
    memories.questionShare.get(row) > 0 || (memories.answers.get(row) & toOthers) !== 0;
  const count = rows.filter(addresses).length;
  // A letter among notes is no talk; a question and its answer are.
  const isTwoSided = count > 1 || rows.length === 2;
  return rows.some(isReply) || (isTwoSided && count >= Math.max(1, rows.length * addressingShare));
}

function isReader({ perspective: { agent } }: View, name: string): boolean {
  return agent.toLowerCase() === name.toLowerCase();
}
