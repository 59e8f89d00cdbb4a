/** What every view shares: the space, its agents, the one whose eyes are used, and the theme. */
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { AgentAnswer, AgentVerb, OptionsOf, SpaceAnswer, SpaceVerb } from './wire.ts';
import type { AgentVerbs, SpaceVerbs } from 'madeleine';
import { callAgent, callSpace } from './api.ts';
import { type KnownAgent, knownAgents } from './believers.ts';
import { route, setParams } from './route.ts';

/** Light, dark, or as the system has it. */
export type Theme = 'light' | 'dark' | 'system';

/** The space that the page looks into; it is known once somebody is signed in. */
export const space: Signal<string> = signal('');
/** The spaces of the store. */
export const spaces: Signal<readonly string[]> = signal([]);
/** Every agent of the space, the one whose eyes are used unless the address names another first; `system` last. */
export const agents: Signal<readonly KnownAgent[]> = signal([]);

/** The agent whose eyes are used: the one in the address, else the one that held most when it was first asked. */
export const agent: ReadonlySignal<string> = computed(
  () => route.value.params['agent'] ?? agents.value[0]?.name ?? 'system',
);

/** Looks with the eyes of another agent; what only the one before had goes. */
export function chooseAgent(name: string): void {
  const { other } = route.value.params;
  // One that was compared with changes places.
  setParams({ agent: name, session: undefined, thought: undefined, other: other === name ? agent.value : other });
}

/** The address of another space, at the view that is shown. */
export function hrefOfSpace(name: string): string {
  return `?${new URLSearchParams({ space: name })}#/${route.value.view}`;
}

/** The theme that was chosen. */
export const theme: Signal<Theme> = signal(readTheme());
effect(() => {
  if (theme.value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.value;
  localStorage.setItem('theme', theme.value);
});

/** Calls a verb of the memory of the agent whose eyes are used, or of another one. */
export function asAgent<Name extends AgentVerb>(
  verb: Name,
  options: OptionsOf<AgentVerbs, Name>,
  { signal: cancel, name = agent.value }: { readonly signal?: AbortSignal; readonly name?: string } = {},
): Promise<AgentAnswer<Name>> {
  return callAgent({ space: space.value, agent: name }, verb, options, cancel);
}

/** Calls a verb of the space's memory. */
export function asOwner<Name extends SpaceVerb>(
  verb: Name,
  options: OptionsOf<SpaceVerbs, Name>,
  cancel?: AbortSignal,
): Promise<SpaceAnswer<Name>> {
  return callSpace(space.value, verb, options, cancel);
}

/** Asks who the agents of the space are. */
export async function readAgents(): Promise<void> {
  const stats = await asOwner('stats', {});
  agents.value = knownAgents(stats, agents.value[0]?.name);
}

function readTheme(): Theme {
  const kept = localStorage.getItem('theme');
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}
