/** The bench of ambient memory on a conversation of a few turns. */
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  ambientBench,
  type AmbientBenchResult,
  type AmbientTask,
  namesInText,
  readAmbientData,
} from '../../../bench/ambient/conversations.ts';
import { type AmbientAnswer, ambientFigures } from '../../../bench/ambient/figures.ts';
import { tokenCounter } from '../../../bench/count-tokens.ts';
import { NamedMemories } from '../../../bench/synthetic.ts';
import { storeFolder } from '../../support/open-space.ts';

const turn = (id: string, speaker: string, text: string): object => ({ dia_id: id, speaker, text });
const sample = {
  sample_id: 'tiny',
  conversation: {
    session_1_date_time: '1:56 pm on 8 May, 2023',
    session_1: [
      turn('D1:1', 'Ann', 'I adopted a greyhound, and I call him Biscuit.'),
      turn('D1:2', 'Bo', 'My violins are at the workshop of Mr. Varga in Lisbon.'),
    ],
    session_2_date_time: '9:00 am on 2 June, 2023',
    session_2: [turn('D2:1', 'Ann', 'Does Biscuit like the rain?'), turn('D2:2', 'Bo', 'Nobody does.')],
    session_3_date_time: '9:00 am on 4 June, 2023',
    session_3: [turn('D3:1', 'Ann', 'So long.')],
  },
  qa: [
    { question: 'What kind of dog is Biscuit?', answer: 'a greyhound', category: 4, evidence: ['D1:1'] },
    { question: 'Where are the violins of Bo?', answer: 'in Lisbon', category: 1, evidence: ['D1:2'] },
    { question: 'What is said later?', answer: 'So long', category: 1, evidence: ['D3:1'] },
    { question: 'What does Biscuit eat?', category: 5, evidence: ['D1:1'] },
  ],
};

let tasks: readonly AmbientTask[];
let result: AmbientBenchResult;

beforeAll(async () => {
  const folder = await storeFolder();
  const file = join(folder, 'tiny.json');
  await writeFile(file, JSON.stringify([sample]));
  tasks = await readAmbientData(file);
  result = await ambientBench({
    tasks,
    prompts: [
      { half: 'tuned', trap: 'arithmetic', prompt: 'What is 17 % of 2,340?' },
      { half: 'held-out', trap: 'nothing', prompt: '' },
    ],
    countTokens: await tokenCounter(),
    folder,
  });
});

describe('the data', () => {
  test('holds back the last two sessions, and questions about what nobody said', () => {
    const [task] = tasks;
    expect(task?.memories.map(({ key }) => key)).toEqual(['D1:1', 'D1:2']);
    expect(task?.turns.map(({ content, session }) => [session, content])).toEqual([
      ['D2', 'Does Biscuit like the rain?'],
      ['D2', 'Nobody does.'],
      ['D3', 'So long.'],
    ]);
    expect(task?.questions.map(({ question, evidence }) => [question, evidence])).toEqual([
      ['What kind of dog is Biscuit?', ['D1:1']],
      ['Where are the violins of Bo?', ['D1:2']],
    ]);
    expect(task?.saidAt.toISOString()).toBe('2023-06-02T09:00:00.000Z');
    expect(task?.speakers).toEqual(['Ann', 'Bo']);
  });
});

describe('the bench', () => {
  test('hears every message once, and says why it was silent or what surfaced', () => {
    const { turns, questions, injections, silence } = result;
    expect([turns.all.of, questions.all.of, injections.tuned.of, injections['held-out'].of]).toEqual([3, 2, 1, 1]);
    const said = turns.all.count + questions.all.count + injections.tuned.count + injections['held-out'].count;
    expect(Object.values(silence).reduce((sum, count) => sum + count, said)).toBe(7);
  });

  test('tells messages that name something known from the others', () => {
    expect(result.turns.naming.of).toBe(1);
    expect(result.questions.naming.of).toBe(2);
  });

  test('finds the evidence of a question that names it, and nothing for a sum', () => {
    expect(result.questions.evidence.count).toBeGreaterThanOrEqual(1);
    expect(result.injections.tuned.count).toBe(0);
    expect(result.injected).toEqual([]);
    expect(result.tokens.overBudget).toBe(0);
  });
});

describe('the figures', () => {
  const answer = (more: Partial<AmbientAnswer>): AmbientAnswer => ({
    ...{ of: 'question', message: 'Who?', text: 'Ann.', tokens: 2, ms: 1, names: 0, topics: 0 },
    ...more,
  });

  test('count what is over budget as nothing found', () => {
    const figures = ambientFigures([
      answer({ hasEvidence: true, tokens: 200 }),
      answer({ hasEvidence: true, tokens: 201 }),
      answer({ hasEvidence: false, hasEntity: true }),
      answer({ hasEvidence: false, text: '', tokens: 0, silence: 'no-names' }),
    ]);
    expect(figures.questions).toMatchObject({
      evidence: { count: 1, of: 4, share: 0.25 },
      entity: { count: 1, of: 1, share: 1 },
      either: { count: 2, of: 4 },
      all: { count: 3, of: 4 },
    });
    expect(figures.tokens).toEqual({ mean: 134.3, p95: 201, max: 201, overBudget: 1 });
    expect(figures.silence).toEqual({ 'no-names': 1 });
  });
});

test('known names stand in a text as whole words in the same letters', () => {
  const names = ['Ann', 'Art', 'src/auth.py', '東京'];
  expect(namesInText(names, "Annoying art: Ann's src/auth.py.")).toEqual(['Ann', 'src/auth.py']);
  expect(namesInText(names, 'ann, Start')).toEqual([]);
});

test('synthetic memories name two things each and are the same for a seed; long messages have 2,000 characters', () => {
  const contents = (seed: number): readonly string[] =>
    [...new NamedMemories(seed).memories(0, 20)].map(({ content }) => content);
  expect(contents(3)).toEqual(contents(3));
  expect(contents(3)).not.toEqual(contents(4));
  for (const content of contents(3)) expect(content).toMatch(/\. (.+ )?[A-Z][a-z]+ .+ [A-Z][a-z]+( there)?\.$/);
  expect(new NamedMemories(3).longMessage(contents(3))).toHaveLength(2000);
});
