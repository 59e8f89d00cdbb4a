/** A page of memories as a table whose headings sort it. */
import type { JSX } from 'preact';
import { Bar } from '../../components/bar.tsx';
import { memoryTypeWords } from '../../components/kinds.ts';
import { inspect, setParams } from '../../route.ts';
import { dayOf, numberOf, shortened } from '../../words.ts';
import styles from './memories.module.css';
import { type Column, columns, type ListAsked, type MemoryRow } from './memory-list.ts';

interface MemoryTableProps {
  readonly rows: readonly MemoryRow[];
  readonly asked: ListAsked;
  /** By their ids. */
  readonly selected: ReadonlyMap<string, MemoryRow>;
  readonly onSelect: (rows: readonly MemoryRow[], isSelected: boolean) => void;
}

/** Characters of a text that a row shows. */
const shownCharacters = 200;

/** The table. */
export function MemoryTable({ rows, asked, selected, onSelect }: MemoryTableProps): JSX.Element {
  const areAll = rows.every(({ id }) => selected.has(id));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard.
    <section class={styles['box']} aria-label="Memories" tabIndex={0}>
      <table class={styles['table']}>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label="Select all on this page"
                checked={areAll}
                onChange={({ currentTarget }) => onSelect(rows, currentTarget.checked)}
              />
            </th>
            {(Object.keys(columns) as Column[]).map((column) => (
              <Heading key={column} column={column} asked={asked} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={`${row.id} ${row.believer}`}
              row={row}
              isSelected={selected.has(row.id)}
              onSelect={(is) => onSelect([row], is)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A heading; pressed, it sorts by its column, and pressed again the other way round. */
function Heading({ column, asked }: { readonly column: Column; readonly asked: ListAsked }): JSX.Element {
  const isSorted = asked.sort === column;
  const isUp = asked.order === 'asc';
  return (
    <th scope="col" aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        class={styles['heading']}
        onClick={() => setParams({ sort: column, order: isSorted && !isUp ? 'asc' : undefined, page: undefined })}
      >
        {columns[column]}
        <span aria-hidden="true">{isSorted ? (isUp ? ' ↑' : ' ↓') : ''}</span>
      </button>
    </th>
  );
}

interface RowProps {
  readonly row: MemoryRow;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

function Row({ row, isSelected, onSelect }: RowProps): JSX.Element {
  const { id, content, type, speaker, happened, learned, strength, recalled, permanent, withdrawn } = row;
  const said = shortened(content, shownCharacters);
  return (
    <tr data-selected={isSelected}>
      <td>
        <input
          type="checkbox"
          aria-label={`Select: ${said}`}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      </td>
      <td class={styles['said']}>
        <button type="button" class={styles['content']} onClick={() => inspect(id)}>
          {speaker === undefined ? said : `${speaker}: ${said}`}
        </button>
      </td>
      <td>{memoryTypeWords[type]}</td>
      <td>{happened === undefined ? '–' : dayOf(happened)}</td>
      <td>{dayOf(learned)}</td>
      <td>
        {withdrawn === undefined ? (
          <Bar label="" value={strength} {...(permanent ? { words: 'for good' } : {})} />
        ) : (
          `withdrawn ${dayOf(withdrawn)}`
        )}
      </td>
      <td class={styles['number']}>{numberOf(recalled)}</td>
    </tr>
  );
}
