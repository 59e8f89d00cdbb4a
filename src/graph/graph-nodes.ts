/** The nodes of a graph: its memories, and the agents, entities and sessions that their edges lead to. */
import { type Domain, factKinds, knowledgeTypes, rings } from '../domain/records.ts';
import { memoryTypes } from '../recall-index/memory-table.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { onOneLine, shorten } from '../language/shorten.ts';
import type { LedgerReader, MemoryLabel } from '../store/ledger-reader.ts';
import { labelLength } from './overview-defaults.ts';
import type { GraphScope } from './graph-scope.ts';
import type { MemoryGraphEdge, MemoryGraphNode } from './memory-graph-value.ts';
import type { ShownMemory } from './shown-memories.ts';

/** The memories of a graph as nodes, in their order; those that the ledger does not have are left out. */
export async function memoryNodes(
  ledger: LedgerReader,
  { index, memories }: GraphScope,
  superseded: ReadonlySet<string>,
): Promise<readonly MemoryGraphNode[]> {
  const labels = await ledger.labels(memories.map(({ id }) => id));
  return memories.flatMap((memory, place) => {
    const label = labels[place];
    return label === undefined ? [] : [memoryNode(index, memory, label, superseded.has(memory.id))];
  });
}

function memoryNode(
  { memories }: RecallIndex,
  { id, slot, beliefs, strength, authority, at }: ShownMemory,
  { content, topic }: MemoryLabel,
  isSuperseded: boolean,
): MemoryGraphNode {
  const { cognitive, domain, domains } = memories;
  const memoryType = memoryTypes[memories.type.values[slot] as number] as (typeof memoryTypes)[number];
  const isFact = memoryType === 'fact';
  // The place of a value in its list is kept as one more, since 0 stands for none.
  const factKind = factKinds[(cognitive.kind.values[slot] as number) - 1];
  const type = isFact ? factKind : memoryType;
  const ring = rings[(cognitive.ring.values[slot] as number) - 1];
  const knowledgeType = knowledgeTypes[(cognitive.knowledgeType.values[slot] as number) - 1];
  const area = domain.values[slot] as number;
  return {
    id,
    kind: isFact ? 'fact' : memoryType === 'thought' ? 'thought' : 'observation',
    label: labelOf(content),
    ...(type === undefined ? {} : { type }),
    authority,
    strength,
    agents: beliefs.map(({ agent }) => agent),
    at: new Date(at),
    importance: cognitive.importance.values[slot] as number,
    ...(isSuperseded ? { superseded: true } : {}),
    ...(beliefs.some(({ permanent }) => permanent) ? { permanent: true } : {}),
    ...(area < 0 ? {} : { domain: domains.text(area) as Domain }),
    ...(topic === undefined ? {} : { topic }),
    ...(ring === undefined ? {} : { ring }),
    ...(knowledgeType === undefined ? {} : { knowledgeType }),
  };
}

/** The agents, entities and sessions at the ends of some edges, each once. */
export async function nodesAround(
  ledger: LedgerReader,
  edges: readonly MemoryGraphEdge[],
): Promise<readonly MemoryGraphNode[]> {
  const ids = new Set<string>();
  for (const { from, to } of edges) ids.add(from).add(to);
  const of = (table: string): readonly string[] => [...ids].filter((id) => id.startsWith(`${table}:`));
  const entities = await ledger.records('entity', of('entity'));
  const sessions = await ledger.records('session', of('session'));
  return [
    ...of('agent').map((id): MemoryGraphNode => ({ id, kind: 'agent', label: labelOf(id.slice('agent:'.length)) })),
    ...entities.map(({ id, name, type }): MemoryGraphNode => ({ id, kind: 'entity', label: labelOf(name), type })),
    ...sessions.map(({ id, goal, startedAt }): MemoryGraphNode => {
      return { id, kind: 'session', label: labelOf(goal ?? id.slice('session:'.length)), at: startedAt };
    }),
  ];
}

function labelOf(text: string): string {
  // A text may be long, and only its beginning is shown.
  return shorten(onOneLine(text.slice(0, 10 * labelLength)), labelLength);
}
