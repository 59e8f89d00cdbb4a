/** The mood of the moment as a place on a pad: pleasant to the right, aroused to the top. */
import type { Mood } from 'madeleine';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { type MoodAxis, moodAt, movedBy, shareOf } from './mood.ts';
import styles from './mood-pad.module.css';

interface MoodPadProps {
  /** Undefined while it is off. */
  readonly mood: Mood | undefined;
  /** While it is dragged. */
  readonly onDrag: (mood: Mood) => void;
  /** Where it was let go, or a key has moved it to. */
  readonly onSettle: (mood: Mood) => void;
}

const neutral: Mood = { valence: 0, arousal: 0 };

const axes: readonly { readonly axis: MoodAxis; readonly label: string; readonly ends: readonly [string, string] }[] = [
  { axis: 'valence', label: 'Valence: how pleasant', ends: ['unpleasant', 'pleasant'] },
  { axis: 'arousal', label: 'Arousal: how excited', ends: ['calm', 'excited'] },
];

/** A pad on which a mood is dragged; its two sliders are moved by the arrow keys, each key along its own axis. */
export function MoodPad({ mood, onDrag, onSettle }: MoodPadProps): JSX.Element {
  const pad = useRef<HTMLFieldSetElement>(null);
  const place = mood ?? neutral;
  const at = (event: PointerEvent): Mood =>
    moodAt(event.clientX, event.clientY, (pad.current as HTMLFieldSetElement).getBoundingClientRect());
  const slider = (axis: MoodAxis): HTMLElement | null | undefined => pad.current?.querySelector(`[data-axis=${axis}]`);
  return (
    <fieldset
      ref={pad}
      aria-label="Mood"
      class={styles['pad']}
      data-off={mood === undefined}
      onPointerDown={(event) => {
        event.preventDefault();
        pad.current?.setPointerCapture(event.pointerId);
        slider('valence')?.focus({ preventScroll: true });
        onDrag(at(event));
      }}
      onPointerMove={(event) => {
        if (pad.current?.hasPointerCapture(event.pointerId)) onDrag(at(event));
      }}
      onLostPointerCapture={() => onSettle(place)}
      onKeyDown={(event) => {
        const focused = (event.target as HTMLElement).dataset['axis'] as MoodAxis | undefined;
        const moved = focused && movedBy(event.key, focused, place);
        if (moved === undefined) return;
        event.preventDefault();
        slider(moved.axis)?.focus();
        onSettle(moved.mood);
      }}
    >
      {axes.map(({ axis, label, ends: [low, high] }) => (
        <div key={axis}>
          <span class={styles['end']} data-end={`${axis}-low`} aria-hidden="true">
            {low}
          </span>
          <span class={styles['end']} data-end={`${axis}-high`} aria-hidden="true">
            {high}
          </span>
          <div
            role="slider"
            tabIndex={0}
            class={styles['slider']}
            data-axis={axis}
            aria-label={label}
            aria-orientation={axis === 'valence' ? 'horizontal' : 'vertical'}
            aria-valuemin={-1}
            aria-valuemax={1}
            aria-valuenow={place[axis]}
            aria-valuetext={mood === undefined ? 'off' : `${place[axis].toFixed(2)}, of -1 ${low} to 1 ${high}`}
            style={axis === 'valence' ? { left: inPercent(place, axis) } : { bottom: inPercent(place, axis) }}
          />
        </div>
      ))}
      <div
        class={styles['thumb']}
        aria-hidden="true"
        style={{ left: inPercent(place, 'valence'), bottom: inPercent(place, 'arousal') }}
      />
    </fieldset>
  );
}

function inPercent(mood: Mood, axis: MoodAxis): string {
  return `${100 * shareOf(mood, axis)}%`;
}
