/** What the parts of an inspection are made of: sections, pairs of words, and links to other things to inspect. */
import type { WhyMemory } from 'madeleine';
import type { ComponentChildren, JSX } from 'preact';
import { hrefOf, route } from '../../route.ts';
import type { Wire } from '../../wire.ts';
import { dayOf } from '../../words.ts';
import { KindBadge } from '../kind-badge.tsx';
import { kindOf } from '../kinds.ts';
import { memoryTypeWords } from '../kinds.ts';
import styles from './parts.module.css';

interface SectionProps {
  readonly title: string;
  /** How many things it holds; it is left out where that is none. */
  readonly count?: number;
  readonly children: ComponentChildren;
}

/** A titled part, left out where it holds nothing. */
export function Section({ title, count, children }: SectionProps): JSX.Element | null {
  if (count === 0) return null;
  return (
    <section class={styles['section']}>
      <h3>{count === undefined || count === 1 ? title : `${title} (${count})`}</h3>
      {children}
    </section>
  );
}

/** Words with what they say; what is undefined is left out. */
export function Pairs({
  of,
}: {
  readonly of: readonly (readonly [words: string, value: ComponentChildren])[];
}): JSX.Element {
  return (
    <dl class={styles['pairs']}>
      {of
        .filter(([, value]) => value !== undefined)
        .map(([words, value]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Words beside each other. */
export function Chips({ of }: { readonly of: readonly string[] }): JSX.Element {
  return (
    <ul class={styles['chips']}>
      {of.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

interface InspectLinkProps {
  readonly id: string;
  readonly children: ComponentChildren;
}

/** Leads to the inspection of something else. */
export function InspectLink({ id, children }: InspectLinkProps): JSX.Element {
  const { view, params } = route.value;
  return <a href={hrefOf(view, { ...params, inspect: id })}>{children}</a>;
}

interface MemoryLinesProps {
  /** Each with what is to be said of how it stands to what is inspected. */
  readonly of: readonly { readonly memory: Wire<WhyMemory>; readonly words?: string }[];
}

/** Other memories, each as a link, with a quiet line below. */
export function MemoryLines({ of }: MemoryLinesProps): JSX.Element {
  return (
    <ul class={styles['lines']}>
      {of.map(({ memory, words }, place) => (
        <li key={`${memory.id} ${place}`}>
          <span class={styles['text']}>
            <InspectLink id={memory.id}>{memory.content}</InspectLink>
          </span>
          <p class={styles['quiet']}>
            <KindBadge kind={kindOf(memory.id, memory.type)} words={memoryTypeWords[memory.type]} />
            {memory.speaker !== undefined && <span>{memory.speaker}</span>}
            {memory.occurredAt !== undefined && <span>{dayOf(memory.occurredAt)}</span>}
            {words !== undefined && <span>{words}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}
