/** Chosen nodes as they are answered: what they are called, and how they were reached, in words. */
import type { RecalledMemory } from '../recall/recall-options.ts';
import { onOneLine, shorten } from '../language/shorten.ts';
import { pathTo } from './choose-nodes.ts';
import { labelCharacters, pathLabelCharacters, walkWeights } from './explore-defaults.ts';
import { stepWords } from './edges.ts';
import type { ExploredNode } from './exploration-value.ts';
import { contributions } from './node-score.ts';
import type { WalkedNode } from './walk.ts';

/** The nodes in their order, with what `memories` say of them. */
export function exploredNodes(
  nodes: readonly WalkedNode[],
  memories: readonly RecalledMemory[],
  byChance: ReadonlySet<string>,
): readonly ExploredNode[] {
  const said = new Map(memories.map((memory) => [memory.id, memory]));
  const named = new Map(memories.flatMap(({ entities }) => entities).map((entity) => [entity.id, entity]));
  const shown = new Map(nodes.map((node) => [node.id, shownAs(node, said.get(node.id), named.get(node.id))]));
  const inPath = ({ id }: WalkedNode): string => {
    const { kind, label } = shown.get(id) as Shown;
    return kind === 'fact' || kind === 'observation' ? `“${shorten(label, pathLabelCharacters)}”` : label;
  };
  return nodes.map((node) => ({
    id: node.id,
    ...(shown.get(node.id) as Shown),
    score: node.score,
    signals: contributions(node.values, walkWeights),
    depth: node.depth,
    path: pathTo(node)
      .map((at) => (at.via === undefined ? inPath(at) : stepWords(at.via.edge, at.id, inPath(at))))
      .join(', '),
    ...(byChance.has(node.id) ? { byChance: true } : {}),
  }));
}

type Shown = Omit<ExploredNode, 'id' | 'score' | 'signals' | 'depth' | 'path' | 'byChance'>;

function shownAs(
  { id, key }: WalkedNode,
  memory: RecalledMemory | undefined,
  entity: RecalledMemory['entities'][number] | undefined,
): Shown {
  if (memory !== undefined) {
    const { type, content, occurredAt, speaker, superseded } = memory;
    return {
      ...(type === 'fact' ? { kind: 'fact' } : { kind: 'observation', type }),
      label: shorten(onOneLine(content), labelCharacters),
      occurredAt,
      ...(speaker === undefined ? {} : { speaker }),
      ...(superseded === undefined ? {} : { superseded }),
    };
  }
  const [table, name = key] = id.split(/:(.*)/s);
  if (table === 'agent') return { kind: 'agent', label: onOneLine(name) };
  const { name: label = key, type } = entity ?? {};
  return { kind: 'entity', ...(type === undefined ? {} : { type }), label: onOneLine(label) };
}
