/** A memory as every view shows it: what it says, of which kind it is, who said it, when, and who believes it. */
import type { ComponentChildren, JSX } from 'preact';
import { inspect } from '../route.ts';
import { dayOf, shortened } from '../words.ts';
import { Bar } from './bar.tsx';
import { type MemoryType, memoryTypeWords } from './kinds.ts';
import styles from './memory-card.module.css';

/** What of a memory a card shows. */
export interface CardMemory {
  readonly id: string;
  readonly type: MemoryType;
  readonly content: string;
  readonly speaker?: string;
  /** Who else speaks near it in its session: one is told. */
  readonly listeners?: readonly string[];
  readonly occurredAt?: string;
  /** Who believes it, with the effective strength, 0..1. */
  readonly believers?: readonly { readonly agent: string; readonly strength: number }[];
}

interface MemoryCardProps {
  readonly memory: CardMemory;
  /** What the view has to say of it. */
  readonly children?: ComponentChildren;
}

/** Characters of a text that a card shows; the side panel has all of it. */
const shownCharacters = 400;

/** A memory; its text opens the side panel with all that is known of it. */
export function MemoryCard({ memory, children }: MemoryCardProps): JSX.Element {
  const { id, type, content, speaker, listeners = [], occurredAt, believers = [] } = memory;
  return (
    <article class={styles['card']} data-type={type}>
      <button type="button" class={styles['content']} title="Show all that is known of it" onClick={() => inspect(id)}>
        {shortened(content, shownCharacters)}
      </button>
      <div class={styles['line']}>
        <span class={styles['type']}>{memoryTypeWords[type]}</span>
        {occurredAt !== undefined && <time dateTime={occurredAt}>{dayOf(occurredAt)}</time>}
        {speaker !== undefined && <span>{[speaker, ...(listeners.length === 1 ? listeners : [])].join(' to ')}</span>}
        {believers.map(({ agent, strength }) => (
          <Bar key={agent} label={`believed by ${agent}`} value={strength} />
        ))}
      </div>
      {children}
    </article>
  );
}
