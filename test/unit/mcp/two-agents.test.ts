/** Lisa and Electra, each with a host of her own, on one store: what either hears by her tools. */
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMcpServer } from '../../../src/mcp/create-mcp-server.ts';
import { connectClient, textOf } from '../../support/mcp-client.ts';
import { openSpace } from '../../support/open-space.ts';

let lisa: Client;
let electra: Client;

beforeAll(async () => {
  const memory = await openSpace();
  lisa = await connectClient(createMcpServer({ agent: memory.agent('lisa'), tools: 'all' }));
  electra = await connectClient(createMcpServer({ agent: memory.agent('electra'), tools: 'all' }));
});

afterAll(() => Promise.all([lisa.close(), electra.close()]));

async function told(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  return textOf(await client.callTool({ name, arguments: args }));
}

/** The id that an answer names first. */
function idIn(text: string): string {
  return /(?:fact|observation):[\w-]+/.exec(text)?.[0] ?? '';
}

describe('two agents on one store', () => {
  test('share what is shared, and nothing else', async () => {
    const secret = idIn(await told(lisa, 'add_memory', { content: 'Mark is afraid of the scan.', channel: 'user' }));
    await told(lisa, 'believe', { content: 'The scan is on Tuesday.', channel: 'user', shared: true });
    const heard = await told(electra, 'recall_memory', { query: 'What about the scan?' });
    expect(heard).toContain('trust 0.9, universal]');
    expect(heard).toContain('The scan is on Tuesday.');
    expect(heard).not.toContain('afraid');
    expect(await told(electra, 'ambient_context', { message: 'Mark is here.' })).toContain(
      'names nothing that you know',
    );

    // What she does not see is as if it were not there, by whichever tool she asks.
    const missing = 'observation:00000000-0000-7000-8000-000000000000';
    const tries = (id: string): Promise<readonly string[]> =>
      Promise.all([
        told(electra, 'forget_memory', { id, confirm: true }),
        told(electra, 'believe', { action: 'withdraw', memory: id }),
        told(electra, 'believe', { action: 'correct', content: 'Mark is brave.', supersedes: [id], channel: 'user' }),
        told(electra, 'navigate_reasoning', { id }),
      ]);
    const anonymous = (answers: readonly string[], id: string): readonly string[] =>
      answers.map((answer) => answer.replaceAll(id, 'ID'));
    expect(anonymous(await tries(secret), secret)).toEqual(anonymous(await tries(missing), missing));
    expect(await told(lisa, 'recall_memory', { query: 'scan' })).toContain('Mark is afraid of the scan.');
  });

  test('correct the same thing each for herself', async () => {
    const old = idIn(
      await told(lisa, 'believe', { content: 'The office is in Berlin.', channel: 'user', shared: true }),
    );
    const correction = { action: 'correct', supersedes: [old], channel: 'user', reason: 'it moved' };
    await told(electra, 'believe', { ...correction, content: 'The office is in Hamburg.' });
    expect(await told(electra, 'recall_memory', { query: 'Where is the office?' })).toMatch(
      /Hamburg[\s\S]*Berlin\. \[.*superseded on/,
    );
    const unmoved = await told(lisa, 'recall_memory', { query: 'Where is the office?' });
    expect(unmoved).toContain('The office is in Berlin.');
    expect(unmoved).not.toMatch(/Hamburg|superseded/);
  });
});
