/** A chain of thought as a tree: the current line, and beneath each thought what left the line there. */
import type { ChainPart } from 'madeleine';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Tree, type TreeItem } from '../../components/tree/tree.tsx';
import { momentOf } from '../../words.ts';
import type { Chain } from './read-chains.ts';
import { reasonOf, standingOf, wayWords } from './reasoning-words.ts';
import styles from './reasoning-view.module.css';
import { linesOf, type LineThought, narrowed, type Thought, thoughtsIn } from './thought-lines.ts';

interface ThoughtTreeProps {
  readonly chain: Chain;
  /** What is seen of it. @default all */
  readonly only: ChainPart | undefined;
  /** The id of the thought that is read. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** What is said where a filter leaves nothing. */
const noneWords: Readonly<Record<ChainPart, string>> = {
  alternatives: 'Thinking took no other way here.',
  revised: 'No thought was revised here.',
};

/** A chain of thought as a tree. */
export function ThoughtTree({ chain, only, chosen, onChoose }: ThoughtTreeProps): JSX.Element {
  const lines = useMemo(() => narrowed(linesOf(chain), only), [chain, only]);
  const items = useMemo(() => lines.map(itemOf), [lines]);
  const shown = thoughtsIn(lines);
  return (
    <section class={styles['chain']}>
      <p class={styles['quiet']}>
        {standingOf(chain)}
        {only !== undefined && lines.length > 0 && ` ${shown} of them are shown.`}
      </p>
      {only !== undefined && lines.length === 0 ? (
        <p>{noneWords[only]}</p>
      ) : (
        <Tree label={`Thoughts of ${chain.agent}`} items={items} chosen={chosen} onChoose={onChoose} />
      )}
    </section>
  );
}

function itemOf({ thought, ways }: LineThought): TreeItem {
  return {
    id: thought.id,
    canChoose: true,
    look: thought.isCurrent ? 'main' : 'side',
    label: <ThoughtLabel thought={thought} />,
    children: ways.map((way, at) => ({
      id: `${thought.id} ${at}`,
      canChoose: false,
      look: 'apart',
      label: (
        <>
          <span class={styles['way']}>{wayWords(way)}</span>
          {reasonOf(way) !== undefined && <span class={styles['reason']}>because “{reasonOf(way)}”</span>}
        </>
      ),
      children: way.line.map(itemOf),
    })),
  };
}

function ThoughtLabel({ thought }: { readonly thought: Thought }): JSX.Element {
  const { number, content, occurredAt, isCurrent } = thought;
  return (
    <>
      <span class={isCurrent ? styles['current'] : styles['words']}>
        {number !== undefined && <span class={styles['number']}>{number}.</span>} {content}
      </span>
      <span class={styles['when']}>
        {momentOf(occurredAt)}
        {isCurrent && <span class={styles['hidden']}>, on the current line</span>}
      </span>
    </>
  );
}
