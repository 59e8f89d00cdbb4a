/** The contradictions of the agent whose eyes are used, and what is to become of them. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { ChoiceField, SwitchField } from '../../components/field.tsx';
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
import { bySubject, type Conflict, type ConflictState, judgement, verdicts } from './tie-mendings.ts';

/** Contradictions that are listed at first, how many more at a time, and at the most. */
const [page, most] = [50, 200];

const choices: readonly (readonly [ConflictState, string])[] = [
  ['potential', 'waiting to be judged'],
  ['confirmed', 'judged to contradict'],
  ['dismissed', 'judged not to contradict'],
  ['exception', 'judged to hold both'],
];

/** Lists contradictions by what they are about, to be judged one by one or several at once. */
export function Conflicts({ hands }: { readonly hands: Hands }): JSX.Element {
  const [asked, setAsked] = useState<Mending>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [limit, setLimit] = useState(page);
  const state = choices.find(([one]) => one === route.value.params['state'])?.[0] ?? 'potential';
  const found = useAnswer((signal) => asAgent('conflicts', { state, limit }, { signal }), [state, limit, agent.value]);
  useEffect(() => setChosen(new Set()), [state, agent.value]);
  const choose = (conflicts: readonly Conflict[], isChosen: boolean): void => {
    const keys = conflicts.map(keyOf);
    setChosen((before) => new Set(isChosen ? [...before, ...keys] : [...before].filter((key) => !keys.includes(key))));
  };
  // What was judged is not selected where it is listed again.
  const judgeSelected = (mending: Mending): void =>
    setAsked({
      ...mending,
      carryOut: async () => {
        const deed = await mending.carryOut();
        setChosen(new Set());
        return deed;
      },
    });
  return (
    <div class={styles['stack']}>
      <div class={styles['short']}>
        <ChoiceField
          label="Show those that are"
          value={state}
          choices={choices}
          onChange={(to) => setParams({ state: to === 'potential' ? undefined : to })}
        />
      </div>
      <Answered asked={found} loading="Looking for contradictions">
        {({ conflicts, total }) => {
          const selected = conflicts.filter((conflict) => chosen.has(keyOf(conflict)));
          return (
            <div class={styles['stack']}>
              {total === 0 && (
                <Notice>
                  In what {agent.value} recalls, nothing is {choices.find(([one]) => one === state)?.[1]}.
                </Notice>
              )}
              {selected.length > 0 && <p>{countOf(selected.length, 'pair')} selected.</p>}
              {selected.length > 0 && (
                <Verdicts
                  label={`Judge the ${countOf(selected.length, 'selected pair')}`}
                  state={state}
                  onJudge={(to) => judgeSelected(judgement(hands, selected, to))}
                />
              )}
              {bySubject(conflicts).map(([subject, all]) => (
                <section key={subject} class={styles['stack']} aria-label={`About ${subject}`}>
                  <div class={styles['actions']}>
                    <h3>{`${subject}: ${countOf(all.length, 'pair')}`}</h3>
                    <Button
                      label={`Select all about ${subject}`}
                      onClick={() =>
                        choose(
                          all,
                          all.some((conflict) => !chosen.has(keyOf(conflict))),
                        )
                      }
                    >
                      Select all
                    </Button>
                  </div>
                  <ul class={styles['stack']}>
                    {all.map((conflict) => (
                      <li key={keyOf(conflict)} class={styles['conflict']}>
                        <SwitchField
                          label="Select this pair"
                          value={chosen.has(keyOf(conflict))}
                          onChange={(isChosen) => choose([conflict], isChosen)}
                        />
                        <ConflictPair
                          conflict={conflict}
                          onJudge={(to) => setAsked(judgement(hands, [conflict], to))}
                        />
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
              {total > conflicts.length && (
                <Notice>
                  The {conflicts.length} most similar pairs of {countOf(total, 'contradiction')}.{' '}
                  {limit < most ? (
                    <Button onClick={() => setLimit(Math.min(most, limit + page))}>Show more</Button>
                  ) : (
                    'Judge some of them to see more.'
                  )}
                </Notice>
              )}
            </div>
          );
        }}
      </Answered>
      {asked !== undefined && <MendingDialog mending={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

function keyOf({ one, other }: Conflict): string {
  return `${one.id} ${other.id}`;
}

interface VerdictsProps {
  readonly label: string;
  /** What has become of them so far. */
  readonly state: ConflictState;
  readonly onJudge: (state: ConflictState) => void;
}

/** A button for each other verdict. */
function Verdicts({ label, state, onJudge }: VerdictsProps): JSX.Element {
  return (
    <fieldset class={styles['verdicts']} aria-label={label}>
      {choices
        .filter(([to]) => to !== state)
        .map(([to]) => (
          <Button key={to} onClick={() => onJudge(to)}>
            {verdicts[to].action} …
          </Button>
        ))}
    </fieldset>
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
      <Verdicts label="Judge this pair" state={state} onJudge={onJudge} />
    </>
  );
}
