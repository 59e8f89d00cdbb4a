/** Links that memories which are there already should have, and have not. */
import type { Memory } from '../domain/records.ts';
import type { MemoryLinks } from '../store/ledger-reader.ts';
import type { Writer } from './writer.ts';

/**
 * The links that the beliefs in some memories should have, and have not: as if each had been
 * believed when only those before it were there, so that what was linked when it was written is
 * found again and nothing more.
 */
export async function missingLinks({ links, parts }: Writer, memories: readonly Memory[]): Promise<MemoryLinks> {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const { believes } = await parts.ledger.edges([...byId.keys()]);
  const held = believes.flatMap(({ agent, memory: id, withdrawnAt }) => {
    const memory = byId.get(id);
    return memory === undefined || withdrawnAt !== undefined ? [] : [{ believer: agent, memory }];
  });
  return links.find(held, { earlierOnly: true });
}
