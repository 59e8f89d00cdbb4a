/** The tools, in the order in which hosts list them. */
import type { MemoryTool } from './memory-tool.ts';
import { addMemory } from './tools/add-memory.ts';
import { recallMemory } from './tools/recall-memory.ts';

/** The tools on an agent's memory. */
export const memoryTools: readonly MemoryTool[] = [recallMemory, addMemory];
