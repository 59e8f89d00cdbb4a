/** Which derivations of facts from observations count in a perspective. */
import type { Perspective } from '../domain/perspective.ts';
import type { DerivedFrom } from '../domain/records.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Whether this perspective says that a fact follows from an observation. Who said so is not
 * known of an edge without a believer: then only the agent's own observation shows, which is
 * nobody else's to derive from.
 */
export function isDerivedFor(
  { agent, believers }: Perspective,
  surroundings: Surroundings,
  { observation, believer }: DerivedFrom,
): boolean {
  if (believer !== undefined) return believers.includes(believer) && surroundings.knows(observation);
  return surroundings.beliefsIn(observation).some((belief) => belief.agent === agent);
}
