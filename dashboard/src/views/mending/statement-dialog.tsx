/** Types a new belief, by itself or in the place of a memory. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../components/field.tsx';
import { assertion, correction, type Statement } from './belief-mendings.ts';
import type { Hands, MendedMemory } from './mending.ts';
import { MendingDialog } from './mending-dialog.tsx';

interface StatementDialogProps {
  readonly hands: Hands;
  /** The memory whose place it takes. */
  readonly corrects?: MendedMemory;
  readonly onClose: () => void;
}

/** Asks for a new belief. */
export function StatementDialog({ hands, corrects, onClose }: StatementDialogProps): JSX.Element {
  const [statement, setStatement] = useState<Statement>({ content: corrects?.content ?? '', about: '', reason: '' });
  const change = (changed: Partial<Statement>): void => setStatement({ ...statement, ...changed });
  const { content, about, reason } = statement;
  const isSame = content.trim() === corrects?.content.trim();
  return (
    <MendingDialog
      mending={corrects === undefined ? assertion(hands, statement) : correction(hands, corrects, statement)}
      isIncomplete={content.trim() === '' || isSame}
      onClose={onClose}
    >
      <TextField label="What is so" value={content} lines={3} onInput={(value) => change({ content: value })} />
      <TextField
        label="About whom or what (names, with commas between them; may be left out)"
        value={about}
        onInput={(value) => change({ about: value })}
      />
      {corrects !== undefined && (
        <TextField
          label="Why it takes that place (may be left out)"
          value={reason}
          onInput={(value) => change({ reason: value })}
        />
      )}
    </MendingDialog>
  );
}
