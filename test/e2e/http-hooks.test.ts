/** Claude Code's hooks of type `http`: its events come to the hub itself, and no process starts. */
import { execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hookMount } from '../../src/cli/hook/hook-mount.ts';
import type { Embedder } from '../../src/index.ts';
import { recalledBlock } from '../../src/mcp/recalled-block.ts';
import { type Caller, type ServedDoor, serveDoor } from '../support/http-door.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
  door = await serveDoor({
    mounts: [hookMount({ memoryOf, embedder, readsFiles: true, onError: (error) => failures.push(error) })],
  });
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

  it('reads the conversation of the session alone with the token of an agent, and waits for no pipe', async () => {
    const folder = await temporaryFolder();
    const [own, other] = [join(folder, 'own.jsonl'), join(folder, 'other.jsonl')];
    const told = recalledBlock('electra', 'Electra hides a gift.');
    for (const file of [own, other]) await writeFile(file, `${JSON.stringify({ content: told })}\n`);
    await symlink(other, join(folder, 'linked.jsonl'));
    execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
    const kept = async (session_id: string, name: string): Promise<readonly string[]> => {
      const [before, words] = [await remembered(), `So says the talk ${session_id}.`];
      const fields = { session_id, transcript_path: join(folder, name) };
      const answered = { ...fields, last_assistant_message: `Electra hides a gift. ${words}` };
      expect((await send('Stop', answered)).status).toBe(200);
      return (await remembered()).filter((content) => !before.includes(content));
    };
    expect(await kept('own', 'own.jsonl')).toEqual(['So says the talk own.']);
    expect(await kept('mine', 'other.jsonl')).toEqual(['Electra hides a gift. So says the talk mine.']);
    expect(await kept('linked', 'linked.jsonl')).toEqual(['Electra hides a gift. So says the talk linked.']);
    expect(await kept('pipe', 'pipe.jsonl')).toEqual(['Electra hides a gift. So says the talk pipe.']);
  });

  it('reads no file where other machines reach it', async () => {
    const file = join(await temporaryFolder(), 'far.jsonl');
    await writeFile(file, `${JSON.stringify({ content: recalledBlock('lisa', 'The shed is green.') })}\n`);
    const memoryOf = async (_space: string, agent: string) => door.home.agent(agent);
    const mount = hookMount({ memoryOf, embedder, readsFiles: false, onError: (error) => failures.push(error) });
    const event = { session_id: 'far', transcript_path: file, hook_event_name: 'Stop' };
    const body = JSON.stringify({ ...event, last_assistant_message: 'The shed is green. So is the gate.' });
    const request = new Request('http://127.0.0.1/v1/hooks', { method: 'POST', body });
    await mount.handle(request, { token: 'x', scope: 'write', space: 'home', agent: 'lisa' });
    expect(await remembered()).toContain('The shed is green. So is the gate.');
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
