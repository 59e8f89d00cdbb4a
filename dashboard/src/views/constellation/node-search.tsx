/** Looks for nodes by their words; the arrows and Tab go through what was found, Enter chooses. */
import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import controls from '../../components/controls.module.css';
import { Field } from '../../components/field.tsx';
import { KindBadge } from '../../components/kind-badge.tsx';
import { countOf } from '../../words.ts';
import styles from './constellation.module.css';
import { type GraphNode, search } from './graph-in-view.ts';

interface NodeSearchProps {
  readonly nodes: readonly GraphNode[];
  readonly onChoose: (id: string) => void;
}

/** How many of the nodes that were found can be chosen from. */
const shownResults = 12;

/** A field with a list of what was found below it. */
export function NodeSearch({ nodes, onChoose }: NodeSearchProps): JSX.Element {
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const list = useId();
  const found = isOpen ? search(nodes, words) : [];
  const choose = (id: string): void => {
    setOpen(false);
    // What is chosen from goes away, and with it the place that the focus would come back to.
    element.current?.querySelector('input')?.focus();
    onChoose(id);
  };
  const steer = (event: KeyboardEvent): void => {
    if (!isOpen || event.isComposing || !(event.key in ways || event.key === 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    const stops = [...(element.current?.querySelectorAll<HTMLElement>('input, button') ?? [])];
    const place = stops.indexOf(document.activeElement as HTMLElement);
    stops.at(event.key === 'Escape' ? 0 : (place + (ways[event.key] ?? 0)) % stops.length)?.focus();
    if (event.key === 'Escape') setOpen(false);
  };
  return (
    <div
      ref={element}
      class={styles['search']}
      onFocusOut={({ relatedTarget }) => {
        if (!element.current?.contains(relatedTarget as Node | null)) setOpen(false);
      }}
    >
      <Field label="Find in the picture">
        {(id) => (
          <input
            id={id}
            class={controls['input']}
            type="search"
            autocomplete="off"
            placeholder="A name or words of a memory"
            aria-controls={list}
            value={words}
            onInput={({ currentTarget }) => {
              setWords(currentTarget.value);
              setOpen(true);
            }}
            onKeyDown={steer}
          />
        )}
      </Field>
      <ul id={list} aria-label="Found" class={styles['found']} hidden={found.length === 0}>
        {found.slice(0, shownResults).map((node) => (
          <li key={node.id}>
            <button type="button" onKeyDown={steer} onClick={() => choose(node.id)}>
              <KindBadge kind={node.kind} words={node.label} />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" class={styles['quiet']}>
        {isOpen && words.trim() !== '' && foundWords(found.length)}
      </p>
    </div>
  );
}

/** Where the arrows lead, from the field downwards and round. */
const ways: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function foundWords(count: number): string {
  if (count === 0) return 'Nothing in the picture says that.';
  const nodes = `${countOf(count, 'node')} found`;
  return count > shownResults ? `${nodes}; the first ${shownResults} are shown.` : `${nodes}.`;
}
