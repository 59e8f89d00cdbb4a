import { beforeEach, describe, expect, test } from 'vitest';
import type { AgentMemory, Madeleine } from '../../../src/index.ts';
import { sequentialThinkingTools } from '../../../src/mcp/reference-servers/sequential-thinking.ts';
import { openSpace } from '../../support/open-space.ts';

let memory: Madeleine;
let lisa: AgentMemory;

beforeEach(async () => {
  memory = await openSpace();
  lisa = memory.agent('lisa');
});

async function think(agent: AgentMemory, thought: string, thoughtNumber: number, more: object = {}): Promise<unknown> {
  const said = { thought, thoughtNumber, totalThoughts: 3, nextThoughtNeeded: true, ...more };
  return (await sequentialThinkingTools[0]?.run(agent, said))?.structured;
}

describe('sequential thinking', () => {
  test('is kept as a chain that can be recalled and walked', async () => {
    await think(lisa, 'The roof leaks.', 1);
    await think(lisa, 'It must be the gutter.', 2);
    await think(lisa, 'No: it is the chimney.', 3, { isRevision: true, revisesThought: 2, nextThoughtNeeded: false });
    const { memories } = await lisa.search({ query: 'chimney' });
    const { thoughts, revisions } = await lisa.navigate({ id: memories[0]?.id ?? '' });
    expect(thoughts.map(({ content }) => content)).toEqual([
      'The roof leaks.',
      'It must be the gutter.',
      'No: it is the chimney.',
    ]);
    expect(revisions).toEqual([expect.objectContaining({ of: thoughts[1]?.id, by: thoughts[2]?.id })]);
  });

  test('has a line for each host, though both are the same agent', async () => {
    const other = memory.agent('lisa');
    await think(lisa, 'The roof leaks.', 1);
    await think(other, 'What to cook?', 1);
    await think(lisa, 'It is the gutter.', 2);
    expect(await think(other, 'Soup.', 2)).toMatchObject({ thoughtHistoryLength: 2 });
    const { memories } = await lisa.search({ query: 'gutter' });
    const { thoughts } = await lisa.navigate({ id: memories[0]?.id ?? '' });
    expect(thoughts.map(({ content }) => content)).toEqual(['The roof leaks.', 'It is the gutter.']);
    expect((await lisa.sessions()).map((session) => session.thoughts)).toEqual([2, 2]);
  });

  test('revises the thought of the branch that is named, else that of the line under way', async () => {
    await think(lisa, 'The roof leaks.', 1);
    await think(lisa, 'It must be the gutter.', 2);
    await think(lisa, 'It may be the chimney.', 2, { branchFromThought: 1, branchId: 'chimney' });
    await think(lisa, 'It is new.', 3, { branchId: 'chimney' });
    await think(lisa, 'It is ten years old.', 4, { isRevision: true, revisesThought: 2, branchId: 'chimney' });
    await think(lisa, 'The gutter is clean.', 3, { isRevision: true, revisesThought: 2, branchId: 'nowhere' });
    const { memories } = await lisa.search({ query: 'years' });
    const { thoughts, revisions } = await lisa.navigate({ id: memories[0]?.id ?? '' });
    const told = new Map(thoughts.map(({ id, content }) => [id, content]));
    expect(revisions.map(({ of, by }) => [told.get(of), told.get(by)])).toEqual([
      ['It may be the chimney.', 'It is ten years old.'],
      ['It must be the gutter.', 'The gutter is clean.'],
    ]);
  });

  test('keeps a thought whose place there is not, on the line under way', async () => {
    await think(lisa, 'One', 1);
    const answer = await think(lisa, 'Two', 2, { branchFromThought: 77, branchId: 'c' });
    expect(answer).toEqual({
      thoughtNumber: 2,
      totalThoughts: 3,
      nextThoughtNeeded: true,
      branches: [],
      thoughtHistoryLength: 2,
    });
  });

  test.each([
    [{ thought: ' ' }, /"thought" must not be blank/],
    [{ thoughtNumber: 2_000_000 }, /"thoughtNumber" must be a whole number, 1-1,000,000/],
    [{ nextThoughtNeeded: 'perhaps' }, /"nextThoughtNeeded" must be true or false/],
  ])('refuses %o and says why', async (broken, words) => {
    await expect(think(lisa, 'One', 1, broken)).rejects.toThrow(words);
  });
});
