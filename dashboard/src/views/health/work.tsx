/** Something that may be started here: it is confirmed first, tells how far it is, and what came of it. */
import type { Progress } from 'madeleine';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Problem } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ProblemNotice } from '../../components/notices.tsx';
import { problemOf } from '../../use-answer.ts';
import { countOf } from '../../words.ts';
import styles from './health.module.css';

interface WorkProps {
  /** The words of the buttons that ask for it and that confirm it. */
  readonly action: string;
  /** What will be done and what comes of it, a sentence each. */
  readonly tells: readonly string[];
  /** Why it cannot be done, where it cannot. */
  readonly obstacle?: string;
  /** Does it, and answers what came of it. */
  readonly run: (onProgress: (progress: Progress) => void) => Promise<string>;
}

type Stage =
  | { readonly name: 'idle' | 'asked' }
  | { readonly name: 'under way'; readonly progress?: Progress }
  | { readonly name: 'done'; readonly result: string }
  | { readonly name: 'failed'; readonly problem: Problem };

/** A button with what comes of it. */
export function Work({ action, tells, obstacle, run }: WorkProps): JSX.Element {
  const [stage, setStage] = useState<Stage>({ name: 'idle' });
  const start = (): void => {
    setStage({ name: 'under way' });
    run((progress) => setStage({ name: 'under way', progress })).then(
      (result) => setStage({ name: 'done', result }),
      (error: unknown) => setStage({ name: 'failed', problem: problemOf(error) }),
    );
  };
  return (
    <div class={styles['work']}>
      <Button
        disabled={obstacle !== undefined || stage.name === 'under way'}
        onClick={() => setStage({ name: 'asked' })}
      >
        {action} …
      </Button>
      <div role="status" class={styles['quiet']}>
        {obstacle}
        {stage.name === 'under way' && <HowFar action={action} progress={stage.progress} />}
        {stage.name === 'done' && stage.result}
      </div>
      {stage.name === 'failed' && <ProblemNotice problem={stage.problem} />}
      {stage.name === 'asked' && (
        <Dialog
          title={`${action}?`}
          action={action}
          onAction={start}
          onClose={() => setStage((now) => (now.name === 'asked' ? { name: 'idle' } : now))}
        >
          {tells.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Dialog>
      )}
    </div>
  );
}

interface HowFarProps {
  readonly action: string;
  readonly progress: Progress | undefined;
}

function HowFar({ action, progress }: HowFarProps): JSX.Element {
  if (progress === undefined) return <>It is under way …</>;
  const { task, unit, done, total } = progress;
  return (
    <>
      {task}: {countOf(done, unit, unit)}
      {total !== undefined && ` of ${countOf(total, unit, unit)}`}
      <progress
        class={styles['progress']}
        aria-label={action}
        value={done}
        {...(total === undefined ? {} : { max: total })}
      />
    </>
  );
}
