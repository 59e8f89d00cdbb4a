/** How often each kind of event came about, as a row of bars to a kind, one beneath the other. */
import type { TimelineBucket, TimelineBucketSize } from 'madeleine';
import type { JSX } from 'preact';
import { BarChart } from '../../components/bar-chart.tsx';
import type { Wire } from '../../wire.ts';
import { numberOf } from '../../words.ts';
import { barsWords, bucketWords, kinds, kindWords } from './time-words.ts';
import styles from './time-view.module.css';

interface KindChartsProps {
  readonly bucket: TimelineBucketSize;
  readonly buckets: readonly Wire<TimelineBucket>[];
}

/** How often each kind of event came about. Each row has a measure of its own, which stands at its end. */
export function KindCharts({ bucket, buckets }: KindChartsProps): JSX.Element {
  const words = buckets.map(({ at }) => bucketWords(at, bucket));
  const ticks = [...new Set([words[0], words[Math.floor((words.length - 1) / 2)], words.at(-1)])];
  return (
    <div class={styles['charts']}>
      {kinds.map((kind) => {
        const bars = buckets.map((one, at) => ({ words: words[at] ?? '', count: one[kind] }));
        const most = Math.max(1, ...bars.map(({ count }) => count));
        const total = bars.reduce((sum, { count }) => sum + count, 0);
        return (
          <div key={kind} class={styles['chart']} data-kind={kind} data-empty={total === 0}>
            <span class={styles['kind']}>
              {kindWords[kind].name} <span class={styles['quiet']}>{numberOf(total)}</span>
            </span>
            <BarChart label={barsWords(kind, bars)} bars={bars} most={most} />
            <span class={styles['most']} aria-hidden="true">
              {total > 0 && `most ${numberOf(most)}`}
            </span>
          </div>
        );
      })}
      <div class={styles['ticks']} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </div>
  );
}
