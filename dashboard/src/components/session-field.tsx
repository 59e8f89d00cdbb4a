/** Chooses one of the sessions that an agent knows, or none. */
import type { JSX } from 'preact';
import { asAgent } from '../state.ts';
import { useAnswer } from '../use-answer.ts';
import { ChoiceField } from './field.tsx';

interface SessionFieldProps {
  /** The agent. */
  readonly name: string;
  /** What choosing none means. */
  readonly none: string;
  /** `session:KEY`. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** Chooses a session by what it is for. */
export function SessionField({ name, none, value = '', onChange }: SessionFieldProps): JSX.Element {
  const { answer: sessions = [] } = useAnswer((signal) => asAgent('sessions', {}, { signal, name }), [name]);
  const known = sessions.map(({ id, goal = keyOf(id) }) => [id, goal] as const);
  // The one that is chosen shows while the others are still asked for.
  const choices =
    value === '' || known.some(([id]) => id === value) ? known : [[value, keyOf(value)] as const, ...known];
  return (
    <ChoiceField
      label="Session"
      value={value}
      choices={[['', none], ...choices]}
      onChange={(id) => onChange(id === '' ? undefined : id)}
    />
  );
}

function keyOf(id: string): string {
  return id.replace('session:', '');
}
