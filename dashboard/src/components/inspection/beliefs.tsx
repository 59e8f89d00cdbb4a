/** Who believes a memory, how strongly, since when and from where. */
import type { InspectedBelief } from 'madeleine';
import type { JSX } from 'preact';
import type { Wire } from '../../wire.ts';
import { dayOf, momentOf, percentOf } from '../../words.ts';
import { stateWords } from '../kinds.ts';
import { DecayChart } from './decay-chart.tsx';
import { Pairs, Section } from './parts.tsx';
import styles from './parts.module.css';

/** Every belief in a memory, with the way it fades. */
export function Beliefs({ beliefs }: { readonly beliefs: readonly Wire<InspectedBelief>[] }): JSX.Element {
  if (beliefs.length === 0) return <Section title="Nobody believes it">{null}</Section>;
  return (
    <Section title="Believers" count={beliefs.length}>
      {beliefs.map((belief) => (
        <Believer key={belief.agent} belief={belief} />
      ))}
    </Section>
  );
}

function Believer({ belief }: { readonly belief: Wire<InspectedBelief> }): JSX.Element {
  const { agent, state, since, provenance, past, validTo, withdrawnAt } = belief;
  const before = past.map((time) => `${dayOf(time.since)} to ${dayOf(time.until)}`).join('; ');
  return (
    <div class={styles['believer']}>
      <p>
        <span class={styles['name']}>{agent}</span> {agent === 'system' && '(what every agent may recall) '}
        {state === 'faded' || state === 'archived' ? `– ${stateWords(state)}` : stateWords(state)}
        {belief.permanent && ', for good'}
      </p>
      {/* Where decay is turned off, what is left is what there was. */}
      {withdrawnAt === undefined && (
        <DecayChart belief={{ ...belief, permanent: belief.permanent || belief.effective === belief.strength }} />
      )}
      <Pairs
        of={[
          ['Since', momentOf(since)],
          ['Withdrawn', withdrawnAt === undefined ? undefined : momentOf(withdrawnAt)],
          ['So until', validTo === undefined ? undefined : momentOf(validTo)],
          ['Reinforced', momentOf(belief.reinforcedAt)],
          ['Confidence', percentOf(belief.confidence)],
          ['Had it from', `${provenance.channel}, ${provenance.source}; trust ${percentOf(provenance.trust)}`],
          ['Held before', before === '' ? undefined : before],
        ]}
      />
    </div>
  );
}
