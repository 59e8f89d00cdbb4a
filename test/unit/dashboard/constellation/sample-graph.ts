/** A small graph as the hub answers it: two agents, a session each, what they hold, and somebody whom both mention. */
import type { Graph, GraphEdge, GraphNode } from '../../../../dashboard/src/views/constellation/graph-in-view.ts';

function memory(id: string, agents: readonly string[], label: string): GraphNode {
  const kind = id.startsWith('fact:') ? 'fact' : 'observation';
  return { id, kind, label, authority: 0.5, strength: 0.8, agents };
}

function held(agent: string, memories: readonly string[]): GraphEdge[] {
  return memories.flatMap((id): GraphEdge[] => [
    { kind: 'BELIEVES', from: `agent:${agent}`, to: id, weight: 0.8 },
    { kind: 'BELONGS_TO', from: id, to: `session:${agent}` },
  ]);
}

/** The graph. */
export const sampleGraph: Graph = {
  at: '2026-01-01T00:00:00.000Z',
  nodes: [
    memory('observation:a1', ['ada'], 'The harbour is still at dawn.'),
    memory('observation:a2', ['ada'], 'Caroline painted the harbour.'),
    memory('observation:b1', ['ben'], 'Caroline sold a painting.'),
    memory('observation:b2', ['ben', 'system'], 'The shop opens at nine.'),
    memory('fact:c', ['ada'], 'Caroline paints at dawn.'),
    { id: 'agent:ada', kind: 'agent', label: 'ada' },
    { id: 'agent:ben', kind: 'agent', label: 'ben' },
    { id: 'session:ada', kind: 'session', label: 'A day at the harbour' },
    { id: 'session:ben', kind: 'session', label: 'A day in the shop' },
    { id: 'entity:caroline', kind: 'entity', label: 'Caroline', type: 'person' },
  ],
  edges: [
    ...held('ada', ['observation:a1', 'observation:a2']),
    ...held('ben', ['observation:b1', 'observation:b2']),
    { kind: 'BELIEVES', from: 'agent:ada', to: 'fact:c', weight: 0.8 },
    { kind: 'MENTIONS', from: 'observation:a2', to: 'entity:caroline' },
    { kind: 'MENTIONS', from: 'observation:b1', to: 'entity:caroline' },
    { kind: 'DERIVED_FROM', from: 'fact:c', to: 'observation:a2', believer: 'ada' },
  ],
  total: 5,
  notices: [],
};
