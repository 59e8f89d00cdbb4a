/** A message as sleep reads it, told by a user to lisa on a Tuesday. */
import type { Observation } from '../../src/domain/records.ts';

/** A Tuesday. */
export const tuesday = new Date('2026-03-10T09:00:00Z');

export function heard(content: string, more: Partial<Observation> = {}): Observation {
  return {
    id: 'observation:one',
    content,
    type: 'user_input',
    agent: 'lisa',
    importance: 5,
    concepts: [],
    surfacesWhen: [],
    accesses: 0,
    occurredAt: tuesday,
    recordedAt: tuesday,
    position: 1,
    provenance: { channel: 'user', source: 'lisa', trust: 0.9 },
    ...more,
  };
}
