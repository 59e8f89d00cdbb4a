/** Two agents side by side: where they are opposed, what both believe, and what only one of them does. */
import type { JSX } from 'preact';
import { Answered, Notice } from '../../components/notices.tsx';
import { route } from '../../route.ts';
import { agent, agents, asOwner } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { Comparison } from './comparison.tsx';
import { ComparisonForm } from './comparison-form.tsx';
import { limitOf, otherThan } from './compared.ts';
import styles from './perspectives-view.module.css';

/** The view of two agents side by side. */
export function PerspectivesView(): JSX.Element {
  const one = agent.value;
  const other = otherThan(
    one,
    route.value.params['other'],
    agents.value.map(({ name }) => name),
  );
  const topic = route.value.params['topic'] ?? '';
  const limit = limitOf(route.value.params['limit']);
  const asked = useAnswer(
    other === undefined
      ? undefined
      : (signal) =>
          asOwner('perspectives', { agents: [one, other], limit, ...(topic === '' ? {} : { topic }) }, signal),
    [one, other, topic, limit],
  );
  return (
    <div class={styles['view']}>
      <h1>Perspectives</h1>
      {other === undefined ? (
        <Notice>Only {one} remembers anything here. Two agents are needed to set them side by side.</Notice>
      ) : (
        <>
          <ComparisonForm one={one} other={other} topic={topic} limit={limit} />
          <Answered asked={asked} loading={`Comparing ${one} and ${other}`}>
            {(answer) => <Comparison found={answer} limit={limit} />}
          </Answered>
        </>
      )}
    </div>
  );
}
