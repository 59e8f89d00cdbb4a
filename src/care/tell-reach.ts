/** Tells what came from somewhere, with what the memories say. */
import { beliefKey } from '../remember/new-memory.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import { beliefsIn, type Reach } from './reach.ts';
import type { Blast } from './rollback-options.ts';

/** The beliefs with their texts, the corrections, and who else believes the same memories. */
export async function tellReach(
  ledger: LedgerReader,
  { beliefs, corrections }: Reach,
): Promise<Pick<Blast, 'beliefs' | 'corrections' | 'others'>> {
  const reached = new Set(beliefs.map(({ belief }) => beliefKey(belief.agent, belief.memory)));
  const ids = [...new Set(beliefs.map(({ belief }) => belief.memory))];
  const contents = new Map((await ledger.said(ids)).map(({ id, content }) => [id, content]));
  const all = await beliefsIn(ledger, ids);
  return {
    beliefs: beliefs.map(({ belief: { agent, memory, since, provenance, withdrawnAt }, how }) => ({
      agent,
      memory,
      content: contents.get(memory) ?? '',
      how,
      since,
      provenance,
      ...(withdrawnAt === undefined ? {} : { withdrawnAt }),
    })),
    corrections: corrections.map(({ believer, from, to, at }) => ({ believer, from, to, at })),
    others: all
      .filter(({ agent, memory, withdrawnAt }) => withdrawnAt === undefined && !reached.has(beliefKey(agent, memory)))
      .map(({ agent, memory }) => ({ agent, memory })),
  };
}
