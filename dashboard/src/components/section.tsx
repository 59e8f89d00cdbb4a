/** A part of a view, with a heading that names it. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import styles from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** Whether it takes the whole width among others. @default false */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** The part. */
export function Section({ title, isWide = false, children }: SectionProps): JSX.Element {
  const heading = useId();
  return (
    <section class={styles['section']} data-wide={isWide} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}
