/** What two agents share, what only one of them holds, and where they are opposed. */
import type { ComponentChildren, JSX } from 'preact';
import type { HeldMemory, OpposedPair } from 'madeleine';
import { MemoryCard } from '../../components/memory-card.tsx';
import { ruleWords } from '../../rule-words.ts';
import type { SpaceAnswer, Wire } from '../../wire.ts';
import { countOf, percentOf } from '../../words.ts';
import styles from './perspectives-view.module.css';

interface ComparisonProps {
  readonly found: SpaceAnswer<'perspectives'>;
  /** How many memories or pairs a list may have. */
  readonly limit: number;
}

/** What two agents share, what only one of them holds, and where they are opposed. */
export function Comparison({ found, limit }: ComparisonProps): JSX.Element {
  const { agents, topic, shared, only, opposed, notices } = found;
  const where = topic === undefined ? '' : ' about it';
  return (
    <div class={styles['found']}>
      <p class={styles['about']}>
        {topic === undefined
          ? 'What each of them believes most strongly.'
          : `What each of them believes about “${topic}”.`}
      </p>
      {notices.map((notice) => (
        <p key={notice} class={styles['about']}>
          {notice}
        </p>
      ))}
      <Part title="Opposed" count={countIn(opposed, limit, 'pair')}>
        {opposed.length === 0 && (
          <p class={styles['none']}>Among what was compared, nothing that one holds contradicts what the other does.</p>
        )}
        <ul class={styles['pairs']}>
          {opposed.map((pair) => (
            <Opposition key={`${pair.one.id} ${pair.other.id}`} pair={pair} agents={agents} />
          ))}
        </ul>
      </Part>
      <Part title="Both believe" count={countIn(shared, limit, 'memory', 'memories')}>
        <HeldList memories={shared} none={`They have no belief in common${where}.`} isWide />
      </Part>
      <div class={styles['sides']}>
        {agents.map((name) => (
          <Part key={name} title={`Only ${name}`} count={countIn(only[name] ?? [], limit, 'memory', 'memories')}>
            <HeldList memories={only[name] ?? []} none={`${name} holds nothing${where} that the other does not.`} />
          </Part>
        ))}
      </div>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly count: string;
  readonly children: ComponentChildren;
}

function Part({ title, count, children }: PartProps): JSX.Element {
  return (
    <section class={styles['part']} aria-label={title}>
      <h2>
        {title} <span class={styles['count']}>{count}</span>
      </h2>
      {children}
    </section>
  );
}

interface HeldListProps {
  readonly memories: readonly Wire<HeldMemory>[];
  /** What is said where there are none. */
  readonly none: string;
  readonly isWide?: boolean;
}

function HeldList({ memories, none, isWide = false }: HeldListProps): JSX.Element {
  if (memories.length === 0) return <p class={styles['none']}>{none}</p>;
  return (
    <ul class={isWide ? styles['wide'] : styles['list']}>
      {memories.map((memory) => (
        <li key={memory.id}>
          <Held memory={memory} />
        </li>
      ))}
    </ul>
  );
}

function Held({ memory }: { readonly memory: Wire<HeldMemory> }): JSX.Element {
  const { supersededFor = [] } = memory;
  return (
    <MemoryCard memory={memory}>
      {supersededFor.length > 0 && (
        <p class={styles['about']}>It does not hold any more for {supersededFor.join(' and ')}.</p>
      )}
    </MemoryCard>
  );
}

interface OppositionProps {
  readonly pair: Wire<OpposedPair>;
  readonly agents: readonly [string, string];
}

function Opposition({ pair, agents }: OppositionProps): JSX.Element {
  const { one, other, rule, similarity, state } = pair;
  return (
    <li class={styles['pair']}>
      <div class={styles['side']}>
        <h3 class={styles['holder']}>{agents[0]} holds</h3>
        <Held memory={one} />
      </div>
      <p class={styles['reason']}>
        <strong class={styles[state]}>{state === 'confirmed' ? 'Confirmed' : 'Perhaps opposed'}</strong>
        {ruleWords(rule)}
        {similarity > 0 && <span>{percentOf(similarity)} alike</span>}
      </p>
      <div class={styles['side']}>
        <h3 class={styles['holder']}>{agents[1]} holds</h3>
        <Held memory={other} />
      </div>
    </li>
  );
}

/** How many there are; of a list that is full, that there may be more. */
function countIn(list: readonly unknown[], limit: number, one: string, many?: string): string {
  if (list.length === 0) return '';
  return list.length < limit ? countOf(list.length, one, many) : `the first ${countOf(list.length, one, many)}`;
}
