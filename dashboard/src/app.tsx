/** The frame of the page: whose eyes are used, in which space, the way to everything, and the view that the address names. */
import type { ComponentType, JSX } from 'preact';
import { useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isSignedOut } from './api.ts';
import styles from './app.module.css';
import dialogStyles from './components/dialog.module.css';
import icon from './icon.svg';
import { InspectionPanel } from './components/inspection-panel.tsx';
import { Notice, ProblemNotice } from './components/notices.tsx';
import { SignIn } from './components/sign-in.tsx';
import { listen, liveState, revision } from './live.ts';
import { hrefOf, route } from './route.ts';
import { closeSession } from './session.ts';
import { agent, agents, chooseAgent, hrefOfSpace, readAgents, space, spaces, type Theme, theme } from './state.ts';
import { problemOf } from './use-answer.ts';
import { sinceLastVisit } from './views/start/last-visit.ts';
import { type View, views } from './views/views.ts';

const liveWords = {
  connecting: 'Connecting …',
  live: 'Live',
  lost: 'The hub does not answer; trying again …',
  unseen: 'Connecting …',
} as const;

/** Milliseconds between two notes that the page is open. */
const visitMs = 60_000;

/** The whole page of somebody who is signed in; who is signed out meanwhile finds all as it was. */
export function App(): JSX.Element {
  useSpace();
  const view = views.find(({ name }) => name === route.value.view) ?? views[0];
  return (
    <div class={styles['app']}>
      <header class={styles['header']}>
        <button type="button" class={styles['skip']} onClick={() => document.getElementById('content')?.focus()}>
          Skip to the view
        </button>
        <span class={styles['brand']}>
          <img src={icon} alt="" width="24" height="24" />
          Madeleine
        </span>
        <FrameChoice
          label="Space"
          value={space.value}
          names={[...new Set([...spaces.value, space.value])]}
          onChange={(name) => {
            location.href = hrefOfSpace(name);
          }}
        />
        <FrameChoice
          label="Agent"
          value={agent.value}
          names={[...new Set([...agents.value.map(({ name }) => name), agent.value, 'system'])]}
          onChange={chooseAgent}
        />
        <Finder />
        <span class={styles['live']} role="status" data-state={liveState.value}>
          {isSignedOut.value ? 'Signed out' : liveWords[liveState.value]}
        </span>
        <ThemeChoice />
        <button
          type="button"
          class={styles['control']}
          onClick={() => void closeSession().finally(() => location.reload())}
        >
          Sign out
        </button>
      </header>
      <nav class={styles['navigation']} aria-label="Views">
        <ul>
          {views
            .filter(({ isLinked = true }) => isLinked)
            .map(({ name, title }) => (
              <li key={name}>
                <a href={hrefOf(name)} aria-current={name === view?.name ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
        </ul>
      </nav>
      <main id="content" class={view?.fills ? styles['filled'] : styles['content']} tabIndex={-1}>
        {view !== undefined && <LoadedView key={view.name} view={view} />}
      </main>
      <InspectionPanel />
      {isSignedOut.value && <SignedOutCard />}
    </div>
  );
}

/** Follows the space: what is written, who its agents are, and that it is visited for as long as the page is open. */
function useSpace(): void {
  useEffect(() => {
    listen(space.value);
    const note = (): void => void sinceLastVisit(space.value, new Date());
    note();
    const timer = setInterval(note, visitMs);
    return () => clearInterval(timer);
  }, []);
  useSignalEffect(() => {
    if (revision.value > 0) void readAgents().catch(() => undefined);
  });
}

interface FrameChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly names: readonly string[];
  readonly onChange: (name: string) => void;
}

function FrameChoice({ label, value, names, onChange }: FrameChoiceProps): JSX.Element {
  return (
    <span class={styles['choice']}>
      <span aria-hidden="true">{label}</span>
      <select
        aria-label={label}
        class={styles['control']}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Opens the field that finds anything: by a click, by Ctrl or Command with K, or by `/` outside a field. */
function Finder(): JSX.Element {
  const [Palette, setPalette] = useState<ComponentType<{ readonly onClose: () => void }>>();
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    setOpen(true);
    void import('./palette/palette.tsx').then((module) => setPalette(() => module.Palette));
  };
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isCommand && (event.key !== '/' || isTyping)) return;
      if (document.querySelector('dialog:modal') !== null) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
  return (
    <>
      <button type="button" class={styles['finder']} aria-keyshortcuts="Control+K /" onClick={open}>
        Find anything <span class={styles['keys']}>Ctrl K</span>
      </button>
      {isOpen && Palette !== undefined && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}

/** Over the page, until somebody signs in again. */
function SignedOutCard(): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={dialogStyles['dialog']}
      aria-labelledby="signed-out"
      onCancel={(event) => event.preventDefault()}
      // A second Escape closes it without asking.
      onClose={({ currentTarget }) => currentTarget.isConnected && isSignedOut.value && currentTarget.showModal()}
    >
      <h2 id="signed-out">Sign in again</h2>
      <div class={dialogStyles['body']}>
        <p>Your session has ended. This page stays as it is, with all that you typed, and goes on once you are back.</p>
        <SignIn />
      </div>
    </dialog>
  );
}

function LoadedView({ view }: { readonly view: View }): JSX.Element {
  const [loaded, setLoaded] = useState<{ readonly Component?: ComponentType; readonly error?: unknown }>({});
  useEffect(() => {
    document.title = `${view.title} – Madeleine`;
    // Where the navigation has no room for all of them.
    document.querySelector('nav [aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    view.load().then(
      (Component) => setLoaded({ Component }),
      (error: unknown) => setLoaded({ error }),
    );
  }, [view]);
  if (loaded.error !== undefined) return <ProblemNotice problem={problemOf(loaded.error)} />;
  return loaded.Component === undefined ? <Notice>Loading …</Notice> : <loaded.Component />;
}

function ThemeChoice(): JSX.Element {
  return (
    <select
      class={styles['control']}
      aria-label="Theme"
      value={theme.value}
      onChange={({ currentTarget }) => {
        theme.value = currentTarget.value as Theme;
      }}
    >
      <option value="system">auto</option>
      <option value="light">light</option>
      <option value="dark">dark</option>
    </select>
  );
}
