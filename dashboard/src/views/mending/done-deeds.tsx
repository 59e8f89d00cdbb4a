/** What was done in this sitting, each with its way back. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Problem } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Notice, ProblemNotice } from '../../components/notices.tsx';
import { Section } from '../../components/section.tsx';
import { problemOf } from '../../use-answer.ts';
import { momentOf } from '../../words.ts';
import type { DoneDeed } from './deeds.ts';
import styles from './mending.module.css';
import { sitting, takeBack } from './sitting.ts';

/** Lists what was done, the latest first. */
export function DoneDeeds(): JSX.Element {
  if (sitting.value.length === 0) return <Notice>Nothing yet.</Notice>;
  return (
    <ol class={styles['stack']} aria-live="polite">
      {sitting.value.map((deed) => (
        <li key={deed.key} class={styles['deed']}>
          <OneDeed deed={deed} />
        </li>
      ))}
    </ol>
  );
}

/** The same as a part of another view, once something was done. */
export function SittingPart(): JSX.Element | null {
  if (sitting.value.length === 0) return null;
  return (
    <Section title="Done in this sitting">
      <DoneDeeds />
    </Section>
  );
}

function OneDeed({ deed }: { readonly deed: DoneDeed }): JSX.Element {
  const { what, at, undo, undoneAt, noWayBack } = deed;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const goBack = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    await takeBack(deed).catch((error: unknown) => setProblem(problemOf(error)));
    setBusy(false);
  };
  return (
    <>
      <p>{what}</p>
      <p class={styles['quiet']}>
        {undoneAt === undefined ? `${momentOf(at)}.` : `Undone on ${momentOf(undoneAt)}.`} {noWayBack}
      </p>
      {undo !== undefined && undoneAt === undefined && (
        <div class={styles['actions']}>
          <Button label={`Undo: ${what}`} disabled={isBusy} onClick={() => void goBack()}>
            Undo
          </Button>
        </div>
      )}
      {problem !== undefined && <ProblemNotice problem={problem} />}
    </>
  );
}
