/**
 * The side panel for `?inspect=ID`: everything about one memory or one entity, over all believers. On a narrow screen
 * it covers the page and keeps the keyboard; Escape closes it, and the focus goes back to where it was.
 */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { inspect, route } from '../route.ts';
import { asOwner } from '../state.ts';
import { useAnswer } from '../use-answer.ts';
import styles from './inspection-panel.module.css';
import { InspectedEntityPart } from './inspection/entity-part.tsx';
import { InspectedMemoryPart } from './inspection/memory-part.tsx';
import { Answered, Notice } from './notices.tsx';

/** The panel, while the address names what to inspect. */
export function InspectionPanel(): JSX.Element | null {
  const id = route.value.params['inspect'];
  return id === undefined ? null : <Panel id={id} />;
}

function Panel({ id }: { readonly id: string }): JSX.Element {
  const element = useOpenDialog();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [id]);
  const asked = useAnswer((signal) => asOwner('inspect', { id }, signal), [id]);
  return (
    <dialog
      ref={element}
      class={styles['panel']}
      aria-labelledby="inspection"
      // The element is shown as long as the address says so, not until it was closed once.
      onCancel={(event) => event.preventDefault()}
    >
      <div class={styles['header']}>
        <h2 id="inspection" ref={heading} tabIndex={-1}>
          Inspection
        </h2>
        <button type="button" class={styles['close']} onClick={() => inspect(undefined)}>
          Close
        </button>
      </div>
      <Answered asked={asked} loading="Looking it up">
        {(inspection) => {
          if (inspection.memory !== undefined) {
            return <InspectedMemoryPart inspection={inspection} memory={inspection.memory} />;
          }
          if (inspection.entity !== undefined) {
            return <InspectedEntityPart entity={inspection.entity} mentionedIn={inspection.mentionedIn} />;
          }
          return <Notice>Nothing is known of it.</Notice>;
        }}
      </Answered>
    </dialog>
  );
}

/** Shows a dialog element while it is there: over everything on a narrow screen, beside the view on a wide one. */
function useOpenDialog(): { readonly current: HTMLDialogElement | null } {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (matchMedia('(width < 760px)').matches) dialog?.showModal();
    else dialog?.show();
    const closeOnEscape = (event: KeyboardEvent): void => {
      const over = document.querySelector('dialog:modal');
      if (event.key === 'Escape' && !event.isComposing && (over === null || over === dialog)) inspect(undefined);
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      // Gives the focus back to what had it.
      dialog?.close();
    };
  }, []);
  return element;
}
