/** What `explore` answers: a value that can be told as text, JSON, Mermaid and DOT. */
import type { GraphEdge } from './edges.ts';
import { explorationDot } from './exploration-dot.ts';
import { explorationMermaid } from './exploration-mermaid.ts';
import { explorationText } from './exploration-text.ts';
import type { ExplorationParts, ExploredCluster, ExploredNode } from './exploration-value.ts';

/** The neighbourhood of some names in one agent's perspective. */
export class Exploration implements ExplorationParts {
  readonly agent: string;
  readonly from: readonly string[];
  readonly unknown: readonly string[];
  readonly depth: number;
  readonly nodes: readonly ExploredNode[];
  readonly edges: readonly GraphEdge[];
  readonly clusters: readonly ExploredCluster[];
  readonly total: number;

  /** @internal */
  constructor(parts: ExplorationParts) {
    this.agent = parts.agent;
    this.from = parts.from;
    this.unknown = parts.unknown;
    this.depth = parts.depth;
    this.nodes = parts.nodes;
    this.edges = parts.edges;
    this.clusters = parts.clusters;
    this.total = parts.total;
  }

  /** Text for a model's context, two lines to a node, labelled as data and not as instructions. */
  toText(): string {
    return explorationText(this);
  }

  /** A flowchart in Mermaid's language, each cluster as a subgraph. */
  toMermaid(): string {
    return explorationMermaid(this);
  }

  /** A graph in the DOT language of Graphviz, each cluster as a subgraph. */
  toDot(): string {
    return explorationDot(this);
  }

  /** What it holds, as plain data. */
  toJSON(): ExplorationParts {
    return { ...this };
  }
}
