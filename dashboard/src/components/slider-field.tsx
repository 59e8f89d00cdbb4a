/** A number that is dragged, with what it stands for in words. */
import type { JSX } from 'preact';
import { Field } from './field.tsx';
import styles from './slider-field.module.css';

interface SliderFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** The value in words. */
  readonly words: string;
  /** While it is dragged. */
  readonly onDrag: (value: number) => void;
  /** Where it was let go, or a key has moved it to. */
  readonly onSettle: (value: number) => void;
}

/** A slider with its label above and its value below. */
export function SliderField({ label, words, onDrag, onSettle, ...range }: SliderFieldProps): JSX.Element {
  return (
    <Field label={label}>
      {(id) => (
        <>
          <input
            id={id}
            type="range"
            class={styles['slider']}
            {...range}
            aria-valuetext={words}
            onInput={({ currentTarget }) => onDrag(currentTarget.valueAsNumber)}
            onChange={({ currentTarget }) => onSettle(currentTarget.valueAsNumber)}
          />
          <span class={styles['words']} aria-hidden="true">
            {words}
          </span>
        </>
      )}
    </Field>
  );
}
