/** A rollback of any origin, in a space in which anything has happened. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Madeleine, RollbackOptions } from '../../src/index.ts';
import { MadeleineError } from '../../src/index.ts';
import { beginStory, type Story } from '../unit/scenarios/story.ts';

const agents = ['lisa', 'electra', 'system'] as const;
const sources = ['rumours.md', 'notes.md'] as const;
const towns = ['Bergen', 'Oslo', 'Narvik'];
/** Runs; each opens a space and does some twenty things in it. */
const runs = 12;

/** One thing that happens; numbers choose among what there is then. */
interface Step {
  readonly verb: 'observe' | 'believe' | 'derive' | 'correct' | 'again' | 'withdraw' | 'judge' | 'sleep';
  readonly agent: (typeof agents)[number];
  readonly source: (typeof sources)[number] | undefined;
  readonly shared: boolean;
  readonly one: number;
  readonly other: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  verb: fc.constantFrom(
    'observe',
    'believe',
    'derive',
    'derive',
    'correct',
    'correct',
    'again',
    'withdraw',
    'judge',
    'sleep',
  ),
  agent: fc.constantFrom(...agents),
  source: fc.constantFrom(...sources, undefined),
  shared: fc.boolean(),
  one: fc.nat(30),
  other: fc.nat(30),
});

const origin: fc.Arbitrary<(days: Date) => RollbackOptions> = fc.oneof(
  fc.constantFrom(...sources).map((source) => () => ({ source })),
  fc.constantFrom(...agents).map((agent) => () => ({ agent })),
  fc.constant((since: Date) => ({ since })),
  fc.constantFrom(...agents).map((agent) => (since: Date) => ({ agent, since })),
  fc.constantFrom(...agents).map((agent) => () => ({ agent, source: sources[0] })),
);

it('takes back all that came from there, keeps what was known before, and is undone to the last field', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), origin, fc.nat(25), async (steps, of, day) => {
      const story = await beginStory('Marlow');
      const begun = story.now();
      await play(story, steps);
      const { memory } = story;
      const options = of(new Date(begun.getTime() + day * 86_400_000));
      const before = { records: await records(memory), recalled: await recalled(story) };
      const asOf = story.now();
      story.wait(1);
      const known = await knownAt(story, asOf);

      const dry = await memory.rollback({ ...options, dryRun: true });
      const { id, ...report } = await memory.rollback(options);
      expect({ ...report, dryRun: true, seq: dry.seq }).toEqual(dry);
      expect((await memory.rollback({ ...options, dryRun: true })).beliefs).toEqual([]);
      expect(await knownAt(story, asOf)).toEqual(known);
      expect(touched(before.records, await records(memory))).toEqual(told(report));
      expect((await memory.doctor()).ok).toBe(true);
      if (id === undefined) return;

      story.wait(-1);
      expect((await memory.undo(id)).kept).toEqual([]);
      expect(await records(memory)).toEqual(before.records);
      expect(await recalled(story)).toEqual(before.recalled);
      expect((await memory.doctor()).ok).toBe(true);
    }),
    { numRuns: runs, seed: 20_261_122, endOnFailure: true },
  );
});

/** Does one thing after another, a day apart; what is refused does not happen. */
async function play({ memory, wait }: Story, steps: readonly Step[]): Promise<void> {
  const observations: string[] = [];
  const facts: string[] = [];
  const of = (ids: readonly string[], number: number): string => ids[number % ids.length] ?? 'none';
  for (const { verb, agent: name, source, shared, one, other } of steps) {
    const agent = memory.agent(name);
    const said = { shared, ...(source === undefined ? {} : { source }) };
    const content = `Marlow lives in ${towns[one % 3]} number${other % 4}.`;
    const act = async (): Promise<unknown> => {
      if (verb === 'observe')
        return observations.push((await agent.observe({ content: `I heard: ${content}`, ...said })).id);
      if (verb === 'believe') return facts.push((await agent.believe({ content, ...said })).id);
      if (verb === 'derive') {
        return facts.push((await agent.believe({ content, ...said, derivedFrom: [of(observations, one)] })).id);
      }
      if (verb === 'correct') return agent.believe({ memory: of(facts, one), ...said, supersedes: [of(facts, other)] });
      if (verb === 'again') return agent.believe({ memory: of([...facts, ...observations], one), ...said });
      if (verb === 'withdraw') return agent.withdraw({ id: of([...facts, ...observations], one) });
      if (verb === 'judge') {
        return agent.judge({ one: of(facts, one), other: of(facts, other), state: 'dismissed', kind: 'contradicts' });
      }
      return memory.sleep();
    };
    await act().catch((error: unknown) => {
      if (!(error instanceof MadeleineError) || error.code === 'INTERNAL') throw error;
    });
    wait(1);
  }
}

/** Everything that the space holds but for what can be undone. */
async function records(memory: Madeleine): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(line);
  return lines.slice(1).filter((line) => !line.startsWith('{"record":"undo"'));
}

async function recalled({ found }: Story): Promise<object> {
  const answers = agents.map(async (agent) => [agent, await found(agent)]);
  return Object.fromEntries(await Promise.all(answers));
}

/** What each agent knew at a time, and what was out of its place then; links know no past. */
async function knownAt({ found }: Story, asOf: Date): Promise<object> {
  const answers = agents.map(async (agent) => {
    const memories = await found(agent, { asOf });
    return [agent, Object.fromEntries(memories.map(({ id, superseded }) => [id, superseded]))];
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** The beliefs that are withdrawn in the second export and not in the first. */
function touched(before: readonly string[], after: readonly string[]): readonly string[] {
  const held = (lines: readonly string[]): readonly string[] =>
    lines.flatMap((line) => {
      const { record, agent, memory, withdrawnAt } = JSON.parse(line) as Record<string, string>;
      return record === 'believes' && withdrawnAt === undefined ? [`${agent} ${memory}`] : [];
    });
  const left = new Set(held(after));
  return held(before)
    .filter((belief) => !left.has(belief))
    .sort();
}

function told({ beliefs }: { readonly beliefs: readonly { readonly agent: string; readonly memory: string }[] }) {
  return beliefs.map(({ agent, memory }) => `${agent} ${memory}`).sort();
}
