import { describe, expect, test } from 'vitest';
import { matchNames } from '../../../src/recall-index/name-matcher.ts';
import type { RecallIndex } from '../../../src/recall-index/recall-index.ts';
import { beliefOf, changeOf, day0, indexOf, memoryOf } from './index-fixture.ts';

const mentionOf = (name: string, entity = `entity:${name}`) => ({ entity, type: 'other' as const, surfaces: [name] });

/** An index in which lisa knows some names, each of an entity of its own. */
const knowing = (...names: readonly string[]): RecallIndex =>
  indexOf([memoryOf('1', 'A memory.', { mentions: names.map((name) => mentionOf(name)) })]);

/** What stands in the text where lisa knows a name. */
const found = (index: RecallIndex, text: string, ...agents: readonly string[]): readonly string[] =>
  matchNames(index.namesOf(agents.length > 0 ? agents : ['lisa']), text).map(({ from, to }) => text.slice(from, to));

describe('a name', () => {
  test('is found as a word and not within one', () => {
    const index = knowing('art', 'Ann', 'Luna');
    expect(found(index, 'annoying startup')).toEqual([]);
    expect(found(index, 'How is Luna, and what does Ann say of art?')).toEqual(['Luna', 'Ann', 'art']);
    expect(found(index, 'Luna_2, Lunaria, 2Luna')).toEqual([]);
  });

  test('is found whatever its case, diacritics and white space', () => {
    const index = knowing('José Núñez', 'Straße');
    expect(found(index, 'JOSE\n  NUNEZ met Jose\u0301 Nu\u0301n\u0303ez in the STRASSE.')).toEqual([
      'JOSE\n  NUNEZ',
      'Jose\u0301 Nu\u0301n\u0303ez',
      'STRASSE',
    ]);
  });

  test('is the longest that is known', () => {
    const index = knowing('York', 'New York', 'New York Times', 'Times Square');
    expect(found(index, 'The New York Times is read in New York, not in York.')).toEqual([
      'New York Times',
      'New York',
      'York',
    ]);
    expect(found(index, 'New York Times Square')).toEqual(['New York Times']);
  });

  test('may stand in the possessive, in a contraction and in the plural', () => {
    const index = knowing('Luna', 'James', 'Golden Retriever', 'As');
    expect(found(index, "Luna's bowl, Luna’s toys, Luna'll come, James' book")).toEqual([
      'Luna',
      'Luna',
      'Luna',
      'James',
    ]);
    expect(found(index, 'Two Lunas, three Jameses, golden retrievers’ fur')).toEqual([
      'Lunas',
      'Jameses',
      'golden retrievers',
    ]);
    expect(found(index, 'Lunaes and Jamess and ases')).toEqual([]);
  });

  test('in the plural gives way to one that is written so', () => {
    const index = knowing('Biscuit', 'Biscuits');
    const [match] = matchNames(index.namesOf(['lisa']), 'the biscuits');
    expect(match?.surface).toBe('biscuits');
  });

  test('of a path or an identifier is whole', () => {
    const index = knowing('auth', 'auth.py', 'src/auth.py', 'C', 'C++', 'C#', '.env', 'getUser', 'O', 'Brien', 'Jean');
    expect(found(index, 'See ./src/auth.py:42, `src/auth.py` and auth.py.')).toEqual([
      'src/auth.py',
      'src/auth.py',
      'auth.py',
    ]);
    expect(found(index, 'lib/auth.py, auth-token, auth/login, my.auth@example.com')).toEqual([]);
    expect(found(index, 'C++, C# or C? C+D, or a C+ at most')).toEqual(['C++', 'C#', 'C', 'C']);
    expect(found(index, 'the .env of prod.env, getUser() and getUserName')).toEqual(['.env', 'getUser']);
    expect(found(index, "Jean-Luc met O'Brien")).toEqual([]);
    expect(found(index, '@jean #jean (jean) "jean" jean, jean… jean— jean')).toHaveLength(8);
  });

  test('of a script without spaces is found at any place', () => {
    const index = knowing('北京', '北京大学', 'ルナ', 'สมชาย', 'Luna');
    expect(found(index, '我在北京大学学习,她在北京工作。')).toEqual(['北京大学', '北京']);
    expect(found(index, 'Lunaは元気、ルナも元気。ルナパークは閉園')).toEqual(['Luna', 'ルナ']);
    expect(found(index, 'ฉันชอบสมชายมาก')).toEqual(['สมชาย']);
  });

  test('of half-width, full-width and composed characters is found where it stands', () => {
    const index = knowing('ガスト', 'Luna', '한국');
    expect(found(index, 'ｶﾞｽﾄでＬｕｎａと')).toEqual(['ｶﾞｽﾄ', 'Ｌｕｎａ']);
    expect(found(index, '\u1112\u1161\u11ab\u1100\u116e\u11a8 여행')).toEqual(['\u1112\u1161\u11ab\u1100\u116e\u11a8']);
  });

  test('that is refused leaves the place to a shorter one', () => {
    const index = knowing('Will', 'Will Smith');
    const text = 'Will Smith';
    const accepts = ({ surface }: { readonly surface: string }): boolean => surface !== 'will smith';
    const matches = matchNames(index.namesOf(['lisa']), text, accepts);
    expect(matches.map(({ surface }) => surface)).toEqual(['will']);
  });
});

