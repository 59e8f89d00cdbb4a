import { expect, test } from 'vitest';
import type { Observation, Provenance } from '../../../../src/domain/records.ts';
import type { ClaimedFact } from '../../../../src/language/voice.ts';
import { extractByModel } from '../../../../src/sleep/extract-by-model.ts';
import { ModelInquiry } from '../../../../src/sleep/model-inquiry.ts';
import { observationOf } from '../../../support/ledger-records.ts';
import { itemsOf, type ReadItem, readingModel } from '../../../support/reading-model.ts';

const agents: ReadonlySet<string> = new Set(['Lisa', 'Electra']);
const user: Provenance = { channel: 'user', source: 'test', trust: 0.9 };

/** A claim as a model says it. */
function claim(content: string, fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return { content, believer: 'everybody', kind: 'world.fact', about: [], confidence: 0.8, ...fields };
}

async function claimsOf(
  answer: (item: ReadItem) => unknown,
  observations: readonly Observation[],
): Promise<{
  readonly claims: readonly (readonly ClaimedFact[] | undefined)[];
  readonly requests: readonly (readonly ReadItem[])[];
}> {
  const model = readingModel(answer);
  const extract = extractByModel(await ModelInquiry.open({ model }, () => undefined), agents);
  const claims = await extract(observations);
  return { claims, requests: model.doGenerateCalls.map(itemsOf) };
}

test('reads what the user states as universal, with what it is about and where it is from', async () => {
  const said = claim('Mark lives in Oslo.', { kind: 'self.identity', about: ['Mark', 'Oslo'] });
  const moved = observationOf('moved', { content: 'I live in Oslo now.', speaker: 'Mark' });
  const { claims, requests } = await claimsOf(() => [said], [moved]);
  expect(claims).toEqual([
    [
      {
        content: 'Mark lives in Oslo.',
        believer: 'system',
        kind: 'self.identity',
        about: ['Mark', 'Oslo'],
        confidence: 0.8,
        from: ['observation:moved'],
      },
    ],
  ]);
  expect(requests).toEqual([
    [{ number: 1, saidBy: 'Mark', type: 'user_input', date: '2026-01-05', text: 'I live in Oslo now.' }],
  ]);
});

test('leaves to the agent what it thinks itself, whatever the model says', async () => {
  const thought = observationOf('thought', { content: 'I find Oslo too cold.', type: 'thought' });
  const said = claim('Lisa finds Oslo too cold.', { kind: 'self.preference', about: ['Lisa'] });
  const { claims } = await claimsOf(() => [said], [thought]);
  expect(claims[0]).toMatchObject([{ believer: 'Lisa', about: ['agent:Lisa'] }]);
});

test('leaves to the agent what it was told in confidence, whatever the model says', async () => {
  const secret = observationOf('secret', { content: 'Between you and me, I am leaving Oslo.', speaker: 'Mark' });
  const { claims } = await claimsOf(() => [claim('Mark is leaving Oslo.')], [secret]);
  expect(claims[0]).toMatchObject([{ believer: 'Lisa' }]);
});

test('leaves to the agent what the model finds to be for its ears only', async () => {
  const secret = observationOf('secret', { content: 'Tell nobody, but I am leaving Oslo.', speaker: 'Mark' });
  const { claims } = await claimsOf(() => [claim('Mark is leaving Oslo.', { believer: 'agent' })], [secret]);
  expect(claims[0]).toMatchObject([{ believer: 'Lisa' }]);
});

test('shows the model nothing of what nobody says, and reads nothing in it', async () => {
  const printed = observationOf('printed', { type: 'tool_output', provenance: { ...user, channel: 'tool' } });
  expect(await claimsOf(() => [claim('What happened at printed.')], [printed])).toEqual({ claims: [[]], requests: [] });
});

test('reads apart what differs in who recorded it, who may believe it and how far it is trusted', async () => {
  const imported: Provenance = { channel: 'import', source: 'file', trust: 0.6 };
  const { requests } = await claimsOf(
    () => [],
    [
      observationOf('one'),
      observationOf('two', { agent: 'Electra' }),
      observationOf('three', { type: 'thought' }),
      observationOf('four', { provenance: imported }),
      observationOf('five'),
    ],
  );
  expect(requests.map((items) => items.map(({ number }) => number))).toEqual([[1, 5], [2], [3], [4]]);
});

test('drops what has no word in common with the observation, is no sentence, or is not held to be so', async () => {
  const { claims } = await claimsOf(
    () => [
      claim('The vault opens with 4711.'),
      claim(`Oslo ${'is very '.repeat(100)}cold.`),
      claim('  '),
      claim('Oslo is warm.', { confidence: 0 }),
      claim(' Oslo is cold. ', { confidence: 7 }),
    ],
    [observationOf('cold', { content: 'It is cold in Oslo.' })],
  );
  expect(claims[0]).toMatchObject([{ content: 'Oslo is cold.', confidence: 1 }]);
});

test('takes a word of another script for one in common', async () => {
  const { claims } = await claimsOf(
    () => [claim('Анна живёт в Осло.')],
    [observationOf('anna', { content: 'Я живу в Осло', speaker: 'Анна' })],
  );
  expect(claims[0]).toHaveLength(1);
});

test('keeps the names that the observation uses, and none besides', async () => {
  const { claims } = await claimsOf(
    () => [claim('Ann likes Oslo.', { about: ['Ann', 'oslo', 'Electra', 'An', '', 'o'.repeat(300)] })],
    [observationOf('ann', { content: 'Ann likes Oslo.' })],
  );
  expect(claims[0]).toMatchObject([{ about: ['Ann', 'oslo'] }]);
});

test('takes eight claims of one observation at the most', async () => {
  const { claims } = await claimsOf(
    () => Array.from({ length: 50 }, (_, at) => claim(`Oslo is cold, ${at}.`)),
    [observationOf('cold', { content: 'It is cold in Oslo.' })],
  );
  expect(claims[0]).toHaveLength(8);
});

test('leaves unprocessed what the model gave no answer to', async () => {
  const observations = ['one', 'two', 'three'].map((key) => observationOf(key));
  const { claims } = await claimsOf(({ number }) => (number === 2 ? undefined : []), observations);
  expect(claims).toEqual([[], undefined, []]);
});
