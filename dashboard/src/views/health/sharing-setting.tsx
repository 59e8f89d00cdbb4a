/** Who gets what no call has shared: shows the policy of the space, and sets a part of it when another choice is taken. */
import type { Sharing } from 'madeleine';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Problem } from '../../api.ts';
import { ChoiceField } from '../../components/field.tsx';
import { Answered, ProblemNotice } from '../../components/notices.tsx';
import { asOwner } from '../../state.ts';
import { problemOf, useAnswer } from '../../use-answer.ts';
import type { SpaceAnswer } from '../../wire.ts';
import styles from './health.module.css';

type Policy = SpaceAnswer<'sharing'>;

const statementChoices: readonly (readonly [Sharing['statements'], string])[] = [
  ['hearer', 'the agent that heard it'],
  ['audience', 'every agent, in talk with this user'],
  ['everyone', 'every agent'],
];
const ownChoices: readonly (readonly [Sharing['findings'], string])[] = [
  ['self', 'the agent itself'],
  ['everyone', 'every agent'],
];

/** The policy of sharing. */
export function SharingSetting(): JSX.Element {
  const asked = useAnswer((signal) => asOwner('sharing', {}, signal), []);
  return (
    <Answered asked={asked} loading="Asking who gets what">
      {(policy) => <Parts known={policy} />}
    </Answered>
  );
}

function Parts({ known }: { readonly known: Policy }): JSX.Element {
  const [policy, setPolicy] = useState(known);
  const [problem, setProblem] = useState<Problem>();
  const set = (parts: Partial<Pick<Sharing, 'statements' | 'findings' | 'thoughts'>>): void => {
    setProblem(undefined);
    asOwner('sharing', parts).then(setPolicy, (error: unknown) => setProblem(problemOf(error)));
  };
  const { statements, findings, thoughts } = policy;
  return (
    <>
      <ChoiceField
        label="What users say goes, after sleep, to"
        value={statements}
        choices={statementChoices}
        onChange={(value) => set({ statements: value })}
      />
      <ChoiceField
        label="What agents note and believe themselves goes to"
        value={findings}
        choices={ownChoices}
        onChange={(value) => set({ findings: value })}
      />
      <ChoiceField
        label="What agents think goes to"
        value={thoughts}
        choices={ownChoices}
        onChange={(value) => set({ thoughts: value })}
      />
      <p class={styles['quiet']}>
        It counts from now on and rewrites nothing. Opinions stay with their agent, and confidences with the agent that
        heard them.
      </p>
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </>
  );
}
