import { isFact, type Memory } from '../domain/records.ts';
import type { WhyMemory } from './why-value.ts';

/** A memory in the form in which it is told beside another. */
export function whyMemory(memory: Memory): WhyMemory {
  const { id, content } = memory;
  if (isFact(memory)) {
    const { validFrom, validTo } = memory;
    return {
      id,
      type: 'fact',
      content,
      ...(validFrom === undefined ? {} : { occurredAt: validFrom }),
      ...(validTo === undefined ? {} : { validTo }),
    };
  }
  const { type, occurredAt, speaker } = memory;
  return { id, type, content, occurredAt, ...(speaker === undefined ? {} : { speaker }) };
}

/** Memories in the order in which they happened; those without a time come first. */
export function oldestFirst(memories: readonly WhyMemory[]): readonly WhyMemory[] {
  const timeOf = ({ occurredAt }: WhyMemory): number => occurredAt?.getTime() ?? 0;
  return [...memories].sort((one, other) => timeOf(one) - timeOf(other) || (one.id < other.id ? -1 : 1));
}
