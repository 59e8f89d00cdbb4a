/**
 * Contradictions within long chats: which of those that the probing questions of BEAM rest on are
 * found, and how many pairs of a user's messages are linked in all.
 */
import { parseStatement, type Relation, relationBetween, type Statement } from '../../index.ts';
import { readBeamData } from './beam-data.ts';
import type { RecallQuestion, RecallTask } from './recall-data.ts';
import { rounded } from './timed-recall.ts';

/** A question that rests on two sides which contradict each other. */
interface ContradictionProbe {
  readonly question: string;
  /** A pair of messages, one of each side, was found to contradict. */
  readonly found: boolean;
  /** Both sides are the same message: no link between two memories can tell. */
  readonly inOneMessage: boolean;
}

/** Two messages that the rules find to contradict each other. */
export interface ContradictingMessages {
  /** Which chat, counted from 1. */
  readonly chat: number;
  readonly messages: readonly [string, string];
  readonly relation: Relation;
}

/** The figures of a folder of chats. */
export interface BeamContradictions {
  readonly chats: number;
  /** The users' messages; assistants' are not compared. */
  readonly messages: number;
  readonly pairs: number;
  readonly probes: readonly ContradictionProbe[];
  readonly contradictions: readonly ContradictingMessages[];
  readonly supports: number;
  /** Means in microseconds: reading one message, and comparing one pair. */
  readonly parseUs: number;
  readonly compareUs: number;
}

type Read = readonly (readonly [string, Statement])[];

/** Compares every pair of the user's messages in each chat of a folder. */
export async function beamContradictions(folder: string): Promise<BeamContradictions> {
  const { tasks } = await readBeamData(folder);
  const contradictions: ContradictingMessages[] = [];
  const probes: ContradictionProbe[] = [];
  let [messages, pairs, supports, parseMs, compareMs] = [0, 0, 0, 0, 0];
  for (const [index, task] of tasks.entries()) {
    const start = performance.now();
    const statements = statementsOf(task);
    parseMs += performance.now() - start;
    const related = relatedAmong(statements, index + 1);
    compareMs += performance.now() - start;
    messages += statements.length;
    pairs += (statements.length * (statements.length - 1)) / 2;
    const found = related.filter(({ relation }) => relation.kind === 'contradicts');
    supports += related.length - found.length;
    contradictions.push(...found);
    probes.push(...task.questions.flatMap((question) => probed(question, found)));
  }
  const parseUs = rounded((parseMs * 1000) / Math.max(1, messages), 1);
  const compareUs = rounded(((compareMs - parseMs) * 1000) / Math.max(1, pairs), 1);
  return { chats: tasks.length, messages, pairs, probes, contradictions, supports, parseUs, compareUs };
}

function statementsOf({ memories }: RecallTask): Read {
  return memories
    .filter(({ observation }) => observation.speaker === 'user')
    .map(({ key, observation: { content, speaker = 'user' } }) => [key, parseStatement({ content, speaker })]);
}

function relatedAmong(statements: Read, chat: number): readonly ContradictingMessages[] {
  const related: ContradictingMessages[] = [];
  for (const [index, [key, statement]] of statements.entries()) {
    for (const [otherKey, other] of statements.slice(index + 1)) {
      const relation = relationBetween(statement, other);
      if (relation !== undefined) related.push({ chat, messages: [key, otherKey], relation });
    }
  }
  return related;
}

/** A probe has two sides; questions of other abilities are none. */
function probed(
  { query, sides }: RecallQuestion,
  found: readonly ContradictingMessages[],
): readonly ContradictionProbe[] {
  const [first, second] = sides ?? [];
  if (first === undefined || second === undefined) return [];
  const across = ([one, other]: readonly [string, string]): boolean =>
    (first.includes(one) && second.includes(other)) || (first.includes(other) && second.includes(one));
  const inOneMessage = new Set([...first, ...second]).size === 1;
  return [{ question: query, found: found.some(({ messages }) => across(messages)), inOneMessage }];
}
