/** The start: what became of the memory since the last visit, what waits for a judgement, and what agents do now. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Answered } from '../../components/notices.tsx';
import { Section } from '../../components/section.tsx';
import { hrefOf } from '../../route.ts';
import { agents, asAgent, asOwner, space } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import type { SpaceAnswer } from '../../wire.ts';
import { countOf, momentOf, numberOf } from '../../words.ts';
import { kinds, kindWords, sleepWords } from '../time/time-words.ts';
import { FirstSteps } from './first-steps.tsx';
import { sinceLastVisit } from './last-visit.ts';
import { LiveFeed } from './live-feed.tsx';
import styles from './start.module.css';

type Timeline = SpaceAnswer<'timeline'>;

/** The view. */
export function StartView(): JSX.Element {
  const [since] = useState(() => sinceLastVisit(space.value, new Date()));
  const asked = useAnswer(
    (signal) => asOwner('timeline', { from: since.from, by: 'learned', limit: 50 }, signal),
    [since.from],
  );
  const stats = useAnswer((signal) => asOwner('stats', {}, signal), []);
  const isEmpty = stats.answer !== undefined && stats.answer.index.memories === 0;
  return (
    <div class={styles['view']}>
      <h1>{isEmpty ? 'Nothing is remembered yet' : 'What is new'}</h1>
      {isEmpty && <FirstSteps />}
      {!isEmpty && (
        <div class={styles['columns']}>
          <Section title={since.isFirst ? 'In the last 7 days' : `Since ${momentOf(since.from)}`}>
            <Answered asked={asked} loading="Looking back">
              {(timeline) => <Changes timeline={timeline} from={since.from} />}
            </Answered>
          </Section>
          <Section title="Waits for your judgement">
            <Waiting />
          </Section>
        </div>
      )}
      <Section title="Live">
        <LiveFeed events={asked.answer?.events ?? []} />
      </Section>
    </div>
  );
}

function Changes({ timeline, from }: { readonly timeline: Timeline; readonly from: string }): JSX.Element {
  const { buckets, sleeps } = timeline;
  return (
    <>
      <dl class={styles['counts']}>
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{kindWords[kind].name}</dt>
            <dd>
              <a href={hrefOf('time', { from, kind, by: 'learned' })}>
                {numberOf(buckets.reduce((sum, bucket) => sum + bucket[kind], 0))}
              </a>
            </dd>
          </div>
        ))}
      </dl>
      <p class={styles['quiet']}>
        {sleeps[0] === undefined
          ? 'The space has not slept since.'
          : `Slept ${countOf(sleeps.length, 'time')}, last on ${momentOf(sleeps[0].startedAt)}: ${sleepWords(sleeps[0])}.`}
      </p>
    </>
  );
}

/** Contradictions that nobody has judged, by agent. */
function Waiting(): JSX.Element {
  const names = agents.value.map(({ name }) => name);
  const asked = useAnswer(
    (signal) =>
      Promise.all(
        names.map(async (name) => ({
          name,
          total: (await asAgent('conflicts', { limit: 1 }, { signal, name })).total,
        })),
      ),
    [names.join()],
  );
  return (
    <Answered asked={asked} loading="Looking for contradictions">
      {(found) => {
        const waiting = found.filter(({ total }) => total > 0);
        if (waiting.length === 0) return <p class={styles['quiet']}>Nothing: no contradiction waits.</p>;
        return (
          <ul class={styles['list']}>
            {waiting.map(({ name, total }) => (
              <li key={name}>
                <a href={hrefOf('mending', { agent: name })}>
                  {countOf(total, 'contradiction')} in what {name} believes
                </a>
              </li>
            ))}
          </ul>
        );
      }}
    </Answered>
  );
}
