/** Which tools a server offers, by the word that `--tools` takes. */
import { instructionsFor } from './instructions.ts';
import type { MemoryTool } from './memory-tool.ts';
import { memoryTools } from './memory-tools.ts';
import { knowledgeGraphInstructions, knowledgeGraphTools } from './successors/knowledge-graph-tools.ts';
import { sequentialThinkingInstructions, sequentialThinkingTools } from './successors/sequential-thinking.ts';

/** The words for sets of tools. */
export const toolSetNames = ['all', 'memory', 'sequential-thinking'] as const;
/** A word for a set of tools. */
export type ToolSetName = (typeof toolSetNames)[number];

/** A set of tools, with what its model is told of it beforehand. */
export interface ToolSet {
  readonly tools: readonly MemoryTool[];
  /** For the agent of this name. */
  readonly instructions: (agent: string) => string;
}

/** The sets by their words. */
export const toolSets: Readonly<Record<ToolSetName, ToolSet>> = {
  all: { tools: memoryTools, instructions: instructionsFor },
  memory: { tools: knowledgeGraphTools, instructions: knowledgeGraphInstructions },
  'sequential-thinking': { tools: sequentialThinkingTools, instructions: sequentialThinkingInstructions },
};
