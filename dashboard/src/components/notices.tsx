/** What a view says when there is nothing to show yet, nothing at all, or something went wrong. */
import type { ComponentChildren, JSX } from 'preact';
import type { Problem } from '../api.ts';
import type { Asked } from '../use-answer.ts';
import styles from './notices.module.css';

/** What went wrong, and what to do about it. */
export function ProblemNotice({ problem }: { readonly problem: Problem }): JSX.Element {
  return (
    <div role="alert" class={`${styles['notice']} ${styles['problem']}`}>
      <p>{problem.message}</p>
      {problem.hint !== undefined && <p class={styles['hint']}>{problem.hint}</p>}
    </div>
  );
}

/** Something that is to be said where content would stand. */
export function Notice({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <div role="status" class={styles['notice']}>
      {children}
    </div>
  );
}

interface AnsweredProps<Answer> {
  readonly asked: Asked<Answer>;
  /** What is asked for, such as `Recalling`. */
  readonly loading: string;
  readonly children: (answer: Answer) => ComponentChildren;
}

/** An answer as soon as it is there, or what keeps it away; what keeps a new one away takes nothing from the old. */
export function Answered<Answer>({ asked, loading, children }: AnsweredProps<Answer>): JSX.Element {
  const { answer, isLoading, problem } = asked;
  return (
    <>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {answer !== undefined && <div aria-busy={isLoading}>{children(answer)}</div>}
      {answer === undefined && isLoading && <Notice>{loading} …</Notice>}
    </>
  );
}
