/** The nodes in view as a list: the way in for the keyboard, for screen readers, and where nothing can be drawn. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { KindBadge } from '../../components/kind-badge.tsx';
import { kinds } from '../../components/kinds.ts';
import { countOf, dayOf, percentOf } from '../../words.ts';
import styles from './constellation.module.css';
import type { GraphNode, Tie } from './graph-in-view.ts';

interface NodeListProps {
  readonly nodes: readonly GraphNode[];
  readonly chosen: GraphNode | undefined;
  /** What the chosen node is tied to. */
  readonly ties: readonly Tie[];
  readonly onChoose: (id: string | undefined) => void;
}

/** How many more are shown at a time. */
const page = 50;

/** The nodes in view, or those that the chosen one is tied to. */
export function NodeList({ nodes, chosen, ties, onChoose }: NodeListProps): JSX.Element {
  const [length, setLength] = useState(page);
  const rows: readonly Partial<Tie>[] = chosen === undefined ? nodes.map((node) => ({ node })) : ties;
  return (
    <section id="sky-in-words" tabIndex={-1} class={styles['list']} aria-label="The picture in words">
      <div class={styles['heading']}>
        <h2>
          {chosen === undefined ? countOf(nodes.length, 'node') : `${countOf(ties.length, 'tie')} of “${chosen.label}”`}
        </h2>
        {chosen !== undefined && <Button onClick={() => onChoose(undefined)}>Show all nodes</Button>}
      </div>
      <ul>
        {rows
          .slice(0, length)
          .map(
            ({ node, words }, place) =>
              node !== undefined && (
                <NodeLine key={`${node.id} ${place}`} node={node} words={words} onChoose={onChoose} />
              ),
          )}
      </ul>
      {rows.length > length && (
        <Button onClick={() => setLength(length + page)}>
          Show {Math.min(page, rows.length - length)} more of {rows.length - length}
        </Button>
      )}
    </section>
  );
}

interface NodeLineProps {
  readonly node: GraphNode;
  /** How the chosen node is tied to it. */
  readonly words: string | undefined;
  readonly onChoose: (id: string) => void;
}

function NodeLine({ node, words, onChoose }: NodeLineProps): JSX.Element {
  const { id, kind, label, type, strength, authority, at, superseded } = node;
  const told = [
    strength === undefined ? undefined : `strength ${percentOf(strength)}`,
    authority === undefined ? undefined : `authority ${percentOf(authority)}`,
    at === undefined ? undefined : dayOf(at),
    superseded && 'superseded',
  ];
  const kindWords =
    type === undefined || type === kind ? kinds[kind].one : `${kinds[kind].one} (${type.replace(/[._]/g, ' ')})`;
  return (
    <li class={styles['line']}>
      {words !== undefined && <span class={styles['quiet']}>{words}</span>}
      <button type="button" class={styles['name']} onClick={() => onChoose(id)}>
        {label}
      </button>
      <span class={styles['quiet']}>
        <KindBadge kind={kind} words={[kindWords, ...told.filter(Boolean)].join(', ')} />
      </span>
    </li>
  );
}
