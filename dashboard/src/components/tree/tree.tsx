/** A tree that the arrow keys walk. Enter or a click chooses an item; one that cannot be chosen opens or closes. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
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
      {items.map((item) => (
        <Item key={item.id} item={item} {...shared} />
      ))}
    </>
  );
}

function Item({ item, ...shared }: Omit<LevelProps, 'items'> & { readonly item: TreeItem }): JSX.Element {
  const { level, closed, chosen, stop, onToggle, onChoose, onPress } = shared;
  const { id, label, look, canChoose, children } = item;
  const name = useId();
  const isParent = children.length > 0;
  const isOpen = isParent && !closed.has(id);
  return (
    <div
      role="treeitem"
      data-id={id}
      aria-labelledby={name}
      aria-level={level}
      aria-expanded={isParent ? isOpen : undefined}
      aria-selected={canChoose ? id === chosen : undefined}
      tabIndex={id === stop ? 0 : -1}
      class={styles['item']}
      data-look={look}
      onClick={(event) => {
        event.stopPropagation();
        // What a mouse opens and closes an item with; the keyboard has the arrow keys.
        if ((event.target as HTMLElement).dataset['toggle'] === '') onToggle(id);
        else onChoose(item);
      }}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget) onPress(event, item);
      }}
    >
      <div class={styles['row']} data-chosen={id === chosen}>
        {isParent ? (
          <span class={styles['toggle']} data-toggle="" aria-hidden="true">
            {isOpen ? '▾' : '▸'}
          </span>
        ) : (
          <span class={styles['dot']} aria-hidden="true" />
        )}
        <div id={name} class={styles['label']}>
          {label}
        </div>
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: the group of a tree is no set of fields.
        <div role="group" class={styles['group']}>
          <Level {...shared} items={children} level={level + 1} />
        </div>
      )}
    </div>
  );
}
