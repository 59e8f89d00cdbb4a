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
  const { index } = parts;
  const agents = Array.from(index.believers(), ({ agent }) => agent);
  const held = memories.flatMap((memory) =>
    agents.filter((agent) => index.isHeld([agent], memory.id)).map((believer) => ({ believer, memory })),
  );
  return links.find(held, { earlierOnly: true });
}
