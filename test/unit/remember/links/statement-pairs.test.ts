/** The labelled pairs are what they are said to be, and the rules judge them as well as was measured. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { linksBench, readPairs } from '../../../../bench/language/links.ts';
import { parseStatement } from '../../../../src/language/parse-statement.ts';
import { relationBetween } from '../../../../src/language/relation-between.ts';

const pairs = await readPairs(fileURLToPath(new URL('../../../../bench/data/statement-pairs.json', import.meta.url)));
const { splits } = linksBench(pairs, (one, other) => relationBetween(parseStatement(one), parseStatement(other)));
const [dev, heldOut] = splits;

describe('the labelled pairs', () => {
  test('are 200 and more, each there once, whichever statement comes first', () => {
    const keys = pairs.map(({ one, other }) =>
      [one, other]
        .map((said) => JSON.stringify(said))
        .sort()
        .join(),
    );
    expect(new Set(keys).size).toBe(pairs.length);
    expect(pairs.length).toBeGreaterThanOrEqual(200);
  });

  test('are half or nearly half such that nothing is to be found, in either split', () => {
    for (const split of ['dev', 'held-out']) {
      const those = pairs.filter((pair) => pair.split === split);
      const count = (label: string): number => those.filter((pair) => pair.label === label).length;
      expect(those.length).toBeGreaterThanOrEqual(100);
      expect(count('neither') / those.length).toBeGreaterThan(0.45);
      expect(count('contradicts')).toBeGreaterThanOrEqual(50);
      expect(count('supports')).toBeGreaterThanOrEqual(15);
    }
  });

  test('name a rule where there is a link, and only there', () => {
    expect(pairs.filter(({ label, rule }) => (rule === undefined) !== (label === 'neither'))).toEqual([]);
  });

  test('hold other languages and scripts too', () => {
    const others = pairs.filter(({ one }) => /[^\0-\x7f]|\b(?:Ich|Pedro|Mark wohnt|gusta)\b/.test(one.content));
    expect(others.length).toBeGreaterThanOrEqual(15);
  });
});

describe('the rules', () => {
  test('find contradictions of the held-out half, and hardly a false one', () => {
    expect(heldOut?.contradicts.precision).toBeGreaterThanOrEqual(0.98);
    expect(heldOut?.contradicts.recall).toBeGreaterThanOrEqual(0.83);
  });

  test('find supports of the held-out half, and hardly a false one', () => {
    expect(heldOut?.supports.precision).toBeGreaterThanOrEqual(0.93);
    expect(heldOut?.supports.recall).toBeGreaterThanOrEqual(0.73);
  });

  test('do as well on the half that they were made on', () => {
    expect(dev?.contradicts.precision).toBeGreaterThanOrEqual(0.98);
    expect(dev?.contradicts.recall).toBeGreaterThanOrEqual(0.88);
    expect(dev?.supports.precision).toBeGreaterThanOrEqual(0.93);
    expect(dev?.supports.recall).toBeGreaterThanOrEqual(0.8);
  });
});
