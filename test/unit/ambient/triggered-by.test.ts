import { expect, test } from 'vitest';
import { triggeredBy } from '../../../src/ambient/seeds.ts';
import type { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { beliefOf, changeOf, indexOf, memoryOf } from '../recall-index/index-fixture.ts';

const token = memoryOf('1', 'Tokens expire.', { surfacesWhen: ['auth error', 'login problem'] });
const deploy = memoryOf('2', 'Deploy on Mondays.', { surfacesWhen: ['how to deploy'] });
const secret = memoryOf('3', 'Rotate the key.', { surfacesWhen: ['auth error'] });

const idsFor = (index: RecallIndex, message: string, agent = 'lisa'): readonly string[] => {
  const believer = index.believer(agent);
  const slots = triggeredBy(index.memories, believer === undefined ? [] : [believer], message);
  return slots.map((slot) => index.memories.ids[slot] as string);
};

test('a memory is triggered by a message that has all words of one of its patterns', () => {
  const index = indexOf([token, deploy]);
  expect(idsFor(index, 'An error again, from auth. How was one to deploy?')).toEqual([token.id, deploy.id]);
  expect(idsFor(index, 'There are problems with logins and auth errors')).toEqual([token.id]);
  expect(idsFor(index, 'An error of the author')).toEqual([]);
});

test('what others believe is not triggered', () => {
  const index = indexOf([token]);
  index.apply(changeOf(2, { memories: [secret], beliefs: [beliefOf('electra', secret.id)] }));
  expect(idsFor(index, 'auth error')).toEqual([token.id]);
  expect(idsFor(index, 'auth error', 'electra')).toEqual([secret.id]);
});

test('triggers follow the memories', () => {
  const index = indexOf([token, deploy]);
  index.apply(changeOf(2, { memories: [{ ...token, surfacesWhen: ['clock skew'] }], removed: [deploy.id] }));
  expect(idsFor(index, 'auth error, how to deploy')).toEqual([]);
  expect(idsFor(index, 'skew of the clock')).toEqual([token.id]);
});
