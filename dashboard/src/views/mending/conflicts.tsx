/** The contradictions of the agent whose eyes are used, and what is to become of them. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/field.tsx';
import { MemoryCard } from '../../components/memory-card.tsx';
import { Answered, Notice } from '../../components/notices.tsx';
import { route, setParams } from '../../route.ts';
import { ruleWords } from '../../rule-words.ts';
import { agent, asAgent } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { countOf, dayOf, percentOf } from '../../words.ts';
import type { Hands, Mending } from './mending.ts';
import { MendingDialog } from './mending-dialog.tsx';
import styles from './mending.module.css';
import { type Conflict, type ConflictState, judgement, verdicts } from './tie-mendings.ts';

/** Contradictions that are listed. */
const most = 50;

const choices: readonly (readonly [ConflictState, string])[] = [
  ['potential', 'waiting to be judged'],
  ['confirmed', 'judged to contradict'],
  ['dismissed', 'judged not to contradict'],
  ['exception', 'judged to hold both'],
];

/** Lists contradictions. */
export function Conflicts({ hands }: { readonly hands: Hands }): JSX.Element {
  const [asked, setAsked] = useState<Mending>();
  const state = choices.find(([one]) => one === route.value.params['state'])?.[0] ?? 'potential';
  const found = useAnswer((signal) => asAgent('conflicts', { state, limit: most }, { signal }), [state, agent.value]);
  return (
    <div class={styles['stack']}>
      <div class={styles['short']}>
        <ChoiceField
          label="Show those that are"
          value={state}
          choices={choices}
          onChange={(chosen) => setParams({ state: chosen === 'potential' ? undefined : chosen })}
        />
      </div>
      <Answered asked={found} loading="Looking for contradictions">
        {({ conflicts, total }) => (
          <div class={styles['stack']}>
            {total === 0 && (
              <Notice>
                In what {agent.value} recalls, nothing is {choices.find(([one]) => one === state)?.[1]}.
              </Notice>
            )}
            {total > conflicts.length && (
              <Notice>
                The {conflicts.length} most similar pairs of {countOf(total, 'contradiction')}.
              </Notice>
            )}
            <ul class={styles['stack']}>
              {conflicts.map((conflict) => (
                <li key={`${conflict.one.id} ${conflict.other.id}`} class={styles['conflict']}>
                  <ConflictPair conflict={conflict} onJudge={(to) => setAsked(judgement(hands, conflict, to))} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </Answered>
      {asked !== undefined && <MendingDialog mending={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

interface ConflictPairProps {
  readonly conflict: Conflict;
  readonly onJudge: (state: ConflictState) => void;
}

function ConflictPair({ conflict, onJudge }: ConflictPairProps): JSX.Element {
  const { one, other, rule, similarity, state } = conflict;
  return (
    <>
      <div class={styles['pair']}>
        {[one, other].map((memory) => (
          <MemoryCard key={memory.id} memory={memory}>
            {memory.superseded !== undefined && (
              <p class={styles['quiet']}>Something took its place on {dayOf(memory.superseded.at)}.</p>
            )}
          </MemoryCard>
        ))}
      </div>
      <p class={styles['quiet']}>
        Why: {ruleWords(rule)}; {percentOf(similarity)} alike.
      </p>
      <div class={styles['actions']}>
        {choices
          .filter(([to]) => to !== state)
          .map(([to]) => (
            <Button key={to} onClick={() => onJudge(to)}>
              {verdicts[to].action} …
            </Button>
          ))}
      </div>
    </>
  );
}
