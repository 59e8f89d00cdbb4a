/** Mends what is wrong in a memory, as an agent or, for everybody, as `system`; each step is confirmed first. */
import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/section.tsx';
import { route, setParams } from '../../route.ts';
import { agent } from '../../state.ts';
import { ChooseMemory } from './choose-memory.tsx';
import { ChosenMemory } from './chosen-memory.tsx';
import { Conflicts } from './conflicts.tsx';
import { DoneDeeds } from './done-deeds.tsx';
import { MergeEntities } from './merge-entities.tsx';
import styles from './mending.module.css';
import { handsOf } from './sitting.ts';
import { StatementDialog } from './statement-dialog.tsx';
import { Undoable } from './undoable.tsx';

/** The view that mends. */
export function MendingView(): JSX.Element {
  const { memory, stating } = route.value.params;
  const hands = handsOf(agent.value);
  return (
    <div class={styles['view']}>
      <h1>Mending</h1>
      <p class={styles['quiet']}>
        Nothing that is remembered is ever edited: what is wrong is withdrawn, or something takes its place. What an
        agent believes is mended as that agent; what is universal, as system.
      </p>
      <div class={styles['row']}>
        <Button kind="main" onClick={() => setParams({ stating: 'yes' })}>
          State a belief …
        </Button>
      </div>
      {stating !== undefined && (
        <StatementDialog hands={hands} onClose={() => setParams({ stating: undefined }, 'replace')} />
      )}
      <div class={styles['columns']}>
        <div class={styles['stack']}>
          <Section title="A memory">
            {memory === undefined ? <ChooseMemory /> : <ChosenMemory key={memory} id={memory} hands={hands} />}
          </Section>
          <Section title="Contradictions">
            <Conflicts hands={hands} />
          </Section>
          <Section title="Two names, one entity">
            <MergeEntities hands={hands} />
          </Section>
        </div>
        <div class={styles['stack']}>
          <Section title="Done in this sitting">
            <DoneDeeds />
          </Section>
          <Section title="What can be undone as a whole">
            <Undoable hands={hands} />
          </Section>
        </div>
      </div>
    </div>
  );
}
