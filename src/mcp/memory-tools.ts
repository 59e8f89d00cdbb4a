/** The tools, in the order in which hosts list them. */
import type { MemoryTool } from './memory-tool.ts';
import { addMemory } from './tools/add-memory.ts';
import { ambientContext } from './tools/ambient-context.ts';
import { believe } from './tools/believe.ts';
import { exploreConnections } from './tools/explore-connections.ts';
import { forgetMemory } from './tools/forget-memory.ts';
import { navigateReasoning } from './tools/navigate-reasoning.ts';
import { recallMemory } from './tools/recall-memory.ts';
import { recordThought } from './tools/record-thought.ts';
import { searchMemories } from './tools/search-memories.ts';
import { session } from './tools/session.ts';

/** The tools on an agent's memory. */
export const memoryTools: readonly MemoryTool[] = [
  recallMemory,
  searchMemories,
  addMemory,
  believe,
  ambientContext,
  exploreConnections,
  recordThought,
  navigateReasoning,
  session,
  forgetMemory,
];
