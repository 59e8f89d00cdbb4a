/** Where the page is: `#/view?key=value`, so that every look at a memory has an address and the way back works. */
import { type ReadonlySignal, signal } from '@preact/signals';

/** A view and what it shows. */
export interface Route {
  /** The name of the view. */
  readonly view: string;
  readonly params: Readonly<Record<string, string>>;
}

const current = signal<Route>(readRoute());
// Back and forward, and an address that is typed or followed.
for (const moved of ['popstate', 'hashchange']) {
  addEventListener(moved, () => {
    current.value = readRoute();
  });
}

/** Where the page is. */
export const route: ReadonlySignal<Route> = current;

/** The address of a view; parameters that are undefined or empty are left out. The agent that was chosen stays, unless it says another. */
export function hrefOf(view: string, params: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries({ agent: current.value.params['agent'], ...params }).filter(
    (pair): pair is [string, string] => (pair[1] ?? '') !== '',
  );
  const query = new URLSearchParams(given).toString();
  return `#/${view}${query === '' ? '' : `?${query}`}`;
}

/** Goes to a view. The way back leads to where the page was. */
export function go(view: string, params: Readonly<Record<string, string | undefined>> = {}): void {
  const href = hrefOf(view, params);
  if (href !== location.hash) history.pushState(null, '', href);
  current.value = readRoute();
}

/**
 * Changes parameters of the view; those that are undefined or empty go.
 *
 * @param step - `replace` where nothing was chosen yet, such as while something is typed or dragged: no step back leads there.
 */
export function setParams(
  changed: Readonly<Record<string, string | undefined>>,
  step: 'push' | 'replace' = 'push',
): void {
  const { view, params } = current.value;
  const href = hrefOf(view, { ...params, ...changed });
  if (step === 'replace') history.replaceState(null, '', href);
  else if (href !== location.hash) history.pushState(null, '', href);
  current.value = readRoute();
}

/** Shows what is known of a memory or an entity beside the view; undefined closes it. */
export function inspect(id: string | undefined): void {
  const { view, params } = current.value;
  go(view, { ...params, inspect: id });
}

function readRoute(): Route {
  const [, view = '', query = ''] = /^#?\/?([^?]*)\??(.*)$/.exec(location.hash) ?? [];
  return { view, params: Object.fromEntries(new URLSearchParams(query)) };
}
