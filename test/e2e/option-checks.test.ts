/**
 * Counts how often an option is checked on its way from a tool to the ledger. A check is a call of `checked` that
 * would refuse the same options with a broken value in that place.
 */
import { beforeEach, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { type AgentVerbs, Madeleine } from '../../src/index.ts';
import { agentTools } from '../../src/mcp/tool-sets.ts';
import { serveDoor } from '../support/http-door.ts';
import { refusalOf } from '../support/call-tool.ts';

const made: { readonly schema: z.ZodType; readonly value: unknown }[] = [];

vi.mock('../../src/domain/input.ts', async (original) => {
  const input = await original<typeof import('../../src/domain/input.ts')>();
  return {
    ...input,
    checked: (operation: string, schema: z.ZodType, value: unknown) => {
      made.push({ schema, value });
      return input.checked(operation, schema, value);
    },
  };
});

beforeEach(() => {
  made.length = 0;
});

/** How many of the checks hold an option to a rule: those that refuse `broken` in its place. */
function checksOf(option: string, broken: unknown): number {
  return made.filter(({ schema, value }) => {
    const holdsIt = typeof value === 'object' && value !== null && option in value;
    return holdsIt && !schema.safeParse({ ...value, [option]: broken }).success;
  }).length;
}

async function agents(): Promise<{ readonly home: AgentVerbs; readonly away: AgentVerbs }> {
  const door = await serveDoor();
  const token = door.credentials.owner?.slice('Bearer '.length) ?? '';
  const remote = await Madeleine.connect(door.server.url, { token, space: 'home' });
  return { home: door.home.agent('lisa'), away: remote.agent('lisa') };
}

const calls: readonly (readonly [tool: string, args: object, option: string, broken: unknown])[] = [
  ['recall_memory', { query: 'Where does Luna sleep?' }, 'query', ''],
  ['search_memories', { query: 'Luna', domain: 'personal' }, 'domain', 'nowhere'],
  ['add_memory', { content: 'Luna sleeps on the heater.', importance: 7 }, 'importance', 11],
  ['believe', { content: 'Luna is a cat.', kind: 'world.fact' }, 'kind', 'guess'],
  ['ambient_context', { message: 'How is Luna?' }, 'message', 5],
  ['explore_connections', { from: ['Luna'], depth: 2 }, 'depth', 9],
  ['record_thought', { thought: 'What would Luna like?' }, 'thought', ''],
  ['session', { action: 'open', goal: 'Find a present' }, 'goal', ''],
  ['forget_memory', { subject: 'Luna' }, 'subject', ''],
];

it.each(calls)('%s: an option is checked once at home and twice over a hub', async (tool, args, option, broken) => {
  const { home, away } = await agents();
  const counts: number[] = [];
  for (const memory of [home, away]) {
    made.length = 0;
    await agentTools.find(({ name }) => name === tool)?.run(memory, args);
    counts.push(checksOf(option, broken));
  }
  expect(counts).toEqual([1, 2]);
});

it.each([
  ['recall_memory', { query: ' ' }, '"query" must not be blank, got " "'],
  ['session', { action: 'digest', id: 'session: ' }, '"id" must have a key after its colon'],
  ['explore_connections', { from: ['Luna'], n_results: 0 }, '"n_results" must be a whole number, 10-100, got 0'],
  ['ambient_context', { message: 'Luna?', max_tokens: 0 }, '"max_tokens" must be a whole number, 1-200, got 0'],
])('%s: what is wrong with %j is told in the words of the tool, here and over a hub', async (tool, args, told) => {
  const { home, away } = await agents();
  const here = await refusalOf(home, tool, args);
  expect(here).toContain(told);
  expect(here).toMatch(/\nCorrect the named value and call again\.$/);
  expect(await refusalOf(away, tool, args)).toBe(here);
});

it('what is missing is told without a value to correct, here and over a hub', async () => {
  const { home, away } = await agents();
  const args = { thought: 'So?', branch_from_thought: 1 };
  const here = await refusalOf(home, 'record_thought', args);
  expect(here).toBe('record_thought: "branch_id" must name the branch that begins at "branch_from_thought".');
  expect(await refusalOf(away, 'record_thought', args)).toBe(here);
});
