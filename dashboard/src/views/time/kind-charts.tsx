/**
 * How often each kind of event came about, as a row of bars to a kind, one beneath the other. A stretch of time is marked by
 * dragging over the bars, or with two sliders, and then looked at closer.
 */
import type { TimelineBucket, TimelineBucketSize } from 'madeleine';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { BarChart, type BarSpan } from '../../components/bar-chart.tsx';
import { Button } from '../../components/button.tsx';
import { SliderField } from '../../components/slider-field.tsx';
import { setParams } from '../../route.ts';
import type { Wire } from '../../wire.ts';
import { numberOf } from '../../words.ts';
import { bucketSpan } from './time-span.ts';
import { barsWords, bucketWords, kinds, kindWords } from './time-words.ts';
import styles from './time-view.module.css';

interface KindChartsProps {
  readonly bucket: TimelineBucketSize;
  readonly buckets: readonly Wire<TimelineBucket>[];
  /** When the last stretch ends. */
  readonly to: string;
}

/** How often each kind of event came about. Each row has a measure of its own, which stands at its end. */
export function KindCharts({ bucket, buckets, to }: KindChartsProps): JSX.Element {
  const words = buckets.map(({ at }) => bucketWords(at, bucket));
  const ticks = [...new Set([words[0], words[Math.floor((words.length - 1) / 2)], words.at(-1)])];
  const last = buckets.length - 1;
  const [marked, setMarked] = useState<BarSpan>();
  const [from, until] = marked === undefined || marked[1] > last ? [0, last] : marked;
  const look = (span: BarSpan): void => {
    setMarked(undefined);
    setParams({ span: 'own', bucket: undefined, ...bucketSpan(buckets, span, to) });
  };
  const slider = (label: string, value: number, onMove: (place: number) => void): JSX.Element => (
    <SliderField
      label={label}
      value={value}
      min={0}
      max={last}
      step={1}
      words={words[value] ?? ''}
      onDrag={onMove}
      onSettle={onMove}
    />
  );
  return (
    <>
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
              <BarChart
                label={barsWords(kind, bars)}
                bars={bars}
                most={most}
                marked={marked}
                onMark={setMarked}
                onMarked={look}
              />
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
      {last > 0 && (
        <fieldset class={styles['brush']} aria-label="A closer look">
          {slider('The first', from, (place) => setMarked([place, Math.max(place, until)]))}
          {slider('The last', until, (place) => setMarked([Math.min(place, from), place]))}
          <Button disabled={marked === undefined} onClick={() => look([from, until])}>
            Look closer
          </Button>
        </fieldset>
      )}
    </>
  );
}
