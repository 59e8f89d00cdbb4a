/** Records with a default for everything that a test does not care about. */
import type { Belief, Entity, Fact, Observation, Session } from '../../src/domain/records.ts';

/** Noon of a day in the past. */
export const recordedAt: Date = new Date('2026-01-05T12:00:00.000Z');
const provenance = { channel: 'user', source: 'test', trust: 0.9 } as const;

/** An observation of a key; its position is 1 unless given. */
export function observationOf(key: string, fields: Partial<Observation> = {}): Observation {
  return {
    id: `observation:${key}`,
    content: `What happened at ${key}.`,
    type: 'user_input',
    agent: 'Lisa',
    importance: 5,
    concepts: [],
    surfacesWhen: [],
    accesses: 0,
    occurredAt: recordedAt,
    recordedAt,
    position: 1,
    provenance,
    ...fields,
  };
}

/** A fact of a key; its position is 1 unless given. */
export function factOf(key: string, fields: Partial<Fact> = {}): Fact {
  return {
    id: `fact:${key}`,
    content: `What is so at ${key}.`,
    kind: 'world.fact',
    title: `world.fact: ${key}`,
    contentKey: key,
    importance: 5,
    concepts: [],
    surfacesWhen: [],
    accesses: 0,
    recordedAt,
    position: 1,
    provenance,
    ...fields,
  };
}

/** A fresh, strong belief. */
export function beliefIn(agent: string, memory: string, fields: Partial<Belief> = {}): Belief {
  return {
    agent,
    memory,
    strength: 1,
    confidence: 0.9,
    since: recordedAt,
    reinforcedAt: recordedAt,
    accesses: 0,
    permanent: false,
    halfLifeDays: 60,
    provenance,
    ...fields,
  };
}

/** An entity of a key. */
export function entityOf(key: string, fields: Partial<Entity> = {}): Entity {
  return { id: `entity:${key}`, name: key, nameKey: key.toLowerCase(), aliases: [], type: 'person', ...fields };
}

/** An open session of a key. */
export function sessionOf(key: string, fields: Partial<Session> = {}): Session {
  return {
    id: `session:${key}`,
    agent: 'Lisa',
    status: 'open',
    planStatus: 'in_progress',
    startedAt: recordedAt,
    ...fields,
  };
}
