/** The step of a migration that finds what existing memories support and contradict. */
import type { LinkKind, Memory } from '../domain/records.ts';
import { missingLinks } from '../remember/missing-links.ts';
import type { Writer } from '../remember/writer.ts';
import type { MemoryLinks } from '../store/ledger-reader.ts';
import type { BackfillCount, BackfillStep } from './backfill-step.ts';

const kinds: readonly LinkKind[] = ['supports', 'contradicts'];

/** The step over the links between memories. */
export function backfillLinks(writer: Writer): BackfillStep {
  return {
    async lacking(memories) {
      const links = await missingLinks(writer, memories);
      return {
        write: kinds.every((kind) => links[kind].length === 0) ? undefined : { insert: links },
        changed: 0,
        counts: kinds.map((kind) => countOf(kind, writer, memories, links)),
      };
    },
  };
}

/** Each link is counted with its newer memory. */
function countOf(kind: LinkKind, { parts }: Writer, memories: readonly Memory[], links: MemoryLinks): BackfillCount {
  const { index } = parts;
  const slots = memories.map(({ id }) => index.memories.slot(id));
  const known = slots.map((slot) => index.links.at(slot).filter((edge) => edge.kind === kind && edge.one === slot));
  const before = known.reduce((sum, edges) => sum + edges.length, 0);
  const changed = links[kind].length;
  return { what: kind, before, changed, after: before + changed };
}
