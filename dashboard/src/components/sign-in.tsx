/** Signs in with what `madeleine open` prints, or as soon as somebody has signed in elsewhere in this browser. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { noteSignedIn, type Problem } from '../api.ts';
import { openSession, signIn, whenSignedInElsewhere } from '../session.ts';
import { problemOf } from '../use-answer.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { ProblemNotice } from './notices.tsx';
import styles from './sign-in.module.css';

interface SignInProps {
  readonly onSignedIn?: () => void;
}

/** How to sign in, and a field for it. */
export function SignIn({ onSignedIn }: SignInProps): JSX.Element {
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const goOn = (): void => {
    noteSignedIn();
    onSignedIn?.();
  };
  useEffect(
    () =>
      whenSignedInElsewhere(() => {
        openSession().then(
          (session) => session !== undefined && goOn(),
          () => undefined,
        );
      }),
    [],
  );
  return (
    <form
      class={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        setProblem(undefined);
        signIn(pasted).then(goOn, (error: unknown) => setProblem(problemOf(error)));
      }}
    >
      <p>
        In a terminal, run <code>madeleine open</code>. It opens this page in your browser, and this one goes on where
        it is. Where it opens none, <code>madeleine open --print</code> prints an address: paste that here.
      </p>
      <TextField label="Address or code" value={pasted} onInput={setPasted} />
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div>
        <Button type="submit" kind="main" disabled={pasted.trim() === ''}>
          Sign in
        </Button>
      </div>
    </form>
  );
}
