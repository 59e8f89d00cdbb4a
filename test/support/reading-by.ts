import type { Embedder } from '../../src/index.ts';
import { createWordEmbedder } from './word-embedder.mjs';

/** Says of each text what a test wants, by a part of it; -9 of all others. */
export function readingBy(
  answers: Readonly<Record<string, number>>,
  ends: Readonly<Record<string, number>> = {},
): Embedder & { readonly read: string[] } {
  const read: string[] = [];
  const valueIn = (table: Readonly<Record<string, number>>, text: string): number =>
    Object.entries(table).find(([part]) => text.includes(part))?.[1] ?? -9;
  return {
    ...createWordEmbedder({ model: 'words', dimension: 256 }),
    read,
    async answers(question, passages) {
      read.push(...passages.map(({ text }) => `${question} <- ${text}`));
      return Float32Array.from(passages, ({ text }) => valueIn(answers, text));
    },
    async ends(changes) {
      read.push(...changes.map(({ earlier, later }) => `${earlier} | ${later}`));
      return Float32Array.from(changes, ({ later }) => valueIn(ends, later));
    },
  };
}
