import { describe, expect, test } from 'vitest';
import { explain } from '../../../src/index.ts';
import { signalNames } from '../../../src/recall/profiles.ts';
import { signalWords } from '../../../src/recall/signal-words.ts';
import { openSpace } from '../../support/open-space.ts';
import { recalledMemory } from './recalled-memories.ts';

describe('explain', () => {
  test('puts what contributed most first, and its contributions add up to the score', async () => {
    const lisa = (await openSpace()).agent('lisa');
    await lisa.observe({ content: 'Luna sleeps on the heater.', speaker: 'Mark', session: 'winter' });
    await lisa.observe({ content: 'Does Luna like the cold?', speaker: 'Lisa', session: 'winter' });
    const { memories } = await lisa.search({ query: 'What did Mark say about Luna and the heater?' });
    expect(memories).toHaveLength(2);
    for (const memory of memories) {
      const explanation = explain(memory);
      const contributions = explanation.signals.map(({ contribution }) => contribution);
      expect(contributions).toEqual(contributions.toSorted((a, b) => b - a));
      expect(contributions.reduce((sum, one) => sum + one, 0)).toBeCloseTo(memory.score, 10);
      expect(explanation.signals).toHaveLength(memory.signals.length);
      expect(explanation.memory).toBe(memory.id);
    }
    const [first, second] = memories.map((memory) =>
      Object.fromEntries(explain(memory).signals.map((signal) => [signal.name, signal.sentence])),
    );
    expect(first).toMatchObject({
      lexical: 'No other memory in view matches the words of the question better.',
      speaker: 'The one person whom the question names said it.',
      statement: 'It states something and asks nothing.',
    });
    expect(second).toMatchObject({ statement: 'It only asks.' });
  });

  test('sums up what the score comes from above all', () => {
    const signals = [
      { name: 'date', value: 1, weight: 0.3, contribution: 0.3 },
      { name: 'lexical', value: 0.5, weight: 0.8, contribution: 0.4 },
      { name: 'length', value: 0.1, weight: 0.1, contribution: 0.01 },
    ];
    const summary = (memory: Parameters<typeof recalledMemory>[1]): string =>
      explain(recalledMemory('a', memory)).summary;
    expect(summary({ score: 0.71, signals })).toBe(
      'Its score is 0.71, above all for its words (0.40) and its date (0.30).',
    );
    expect(summary({ score: 0, signals: [] })).toBe('Its score is 0.00, and no signal stands out.');
  });

  test('does not say "all" or "nothing" of what is nearly so', () => {
    const sentence = (value: number): string | undefined =>
      explain(recalledMemory('a', { signals: [{ name: 'lexical', value, weight: 1, contribution: value }] })).signals[0]
        ?.sentence;
    expect(sentence(0.999)).toContain('99 %');
    expect(sentence(0.001)).toContain('1 %');
  });

  test('names a signal that it does not know', () => {
    const signals = [{ name: 'toString', value: 0.5, weight: 1, contribution: 0.5 }];
    expect(explain(recalledMemory('a', { signals })).signals[0]?.sentence).toBe(
      'The signal "toString" counts 0.50 of 1.',
    );
  });
});

describe('the sentences', () => {
  test.each([...signalNames])('know the signal "%s"', (name) => {
    expect(Object.hasOwn(signalWords, name)).toBe(true);
  });

  test('are sentences, and tell high values from low ones', () => {
    for (const [name, { noun, sentence }] of Object.entries(signalWords)) {
      const said = [0, 0.3, 0.5, 1].map((value) =>
        sentence(value, recalledMemory('a', { mood: { valence: 0, arousal: 0 } })),
      );
      for (const text of said) expect(text, name).toMatch(/^[A-Z\d][^.]*(?:\d\.\d[^.]*)?\.$/);
      expect(said[0], name).not.toBe(said[3]);
      expect(noun).not.toBe('');
    }
  });
});