describe('the entities of a match', () => {
  const cat = memoryOf('1', 'A cat.', { mentions: [mentionOf('Luna', 'entity:cat')] });
  const bar = memoryOf('2', 'A bar.', { mentions: [mentionOf('Luna', 'entity:bar'), mentionOf('New', 'entity:new')] });
  const park = memoryOf('3', 'A park.', { mentions: [mentionOf('Luna Park', 'entity:park')] });
  const idsOf = (index: RecallIndex, text: string, ...agents: readonly string[]): readonly (readonly string[])[] =>
    matchNames(index.namesOf(agents), text).map(({ entities }) =>
      entities.map((entity) => index.memories.names.text(entity)),
    );

  test('are all that the believers call so, and those that are the same to them', () => {
    const index = indexOf([cat, bar, park]);
    expect(idsOf(index, 'Luna', 'lisa')).toEqual([['entity:cat', 'entity:bar']]);
    const merge = { believer: 'lisa', from: 'entity:park', to: 'entity:cat' };
    index.apply(changeOf(2, { beliefs: [beliefOf('electra', cat.id)], merges: [merge] }));
    expect(idsOf(index, 'Luna', 'lisa')).toEqual([['entity:cat', 'entity:bar', 'entity:park']]);
    expect(idsOf(index, 'Luna', 'electra')).toEqual([['entity:cat']]);
  });

  test('come from the believers alone, whose names no longer name of another hides', () => {
    const index = indexOf([cat]);
    index.apply(changeOf(2, { memories: [park], beliefs: [beliefOf('electra', park.id)] }));
    expect(idsOf(index, 'to Luna Park', 'lisa')).toEqual([['entity:cat']]);
    expect(idsOf(index, 'to Luna Park', 'electra')).toEqual([['entity:park']]);
    expect(idsOf(index, 'to Luna Park', 'lisa', 'electra')).toEqual([['entity:park']]);
  });

  test('follow what is written, withdrawn and forgotten', () => {
    const index = indexOf([cat, park]);
    index.apply(changeOf(2, { beliefs: [beliefOf('lisa', park.id, { withdrawnAt: day0 })] }));
    expect(idsOf(index, 'Luna Park', 'lisa')).toEqual([['entity:cat']]);
    index.apply(changeOf(3, { removed: [cat.id], memories: [bar], beliefs: [beliefOf('lisa', bar.id)] }));
    expect(idsOf(index, 'Luna Park is new', 'lisa')).toEqual([['entity:bar'], ['entity:new']]);
  });
});
