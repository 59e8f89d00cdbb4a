/** The names of believers as the owner of a space reads them: `lisa`, or `lisa (user:sofia)` within an audience. */
import type { SpaceAnswer } from './wire.ts';

/** An agent of the space. */
export interface KnownAgent {
  readonly name: string;
  /** Memories that it has held, within its audiences too. */
  readonly believes: number;
}

const within = / \((?:user|group):\S+(?:, (?:user|group):\S+)*\)$/u;

/** The agent of a believer, without the audience. */
export function agentOf(believer: string): string {
  return believer.replace(within, '');
}

/** The agent as which a memory is mended: the one whose eyes are used if it believes it, else one that does. */
export function menderOf(believers: readonly string[], shown: string): string {
  const names = believers.map(agentOf);
  return names.includes(shown) ? shown : (names[0] ?? shown);
}

/**
 * Every agent that remembers in a space, the one that holds most first; `system` last, where it believes anything.
 *
 * @param first - who stays the first while there, so that nobody's eyes change as others remember more.
 */
export function knownAgents(
  { names, agents }: Pick<SpaceAnswer<'stats'>, 'names' | 'agents'>,
  first?: string,
): readonly KnownAgent[] {
  const held = new Map<string, number>();
  for (const { name, believes } of agents) held.set(agentOf(name), (held.get(agentOf(name)) ?? 0) + believes);
  const rank = ({ name, believes }: KnownAgent): number =>
    name === 'system' ? -1 : name === first ? Infinity : believes;
  return [...names, ...(held.has('system') ? ['system'] : [])]
    .map((name) => ({ name, believes: held.get(name) ?? 0 }))
    .sort((one, other) => rank(other) - rank(one));
}
