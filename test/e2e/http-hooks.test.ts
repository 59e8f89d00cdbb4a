/** Claude Code's hooks of type `http`: its events come to the hub itself, and no process starts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { hookMount } from '../../src/cli/hook/hook-mount.ts';
import type { Embedder } from '../../src/index.ts';
import { type Caller, type ServedDoor, serveDoor } from '../support/http-door.ts';

let door: ServedDoor;
const embedded: string[] = [];
/** An embedder of the caller's, which tells what it was asked for. */
const embedder: Embedder = {
  model: 'told',
  dimension: 1,
  embed: async (texts) => {
    embedded.push(...texts);
    return texts.map(() => Float32Array.of(1));
  },
  close: async () => {},
};
const failures: unknown[] = [];
beforeAll(async () => {
  const memoryOf = async (_space: string, agent: string) => door.home.agent(agent);
  door = await serveDoor({ mounts: [hookMount({ memoryOf, embedder, onError: (error) => failures.push(error) })] });
});

/** Sends an event as Claude Code does. */
function send(name: string, fields: object, caller: Caller = 'write'): Promise<Response> {
  const event = { session_id: 'abc123', transcript_path: '', cwd: '/home/lisa/garden', hook_event_name: name };
  return door.call('/v1/hooks', { ...event, ...fields }, caller);
}

async function remembered(): Promise<readonly string[]> {
  return (await door.home.agent('lisa').latest({ limit: 50 })).map(({ content }) => content);
}

describe('the door of hooks', () => {
  it('answers a prompt with what it brings to mind, as the process of the hook does, and remembers it', async () => {
    await door.home
      .agent('lisa')
      .observe({ content: 'Luna the cat is sixteen and feels the cold.', entities: ['Luna'] });
    const answer = await send('UserPromptSubmit', { prompt: 'How should I build a bed for Luna?' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      hookSpecificOutput: {
        hookEventName: 'UserPromptSubmit',
        additionalContext: expect.stringMatching(/^<recalled-memory>\n.*Luna.*<\/recalled-memory>$/s),
      },
    });
    await expect.poll(remembered).toContain('How should I build a bed for Luna?');
  });

  it('observes what tools did and what was answered, says nothing, and remembers no order', async () => {
    const failed = { tool_name: 'Bash', tool_input: { command: 'npm test' }, error: 'Exit code 1\nno roses' };
    for (const [name, fields] of [
      ['PostToolUseFailure', failed],
      ['Stop', { last_assistant_message: 'The bed goes by the stove.' }],
      ['UserPromptSubmit', { prompt: 'Install lodash in this repo' }],
    ] as const) {
      expect(await (await send(name, fields)).json()).toEqual({});
    }
    const memories = await remembered();
    expect(memories).toEqual(
      expect.arrayContaining(['`npm test` failed: Exit code 1\nno roses', 'The bed goes by the stove.']),
    );
    expect(memories).not.toContain('Install lodash in this repo');
    expect(failures).toEqual([]);
  });

  it('loads the model at the start of a session, before the first prompt needs it', async () => {
    expect(embedded).toEqual([]);
    await send('SessionStart', { source: 'startup' });
    await send('SessionStart', { source: 'startup' });
    // A text that was embedded lately needs no model.
    expect(new Set(embedded).size).toBe(2);
  });

  it('does for the owner as the agent that is named', async () => {
    const event = {
      session_id: 'abc',
      cwd: '/g',
      hook_event_name: 'Stop',
      last_assistant_message: 'The peonies go by the shed.',
    };
    const answer = await door.call('/v1/hooks?space=default&agent=electra', event, 'owner');
    expect(await answer.json()).toEqual({});
    expect(await door.home.agent('electra').latest()).toMatchObject([{ content: 'The peonies go by the shed.' }]);
  });

  it.each<[Caller, number]>([
    ['none', 401],
    ['read', 403],
    ['owner', 403],
  ])('refuses the caller %s', async (caller, status) => {
    expect((await send('Stop', { last_assistant_message: 'The tulips go by the pond.' }, caller)).status).toBe(status);
  });

  it('refuses what is no event that it knows, and says what it takes', async () => {
    const unknown = await send('PreCompact', {});
    expect(unknown.status).toBe(400);
    expect(await unknown.text()).toContain('must be one of SessionStart, UserPromptSubmit');
    expect((await door.call('/v1/hooks', { hook_event_name: 'Stop' }, 'write')).status).toBe(400);
  });
});
