/** What a memory does, wherever its store is: the one interface that the doors are written against. */
import type { AgentMemory } from '../agent-memory.ts';
import type { Madeleine } from '../madeleine.ts';

/** What an agent's memory does, in this process or over HTTP. */
export interface AgentVerbs extends Pick<AgentMemory, keyof AgentMemory> {}

/** What the memory of a space does, in this process or over HTTP. */
export interface SpaceVerbs extends Omit<Pick<Madeleine, keyof Madeleine>, 'agent'> {
  /** The memory of one agent. */
  agent(name: string): AgentVerbs;
}
