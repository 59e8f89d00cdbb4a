/** The neutral prompts that are shipped with the package. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readNeutralPrompts } from '../../../bench/ambient/conversations.ts';
import { promptHalves } from '../../../bench/ambient/figures.ts';

const prompts = await readNeutralPrompts(
  fileURLToPath(new URL('../../../bench/data/neutral-prompts.json', import.meta.url)),
);
const words = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');

test('each half has a hundred prompts or more, and both the same traps', () => {
  const [tuned, heldOut] = promptHalves.map((half) => prompts.filter((prompt) => prompt.half === half));
  expect(Math.min(tuned?.length ?? 0, heldOut?.length ?? 0)).toBeGreaterThanOrEqual(100);
  const traps = (of: typeof tuned): readonly string[] => [...new Set(of?.map(({ trap }) => trap))].toSorted();
  expect(traps(tuned)).toEqual(traps(heldOut));
});

test('no prompt comes twice, whichever its half', () => {
  const seen = prompts.map(({ prompt }) => words(prompt).trim() || prompt);
  expect(new Set(seen).size).toBe(prompts.length);
});
