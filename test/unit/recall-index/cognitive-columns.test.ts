import { describe, expect, test } from 'vitest';
import { maxConcepts } from '../../../src/language/words.ts';
import { knowledgeTypes, rings } from '../../../src/domain/vocabulary.ts';
import { PatternTable } from '../../../src/recall-index/memory-table.ts';
import { lexical } from '../../../src/recall/profiles.ts';
import { ask, idsOf } from '../recall/rank-fixture.ts';
import { changeOf, indexOf, memoryOf } from './index-fixture.ts';

function conceptsIn(index: ReturnType<typeof indexOf>, id: string): readonly string[] {
  const { cognitive, vocabulary } = index.memories;
  const from = index.memories.row(id) * maxConcepts;
  const numbers = cognitive.concepts.values.subarray(from, from + maxConcepts);
  return Array.from(numbers)
    .filter((number) => number >= 0)
    .map((number) => vocabulary.text(number));
}

describe('the cognitive columns', () => {
  const fields = { type: 'fact', kind: 'intent.rule', knowledgeType: 'law', ring: 'domain', topic: 'Paths' } as const;
  const fact = memoryOf('1', 'Use absolute paths', { ...fields, concepts: ['paths', 'path', 'absolute'] });

  test('hold concepts as stems, each once', () => {
    expect(conceptsIn(indexOf([fact]), fact.id)).toEqual(['path', 'absolut']);
  });

  test('follow what is written again of a memory, but for its topic', () => {
    const index = indexOf([fact]);
    const later = { ...fact, concepts: ['slashes'], knowledgeType: 'method', ring: 'leaf', topic: 'Else' } as const;
    index.apply(changeOf(2, { memories: [{ ...later, surfacesWhen: ['slash error'] }] }));
    const { cognitive } = index.memories;
    const slot = index.memories.row(fact.id);
    expect(conceptsIn(index, fact.id)).toEqual(['slash']);
    expect(cognitive.knowledgeType.values[slot]).toBe(knowledgeTypes.indexOf('method') + 1);
    expect(cognitive.ring.values[slot]).toBe(rings.indexOf('leaf') + 1);
    expect(cognitive.topics.text(cognitive.topic.values[slot] as number)).toBe('path');
    expect(cognitive.patternsOf[slot]).toHaveLength(1);
  });

  test('know each concept by the memories that have it, listed once however often one is written', () => {
    const index = indexOf([fact, memoryOf('2', 'Paths wind', { concepts: ['paths'] })]);
    for (let seq = 2; seq < 6; seq++) index.apply(changeOf(seq, { memories: [fact] }));
    const { cognitive, vocabulary } = index.memories;
    const slots = ['observation:1', 'observation:2'].map((id) => index.memories.row(id));
    expect(cognitive.rowsWith(vocabulary.find('path'))).toEqual(slots);
    expect(cognitive.rowsWith(-1)).toEqual([]);
  });

  test('forget with the memory', () => {
    const index = indexOf([{ ...fact, surfacesWhen: ['path error'] }]);
    const slot = index.memories.row(fact.id);
    index.apply(changeOf(2, { removed: [fact.id] }));
    expect([...index.memories.cognitive.concepts.rows()].every((number) => number === -1)).toBe(true);
    expect(index.memories.cognitive.patternsOf[slot]).toEqual([]);
  });
});

describe('a title', () => {
  test('that a caller gave is found by its words, and makes no word of the content count twice', () => {
    const plain = memoryOf('1', 'It opens at nine.', { type: 'fact' });
    const titled = memoryOf('2', 'It opens at nine.', { type: 'fact', title: 'Harbour office opens' });
    const index = indexOf([plain, titled]);
    expect(idsOf(ask(index, 'lisa', 'harbour office', { profile: lexical }))).toEqual([titled.id]);
    const { vocabulary, terms, termsFrom } = index.memories;
    const slot = index.memories.row(titled.id);
    const own = Array.from(terms.values.subarray(termsFrom.values[slot], index.memories.termsEnd(slot)));
    expect(own.map((term) => `${vocabulary.text(Math.floor(term / 256))} ${term & 255}`)).toEqual([
      'open 1',
      'nine 1',
      'harbour 1',
      'offic 1',
    ]);
  });
});

describe('patterns', () => {
  test('match when all of their words are there, in any order', () => {
    const table = new PatternTable();
    const [one, two] = [table.number([7, 3]), table.number([7])];
    expect(table.number([3, 7, 7])).toBe(one);
    expect([...table.matching(new Set([7, 9]))]).toEqual([two]);
    expect([...table.matching(new Set([7, 3]))].sort()).toEqual([one, two]);
    expect(table.number([])).toBe(-1);
    expect(table.matching(new Set())).toEqual(new Set());
  });
});
