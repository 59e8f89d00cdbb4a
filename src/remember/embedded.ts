/** What is embedded of a memory: its text with who said it, or the vector that came with it. */
import type { Checked } from '../domain/input.ts';
import type { GivenEmbedding } from '../domain/records.ts';
import { type EmbeddedMemory, givenEmbeddingOf } from '../embed/check-vectors.ts';
import type { MemoryInput } from './memory-input.ts';

/** The text that stands for a memory in the vector space: with who said it. */
function embeddedText(memory: { readonly content: string; readonly speaker?: string | undefined }): string {
  return memory.speaker === undefined ? memory.content : `${memory.speaker}: ${memory.content}`;
}

/** What is embedded of a memory that a call gives: its vector, if it has one. */
export function embeddedInput(
  input: Pick<Checked<MemoryInput>, 'embedding'> & {
    readonly content?: string | undefined;
    readonly speaker?: string | undefined;
  },
): EmbeddedMemory {
  const { content = '', speaker, embedding } = input;
  return {
    text: embeddedText({ content, speaker }).toWellFormed(),
    ...(embedding && { given: givenEmbeddingOf(embedding) }),
  };
}

/** What is embedded of a memory that is there, or in a file. */
export function embeddedMemory(memory: {
  readonly content: string;
  readonly speaker?: string | undefined;
  readonly givenEmbedding?: GivenEmbedding | undefined;
}): EmbeddedMemory {
  const { givenEmbedding: given } = memory;
  return { text: embeddedText(memory), ...(given && { given }) };
}
