/** The start of the page: who looks, at which space, and then the page itself. */
import { type JSX, render } from 'preact';
import type { Problem } from './api.ts';
import styles from './app.module.css';
import { App } from './app.tsx';
import { Button } from './components/button.tsx';
import { Notice, ProblemNotice } from './components/notices.tsx';
import { SignIn } from './components/sign-in.tsx';
import { openSession, type PageSession } from './session.ts';
import { hrefOfSpace, readAgents, space, spaces } from './state.ts';
import { problemOf } from './use-answer.ts';
import './theme.css';

const root = document.getElementById('page') as HTMLElement;

void start();

/** Shows the page, or how to sign in first; the address stays as it is. */
async function start(): Promise<void> {
  try {
    const session = await openSession();
    if (session === undefined) render(<SignedOut />, root);
    else await show(session);
  } catch (error) {
    render(<SignedOut error={error} />, root);
  }
}

async function show(session: PageSession, isNew = false): Promise<void> {
  const asked = new URLSearchParams(location.search).get('space') ?? session.space;
  spaces.value = session.spaces;
  if (!isNew && !session.spaces.includes(asked)) {
    render(<NoSpace name={asked} onMake={() => void show(session, true)} />, root);
    return;
  }
  space.value = asked;
  const problem = await readAgents().then(() => undefined, problemOf);
  render(problem === undefined ? <App /> : <NotShown problem={problem} />, root);
}

function SignedOut({ error }: { readonly error?: unknown }): JSX.Element {
  return (
    <main class={styles['welcome']}>
      <h1>Look into a memory</h1>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} />}
      <p>This page shows what your agents remember, so it opens only for whoever may read the store.</p>
      <SignIn onSignedIn={() => void start()} />
    </main>
  );
}

interface NoSpaceProps {
  readonly name: string;
  readonly onMake: () => void;
}

/** A store makes a space when it is first used: a name that was mistyped must not. */
function NoSpace({ name, onMake }: NoSpaceProps): JSX.Element {
  return (
    <main class={styles['welcome']}>
      <h1>There is no space “{name}”</h1>
      <Spaces />
      <div>
        <Button onClick={onMake}>Begin it as a new, empty space</Button>
      </div>
    </main>
  );
}

/** Somebody is signed in, but the hub refuses to tell what is in the space. */
function NotShown({ problem }: { readonly problem: Problem }): JSX.Element {
  return (
    <main class={styles['welcome']}>
      <h1>The space “{space.value}” cannot be shown</h1>
      <ProblemNotice problem={problem} />
      <div>
        <Button kind="main" onClick={() => void start()}>
          Try again
        </Button>
      </div>
      <Spaces />
    </main>
  );
}

function Spaces(): JSX.Element {
  return (
    <Notice>
      <p>This store has these spaces:</p>
      <ul>
        {spaces.value.map((one) => (
          <li key={one}>
            <a href={hrefOfSpace(one)}>{one}</a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
