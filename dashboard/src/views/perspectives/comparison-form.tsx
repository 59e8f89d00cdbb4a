/** Chooses two agents and what to compare them about. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AgentField } from '../../components/agent-field.tsx';
import { Button } from '../../components/button.tsx';
import { ChoiceField, TextField } from '../../components/field.tsx';
import { setParams } from '../../route.ts';
import { limits } from './compared.ts';
import styles from './perspectives-view.module.css';

interface ComparisonFormProps {
  readonly one: string;
  readonly other: string;
  /** Empty where the two are compared on what they believe most strongly. */
  readonly topic: string;
  readonly limit: number;
}

/** Chooses two agents and what to compare them about. */
export function ComparisonForm({ one, other, topic, limit }: ComparisonFormProps): JSX.Element {
  const [typed, setTyped] = useState(topic);
  useEffect(() => setTyped(topic), [topic]);
  // An agent that is chosen twice changes places with the other.
  const chooseOther = (name: string): void =>
    setParams(name === one ? { agent: other, other: one } : { agent: one, other: name });
  return (
    <form
      class={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        setParams({ topic: typed.trim() });
      }}
    >
      <div class={styles['agents']}>
        <AgentField label={`Compare ${one} with`} value={other} onChange={chooseOther} />
        <Button label={`Swap ${one} and ${other}`} onClick={() => setParams({ agent: other, other: one })}>
          Swap
        </Button>
        <ChoiceField
          label="At most in a list"
          value={String(limit)}
          choices={limits.map((many) => [many, many])}
          onChange={(many) => setParams({ limit: many })}
        />
      </div>
      <div class={styles['topic']}>
        <TextField
          label="Topic; none for what each believes most strongly"
          value={typed}
          placeholder="the cold outside"
          onInput={setTyped}
        />
        <Button type="submit" kind="main">
          Compare
        </Button>
        {topic !== '' && <Button onClick={() => setParams({ topic: undefined })}>Without a topic</Button>}
      </div>
    </form>
  );
}
