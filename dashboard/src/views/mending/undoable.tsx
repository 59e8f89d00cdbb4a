/** The operations of the space that can be undone as a whole, and those that were. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Answered, Notice } from '../../components/notices.tsx';
import { asOwner } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { countOf, momentOf } from '../../words.ts';
import type { Hands, Mending } from './mending.ts';
import { MendingDialog } from './mending-dialog.tsx';
import styles from './mending.module.css';
import { sitting } from './sitting.ts';
import { undoing } from './tie-mendings.ts';

/** Lists them, the latest first. */
export function Undoable({ hands }: { readonly hands: Hands }): JSX.Element {
  const [asked, setAsked] = useState<Mending>();
  // A merge changes no memory, so nobody tells of it but the sitting.
  const found = useAnswer((signal) => asOwner('undoable', {}, signal), [sitting.value]);
  return (
    <>
      <Answered asked={found} loading="Looking for what can be undone">
        {(operations) =>
          operations.length === 0 ? (
            <Notice>No rollback and no merge of entities was made in this space.</Notice>
          ) : (
            <ol class={styles['stack']}>
              {operations.map((operation) => (
                <li key={operation.id} class={styles['deed']}>
                  <p>{operation.what}</p>
                  <p class={styles['quiet']}>
                    {momentOf(operation.at)}; {countOf(operation.changes, 'record')}
                    {operation.undoneAt !== undefined && `; undone on ${momentOf(operation.undoneAt)}`}
                  </p>
                  {operation.undoneAt === undefined && (
                    <div class={styles['actions']}>
                      <Button label={`Undo the ${operation.what}`} onClick={() => setAsked(undoing(hands, operation))}>
                        Undo …
                      </Button>
                    </div>
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </Answered>
      {asked !== undefined && <MendingDialog mending={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
