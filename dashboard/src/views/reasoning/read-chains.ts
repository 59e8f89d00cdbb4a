/** Reads the chains of thought of a session, or the one that a thought belongs to, in an agent's perspective. */
import { asAgent } from '../../state.ts';
import type { AgentAnswer } from '../../wire.ts';

/** A chain of thought, as it comes over the wire. */
export type Chain = AgentAnswer<'navigate'>;

/** Chains that are read of one session. */
const mostChains = 20;
/** Thoughts of one session that are asked for: as many as `latest` lists. */
const mostThoughts = 200;

/** What is read. */
export interface ChainsToRead {
  readonly agent: string;
  /** Where it is missing, the chain of the thought is read. */
  readonly session?: string | undefined;
  readonly thought?: string | undefined;
}

/** Chains in the order in which they were begun, at most 20 of a session: the latest. */
export async function readChains(
  { agent: name, session, thought }: ChainsToRead,
  signal: AbortSignal,
): Promise<readonly Chain[]> {
  if (session === undefined) {
    return thought === undefined ? [] : [await asAgent('navigate', { id: thought }, { signal, name })];
  }
  const options = { sessions: [session], types: ['thought'], archived: true, limit: mostThoughts } as const;
  const chains: Chain[] = [];
  const isRead = new Set<string>();
  for (const { id } of await asAgent('latest', options, { signal, name })) {
    if (isRead.has(id) || chains.length === mostChains) continue;
    const chain = await asAgent('navigate', { id }, { signal, name });
    for (const one of chain.thoughts) isRead.add(one.id);
    chains.unshift(chain);
  }
  return chains;
}
