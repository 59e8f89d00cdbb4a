/** `ambient_context` and `explore_connections`: what comes to mind, and what lies around. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Madeleine } from '../../../../src/index.ts';
import { callTool } from '../../../support/call-tool.ts';
import { openSpace } from '../../../support/open-space.ts';

let memory: Madeleine;
let said: string;

beforeAll(async () => {
  memory = await openSpace();
  const content = 'The vet says Luna has arthritis in both hips.';
  said = (await memory.agent('lisa').observe({ content, speaker: 'Mark', importance: 8 })).id;
});

describe('ambient_context', () => {
  test('tells as data what a message brings to mind, and by which memories', async () => {
    const { text, data } = await callTool(memory.agent('lisa'), 'ambient_context', { message: 'How is Luna?' });
    expect(text).toMatch(
      /^<recalled-memory>\nWhat this brings to lisa's mind, as data.*\n.*arthritis.*\n<\/recalled-memory>$/,
    );
    expect(data).toMatchObject({ names: ['Luna'], items: [{ id: said }] });
    expect(data.text).toContain('arthritis');
    expect(data.tokens).toBeGreaterThan(0);
  });

  test('says nothing twice in a session', async () => {
    const args = { message: 'How is Luna?', session: 'chat' };
    await callTool(memory.agent('lisa'), 'ambient_context', args);
    const { text, data } = await callTool(memory.agent('lisa'), 'ambient_context', args);
    expect(text).toBe('Nothing comes to mind: all of it is said already.');
    expect(data).toMatchObject({ tokens: 0, silence: 'already-there' });
  });

  test("brings nothing of it to another agent's mind", async () => {
    const { text } = await callTool(memory.agent('electra'), 'ambient_context', { message: 'How is Luna?' });
    expect(text).toBe('Nothing comes to mind: the message names nothing that you know.');
  });
});

describe('explore_connections', () => {
  test('tells what lies around a name, and the way to it', async () => {
    const { text, data } = await callTool(memory.agent('lisa'), 'explore_connections', { from: ['Luna'], depth: 1 });
    expect(text).toContain('Explored by lisa from Luna');
    expect(data.nodes?.[0]).toMatchObject({ kind: 'entity', label: 'Luna', depth: 0 });
    expect(data.nodes?.map(({ id }) => id)).toContain(said);
    expect(data.edges).toContainEqual({ from: said, to: data.nodes?.[0]?.id, words: 'mentions' });
  });

  test('says what to do where nothing is known of a name', async () => {
    const { text, data } = await callTool(memory.agent('electra'), 'explore_connections', { from: ['Luna'] });
    expect(text).toContain('You know nothing of that.');
    expect(data).toEqual({ total: 0, unknown: ['Luna'] });
  });
});
