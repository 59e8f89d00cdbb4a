/** Asks before something is done. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** What is about to be done, and what will come of it. */
  readonly children: ComponentChildren;
  /** The words of the button that does it. */
  readonly action: string;
  readonly kind?: 'main' | 'danger';
  /** Whether it may not be done, since something is missing or it is being done. */
  readonly disabled?: boolean;
  readonly onAction: () => void;
  readonly onClose: () => void;
}

/** A dialog over the page, which keeps the keyboard until it is closed. */
export function Dialog(props: DialogProps): JSX.Element {
  const { title, children, action, kind = 'main', disabled = false, onAction, onClose } = props;
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // Gives the focus back to what had it.
    return () => dialog?.close();
  }, []);
  return (
    <dialog ref={element} class={styles['dialog']} aria-labelledby={heading} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAction();
        }}
      >
        <h2 id={heading}>{title}</h2>
        <div class={styles['body']}>{children}</div>
        <div class={styles['actions']}>
          <Button onClick={() => element.current?.close()}>Cancel</Button>
          <Button type="submit" kind={kind} disabled={disabled}>
            {action}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
