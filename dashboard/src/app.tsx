/** The frame of the page: navigation, whose space it is, and the view that the address names. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import styles from './app.module.css';
import icon from './icon.svg';
import { InspectionPanel } from './components/inspection-panel.tsx';
import { Notice, ProblemNotice } from './components/notices.tsx';
import { liveState } from './live.ts';
import { hrefOf, route } from './route.ts';
import { closeSession } from './session.ts';
import { agent, space, type Theme, theme } from './state.ts';
import { problemOf } from './use-answer.ts';
import { type View, views } from './views/views.ts';

const liveWords = {
  connecting: 'Connecting …',
  live: 'Live',
  lost: 'The hub does not answer; trying again …',
} as const;

/** The whole page of somebody who is signed in. */
export function App(): JSX.Element {
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
        <span class={styles['space']}>space {space.value}</span>
        <span class={styles['live']} role="status">
          {liveWords[liveState.value]}
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
          {views.map(({ name, title }) => (
            <li key={name}>
              <a href={hrefOf(name, { agent: agent.value })} aria-current={name === view?.name ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" class={styles['content']} tabIndex={-1}>
        {view !== undefined && <LoadedView key={view.name} view={view} />}
      </main>
      <InspectionPanel />
    </div>
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
