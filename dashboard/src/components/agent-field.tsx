/** Chooses an agent of the space. */
import type { JSX } from 'preact';
import { agents } from '../state.ts';
import { ChoiceField } from './field.tsx';

interface AgentFieldProps {
  /** @default 'As agent' */
  readonly label?: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** Chooses an agent of the space. */
export function AgentField({ label = 'As agent', value, onChange }: AgentFieldProps): JSX.Element {
  const names = new Set([...agents.value.map(({ name }) => name), value, 'system']);
  return (
    <ChoiceField label={label} value={value} choices={[...names].map((name) => [name, name])} onChange={onChange} />
  );
}
