/** What the benches of recall read, whatever the format of the file: memories and questions about them. */
import type { Mood, ObservationInput } from 'madeleine';
import { counted } from '../print.ts';

/** A question, and the memories that answer it. */
export interface RecallQuestion {
  readonly query: string;
  /** The key of its group. */
  readonly group: string;
  /** Keys of the memories that should be found; never empty. */
  readonly evidence: readonly string[];
  /** The parts of the evidence that contradict each other; a part is found with any of its memories. */
  readonly sides?: readonly (readonly string[])[];
  /** The mean mood of the evidence, where it has one: an oracle, for only who has the answer already knows it. */
  readonly evidenceMood?: Mood;
}

/** What is remembered in one store and asked there. */
export interface RecallTask {
  /** In the order in which they are remembered. */
  readonly memories: readonly { readonly key: string; readonly observation: ObservationInput }[];
  readonly questions: readonly RecallQuestion[];
  /** Questions that the data says cannot be answered from these memories. */
  readonly unanswerable?: readonly string[];
}

/** A data set for recall. */
export interface RecallData {
  /** The name of the file or folder. */
  readonly name: string;
  readonly tasks: readonly RecallTask[];
  /** The groups of questions, in the order in which they are printed. */
  readonly groups: readonly RecallGroup[];
  /** What the mean over the questions and the mean of the groups' means are called. */
  readonly labels: { readonly micro: string; readonly macro: string };
  /** Questions that were left out because they have no evidence. */
  readonly withoutEvidence: number;
  /** Pieces of evidence that name no memory. */
  readonly unresolvedEvidence: number;
}

/** A group of questions, such as a category or an ability. */
export interface RecallGroup {
  readonly key: string;
  readonly name: string;
  /** Whether its questions count in the mean over questions. */
  readonly inMicro: boolean;
}

/** The groups that have questions, from the list of those that there may be. */
export function groupsAsked(tasks: readonly RecallTask[], groups: readonly RecallGroup[]): readonly RecallGroup[] {
  const asked = new Set(tasks.flatMap((task) => task.questions.map((question) => question.group)));
  return groups.filter(({ key }) => asked.has(key));
}

/** What of the data was not asked. */
export function leftOutLine({ withoutEvidence, unresolvedEvidence }: RecallData): string {
  const ids = counted(unresolvedEvidence, 'evidence id that names no memory', 'evidence ids that name no memory');
  return `left out: ${counted(withoutEvidence, 'question')} without evidence, ${ids}`;
}
