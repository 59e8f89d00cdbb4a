/** A field over the page that finds anything by its words: an ARIA combobox with a list of what was found. */
import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../api.ts';
import { KindBadge } from '../components/kind-badge.tsx';
import { ProblemNotice } from '../components/notices.tsx';
import { useAnswer } from '../use-answer.ts';
import { countOf } from '../words.ts';
import { exactFirst, type Found, foundAtHub, foundHere, recallOf } from './found.ts';
import styles from './palette.module.css';

/** Milliseconds without a key after which the hub is asked. */
const typingMs = 120;

/** The field, and what it finds. */
export function Palette({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const list = useId();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const { found, problem, isLooking } = useFound(typed);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    document.getElementById(`${list}-${place}`)?.scrollIntoView({ block: 'nearest' });
  }, [place, found.length]);
  const open = (one: Found | undefined): void => {
    if (one === undefined) return;
    onClose();
    one.open();
  };
  const steer = (event: KeyboardEvent): void => {
    // The keys of an input method choose a word of its own.
    if (event.isComposing) return;
    const next = placeAfter(event.key, place, found.length);
    if (event.key === 'Enter') open(found[place]);
    else if (next === undefined) return;
    else setPlace(next);
    event.preventDefault();
  };
  return (
    <dialog
      ref={element}
      class={styles['palette']}
      aria-label="Find anything"
      // One that is gone says so late, when another may be open.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
      {...{ closedby: 'any' }}
    >
      <input
        class={styles['input']}
        role="combobox"
        aria-label="Find anything"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${list}-${place}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder="A name, words of a memory, a view, a command"
        value={typed}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={steer}
      />
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <div id={list} role="listbox" aria-label="Found" class={styles['list']}>
        {found.map((one, at) => (
          <Option key={one.key} id={`${list}-${at}`} found={one} isChosen={at === place} onOpen={() => open(one)} />
        ))}
      </div>
      <p role="status" class={styles['status']}>
        {statusWords(typed, isLooking, found.length)}
      </p>
    </dialog>
  );
}

interface OptionProps {
  readonly id: string;
  readonly found: Found;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}

function Option({ id, found: { name, what, kind }, isChosen, onOpen }: OptionProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys of the list.
    <div id={id} role="option" tabIndex={-1} aria-selected={isChosen} class={styles['option']} onClick={onOpen}>
      <span class={styles['name']}>{name}</span>
      <span class={styles['what']}>{kind === undefined ? what : <KindBadge kind={kind} words={what} />}</span>
    </div>
  );
}

/** Where an arrow leads in a list, round its ends. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  if (key === 'ArrowDown') return place >= count - 1 ? 0 : place + 1;
  if (key === 'ArrowUp') return place <= 0 ? count - 1 : place - 1;
  return undefined;
}

function statusWords(typed: string, isLooking: boolean, count: number): string {
  if (typed.trim() === '') return 'The arrows choose, Enter opens, Escape closes.';
  return isLooking ? 'Looking …' : `${countOf(count, 'match', 'matches')}.`;
}

/** What is found for what is typed: at once what the page knows, and in a moment what the hub does. */
function useFound(typed: string): {
  readonly found: readonly Found[];
  readonly problem: Problem | undefined;
  readonly isLooking: boolean;
} {
  const words = useSettled(typed);
  const ask = async (signal: AbortSignal): Promise<{ readonly words: string; readonly found: readonly Found[] }> => ({
    words,
    found: await foundAtHub(wordsIn(words), signal),
  });
  const { answer, problem } = useAnswer(words === '' ? undefined : ask, [words], false);
  return {
    found: foundFor(typed, answer?.found ?? []),
    problem,
    // An answer to earlier words is none to these.
    isLooking: words !== typed.trim() || (words !== '' && answer?.words !== words && problem === undefined),
  };
}

/** What may be meant by what is typed; all that needs no words while nothing is. */
function foundFor(typed: string, atHub: readonly Found[]): readonly Found[] {
  if (typed.trim() === '') return foundHere([]);
  return [...exactFirst([...foundHere(wordsIn(typed)), ...atHub], typed), recallOf(typed.trim())];
}

function wordsIn(typed: string): readonly string[] {
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** A text once no key was pressed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
