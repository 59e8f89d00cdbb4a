/** A tree that the arrow keys walk. Enter or a click chooses an item; one that cannot be chosen opens or closes. */
import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { itemsInSight, stepOf, type TreeBranch } from './tree-walk.ts';
import styles from './tree.module.css';

/** An item of a tree. */
export interface TreeItem extends TreeBranch<TreeItem> {
  readonly label: ComponentChildren;
  /** Whether it can be chosen; else choosing it opens or closes it. */
  readonly canChoose: boolean;
  /** `main` and `side` stand on a line with the items before and after them, the main one emphasised; `apart` does not. */
  readonly look: 'main' | 'side' | 'apart';
}

interface TreeProps {
  /** What the tree is of. */
  readonly label: string;
  readonly items: readonly TreeItem[];
  /** The id of the item that was chosen. */
  readonly chosen?: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** A tree, all of it open at first. */
export function Tree({ label, items, chosen, onChoose }: TreeProps): JSX.Element {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const element = useRef<HTMLDivElement>(null);
  const seen = itemsInSight(items, closed).map(({ item }) => item);
  const isSeen = (id: string | undefined): boolean => seen.some((item) => item.id === id);
  const toggle = (id: string): void => {
    const others = [...closed].filter((one) => one !== id);
    setClosed(new Set(closed.has(id) ? others : [...others, id]));
  };
  const choose = (item: TreeItem): void => {
    setFocused(item.id);
    if (item.canChoose) onChoose(item.id);
    else toggle(item.id);
  };
  const press = (event: KeyboardEvent, item: TreeItem): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = stepOf(event.key, item.id, items, closed);
    if (step === undefined) return;
    event.preventDefault();
    if (step.choose !== undefined) choose(item);
    if (step.toggle !== undefined) toggle(step.toggle);
    if (step.focus === undefined) return;
    setFocused(step.focus);
    element.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(step.focus)}"]`)?.focus();
  };
  const stop = [focused, chosen].find(isSeen) ?? seen[0]?.id;
  return (
    <div ref={element} role="tree" aria-label={label} class={styles['tree']}>
      <Level {...{ items, level: 1, closed, chosen, stop, onToggle: toggle, onChoose: choose, onPress: press }} />
    </div>
  );
}

interface LevelProps {
  readonly items: readonly TreeItem[];
  readonly level: number;
  readonly closed: ReadonlySet<string>;
  readonly chosen: string | undefined;
  /** The id of the item that the Tab key leads to. */
  readonly stop: string | undefined;
  readonly onToggle: (id: string) => void;
  readonly onChoose: (item: TreeItem) => void;
  readonly onPress: (event: KeyboardEvent, item: TreeItem) => void;
}

function Level({ items, ...shared }: LevelProps): JSX.Element {
  return (
    <>
      {items.map((item, at) => (
        <Item key={item.id} item={item} place={at + 1} of={items.length} {...shared} />
      ))}
    </>
  );
}

interface ItemProps extends Omit<LevelProps, 'items'> {
  readonly item: TreeItem;
  /** Which of its level it is, from 1. */
  readonly place: number;
  /** How many its level has. */
  readonly of: number;
}

/** An item; what is beneath it stands after it, not in it, so that its name is its own text alone. */
function Item({ item, place, of, ...shared }: ItemProps): JSX.Element {
  const { level, closed, chosen, stop, onToggle, onChoose, onPress } = shared;
  const { id, label, look, canChoose, children } = item;
  const isParent = children.length > 0;
  const isOpen = isParent && !closed.has(id);
  return (
    <div role="none" class={styles['item']} data-look={look}>
      <div
        role="treeitem"
        data-id={id}
        aria-level={level}
        aria-posinset={place}
        aria-setsize={of}
        aria-expanded={isParent ? isOpen : undefined}
        aria-selected={canChoose ? id === chosen : undefined}
        tabIndex={id === stop ? 0 : -1}
        class={styles['row']}
        onClick={({ target }) => {
          // What a mouse opens and closes an item with; the keyboard has the arrow keys.
          if ((target as HTMLElement).dataset['toggle'] === '') onToggle(id);
          else onChoose(item);
        }}
        onKeyDown={(event) => onPress(event, item)}
      >
        {isParent ? (
          <span class={styles['toggle']} data-toggle="" aria-hidden="true">
            {isOpen ? '▾' : '▸'}
          </span>
        ) : (
          <span class={styles['dot']} aria-hidden="true" />
        )}
        <div class={styles['label']}>{label}</div>
      </div>
      {isOpen && (
        <div role="none" class={styles['beneath']}>
          <Level {...shared} items={children} level={level + 1} />
        </div>
      )}
    </div>
  );
}
