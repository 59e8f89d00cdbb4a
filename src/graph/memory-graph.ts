/**
 * A space as a graph, for whoever owns it: memories with who believes them, what they speak of and how they stand to
 * each other. It reads only, and being looked at is no use of a memory.
 *
 *   index -> memories by what they count -> edges (index, ledger, computed) -> what they lead to -> labels
 */
import { archiveThreshold } from '../domain/belief-strength.ts';
import { throwIfCancelled } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import { systemAgent } from '../domain/records.ts';
import { computedEdges } from './computed-edges.ts';
import { defaultMemories, defaultPerMemory, mostComputedEdges } from './overview-defaults.ts';
import { memoryNodes, nodesAround } from './graph-nodes.ts';
import type { GraphScope } from './graph-scope.ts';
import { indexedEdges } from './indexed-edges.ts';
import { ledgerEdges } from './ledger-edges.ts';
import { type MemoryGraphOptions, memoryGraphSchema } from './memory-graph-options.ts';
import type { MemoryGraph } from './memory-graph-value.ts';
import type { OverviewParts } from './overview-parts.ts';
import { shownMemories } from './shown-memories.ts';

/**
 * Draws the graph of a space.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export async function memoryGraph(parts: OverviewParts, options: MemoryGraphOptions): Promise<MemoryGraph> {
  const asked = checked('graph', memoryGraphSchema, options);
  const { agents, limit = defaultMemories, minStrength = archiveThreshold, signal } = asked;
  const { computed = [], perMemory = defaultPerMemory } = asked;
  throwIfCancelled('graph', signal);
  await parts.follow();
  const { index, ledger } = parts;
  const at = parts.clock();
  const believers = agents === undefined ? {} : { believers: new Set([...agents, systemAgent]) };
  const found = shownMemories(index, { ...asked, ...believers, minStrength }, at.getTime());
  const scope: GraphScope = { index, at: at.getTime(), memories: found.slice(0, limit), ...believers };
  const recorded = await ledgerEdges(ledger, scope);
  throwIfCancelled('graph', signal);
  const memories = await memoryNodes(ledger, scope, recorded.superseded);
  throwIfCancelled('graph', signal);
  const most = Math.max(1, Math.min(perMemory, Math.floor(mostComputedEdges / memories.length)));
  const ids = new Set(memories.map(({ id }) => id));
  const reached = [
    ...indexedEdges(scope),
    ...recorded.edges,
    ...computedEdges(index.memories.cognitive, scope.memories, computed, most),
  ].filter(({ from, to }) => isReached(from, ids) && isReached(to, ids));
  const nodes = [...memories, ...(await nodesAround(ledger, reached))];
  const shown = new Set(nodes.map(({ id }) => id));
  return {
    at,
    nodes,
    edges: reached.filter(({ from, to }) => shown.has(from) && shown.has(to)),
    total: found.length,
    notices: noticesOf(found.length, limit, computed.length === 0 ? perMemory : most, perMemory),
  };
}

/** Whether an edge may lead there: to a memory only where it is one of those that are shown. */
function isReached(id: string, memories: ReadonlySet<string>): boolean {
  return memories.has(id) || !(id.startsWith('observation:') || id.startsWith('fact:'));
}

/** What the caller should know: that not all is shown, and that memories are tied to fewer others than was asked for. */
function noticesOf(total: number, limit: number, most: number, perMemory: number): readonly string[] {
  const counted = (amount: number): string => amount.toLocaleString('en');
  const notices: string[] = [];
  if (total > limit)
    notices.push(
      `Shown: ${counted(limit)} of ${counted(total)} memories, what counts most; a higher limit shows more.`,
    );
  if (most < perMemory)
    notices.push(
      `Each memory is tied to ${most} others of a computed kind, not ${perMemory}; a lower limit allows for more.`,
    );
  return notices;
}
