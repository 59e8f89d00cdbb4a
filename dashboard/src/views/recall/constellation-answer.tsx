/** What recall answers: its gist, then the memories by the parts that they play. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Notice } from '../../components/notices.tsx';
import { ScoreLegend } from '../../components/score.tsx';
import { countOf } from '../../words.ts';
import styles from './constellation-answer.module.css';
import { quadrantWords } from './mood.ts';
import { RecalledCard } from './recalled-card.tsx';
import { type ToldConstellation, type ToldMemory, tookMs } from './use-recall.ts';

type Role = NonNullable<ToldMemory['role']>;

/** The parts in the order in which they are told, each with what it is. */
const parts: readonly (readonly [role: Role, title: string, meaning: string])[] = [
  ['primary', 'Primary', 'What answers.'],
  ['supporting', 'Supporting', 'What supports it, says the same independently, or answers next.'],
  ['contradicting', 'Contradicting', 'What speaks against it, or took its place.'],
  ['context', 'Context', 'What else has to do with it.'],
];

/** A constellation. */
export function ConstellationAnswer({ answer }: { readonly answer: ToldConstellation }): JSX.Element {
  const { memories, nearest = [], total, mood, synthesis, notices = [] } = answer;
  return (
    <div class={styles['answer']}>
      {notices.map((notice) => (
        <p key={notice} class={styles['told']}>
          {notice}
        </p>
      ))}
      {memories.length === 0 ? (
        <>
          <Notice>{synthesis}</Notice>
          <Nearest memories={nearest} />
        </>
      ) : (
        <>
          <p class={styles['synthesis']}>{synthesis}</p>
          <p class={styles['told']}>
            {countOf(total, 'memory has', 'memories have')} to do with it.{' '}
            {mood !== undefined && `In a mood that is ${quadrantWords[mood.quadrant]}.`} <Took />
          </p>
          <ScoreLegend />
          {parts.map(([role, title, meaning]) => (
            <Part key={role} role={role} title={title} meaning={meaning} answer={answer} />
          ))}
        </>
      )}
    </div>
  );
}

/** What is nearest where nothing answers. */
function Nearest({ memories }: { readonly memories: readonly ToldMemory[] }): JSX.Element | null {
  const heading = useId();
  if (memories.length === 0) return null;
  return (
    <section aria-labelledby={heading} class={styles['part']}>
      <h2 id={heading}>Nearest</h2>
      <p class={styles['told']}>What comes closest, but does not answer.</p>
      <ol class={styles['list']}>
        {memories.map((memory, at) => (
          <li key={memory.id}>
            <RecalledCard memory={memory} place={at + 1} isBroughtIn={false} among={memories} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface PartProps {
  readonly role: Role;
  readonly title: string;
  readonly meaning: string;
  readonly answer: ToldConstellation;
}

function Part({ role, title, meaning, answer }: PartProps): JSX.Element | null {
  const heading = useId();
  const { memories, broughtIn = 0 } = answer;
  const members = memories.filter((memory) => memory.role === role);
  if (members.length === 0) return null;
  return (
    <section aria-labelledby={heading} class={styles['part']}>
      <h2 id={heading}>{title}</h2>
      <p class={styles['told']}>{meaning}</p>
      <ol class={styles['list']}>
        {members.map((memory) => (
          <li key={memory.id}>
            <RecalledCard
              memory={memory}
              place={memories.indexOf(memory) + 1}
              isBroughtIn={memories.indexOf(memory) >= memories.length - broughtIn}
              among={memories}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How long it took; apart, since it is known only once the rest is painted. */
function Took(): JSX.Element | null {
  const ms = tookMs.value;
  return ms === undefined ? null : <span>Asked, answered and drawn in {Math.round(ms)} ms.</span>;
}
