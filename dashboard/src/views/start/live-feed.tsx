/** What agents write and recall, the latest first, as it happens; a recall opens to its trace. */
import type { TimelineEvent } from 'madeleine';
import type { JSX } from 'preact';
import { Score } from '../../components/score.tsx';
import { type HeardRecall, recalls } from '../../live.ts';
import { hrefOf, inspect } from '../../route.ts';
import type { Wire } from '../../wire.ts';
import { countOf, momentOf } from '../../words.ts';
import { kindWords } from '../time/time-words.ts';
import styles from './start.module.css';

type Event = Wire<TimelineEvent>;

/** Things that are listed. */
const most = 40;

/** The feed. Being recalled strengthens a belief: that is told by the recall. */
export function LiveFeed({ events }: { readonly events: readonly Event[] }): JSX.Element {
  const items = [
    ...events
      .filter(({ kind }) => kind !== 'strengthened')
      .map((event) => ({
        key: `${event.at} ${event.kind} ${event.agent} ${event.memory.id} ${event.by?.id}`,
        at: event.at,
        shown: <Written event={event} />,
      })),
    ...recalls.value.map((recall) => ({
      key: `recall ${recall.id}`,
      at: recall.at,
      shown: <Recall recall={recall} />,
    })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  if (items.length === 0) {
    return <p class={styles['quiet']}>What agents remember and recall will show here as it happens.</p>;
  }
  return (
    <ol class={styles['feed']} aria-live="polite">
      {items.slice(0, most).map(({ key, at, shown }) => (
        <li key={key} class={styles['item']}>
          <time class={styles['quiet']} dateTime={at}>
            {momentOf(at)}
          </time>
          {shown}
        </li>
      ))}
    </ol>
  );
}

function Written({ event: { kind, agent, memory } }: { readonly event: Event }): JSX.Element {
  const { name, whose } = kindWords[kind];
  return (
    <p>
      <strong>{name}</strong> {whose} {agent}:{' '}
      <button type="button" class={styles['memory']} onClick={() => inspect(memory.id)}>
        {memory.content}
      </button>
    </p>
  );
}

function Recall({ recall }: { readonly recall: HeardRecall }): JSX.Element {
  const { agent, verb, query, text, tokens, memories, latencyMs } = recall;
  const did = verb === 'recall' ? 'Recalled' : 'Came to mind';
  return (
    <details class={styles['trace']}>
      <summary>
        <strong>{did}</strong> by {agent}: “{query}”{' '}
        <span class={styles['quiet']}>
          {countOf(memories.length, 'memory', 'memories')}, {countOf(tokens, 'token')}, {latencyMs.toFixed(0)} ms
        </span>
      </summary>
      <h3>What the model was given</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls in its box, by keyboard too. */}
      <pre class={styles['text']} tabIndex={0}>
        {text === '' ? 'Nothing.' : text}
      </pre>
      {memories.length > 0 && <h3>From these memories</h3>}
      <ol class={styles['list']}>
        {memories.map(({ id, content, score, signals }) => (
          <li key={id}>
            <button type="button" class={styles['memory']} onClick={() => inspect(id)}>
              {content}
            </button>
            {signals.length > 0 ? (
              <Score score={score} signals={signals} />
            ) : (
              <p class={styles['quiet']}>
                Score {score.toFixed(3)}. <a href={hrefOf('recall', { agent, query, why: id })}>Why it came up</a>
              </p>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
