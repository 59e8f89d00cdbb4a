import { beforeEach, describe, expect, test } from 'vitest';
import { type RecallTrace, RecallTraces } from '../../../src/http/recall-traces.ts';
import type { AgentVerbs } from '../../../src/index.ts';
import { eventually } from '../../support/eventually.ts';
import { openSpace } from '../../support/open-space.ts';

let now: Date;
let traces: RecallTraces;
let lisa: AgentVerbs;

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  traces = new RecallTraces(() => now);
  lisa = traces.watched('home', (await openSpace()).agent('lisa'));
  await lisa.observe({ content: 'Luna has arthritis in both hips.' });
});

/** Those that are kept of a space. */
async function kept(space = 'home'): Promise<readonly RecallTrace[]> {
  const stop = new AbortController();
  const found: RecallTrace[] = [];
  setTimeout(() => stop.abort(), 20);
  for await (const trace of traces.of(space, stop.signal)) found.push(trace);
  return found;
}

describe('the traces of recalls', () => {
  test('tell the question, what the model was given with its tokens, and the memories behind it', async () => {
    const { memories } = await lisa.recall({ query: 'How is Luna?' });
    await lisa.ambient('I was just thinking of Luna.');
    await eventually(async () => expect(await kept()).toHaveLength(2));
    const [recalled, surfaced] = await kept();
    expect(recalled).toMatchObject({ space: 'home', agent: 'lisa', verb: 'recall', query: 'How is Luna?' });
    expect(recalled?.text).toContain('Luna has arthritis in both hips.');
    expect(recalled?.tokens).toBeGreaterThan(5);
    expect(recalled?.memories.map(({ id }) => id)).toEqual(memories.map(({ id }) => id));
    expect(surfaced).toMatchObject({ verb: 'ambient', query: 'I was just thinking of Luna.' });
    expect(await kept('work')).toEqual([]);
  });

  test('are the last hundred of an hour', async () => {
    for (let number = 1; number <= 101; number += 1) await lisa.recall({ query: `question ${number}` });
    await eventually(async () => expect((await kept()).at(-1)?.query).toBe('question 101'));
    expect((await kept()).map(({ query }) => query)).not.toContain('question 1');
    expect(await kept()).toHaveLength(100);
    now = new Date('2026-03-01T13:00:01Z');
    expect(await kept()).toEqual([]);
  });

  test('go when something is forgotten, but not in a dry run', async () => {
    await lisa.recall({ query: 'How is Luna?' });
    await eventually(async () => expect(await kept()).toHaveLength(1));
    await lisa.forget({ query: 'arthritis', dryRun: true });
    expect(await kept()).toHaveLength(1);
    await lisa.forget({ query: 'arthritis' });
    expect(await kept()).toEqual([]);
  });
});
