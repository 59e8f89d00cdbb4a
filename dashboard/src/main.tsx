/** The start of the page: who looks, at which space, and then the page itself. */
import { type JSX, render } from 'preact';
import styles from './app.module.css';
import { App } from './app.tsx';
import { ProblemNotice } from './components/notices.tsx';
import { follow } from './live.ts';
import { openSession } from './session.ts';
import { readAgents, space } from './state.ts';
import { problemOf } from './use-answer.ts';
import './theme.css';

const root = document.getElementById('page') as HTMLElement;

try {
  const session = await openSession();
  if (session === undefined) render(<SignIn />, root);
  else {
    space.value = new URLSearchParams(location.search).get('space') ?? session.space;
    void follow(space.value, new AbortController().signal);
    await readAgents();
    render(<App />, root);
  }
} catch (error) {
  render(<SignIn error={error} />, root);
}

function SignIn({ error }: { readonly error?: unknown }): JSX.Element {
  return (
    <main class={styles['welcome']}>
      <h1>Look into a memory</h1>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} />}
      <p>
        This page shows what your agents remember, so it opens only for whoever may read the store. In a terminal, run{' '}
        <code>madeleine open</code> and follow the address that it prints.
      </p>
    </main>
  );
}
