/** Says that two entities are one. */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { route, setParams } from '../../route.ts';
import { agent, asAgent } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import type { Hands, Mending } from './mending.ts';
import { MendingDialog } from './mending-dialog.tsx';
import styles from './mending.module.css';
import { merger } from './tie-mendings.ts';

/** Names that are offered. */
const most = 500;

/** Asks for two entities by name or by id. */
export function MergeEntities({ hands }: { readonly hands: Hands }): JSX.Element {
  const [asked, setAsked] = useState<Mending>();
  const { from = '', into = '' } = route.value.params;
  const names = useId();
  const known = useAnswer((signal) => asAgent('entities', { limit: most }, { signal }), [agent.value]);
  const isIncomplete = from.trim() === '' || into.trim() === '';
  return (
    <form
      class={styles['row']}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(merger(hands, from.trim(), into.trim()));
      }}
    >
      <TextField
        label="This name, or entity:KEY"
        value={from}
        list={names}
        onInput={(value) => setParams({ from: value }, 'replace')}
      />
      <TextField
        label="is the same as"
        value={into}
        list={names}
        onInput={(value) => setParams({ into: value }, 'replace')}
      />
      <datalist id={names}>
        {[...new Set(known.answer?.map(({ name }) => name))].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button type="submit" disabled={isIncomplete}>
        Merge …
      </Button>
      {asked !== undefined && <MendingDialog mending={asked} onClose={() => setAsked(undefined)} />}
    </form>
  );
}
