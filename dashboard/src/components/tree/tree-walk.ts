/** How the keyboard walks a tree: where each key leads from an item, and which items are open to it. */

/** An item of a tree, as far as walking it needs. */
export interface TreeBranch<Item> {
  readonly id: string;
  readonly children: readonly Item[];
}

/** An item in sight, and where it stands. */
export interface SeenItem<Item> {
  readonly item: Item;
  /** The item that it stands beneath. */
  readonly above?: SeenItem<Item>;
}

/** Where a key leads. */
export interface Step {
  /** The id of the item that gets the focus. */
  readonly focus?: string;
  /** The id of an item that is to be opened, or closed. */
  readonly toggle?: string;
  /** The id of the item that is chosen. */
  readonly choose?: string;
}

/** The items in sight, from top to bottom. */
export function itemsInSight<Item extends TreeBranch<Item>>(
  items: readonly Item[],
  closed: ReadonlySet<string>,
  above?: SeenItem<Item>,
): readonly SeenItem<Item>[] {
  return items.flatMap((item) => {
    const seen: SeenItem<Item> = above === undefined ? { item } : { item, above };
    return closed.has(item.id) ? [seen] : [seen, ...itemsInSight(item.children, closed, seen)];
  });
}

/**
 * Where a key leads from an item; undefined for a key that means nothing to a tree. The keys are those that the ARIA
 * Authoring Practices name for a tree view.
 */
export function stepOf<Item extends TreeBranch<Item>>(
  key: string,
  from: string,
  items: readonly Item[],
  closed: ReadonlySet<string>,
): Step | undefined {
  const seen = itemsInSight(items, closed);
  const at = seen.findIndex(({ item }) => item.id === from);
  const here = seen[at];
  if (here === undefined) return undefined;
  const isParent = here.item.children.length > 0;
  const isOpen = isParent && !closed.has(from);
  const focus = (to: SeenItem<Item> | undefined): Step => (to === undefined ? {} : { focus: to.item.id });
  switch (key) {
    case 'ArrowDown':
      return focus(seen[at + 1]);
    case 'ArrowUp':
      return focus(seen[at - 1]);
    case 'Home':
      return focus(seen[0]);
    case 'End':
      return focus(seen.at(-1));
    case 'ArrowRight':
      if (isOpen) return focus(seen[at + 1]);
      return isParent ? { toggle: from } : {};
    case 'ArrowLeft':
      return isOpen ? { toggle: from } : focus(here.above);
    case 'Enter':
    case ' ':
      return { choose: from };
    default:
      return undefined;
  }
}
