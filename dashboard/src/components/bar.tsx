/** A measure from 0 to 1 with its label, as a bar and in words. */
import type { JSX } from 'preact';
import { percentOf } from '../words.ts';
import styles from './bar.module.css';

interface BarProps {
  readonly label: string;
  /** 0..1. */
  readonly value: number;
  /** The value in words. @default a percentage */
  readonly words?: string;
}

/** A measure from 0 to 1. */
export function Bar({ label, value, words = percentOf(value) }: BarProps): JSX.Element {
  return (
    <div class={styles['bar']}>
      <span class={styles['label']}>{label}</span>
      <span class={styles['track']} aria-hidden="true">
        <span class={styles['fill']} style={{ width: `${100 * Math.min(1, Math.max(0, value))}%` }} />
      </span>
      <span class={styles['words']}>{words}</span>
    </div>
  );
}
