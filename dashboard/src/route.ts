/** Where the page is: `#/view?key=value`, so that every look at a memory has an address and the way back works. */
import { type ReadonlySignal, signal } from '@preact/signals';

/** A view and what it shows. */
export interface Route {
  /** The name of the view. */
  readonly view: string;
  readonly params: Readonly<Record<string, string>>;
}

const current = signal<Route>(readRoute());
addEventListener('hashchange', () => {
  current.value = readRoute();
});

/** Where the page is. */
export const route: ReadonlySignal<Route> = current;

/** The address of a view; parameters that are undefined or empty are left out. */
export function hrefOf(view: string, params: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(params).filter((pair): pair is [string, string] => (pair[1] ?? '') !== '');
  const query = new URLSearchParams(given).toString();
  return `#/${view}${query === '' ? '' : `?${query}`}`;
}

/** Goes to a view. */
export function go(view: string, params: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = hrefOf(view, params);
}

/** Changes parameters of the view; those that are undefined or empty go. No step back leads to what was before. */
export function setParams(changed: Readonly<Record<string, string | undefined>>): void {
  const { view, params } = current.value;
  history.replaceState(null, '', hrefOf(view, { ...params, ...changed }));
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
