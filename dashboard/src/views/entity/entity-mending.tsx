/** Mends an entity: another name, one with another, forgotten; each tells first what it would reach. */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { go } from '../../route.ts';
import { agent, asAgent } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { countOf } from '../../words.ts';
import { renaming, subjectForgetting } from '../mending/entity-mendings.ts';
import type { Hands, Mending } from '../mending/mending.ts';
import { MendingDialog } from '../mending/mending-dialog.tsx';
import { handsOf } from '../mending/sitting.ts';
import { merger } from '../mending/tie-mendings.ts';
import styles from './entity.module.css';
import { candidatesFor, type NamedEntity } from './name-candidates.ts';

interface EntityMendingProps {
  readonly entity: Pick<NamedEntity, 'id' | 'name' | 'type'>;
}

/** Names that are looked through. */
const most = 1_000;

/** What can be mended of it, as the agent of the frame. */
export function EntityMending({ entity }: EntityMendingProps): JSX.Element {
  const name = agent.value;
  const hands = handsOf(name);
  const [asked, setAsked] = useState<Mending>();
  const [isRenaming, setRenaming] = useState(false);
  const [into, setInto] = useState('');
  const names = useId();
  const known = useAnswer((signal) => asAgent('entities', { limit: most }, { signal, name }), [name, entity.id]);
  const others = known.answer ?? [];
  const merge = (other: string): void => setAsked(merger(hands, entity.id, other));
  return (
    <>
      <p class={styles['quiet']}>
        {name === 'system'
          ? 'As system, for everybody.'
          : `As ${name}, for ${name} alone; choose system in the frame to mend it for everybody.`}
      </p>
      <div class={styles['row']}>
        <Button onClick={() => setRenaming(true)}>Rename …</Button>
        <Button kind="danger" onClick={() => setAsked(subjectForgetting(hands, entity))}>
          Forget it …
        </Button>
      </div>
      <h3>Is it the same as another?</h3>
      <ul class={styles['candidates']} aria-label="May be the same">
        {candidatesFor(entity, others).map((one) => (
          <li key={one.id}>
            <Button label={`Merge with ${one.name}`} onClick={() => merge(one.id)}>
              {one.name} …
            </Button>
            <span class={styles['quiet']}>
              {one.type}, in {countOf(one.memories, 'memory', 'memories')}
            </span>
          </li>
        ))}
      </ul>
      <form
        class={styles['row']}
        onSubmit={(event) => {
          event.preventDefault();
          merge(into.trim());
        }}
      >
        <TextField label="Another name, or entity:KEY" value={into} list={names} onInput={setInto} />
        <datalist id={names}>
          {[...new Set(others.map((one) => one.name))].map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Button type="submit" disabled={into.trim() === ''}>
          Merge …
        </Button>
      </form>
      {asked !== undefined && <MendingDialog mending={asked} onClose={() => setAsked(undefined)} />}
      {isRenaming && <RenameDialog hands={hands} entity={entity} onClose={() => setRenaming(false)} />}
    </>
  );
}

interface RenameDialogProps extends EntityMendingProps {
  readonly hands: Hands;
  readonly onClose: () => void;
}

function RenameDialog({ hands, entity, onClose }: RenameDialogProps): JSX.Element {
  const [called, setCalled] = useState('');
  const mending = renaming(hands, entity, called, (id) => go('entity', { id }));
  const isSame = called.trim() === entity.name;
  return (
    <MendingDialog mending={mending} isIncomplete={called.trim() === '' || isSame} onClose={onClose}>
      <TextField label="Its name from now on" value={called} onInput={setCalled} />
    </MendingDialog>
  );
}
