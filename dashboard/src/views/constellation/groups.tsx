/** The groups of a large graph: what is drawn of them is said, and each can be opened. */
import type { JSX } from 'preact';
import { route, setParams } from '../../route.ts';
import { countOf, numberOf } from '../../words.ts';
import type { Community } from './communities.ts';
import styles from './constellation.module.css';
import { toggled } from './graph-question.ts';

interface GroupsProps {
  readonly groups: readonly Community[];
  /** How many memories are drawn. */
  readonly drawn: number;
  readonly opened: ReadonlySet<string>;
}

/** Groups that are listed, the largest. */
const listed = 60;

/** The groups, each a switch. */
export function Groups({ groups, drawn, opened }: GroupsProps): JSX.Element {
  const all = groups.reduce((sum, { memories }) => sum + memories.length, 0);
  if (groups.length === 0) {
    return (
      <p role="status" class={styles['quiet']}>
        Finding what belongs together …
      </p>
    );
  }
  return (
    <details class={styles['filters']}>
      <summary>
        {countOf(groups.length, 'group')}: {numberOf(drawn)} of {countOf(all, 'memory', 'memories')} drawn
      </summary>
      <p class={styles['quiet']}>Of each group every agent and kind has its share. Open one to see all of it.</p>
      <ul class={styles['groups']}>
        {groups.slice(0, listed).map(({ key, name, memories }) => (
          <li key={key}>
            <button
              type="button"
              aria-pressed={opened.has(key)}
              onClick={() => setParams({ open: toggled(route.value.params['open'], key) })}
            >
              {name} <span class={styles['quiet']}>{numberOf(memories.length)}</span>
            </button>
          </li>
        ))}
      </ul>
      {groups.length > listed && (
        <p class={styles['quiet']}>The {listed} largest are listed; of the others some memories are drawn too.</p>
      )}
    </details>
  );
}
