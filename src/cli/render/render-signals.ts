/** Shows why a memory came up: its signals as bars on one scale, each with what it says. */
import type { ExplainedSignal, Explanation } from '../../index.ts';
import type { Colours } from '../command-context.ts';
import { bar, padEnd, wrap } from '../text-layout.ts';

/** How signals are shown. */
export interface RenderSignalsOptions {
  readonly colours: Colours;
  /** Columns to lay out for, without any indentation. */
  readonly width: number;
  /** Whether signals that contribute nothing are shown too. @default false */
  readonly silent?: boolean;
}

const barColumns = 12;
/** `0.230 = 1.00 × 0.23` */
const sumColumns = 19;
const gap = 2;
/** Where a sentence has less room than this beside its bar, it stands below. */
const fewestColumns = 26;

/** The signals, the one that contributes most first. */
export function renderSignals({ signals }: Explanation, options: RenderSignalsOptions): readonly string[] {
  const { colours, width, silent = false } = options;
  const shown = signals.filter(({ contribution }) => silent || contribution > 0);
  // One scale for all memories of a result: what the heaviest signal can contribute.
  const longest = Math.max(0.001, ...signals.map(({ weight }) => weight));
  const nameColumns = Math.max(0, ...shown.map(({ name }) => name.length));
  const left = nameColumns + barColumns + sumColumns + 3 * gap;
  const isBeside = width - left >= fewestColumns;
  return shown.flatMap((signal) => {
    const measure = colours.green(bar(signal.contribution / longest, barColumns));
    const start = `${padEnd(signal.name, nameColumns)}  ${measure}  ${colours.dim(sumOf(signal))}`;
    const [first = '', ...rest] = wrap(signal.sentence, isBeside ? width - left : width - nameColumns - gap);
    const indent = ' '.repeat(isBeside ? left : nameColumns + gap);
    if (!isBeside) return [start, ...[first, ...rest].map((line) => indent + line)];
    return [`${start}  ${first}`, ...rest.map((line) => indent + line)];
  });
}

function sumOf({ contribution, value, weight }: ExplainedSignal): string {
  return `${contribution.toFixed(3)} = ${value.toFixed(2)} × ${weight.toFixed(2)}`;
}
