import { describe, expect, test } from 'vitest';
import { anchorFit, frequentAnchors, givenAnchors } from '../../../src/graph/node-score.ts';
import { beliefOf, changeOf, indexOf, memoryOf, now } from '../recall-index/index-fixture.ts';

const moment = { at: now };

/** Memories of one concept each, so many as it says. */
function memoriesOn(concept: string, count: number) {
  return Array.from({ length: count }, (_, i) =>
    memoryOf(`${concept}${i}`, `About ${concept}.`, { concepts: [concept] }),
  );
}

describe('the anchors that are found', () => {
  test("are the key terms of most of the agent's own memories, the most frequent first", () => {
    const index = indexOf([...memoriesOn('harbour', 4), ...memoriesOn('violin', 6), ...memoriesOn('tea', 2)]);
    const found = frequentAnchors(index, ['lisa'], moment);
    expect(found.map(({ text }) => text)).toEqual(['violin', 'harbour']);
    expect(found.map(({ weight }) => weight)).toEqual([1, 4 / 6]);
  });

  test('are none of what other agents or system believe, nor of what was withdrawn', () => {
    const index = indexOf(memoriesOn('violin', 3));
    const [shared, secret] = [memoriesOn('harbour', 5), memoriesOn('lantern', 5)];
    const withdrawn = memoriesOn('tea', 5);
    index.apply(
      changeOf(2, {
        memories: [...shared, ...secret, ...withdrawn],
        beliefs: [
          ...shared.map(({ id }) => beliefOf('system', id)),
          ...secret.map(({ id }) => beliefOf('electra', id)),
          ...withdrawn.map(({ id }) => beliefOf('lisa', id, { withdrawnAt: now - 1 })),
        ],
      }),
    );
    expect(frequentAnchors(index, ['lisa'], moment).map(({ text }) => text)).toEqual(['violin']);
    expect(frequentAnchors(index, ['nobody'], moment)).toEqual([]);
  });

  test('stand in the order of their words where they are equally frequent', () => {
    const words = ['zebra', 'apple', 'mango'];
    const index = indexOf(words.flatMap((word) => memoriesOn(word, 3)));
    const again = indexOf(words.toReversed().flatMap((word) => memoriesOn(word, 3)));
    const texts = frequentAnchors(index, ['lisa'], moment).map(({ text }) => text);
    expect(frequentAnchors(again, ['lisa'], moment).map(({ text }) => text)).toEqual(texts);
    expect(texts).toEqual(texts.toSorted());
  });
});

describe('what a memory has to do with anchors', () => {
  const index = indexOf([
    memoryOf('1', 'We went for long winter walks by the harbour.'),
    memoryOf('2', 'The winter was cold.'),
  ]);
  const { memories } = index;

  test('is whether it has all words of one, in any form', () => {
    const anchors = givenAnchors(memories, ['winter walk']);
    expect(anchorFit(memories, memories.row('observation:1'), anchors)).toBe(1);
    expect(anchorFit(memories, memories.row('observation:2'), anchors)).toBe(0);
  });

  test('follows the heaviest anchor that it has to do with', () => {
    const terms = (text: string) => givenAnchors(memories, [text])[0]?.terms ?? [];
    const anchors = [
      { text: 'harbour', terms: terms('harbour'), weight: 0.4 },
      { text: 'winter', terms: terms('winter'), weight: 0.9 },
    ];
    expect(anchorFit(memories, memories.row('observation:1'), anchors)).toBe(0.9);
  });

  test('is undefined without anchors, and nothing where nobody knows their words', () => {
    expect(anchorFit(memories, 0, [])).toBeUndefined();
    expect(anchorFit(memories, 0, givenAnchors(memories, ['xylophone']))).toBe(0);
    expect(anchorFit(memories, 0, givenAnchors(memories, ['the']))).toBe(0);
  });
});
