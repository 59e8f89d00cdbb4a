/** The kinds of nodes with their colours and counts; each can be left out. */
import type { JSX } from 'preact';
import { KindBadge } from '../../components/kind-badge.tsx';
import { kinds, type NodeKind, nodeKinds } from '../../components/kinds.ts';
import { countOf } from '../../words.ts';
import styles from './constellation.module.css';

interface LegendProps {
  readonly counts: ReadonlyMap<NodeKind, number>;
  readonly hidden: ReadonlySet<NodeKind>;
  readonly onToggle: (kind: NodeKind) => void;
}

/** The kinds of nodes, each a switch. */
export function Legend({ counts, hidden, onToggle }: LegendProps): JSX.Element {
  return (
    <ul class={styles['legend']} aria-label="Kinds of nodes that are shown">
      {nodeKinds.map((kind) => (
        <li key={kind}>
          <button type="button" aria-pressed={!hidden.has(kind)} onClick={() => onToggle(kind)}>
            <KindBadge kind={kind} words={countOf(counts.get(kind) ?? 0, kinds[kind].one, kinds[kind].many)} />
          </button>
        </li>
      ))}
    </ul>
  );
}
