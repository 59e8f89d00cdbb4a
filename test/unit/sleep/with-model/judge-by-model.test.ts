import { expect, test } from 'vitest';
import type { Belief, Fact } from '../../../../src/domain/records.ts';
import type { BelievedMemory, ConflictPair } from '../../../../src/sleep/sleep-step.ts';
import { judgeByModel } from '../../../../src/sleep/sleeper.ts';
import { ModelInquiry } from '../../../../src/sleep/model-inquiry.ts';
import { beliefIn, factOf, observationOf } from '../../../support/ledger-records.ts';
import { itemsOf, readingModel } from '../../../support/reading-model.ts';

function believed(content: string, fact: Partial<Fact> = {}, belief: Partial<Belief> = {}): BelievedMemory {
  return { memory: factOf('fact', { content, ...fact }), belief: beliefIn('Lisa', 'fact:fact', belief), sources: [] };
}

function pair(newer: BelievedMemory, older: BelievedMemory, believer = 'Lisa'): ConflictPair {
  return { believer, newer, older };
}

async function judged(answer: (newer: string) => unknown, pairs: readonly ConflictPair[]) {
  const model = readingModel(({ newer }) => answer((newer as { readonly text: string }).text));
  const judge = judgeByModel(await ModelInquiry.open({ model }, () => undefined));
  return { verdicts: await judge(pairs), requests: model.doGenerateCalls.map(itemsOf) };
}

const older = believed('Mark lives in Bergen.');

test('answers each pair with its verdict, and with none where the model is unsure or silent', async () => {
  const said = ['override', 'unsure', 'merge', undefined, 'exception', 'complementary'];
  const pairs = said.map((_, at) => pair(believed(String(at)), older));
  const { verdicts, requests } = await judged((newer) => said[Number(newer)], pairs);
  expect(verdicts).toEqual(['override', undefined, 'merge', undefined, 'exception', 'complementary']);
  expect(requests).toHaveLength(1);
});

test('shows when each was said: since when it is so, else when it was observed, else believed', async () => {
  const since = new Date('2026-03-01');
  const { requests } = await judged(
    () => 'unsure',
    [
      pair(believed('Mark lives in Oslo.', { validFrom: new Date('2026-02-01') }), {
        ...older,
        sources: [observationOf('said', { occurredAt: new Date('2025-12-24') })],
      }),
      pair(believed('Mark lives in Paris.', {}, { since }), older),
    ],
  );
  expect(requests[0]).toEqual([
    {
      number: 1,
      newer: { date: '2026-02-01', text: 'Mark lives in Oslo.' },
      older: { date: '2025-12-24', text: 'Mark lives in Bergen.' },
    },
    {
      number: 2,
      newer: { date: '2026-03-01', text: 'Mark lives in Paris.' },
      older: { date: '2026-01-05', text: 'Mark lives in Bergen.' },
    },
  ]);
});

test('shows who said what is no fact, and when', async () => {
  const occurredAt = new Date('2026-04-01');
  const memory = observationOf('said', { content: 'I moved to Oslo.', speaker: 'Mark', occurredAt });
  const { requests } = await judged(() => 'override', [pair({ ...older, memory }, older)]);
  expect(requests[0]?.[0]?.newer).toEqual({ date: '2026-04-01', saidBy: 'Mark', text: 'I moved to Oslo.' });
});

test('judges apart what other believers hold and what is trusted less', async () => {
  const printed = believed('three', {}, { provenance: { channel: 'tool', source: 'test', trust: 0.4 } });
  const pairs = [
    pair(believed('one'), older),
    pair(believed('two'), older, 'Electra'),
    pair(printed, older),
    pair(believed('four'), older),
  ];
  const { verdicts, requests } = await judged(() => 'override', pairs);
  expect(verdicts).toEqual(['override', 'override', 'override', 'override']);
  expect(requests.map((items) => items.map(({ number }) => number))).toEqual([[1, 4], [2], [3]]);
});

test('takes a word that is no verdict for no answer', async () => {
  expect((await judged(() => 'delete both', [pair(believed('one'), older)])).verdicts).toEqual([undefined]);
});
