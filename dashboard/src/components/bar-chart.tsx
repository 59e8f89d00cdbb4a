/** Counts in a row as bars, for the eye and the pointer. A view that uses it gives the same in a table and by keyboard too. */
import type { JSX, TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';
import styles from './bar-chart.module.css';

/** The first and the last of some bars that stand side by side, by their places. */
export type BarSpan = readonly [first: number, last: number];

interface BarChartProps {
  /** What the bars say, all in one sentence. */
  readonly label: string;
  /** What each bar stands for, shown when the mouse is over it, and its count. */
  readonly bars: readonly { readonly words: string; readonly count: number }[];
  /** The count to which the full height belongs; at least 1. */
  readonly most: number;
  /** The bars that are marked. */
  readonly marked: BarSpan | undefined;
  /** Hears of the bars over which the pointer is dragged, or at which it is pressed. */
  readonly onMark: (span: BarSpan) => void;
  /** Hears that the pointer was let go. */
  readonly onMarked: (span: BarSpan) => void;
}

/** The height of the drawing, in its own units; a bar is one unit wide. */
const height = 40;
/** The least height of a count that is not zero. */
const least = 2;
/** A few bars are no wider than those of this many would be. */
const fewBars = 15;

/** Counts in a row as bars, in the colour of the text. A stretch of them can be marked with the pointer. */
export function BarChart({ label, bars, most, marked, onMark, onMarked }: BarChartProps): JSX.Element {
  const width = Math.min(0.8, bars.length / fewBars);
  const began = useRef<number | undefined>(undefined);
  const placeOf = ({ currentTarget, clientX }: TargetedPointerEvent<SVGSVGElement>): number => {
    const box = currentTarget.getBoundingClientRect();
    const place = Math.floor(((clientX - box.left) / box.width) * bars.length);
    return Math.max(0, Math.min(bars.length - 1, place));
  };
  const spanTo = (event: TargetedPointerEvent<SVGSVGElement>): BarSpan | undefined => {
    const [one, other] = [began.current, placeOf(event)];
    if (one === undefined) return undefined;
    return [Math.min(one, other), Math.max(one, other)];
  };
  const letGo = (event: TargetedPointerEvent<SVGSVGElement>): void => {
    const span = spanTo(event);
    began.current = undefined;
    if (span !== undefined) onMarked(span);
  };
  return (
    <svg
      class={styles['chart']}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, bars.length)} ${height}`}
      preserveAspectRatio="none"
      onPointerDown={(event) => {
        const place = placeOf(event);
        event.currentTarget.setPointerCapture(event.pointerId);
        began.current = place;
        onMark([place, place]);
      }}
      onPointerMove={(event) => {
        const span = spanTo(event);
        if (span !== undefined) onMark(span);
      }}
      onPointerUp={letGo}
      onPointerCancel={() => {
        began.current = undefined;
      }}
    >
      {marked !== undefined && (
        <rect class={styles['marked']} x={marked[0]} y={0} width={marked[1] - marked[0] + 1} height={height} />
      )}
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
