/** The colour and the name of a kind of node. */
import type { JSX } from 'preact';
import styles from './kind-badge.module.css';
import { kinds, type NodeKind } from './kinds.ts';

interface KindBadgeProps {
  readonly kind: NodeKind;
  /** What stands after the dot. @default the name of the kind */
  readonly words?: string;
}

/** A dot in the colour of a kind, with words. */
export function KindBadge({ kind, words = kinds[kind].one }: KindBadgeProps): JSX.Element {
  return (
    <span class={styles['badge']}>
      <span class={styles['dot']} style={{ background: `var(${kinds[kind].token})` }} />
      {words}
    </span>
  );
}
