/** Says in words what will be done and what comes of it, and does it when that is confirmed. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Problem } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Answered, ProblemNotice } from '../../components/notices.tsx';
import { problemOf, useAnswer } from '../../use-answer.ts';
import type { Foresight, Mending } from './mending.ts';
import styles from './mending.module.css';
import { note } from './sitting.ts';

interface MendingDialogProps {
  readonly mending: Mending;
  /** Whether something that must be typed is missing. */
  readonly isIncomplete?: boolean;
  /** What is to be typed first. */
  readonly children?: ComponentChildren;
  readonly onClose: () => void;
}

/** Asks whether something is to be mended; a refusal is told where it was asked for. */
export function MendingDialog({ mending, isIncomplete = false, children, onClose }: MendingDialogProps): JSX.Element {
  const { title, action, kind = 'main', tells, foresee, carryOut } = mending;
  const [isBusy, setBusy] = useState(false);
  // What it does is told of before its answer is here, and then there is nothing more to foresee.
  const foreseen = useAnswer(foresee, [], !isBusy);
  const [problem, setProblem] = useState<Problem>();
  const isUnclear = foresee !== undefined && (foreseen.answer === undefined || foreseen.answer.isNothing);
  const act = async (): Promise<void> => {
    setBusy(true);
    try {
      note(await carryOut());
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={title}
      action={action}
      kind={kind}
      disabled={isBusy || isIncomplete || isUnclear}
      onAction={() => void act()}
      onClose={onClose}
    >
      {children}
      {tells.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {foresee !== undefined && (
        <Answered asked={foreseen} loading="Looking at what it would do">
          {(told) => <Foreseen told={told} />}
        </Answered>
      )}
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </Dialog>
  );
}

function Foreseen({ told: { tells, memories = [] } }: { readonly told: Foresight }): JSX.Element {
  return (
    <div class={styles['foreseen']}>
      {tells.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {memories.length > 0 && (
        <ul class={styles['bullets']}>
          {memories.map(({ id, content = id }) => (
            <li key={id}>{content}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
