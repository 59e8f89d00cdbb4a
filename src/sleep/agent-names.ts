/** Who is an agent of a space. */
import type { LedgerReader } from '../store/ledger-reader.ts';

/** The names of all agents, by which sleep tells agents that speak from people. */
export async function agentNames(ledger: LedgerReader): Promise<ReadonlySet<string>> {
  return new Set((await ledger.list('agent')).map(({ name }) => name));
}
