/** A control with its label above it. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import styles from './controls.module.css';

interface FieldProps {
  readonly label: string;
  /** The control that the label names, which must have this id. */
  readonly children: (id: string) => ComponentChildren;
}

/** A control with its label. */
export function Field({ label, children }: FieldProps): JSX.Element {
  const id = useId();
  return (
    <div class={styles['field']}>
      <label class={styles['label']} for={id}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** More lines than one make it a box. */
  readonly lines?: number;
  /** The id of a `datalist` with what may be meant. */
  readonly list?: string;
  readonly onInput: (value: string) => void;
}

/** A text that is typed. */
export function TextField({ label, value, placeholder, lines = 1, list, onInput }: TextFieldProps): JSX.Element {
  const shared = {
    class: styles['input'],
    value,
    placeholder,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onInput(currentTarget.value),
  };
  return (
    <Field label={label}>
      {(id) => (lines > 1 ? <textarea id={id} rows={lines} {...shared} /> : <input id={id} list={list} {...shared} />)}
    </Field>
  );
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** Each with the words that are shown for it. */
  readonly choices: readonly (readonly [value: Value, words: string])[];
  readonly onChange: (value: Value) => void;
}

/** One of a few. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>): JSX.Element {
  const { label, value, choices, onChange } = props;
  return (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          class={styles['input']}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
        >
          {choices.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface SwitchFieldProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** Something that is on or off. */
export function SwitchField({ label, value, onChange }: SwitchFieldProps): JSX.Element {
  return (
    <label class={styles['switch']}>
      <input type="checkbox" checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {label}
    </label>
  );
}
