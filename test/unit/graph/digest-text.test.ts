import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tokenCounter } from '../../../src/embed/count-tokens.ts';
import { type DigestMaterial, digestText } from '../../../src/graph/digest.ts';

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('"quoted"', 'src/auth.py', '漢字仮名', 'ภาษาไทย', '👩‍👩‍👧', '\n- a\n- b', 'x'.repeat(300)),
);
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
const said = fc.record({ id: fc.uuid(), content: text });

const material: fc.Arbitrary<DigestMaterial> = fc.record({
  session: fc.record({
    id: text.map((key) => `session:${key}`),
    goal: text,
    status: fc.constantFrom('open' as const, 'closed' as const),
    planStatus: fc.constantFrom('in_progress' as const, 'blocked' as const),
    startedAt: fc.constant(new Date('2026-03-02')),
    memories: fc.nat(),
    thoughts: fc.nat(),
  }),
  line: fc.array(said, { maxLength: 6 }),
  needsMore: fc.option(fc.boolean(), { nil: undefined }),
  decisions: fc.array(said, { maxLength: 3 }),
  forks: fc.array(fc.record({ id: fc.uuid(), content: text, branchId: text, reason: text }), { maxLength: 3 }),
  names: fc.array(text, { maxLength: 12 }),
});

it('is one line within its budget, whatever it tells of', async () => {
  const countTokens = await tokenCounter();
  let told = 0;
  fc.assert(
    fc.property(material, fc.integer({ min: 20, max: 300 }), (one, maxTokens) => {
      const paragraph = digestText(one, maxTokens, countTokens);
      expect(countTokens(paragraph)).toBeLessThanOrEqual(maxTokens);
      expect(paragraph).not.toMatch(/\p{Cc}/u);
      if (paragraph !== '') told += 1;
    }),
    { numRuns: 60 },
  );
  expect(told).toBe(60);
});

it('tells more where there is more room', async () => {
  const countTokens = await tokenCounter();
  const thoughts = Array.from({ length: 8 }, (_, at) => ({
    id: `observation:${at}`,
    content: `Thought ${at}: the clock of the server is ahead of the clock of the client by some minutes.`,
  }));
  const session = {
    id: 'session:s',
    goal: 'Find the bug',
    status: 'open',
    planStatus: 'in_progress',
    startedAt: new Date('2026-03-02'),
    memories: 8,
    thoughts: 8,
  } as const;
  const one: DigestMaterial = { session, line: thoughts, decisions: [], forks: [], names: ['Mark', 'Luna'] };
  const lengths = [30, 60, 120, 200, 400].map((most) => countTokens(digestText(one, most, countTokens)));
  expect(lengths).toEqual([...lengths].sort((less, more) => less - more));
  expect(new Set(lengths).size).toBe(5);
  expect(digestText(one, 400, countTokens)).toContain('Thought 0');
  expect(digestText(one, 60, countTokens)).toContain('Thought 7');
});
