/** What a score is made of: one bar of what the signals contribute, and the list of them, which adds up to it. */
import type { ExplainedSignal, Signal } from 'madeleine';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { inThousandths, signalGroup, signalGroups, signalWords, speaking } from './signal-words.ts';
import styles from './score.module.css';

type ShownSignal = Signal & Partial<Pick<ExplainedSignal, 'sentence'>>;

interface ScoreProps {
  /** 0..1: the sum of the contributions. */
  readonly score: number;
  readonly signals: readonly ShownSignal[];
  /** Whether the list is shown from the start. */
  readonly isOpen?: boolean;
}

/** A score and what it is made of. */
export function Score({ score, signals, isOpen = false }: ScoreProps): JSX.Element {
  const spoken = speaking(signals);
  // Many scores are drawn anew while a mood is dragged: a list that nobody sees is none.
  const [isShown, setShown] = useState(isOpen);
  return (
    <details class={styles['score']} open={isShown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary class={styles['summary']}>
        <span class={styles['figure']}>score {score.toFixed(3)}</span>
        <span class={styles['stack']} aria-hidden="true">
          {spoken.map(({ name, contribution }) => (
            <span
              key={name}
              data-group={signalGroup(name)}
              title={`${signalWords(name)} ${contribution.toFixed(3)}`}
              style={{ width: `${contribution * 100}%` }}
            />
          ))}
        </span>
      </summary>
      {isShown && (
        <SignalTable score={score} spoken={spoken} silent={signals.filter((signal) => !spoken.includes(signal))} />
      )}
    </details>
  );
}

/** What the colours of the bars stand for; a page shows it once. */
export function ScoreLegend(): JSX.Element {
  return (
    <p class={styles['legend']}>
      Each bar is a score from 0 to 1, and its colours what it is made of:
      {Object.entries(signalGroups).map(([group, words]) => (
        <span key={group} class={styles['entry']}>
          <span class={styles['swatch']} data-group={group} aria-hidden="true" />
          {words}
        </span>
      ))}
    </p>
  );
}

interface SignalTableProps {
  readonly score: number;
  readonly spoken: readonly ShownSignal[];
  readonly silent: readonly ShownSignal[];
}

function SignalTable({ score, spoken, silent }: SignalTableProps): JSX.Element {
  const heaviest = Math.max(...spoken.map(({ weight }) => weight));
  const parts = inThousandths(
    spoken.map(({ contribution }) => contribution),
    score,
  );
  return (
    <table class={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Signal</th>
          <th scope="col">Value</th>
          <th scope="col">Weight</th>
          <th scope="col">Adds</th>
        </tr>
      </thead>
      <tbody>
        {spoken.map((signal, place) => (
          <tr key={signal.name}>
            <th scope="row" title={`It goes by ${signalGroups[signalGroup(signal.name)]}.`}>
              {signalWords(signal.name)}
              <SignalBar signal={signal} heaviest={heaviest} />
              {signal.sentence !== undefined && <span class={styles['sentence']}>{signal.sentence}</span>}
            </th>
            <td>{signal.value.toFixed(2)}</td>
            <td>{signal.weight.toFixed(3)}</td>
            <td>{((parts[place] as number) / 1000).toFixed(3)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">The score</th>
          <td />
          <td />
          <td>{score.toFixed(3)}</td>
        </tr>
      </tfoot>
      {silent.length > 0 && (
        <caption>Adds nothing here: {silent.map(({ name }) => signalWords(name)).join(', ')}.</caption>
      )}
    </table>
  );
}

/** As long as its weight, and as full as its value: what is filled is what it adds. */
function SignalBar({ signal, heaviest }: { readonly signal: Signal; readonly heaviest: number }): JSX.Element {
  return (
    <span class={styles['weight']} aria-hidden="true" style={{ width: `${(100 * signal.weight) / heaviest}%` }}>
      <span data-group={signalGroup(signal.name)} style={{ width: `${100 * signal.value}%` }} />
    </span>
  );
}
