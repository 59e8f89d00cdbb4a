/** Counts in a row as bars, for the eye. A view that uses it gives the same counts in a table too. */
import type { JSX } from 'preact';
import styles from './bar-chart.module.css';

interface BarChartProps {
  /** What the bars say, all in one sentence. */
  readonly label: string;
  /** What each bar stands for, shown when the mouse is over it, and its count. */
  readonly bars: readonly { readonly words: string; readonly count: number }[];
  /** The count to which the full height belongs; at least 1. */
  readonly most: number;
}

/** The height of the drawing, in its own units; a bar is one unit wide. */
const height = 40;
/** The least height of a count that is not zero. */
const least = 2;
/** A few bars are no wider than those of this many would be. */
const fewBars = 15;

/** Counts in a row as bars, in the colour of the text. */
export function BarChart({ label, bars, most }: BarChartProps): JSX.Element {
  const width = Math.min(0.8, bars.length / fewBars);
  return (
    <svg
      class={styles['chart']}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, bars.length)} ${height}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ words, count }, at) => {
        const tall = count === 0 ? 0 : Math.max(least, (height * count) / most);
        return (
          <g key={words}>
            {count > 0 && (
              <rect class={styles['bar']} x={at + (1 - width) / 2} y={height - tall} width={width} height={tall} />
            )}
            <rect class={styles['over']} x={at} y={0} width={1} height={height}>
              <title>{`${words}: ${count}`}</title>
            </rect>
          </g>
        );
      })}
    </svg>
  );
}
