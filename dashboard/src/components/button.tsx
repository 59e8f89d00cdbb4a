/** A button; `main` is what one came for, `danger` what cannot be undone. */
import type { ComponentChildren, JSX } from 'preact';
import styles from './controls.module.css';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly kind?: 'main' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** What it does, where its words alone do not say so. */
  readonly label?: string;
  readonly pressed?: boolean;
  readonly onClick?: () => void;
}

/** A button. */
export function Button({
  children,
  kind,
  type = 'button',
  disabled,
  label,
  pressed,
  onClick,
}: ButtonProps): JSX.Element {
  const look = kind === undefined ? styles['button'] : `${styles['button']} ${styles[kind]}`;
  return (
    <button type={type} class={look} disabled={disabled} aria-label={label} aria-pressed={pressed} onClick={onClick}>
      {children}
    </button>
  );
}
