/** Chooses a day. */
import type { JSX } from 'preact';
import styles from './controls.module.css';
import { Field } from './field.tsx';

interface DateFieldProps {
  readonly label: string;
  /** Such as `2026-01-09`; empty where none is chosen. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** Chooses a day. */
export function DateField({ label, value, onChange }: DateFieldProps): JSX.Element {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          class={styles['input']}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}
