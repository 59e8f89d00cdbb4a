/** Two passes of sleep equal one: whatever a space holds, the second changes nothing. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Madeleine } from '../../src/index.ts';
import { dayMs } from '../../src/domain/time.ts';
import { channelBounds } from '../../src/domain/vocabulary.ts';
import { openSpace } from '../support/open-space.ts';

const worlds = 12;

const agents = ['lisa', 'electra', 'system'] as const;
const sentences = [
  'I prefer tea in the morning.',
  'I no longer drink tea.',
  'Marta lives in Porto.',
  'Marta lives in Lisbon now.',
  'Actually, Marta moved to Braga.',
  'We decided to ship on Friday.',
  'The deadline is the 4th of May.',
  'The deadline is the 9th of May.',
  'I think the new logo is ugly.',
  'Is the bakery open today?',
  'My name is José.',
] as const;
const names = ['Luna', 'luna', 'Lúna', 'Moonpie', 'Marta', 'MARTA', 'the cat'] as const;

const entity = fc.record({
  name: fc.constantFrom(...names),
  aliases: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
  type: fc.constantFrom('person', 'place', 'other'),
});
const step = fc.record({
  agent: fc.constantFrom(...agents),
  verb: fc.constantFrom('observe', 'believe', 'wait'),
  content: fc.constantFrom(...sentences),
  entities: fc.array(entity, { maxLength: 2 }),
  channel: fc.constantFrom('user' as const, 'agent' as const, 'tool' as const),
  importance: fc.integer({ min: 1, max: 10 }),
  days: fc.integer({ min: 1, max: 300 }),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function recordsOf(memory: Madeleine): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(line);
  // The header tells of the time and of the sequence, which the record of a sleep moves on.
  return lines.slice(1).sort();
}

async function live(steps: readonly Step[]): Promise<Madeleine> {
  let now = Date.parse('2026-01-05T12:00:00Z');
  const memory = await openSpace({ clock: () => new Date(now), sharing: 'household' });
  for (const { agent, verb, content, entities, channel, importance, days } of steps) {
    if (verb === 'wait') now += days * dayMs;
    else {
      const bounded = Math.min(importance, channelBounds[channel]?.importance ?? 10);
      await memory.agent(agent)[verb]({ content, entities, channel, importance: bounded });
    }
  }
  return memory;
}

it('changes nothing when it is taken a second time', async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const memory = await live(steps);
      const first = await memory.sleep();
      changed += first.steps.reduce((sum, report) => sum + report.changed, 0);
      const once = await recordsOf(memory);
      const again = await memory.sleep();
      expect(again.steps.map((report) => [report.step, report.changed])).toEqual(
        again.steps.map((report) => [report.step, 0]),
      );
      expect(await recordsOf(memory)).toEqual(once);
      await memory.close();
    }),
    { numRuns: worlds, seed: 20_261_122 },
  );
  // Otherwise the worlds give sleep nothing to do.
  expect(changed).toBeGreaterThan(worlds);
});
