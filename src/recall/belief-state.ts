import { archiveThreshold, recallThreshold } from '../domain/belief-strength.ts';
import type { Belief } from '../domain/records.ts';
import type { BeliefState } from './why-value.ts';

/** How a belief stands whose effective strength is `strength`, 0..1. */
export function beliefState({ withdrawnAt }: Pick<Belief, 'withdrawnAt'>, strength: number): BeliefState {
  if (withdrawnAt !== undefined) return 'withdrawn';
  if (strength > recallThreshold) return 'held';
  return strength < archiveThreshold ? 'archived' : 'faded';
}
