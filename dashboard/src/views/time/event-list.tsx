/** What became of which belief, latest first. */
import type { TimelineEvent } from 'madeleine';
import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/field.tsx';
import { MemoryCard } from '../../components/memory-card.tsx';
import { route, setParams } from '../../route.ts';
import type { Wire } from '../../wire.ts';
import { countOf, momentOf, numberOf } from '../../words.ts';
import { kinds, kindWords } from './time-words.ts';
import styles from './time-view.module.css';

interface EventListProps {
  /** The latest events. */
  readonly events: readonly Wire<TimelineEvent>[];
  /** How many events there are, those that are not listed included. */
  readonly total: number;
}

/** How many events are listed: at first, and at most. */
const listed = { first: 100, most: 1_000 } as const;

/** How many events the address asks for. */
export function eventsOf(given: string | undefined): number {
  return Number(given) === listed.most ? listed.most : listed.first;
}

/** What became of which belief. */
export function EventList({ events, total }: EventListProps): JSX.Element {
  const kind = kinds.find((one) => one === route.value.params['kind']);
  const shown = kind === undefined ? events : events.filter((event) => event.kind === kind);
  return (
    <section class={styles['part']} aria-label="Events">
      <h2>
        Events{' '}
        <span class={styles['quiet']}>
          {events.length < total
            ? `the latest ${numberOf(events.length)} of ${countOf(total, 'event')}`
            : countOf(total, 'event')}
        </span>
      </h2>
      <div class={styles['filter']}>
        <ChoiceField
          label="Show"
          value={kind ?? 'all'}
          choices={[['all', 'all of them'], ...kinds.map((one) => [one, kindWords[one].name.toLowerCase()] as const)]}
          onChange={(one) => setParams({ kind: one === 'all' ? undefined : one })}
        />
      </div>
      {shown.length === 0 && <p class={styles['quiet']}>None of the events that are listed is of this kind.</p>}
      <ol class={styles['events']}>
        {shown.map((event) => (
          <Event key={keyOf(event)} event={event} />
        ))}
      </ol>
      {events.length < total && events.length < listed.most && (
        <div>
          <Button onClick={() => setParams({ events: String(listed.most) })}>List more of them</Button>
        </div>
      )}
    </section>
  );
}

function Event({ event: { at, kind, agent, memory, by } }: { readonly event: Wire<TimelineEvent> }): JSX.Element {
  const { name, whose } = kindWords[kind];
  return (
    <li class={styles['event']} data-kind={kind}>
      <p class={styles['what']}>
        <strong>{name}</strong> {whose} {agent}
        <time dateTime={at}>{momentOf(at)}</time>
      </p>
      <MemoryCard memory={memory} />
      {by !== undefined && (
        <>
          <p class={styles['quiet']}>In its place:</p>
          <MemoryCard memory={by} />
        </>
      )}
    </li>
  );
}

function keyOf({ at, kind, agent, memory, by }: Wire<TimelineEvent>): string {
  return [at, kind, agent, memory.id, by?.id].join(' ');
}
