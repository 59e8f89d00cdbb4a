/** LoCoMo for the benches of recall: a turn is a memory, a conversation a store, a category a group. */
import { basename } from 'node:path';
import { readLocomo } from '../../index.ts';
import { readDataFile } from './read-data-file.ts';
import { groupsAsked, type RecallData, type RecallGroup } from './recall-data.ts';

/** Adversarial questions are no part of the mean over questions, as in the figures that others publish. */
const groups: readonly RecallGroup[] = [
  { key: '1', name: '1 multi-hop', inMicro: true },
  { key: '2', name: '2 temporal', inMicro: true },
  { key: '3', name: '3 open-domain', inMicro: true },
  { key: '4', name: '4 single-hop', inMicro: true },
  { key: '5', name: '5 adversarial', inMicro: false },
];

/** Reads a file in the format of LoCoMo's `locomo10.json`. */
export async function readLocomoData(path: string): Promise<RecallData> {
  const name = basename(path);
  const conversations = readLocomo(await readDataFile(path), name);
  const tasks = conversations.map(({ turns, questions }) => ({
    memories: turns.flatMap((turn) =>
      'observation' in turn ? [{ key: turn.turn, observation: turn.observation }] : [],
    ),
    questions: questions
      .filter(({ evidence }) => evidence.length > 0)
      .map(({ question, category, evidence }) => ({ query: question, group: `${category}`, evidence })),
  }));
  const questions = conversations.flatMap((conversation) => conversation.questions);
  return {
    name,
    tasks,
    groups: groupsAsked(tasks, groups),
    labels: { micro: '1 to 4 (micro)', macro: 'all five (macro)' },
    withoutEvidence: questions.filter(({ evidence }) => evidence.length === 0).length,
    unresolvedEvidence: questions.reduce((sum, { unresolved }) => sum + unresolved.length, 0),
  };
}
