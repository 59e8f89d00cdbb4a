/** Recalled memories for tests of what is made of them. */
import type { MemoryLink, RecalledMemory } from '../../../src/index.ts';

const since = new Date('2026-01-09T18:00:00Z');

/** An observation of lisa's that scored 0.5, unless the fields say otherwise. */
export function recalledMemory(id: string, fields: Partial<RecalledMemory> = {}): RecalledMemory {
  return {
    id,
    type: 'user_input',
    content: `Content of ${id}.`,
    score: 0.5,
    relevance: 0.5,
    grounds: [],
    signals: [{ name: 'lexical', value: 0.5, weight: 1, contribution: 0.5 }],
    believers: [
      {
        agent: 'lisa',
        strength: 1,
        confidence: 0.9,
        since,
        permanent: false,
        provenance: { channel: 'user', source: 'lisa', trust: 0.9 },
      },
    ],
    occurredAt: since,
    entities: [],
    concepts: [],
    importance: 5,
    ...fields,
  };
}

/** A link to another memory. */
export function linkTo(kind: MemoryLink['kind'], memory: string, state: MemoryLink['state'] = 'potential'): MemoryLink {
  return { kind, memory, rule: 'slot', similarity: 0.8, state };
}
