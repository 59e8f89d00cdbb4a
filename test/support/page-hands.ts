/** The hands of the page on a memory itself, without a hub between. */
import type { Hands } from '../../dashboard/src/views/mending/mending.ts';
import type { AgentAnswer, SpaceAnswer } from '../../dashboard/src/wire.ts';
import { agentVerbs, type Madeleine, spaceVerbs } from '../../src/index.ts';
import { callVerb } from '../../src/verbs/verb.ts';

/** The hands of the page as an agent: what the memory answers is made JSON, as it is on the way. */
export function pageHands(memory: Madeleine, agent: string): Hands {
  const told = async (answer: unknown): Promise<unknown> => JSON.parse(JSON.stringify(await answer));
  return {
    agent,
    asAgent: async (verb, options) =>
      (await told(callVerb(memory.agent(agent), verb, agentVerbs[verb], options))) as AgentAnswer<typeof verb>,
    asOwner: async (verb, options) =>
      (await told(callVerb(memory, verb, spaceVerbs[verb], options))) as SpaceAnswer<typeof verb>,
  };
}
