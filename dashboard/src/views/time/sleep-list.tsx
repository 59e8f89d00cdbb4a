/** What sleeps did: their steps, what they promoted, and what they put in the place of what. */
import type { SleepRunReport } from 'madeleine';
import type { JSX } from 'preact';
import { MemoryCard } from '../../components/memory-card.tsx';
import type { Wire } from '../../wire.ts';
import { countOf, momentOf, numberOf } from '../../words.ts';
import { lookedAtWords, madeBy, outcomeWords, sleepWords } from './time-words.ts';
import styles from './time-view.module.css';

type Sleep = Wire<SleepRunReport>;

/** What sleeps did, the latest first. */
export function SleepList({ sleeps }: { readonly sleeps: readonly Sleep[] }): JSX.Element {
  return (
    <section class={styles['part']} aria-label="Sleeps">
      <h2>
        Sleeps{' '}
        <span class={styles['quiet']}>{sleeps.length > 0 && `the latest ${countOf(sleeps.length, 'sleep')}`}</span>
      </h2>
      {sleeps.length === 0 && (
        <p class={styles['quiet']}>
          The space did not sleep in this time. Sleep makes facts of what was observed, settles conflicts and archives
          what has faded.
        </p>
      )}
      {sleeps.map((sleep) => (
        <details key={sleep.startedAt} class={styles['sleep']}>
          <summary>
            <strong>{momentOf(sleep.startedAt)}</strong> {sleepWords(sleep)}
          </summary>
          <div class={styles['part']}>
            <Steps sleep={sleep} />
            <Promoted sleep={sleep} />
            <Superseded sleep={sleep} />
          </div>
        </details>
      ))}
    </section>
  );
}

function Steps({ sleep: { steps, startedAt, endedAt } }: { readonly sleep: Sleep }): JSX.Element {
  const seconds = Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1_000));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard.
    <section class={styles['box']} aria-label="Steps of the sleep" tabIndex={0}>
      <table class={styles['table']}>
        <caption>Its steps, which took {seconds === 1 ? 'a second or less' : countOf(seconds, 'second')}</caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Looked at</th>
            <th scope="col">Changed</th>
            <th scope="col">What came of it</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.step}>
              <th scope="row">{step.step}</th>
              <td>{lookedAtWords(step)}</td>
              <td>{numberOf(step.changed)}</td>
              <td>{outcomeWords(step)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Promoted({ sleep }: { readonly sleep: Sleep }): JSX.Element | null {
  const { promoted } = sleep;
  if (promoted.length === 0) return null;
  const made = madeBy(sleep);
  return (
    <>
      <h3>
        Facts that it made of what was observed
        {made > promoted.length && `: the latest ${promoted.length} of ${numberOf(made)}`}
      </h3>
      <ul class={styles['events']}>
        {promoted.map((memory) => (
          <li key={memory.id}>
            <MemoryCard memory={memory} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Superseded({ sleep: { superseded } }: { readonly sleep: Sleep }): JSX.Element | null {
  if (superseded.length === 0) return null;
  return (
    <>
      <h3>What it put in the place of what</h3>
      <ul class={styles['events']}>
        {superseded.map(({ memory, by, believer }) => (
          <li key={`${memory.id} ${by.id} ${believer}`} class={styles['event']} data-kind="superseded">
            <p class={styles['quiet']}>For {believer}, in the place of</p>
            <MemoryCard memory={memory} />
            <p class={styles['quiet']}>it put</p>
            <MemoryCard memory={by} />
          </li>
        ))}
      </ul>
    </>
  );
}
