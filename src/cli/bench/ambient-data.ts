/**
 * LoCoMo for the bench of ambient memory: all sessions of a conversation but the last ones are
 * remembered; the turns of those, and the questions about what is remembered, come as messages.
 */
import { readLocomo } from '../../index.ts';
import { readDataFile } from './read-data-file.ts';
import type { RecallTask } from './recall-data.ts';

/** Sessions at the end of a conversation that are said and not remembered. */
const saidSessions = 2;
/** Questions of this category rest on what nobody said: there is nothing right that could surface. */
const adversarial = 5;

/** A question as a message. */
export interface AmbientQuestion {
  readonly question: string;
  /** Keys of remembered memories; never empty. */
  readonly evidence: readonly string[];
  readonly answer: string;
}

/** One conversation: a store, and what is said to its agent. */
export interface AmbientTask {
  readonly memories: RecallTask['memories'];
  /** The names of those who speak. */
  readonly speakers: readonly string[];
  readonly turns: readonly { readonly content: string; readonly session: string }[];
  readonly questions: readonly AmbientQuestion[];
  /** When the messages come: on the day of the first session that is not remembered. */
  readonly saidAt: Date;
}

/** Reads a file in the format of LoCoMo's `locomo10.json`. */
export async function readAmbientData(path: string): Promise<readonly AmbientTask[]> {
  return readLocomo(await readDataFile(path), path).map(({ turns, questions }) => {
    const said = turns.flatMap((turn) =>
      'observation' in turn ? [{ key: turn.turn, observation: turn.observation, session: sessionOf(turn.turn) }] : [],
    );
    const last = new Set([...new Set(said.map(({ session }) => session))].slice(-saidSessions));
    const memories = said.filter(({ session }) => !last.has(session));
    const heard = said.filter(({ session }) => last.has(session));
    const keys = new Set(memories.map(({ key }) => key));
    return {
      memories,
      speakers: [...new Set(said.flatMap(({ observation: { speaker = [] } }) => speaker))],
      turns: heard.map(({ observation: { content }, session }) => ({ content, session })),
      questions: questions
        .filter(({ category }) => category !== adversarial)
        .map(({ question, evidence, answer = '' }) => ({
          question,
          evidence: evidence.filter((key) => keys.has(key)),
          answer,
        }))
        .filter(({ evidence }) => evidence.length > 0),
      saidAt: new Date(heard[0]?.observation.occurredAt ?? 0),
    };
  });
}

/** `D18` of `D18:4`. */
function sessionOf(turn: string): string {
  return turn.split(':')[0] ?? turn;
}
