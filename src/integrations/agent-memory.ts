/** The rule for the memory that an adapter is given. */
import { z } from 'zod';
import type { AgentVerbs } from '../index.ts';

/** The memory of an agent, of this process or over HTTP: known by what it does. */
export const agentMemory: z.ZodType<AgentVerbs> = z.custom<AgentVerbs>(
  (value) => typeof value === 'object' && value !== null && 'ambient' in value && 'observe' in value,
  { error: "must be an agent's memory, e.g. memory.agent('lisa')" },
);
