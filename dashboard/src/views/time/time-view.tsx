/** What became of beliefs over time, and what sleeps did. */
import type { TimelineBucketSize } from 'madeleine';
import type { JSX } from 'preact';
import { Answered, Notice } from '../../components/notices.tsx';
import { route } from '../../route.ts';
import { asOwner } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import type { SpaceAnswer } from '../../wire.ts';
import { EventList, eventsOf } from './event-list.tsx';
import { KindCharts } from './kind-charts.tsx';
import { KindTable } from './kind-table.tsx';
import { SleepList } from './sleep-list.tsx';
import { bucketOf, basisOf, TimeForm } from './time-form.tsx';
import { momentsOf } from './time-span.ts';
import styles from './time-view.module.css';

/** The view of a memory over time. */
export function TimeView(): JSX.Element {
  const { params } = route.value;
  const { who, span, from, to } = params;
  const bucket = bucketOf(params['bucket']);
  const by = basisOf(params['by']);
  const limit = eventsOf(params['events']);
  const asked = useAnswer(
    (signal) =>
      asOwner(
        'timeline',
        {
          ...momentsOf(params, new Date()),
          limit,
          by,
          ...(who === undefined ? {} : { agent: who }),
          ...(bucket === undefined ? {} : { bucket }),
        },
        signal,
      ),
    [who, span, from, to, bucket, by, limit],
  );
  return (
    <div class={styles['view']}>
      <h1>Time</h1>
      <TimeForm params={params} />
      <Answered asked={asked} loading="Looking back">
        {(answer) => <Found found={answer} />}
      </Answered>
    </div>
  );
}

function Found({ found }: { readonly found: SpaceAnswer<'timeline'> }): JSX.Element {
  const { bucket, buckets, events, total, sleeps, to } = found;
  return (
    <div class={styles['found']}>
      {total === 0 ? (
        <Notice>Nothing was learned, and nothing became of any belief in this time.</Notice>
      ) : (
        <section class={styles['part']} aria-label="How often">
          <h2>
            How often <span class={styles['quiet']}>{stretchWords[bucket]}, in UTC</span>
          </h2>
          <KindCharts bucket={bucket} buckets={buckets} to={to} />
          <KindTable bucket={bucket} buckets={buckets} to={to} />
        </section>
      )}
      <SleepList sleeps={sleeps} />
      {total > 0 && <EventList events={events} total={total} />}
    </div>
  );
}

const stretchWords: Readonly<Record<TimelineBucketSize, string>> = {
  hour: 'by the hour',
  day: 'by the day',
  week: 'by the week',
  month: 'by the month',
};
