/** The bench of links: how many pairs of statements the rules judge as people do. */
import { type LinkRule, linkRules } from '../../index.ts';
import { type JudgedPair, judged, type LabelledPair, type PairLabel, pairSplits } from './labelled-pairs.ts';
import { rounded } from './timed-recall.ts';

/** How well a kind of link is found. */
export interface LinkScore {
  readonly found: number;
  readonly right: number;
  readonly expected: number;
  /** The share of what was found that is right, 0..1; 1 when nothing was found. */
  readonly precision: number;
  /** The share of what should be found that was, 0..1; 1 when nothing should. */
  readonly recall: number;
}

/** The figures of one half of the pairs. */
export interface SplitScore {
  readonly split: string;
  readonly pairs: number;
  readonly contradicts: LinkScore;
  readonly supports: LinkScore;
  /** By the rule that found a link (precision), and the rule that should have (recall, by whichever rule). */
  readonly rules: Readonly<Partial<Record<LinkRule, LinkScore>>>;
}

/** All figures, and the pairs that the rules judge otherwise. */
export interface LinksBenchReport {
  readonly splits: readonly SplitScore[];
  /** Of `dev` only: who looks at the held-out ones tunes on them. */
  readonly misjudged: readonly JudgedPair[];
  /** Reading both texts of a pair and comparing them, in ms; mean of a second pass. */
  readonly pairMs: number;
}

/** Judges the pairs. */
export function linksBench(pairs: readonly LabelledPair[]): LinksBenchReport {
  const all = pairs.map(judged);
  const start = performance.now();
  for (const pair of pairs) judged(pair);
  const pairMs = rounded((performance.now() - start) / Math.max(1, pairs.length), 3);
  const splits = pairSplits.map((split) =>
    scoreOf(
      split,
      all.filter(({ pair }) => pair.split === split),
    ),
  );
  const misjudged = all.filter(({ pair, found }) => pair.split === 'dev' && (found?.kind ?? 'neither') !== pair.label);
  return { splits, misjudged, pairMs };
}

function scoreOf(split: string, pairs: readonly JudgedPair[]): SplitScore {
  const kind = (label: PairLabel): LinkScore =>
    score(pairs, {
      found: ({ found }) => found?.kind === label,
      expected: ({ pair }) => pair.label === label,
    });
  const rules = linkRules.map((rule): [LinkRule, LinkScore] => [rule, ofRule(rule, pairs)]);
  const seen = rules.filter(([, { found, expected }]) => found + expected > 0);
  return {
    split,
    pairs: pairs.length,
    contradicts: kind('contradicts'),
    supports: kind('supports'),
    rules: Object.fromEntries(seen),
  };
}

function ofRule(rule: LinkRule, pairs: readonly JudgedPair[]): LinkScore {
  const isRight = ({ pair, found }: JudgedPair): boolean => found?.kind === pair.label;
  const found = pairs.filter((one) => one.found?.rule === rule);
  const expected = pairs.filter(({ pair }) => pair.rule === rule);
  return {
    found: found.length,
    right: found.filter(isRight).length,
    expected: expected.length,
    precision: share(found.filter(isRight).length, found.length),
    recall: share(expected.filter(isRight).length, expected.length),
  };
}

function score(
  pairs: readonly JudgedPair[],
  is: { readonly found: (pair: JudgedPair) => boolean; readonly expected: (pair: JudgedPair) => boolean },
): LinkScore {
  const found = pairs.filter(is.found);
  const expected = pairs.filter(is.expected).length;
  const right = found.filter(is.expected).length;
  return {
    found: found.length,
    right,
    expected,
    precision: share(right, found.length),
    recall: share(right, expected),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : rounded(part / whole, 4);
}
