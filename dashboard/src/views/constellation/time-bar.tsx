/** What was known when: a time that is dragged, or that plays from the first memory to now, a memory or a few at each step. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { setParams } from '../../route.ts';
import { dayOf, momentOf } from '../../words.ts';
import styles from './constellation.module.css';

interface TimeBarProps {
  /** The times at which the sky changes, in milliseconds since 1970; two at least. */
  readonly moments: readonly number[];
  /** In milliseconds since 1970; undefined for now. */
  readonly asOf: number | undefined;
  /** How much is known then. */
  readonly words: string;
}

/** Milliseconds in which all of it plays, and between two steps at least. */
const playMs = { whole: 12_000, step: 90 } as const;
const dayMs = 86_400_000;

/** The bar. */
export function TimeBar({ moments, asOf, words }: TimeBarProps): JSX.Element {
  const [isPlaying, setPlaying] = useState(false);
  const last = moments.length - 1;
  const at =
    asOf === undefined
      ? last
      : Math.max(
          0,
          moments.findLastIndex((moment) => moment <= asOf),
        );
  const show = (place: number): void => {
    const moment = moments[place];
    const isNow = place >= last || moment === undefined;
    setParams({ time: isNow ? undefined : new Date(moment).toISOString() }, 'replace');
  };
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (at >= last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => show(at + 1), Math.max(playMs.step, playMs.whole / moments.length));
    return () => clearTimeout(timer);
  }, [isPlaying, at]);
  const span = (moments[last] ?? 0) - (moments[0] ?? 0);
  const moment = new Date(moments[at] ?? 0).toISOString();
  const told = at === last ? `now, ${words}` : `${span < 2 * dayMs ? momentOf(moment) : dayOf(moment)}, ${words}`;
  return (
    <fieldset class={styles['time']} aria-label="What was known when">
      <Button
        label={isPlaying ? 'Pause' : 'Play what was learned'}
        onClick={() => {
          if (!isPlaying && at >= last) show(0);
          setPlaying(!isPlaying);
        }}
      >
        {isPlaying ? '❚❚' : '►'}
      </Button>
      <input
        type="range"
        aria-label="As it was known at"
        aria-valuetext={told}
        min={0}
        max={last}
        step={1}
        value={at}
        onInput={({ currentTarget }) => {
          setPlaying(false);
          show(currentTarget.valueAsNumber);
        }}
      />
      <span class={styles['told']}>{told}</span>
    </fieldset>
  );
}
