/** All that the agent itself believes, as a table: sorted, filtered, selected, and mended several at once. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { ChoiceField, TextField } from '../../components/field.tsx';
import { type MemoryType, memoryTypeWords } from '../../components/kinds.ts';
import { Answered, Notice } from '../../components/notices.tsx';
import { recallThreshold } from '../../components/inspection/decay.ts';
import { route, setParams } from '../../route.ts';
import { agent, asOwner } from '../../state.ts';
import { useAnswer } from '../../use-answer.ts';
import { countOf, numberOf } from '../../words.ts';
import { forgetting, permanence, reassertion, withdrawal } from '../mending/belief-mendings.ts';
import { type Hands, type Mending, together } from '../mending/mending.ts';
import { SittingPart } from '../mending/done-deeds.tsx';
import { MendingDialog } from '../mending/mending-dialog.tsx';
import { handsOf } from '../mending/sitting.ts';
import styles from './memories.module.css';
import { listAsked, listQueries, type ListAsked, type MemoryRow, pageRows, standings } from './memory-list.ts';
import { MemoryTable } from './memory-table.tsx';

type Selection = ReadonlyMap<string, MemoryRow>;

/** The table of memories. */
export function MemoriesView(): JSX.Element {
  const name = agent.value;
  const asked = listAsked(route.value.params);
  const key = JSON.stringify(asked);
  const [selected, setSelected] = useState<Selection>(new Map());
  useEffect(() => setSelected(new Map()), [name]);
  const found = useAnswer(
    async (signal) => {
      const queries = listQueries(name, asked);
      const rows = await asOwner('query', queries.rows, signal);
      const [counted] = (await asOwner('query', queries.total, signal)).rows as readonly { readonly total: number }[];
      return { rows: rows.rows as readonly MemoryRow[], total: counted?.total ?? 0 };
    },
    [name, key],
  );
  const select = (rows: readonly MemoryRow[], isSelected: boolean): void =>
    setSelected((before) => {
      const after = new Map(before);
      for (const row of rows) {
        if (isSelected) after.set(row.id, row);
        else after.delete(row.id);
      }
      return after;
    });
  return (
    <div class={styles['view']}>
      <h1>Memories</h1>
      <Filters asked={asked} />
      <Bulk selected={selected} onDone={() => setSelected(new Map())} />
      <Answered asked={found} loading="Listing memories">
        {({ rows, total }) => (
          <>
            {total === 0 ? (
              <Notice>Nothing that {name} itself believes is listed so.</Notice>
            ) : (
              <MemoryTable rows={rows} asked={asked} selected={selected} onSelect={select} />
            )}
            <Pages page={asked.page} total={total} />
          </>
        )}
      </Answered>
      <SittingPart />
    </div>
  );
}

function Filters({ asked }: { readonly asked: ListAsked }): JSX.Element {
  const [typed, setTyped] = useState(asked.words);
  useEffect(() => setTyped(asked.words), [asked.words]);
  const change = (changed: Readonly<Record<string, string | undefined>>): void =>
    setParams({ ...changed, page: undefined });
  return (
    <form
      class={styles['filters']}
      onSubmit={(event) => {
        event.preventDefault();
        change({ words: typed.trim() });
      }}
    >
      <TextField label="With the words" placeholder="Enter lists them" value={typed} onInput={setTyped} />
      <ChoiceField
        label="Of the type"
        value={asked.type ?? 'all'}
        choices={[['all', 'any'], ...(Object.entries(memoryTypeWords) as [MemoryType, string][])]}
        onChange={(type) => change({ type: type === 'all' ? undefined : type })}
      />
      <ChoiceField
        label="That are"
        value={asked.standing}
        choices={Object.entries(standings).map(([name, [words]]) => [name, words] as const)}
        onChange={(standing) => change({ standing: standing === 'believed' ? undefined : standing })}
      />
      <Button type="submit">List</Button>
    </form>
  );
}

/** What can be done with all that is selected: the words, to which of it, and what it is for one. */
const acts: readonly {
  readonly words: string;
  readonly isFor: (row: MemoryRow) => boolean;
  readonly of: (hands: Hands, row: MemoryRow) => Mending;
}[] = [
  { words: 'Withdraw', isFor: isBelieved, of: withdrawal },
  {
    words: 'Believe again',
    isFor: (row) => !isBelieved(row) || row.strength <= recallThreshold,
    of: (hands, row) => reassertion(hands, row, isBelieved(row)),
  },
  {
    words: 'Keep for good',
    isFor: (row) => isBelieved(row) && !row.permanent,
    of: (hands, row) => permanence(hands, row, true),
  },
  {
    words: 'Let fade',
    isFor: (row) => isBelieved(row) && row.permanent,
    of: (hands, row) => permanence(hands, row, false),
  },
];

interface BulkProps {
  readonly selected: Selection;
  readonly onDone: () => void;
}

/** Buttons for what is selected; what a button is not for is left as it is. */
function Bulk({ selected, onDone }: BulkProps): JSX.Element {
  const [asked, setAsked] = useState<Mending>();
  const hands = handsOf(agent.value);
  const [first, ...others] = selected.values();
  // Rows that were mended are other than they were.
  const ask = (mending: Mending): void =>
    setAsked({
      ...mending,
      carryOut: async () => {
        const deed = await mending.carryOut();
        onDone();
        return deed;
      },
    });
  return (
    <fieldset class={styles['bulk']} aria-label="What is selected" data-any={first !== undefined}>
      <strong role="status">
        {first === undefined
          ? 'Select memories to mend several at once.'
          : `${countOf(selected.size, 'memory', 'memories')} selected.`}
      </strong>
      {acts.map(({ words, isFor, of }) => {
        const [one, ...more] = [...selected.values()].filter(isFor).map((row) => of(hands, row));
        return (
          <Button key={words} disabled={one === undefined} onClick={() => one && ask(together(words, [one, ...more]))}>
            {words} …
          </Button>
        );
      })}
      <Button
        kind="danger"
        disabled={first === undefined}
        onClick={() => first && ask(forgetting(hands, [first, ...others]))}
      >
        Forget …
      </Button>
      <Button disabled={first === undefined} onClick={onDone}>
        Select none
      </Button>
      {asked !== undefined && <MendingDialog mending={asked} onClose={() => setAsked(undefined)} />}
    </fieldset>
  );
}

function isBelieved({ withdrawn }: MemoryRow): boolean {
  return withdrawn === undefined;
}

function Pages({ page, total }: { readonly page: number; readonly total: number }): JSX.Element | null {
  const last = Math.max(0, Math.ceil(total / pageRows) - 1);
  const to = (nth: number): void => setParams({ page: nth === 0 ? undefined : String(nth + 1) });
  if (total === 0) return null;
  const first = page * pageRows;
  return (
    <nav class={styles['pages']} aria-label="Pages">
      <Button disabled={page === 0} onClick={() => to(page - 1)}>
        Previous
      </Button>
      <span>
        {first < total
          ? `${numberOf(first + 1)} to ${numberOf(Math.min(total, first + pageRows))} of ${numberOf(total)}`
          : `There are ${numberOf(total)}`}
      </span>
      <Button disabled={page >= last} onClick={() => to(page + 1)}>
        Next
      </Button>
      {page > last && <Button onClick={() => to(last)}>To the last page</Button>}
    </nav>
  );
}
