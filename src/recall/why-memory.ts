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
