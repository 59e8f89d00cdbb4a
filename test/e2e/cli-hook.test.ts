/** The hooks as Claude Code starts them: processes of their own, JSON on standard input and output, a hub behind them. */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentVerbs, Madeleine } from '../../src/index.ts';
import { type CliRun, CliSurroundings } from '../support/cli-run.ts';
import { HubStore } from '../support/hub-store.ts';

let cli: CliSurroundings;
let store: HubStore;
let memory: readonly string[];
beforeAll(async () => {
  cli = await CliSurroundings.make();
  store = new HubStore(cli, 'store');
  memory = ['--agent', 'lisa', '--at', store.at, '--embedder', 'none'];
});
afterAll(async () => {
  await store.kill();
  await cli.remove();
});

/** The memory that the hooks of a store speak to. */
async function lisa(at: HubStore = store): Promise<AgentVerbs> {
  const { url } = await at.hub();
  const token = await readFile(join(at.at, 'hub.token'), 'utf8');
  return (await Madeleine.connect(url, { token: token.trim() })).agent('lisa');
}

async function remembered(): Promise<readonly string[]> {
  return (await (await lisa()).latest({ limit: 50 })).map(({ content }) => content);
}

/** An event as Claude Code sends it. */
function event(name: string, fields: object): string {
  return JSON.stringify({
    session_id: '00893aaf-19fa-41d2-8238-13269b9b3ca0',
    transcript_path: cli.path('transcript.jsonl'),
    cwd: cli.path('garden'),
    permission_mode: 'default',
    hook_event_name: name,
    ...fields,
  });
}

function prompted(prompt: string, more: object = {}): string {
  return event('UserPromptSubmit', { prompt, ...more });
}

describe('a hook', () => {
  it.each([
    [['hook', 'user-prompt'], ''],
    [['hook', 'user-prompt'], 'no\nevent'],
    [['hook', 'bogus'], '{}'],
    [['hook'], '{}'],
    [['hook', 'stop', '--bogus'], '{}'],
    [['hook', 'stop', '--at', 'ws://127.0.0.1:1', '--agent', 'lisa'], '{}'],
  ])('ends with 0 and says nothing to the host, whatever is wrong: %j %j', async (args, input) => {
    const { exitCode, stdout, stderr } = await cli.run(args, {
      input,
      environment: { MADELEINE_AT: cli.path('none') },
    });
    expect(stderr).toMatch(/^madeleine hook: .+\n$/);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
  });

  it('has help, and says what it expects where nothing comes in', async () => {
    const help = await cli.run(['hook', '--help']);
    expect(help).toMatchObject({ exitCode: 0, stderr: '' });
    expect(help.stdout).toMatch(/Usage: madeleine hook .*[\s\S]*session-start, user-prompt/);
    expect((await cli.run(['hook', 'stop'])).stderr).toBe(
      'madeleine hook: the event of Claude Code is expected as a JSON object, got nothing\n',
    );
  });

  it('starts the hub where none runs, and then is answered by it', async () => {
    const input = event('SessionStart', { source: 'startup' });
    expect(await cli.run(['hook', 'session-start', ...memory], { input })).toMatchObject({ exitCode: 0, stdout: '' });
    await (await lisa()).observe({ content: 'Luna the cat is sixteen and feels the cold.', entities: ['Luna'] });
    // On a busy machine a hook gives up before it is answered, and the next one is.
    const asking = async (): Promise<readonly string[]> => {
      await cli.run(['hook', 'user-prompt', ...memory], { input: prompted('How should I build a bed for Luna?') });
      return remembered();
    };
    await expect.poll(asking).toContain('How should I build a bed for Luna?');
  });

  it('says to the host what a prompt brings to mind, in time or not at all', async () => {
    const { exitCode, stdout, stderr } = await cli.run(['hook', 'user-prompt', ...memory], {
      // What surfaced in a session is not said in it again.
      input: prompted('Where does Luna sleep?', { session_id: 'another' }),
    });
    expect(exitCode).toBe(0);
    if (stdout === '') expect(stderr).toMatch(/too late to say something/);
    else {
      const { hookSpecificOutput: said } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
      expect(said['hookEventName']).toBe('UserPromptSubmit');
      expect(said['additionalContext']).toMatch(/^<recalled-memory>\n.*Luna.*<\/recalled-memory>$/s);
    }
  });

  it('observes what tools did and what was answered, and no secret', async () => {
    const failed = { tool_name: 'Bash', tool_input: { command: 'npm test' }, error: 'Exit code 1\nno roses' };
    const answers = ['The bed goes by the stove.', 'The API_KEY=abcd1234 is set.'];
    const telling = async (): Promise<readonly string[]> => {
      await cli.run(['hook', 'post-tool', ...memory], { input: event('PostToolUseFailure', failed) });
      for (const answer of answers) {
        await cli.run(['hook', 'stop', ...memory], { input: event('Stop', { last_assistant_message: answer }) });
      }
      return remembered();
    };
    const observed = ['`npm test` failed: Exit code 1\nno roses', 'The bed goes by the stove.'];
    await expect.poll(telling).toEqual(expect.arrayContaining(observed));
    expect((await remembered()).join()).not.toContain('abcd1234');
  });

  it('hands the first prompt to the hub that it starts, and it is stored once, however long the model takes to load', async () => {
    const fresh = new HubStore(cli, 'fresh');
    try {
      const told = (prompt: string): Promise<CliRun> =>
        cli.run(['hook', 'user-prompt', '--agent', 'lisa', '--at', fresh.at], { input: prompted(prompt) });
      const first = 'We deploy the garden app to Fly.io, never to Heroku.';
      expect((await told(first)).stderr).toContain('one is starting, and takes the event then');
      const { url } = await fresh.hub();
      await told(first);
      await told('The roses go by the southern wall.');
      const token = (await readFile(join(fresh.at, 'hub.token'), 'utf8')).trim();
      const agent = (await Madeleine.connect(url, { token })).agent('lisa');
      await expect
        .poll(async () => (await agent.latest()).map(({ content }) => content))
        .toEqual(['The roses go by the southern wall.', first]);
    } finally {
      await fresh.kill();
    }
  });

  it('starts a hub where a killed one left its note and another process has its number', async () => {
    const killed = new HubStore(cli, 'killed');
    const { hub } = await killed.serve();
    await killed.kill();
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    try {
      await writeFile(join(killed.at, 'hub.json'), JSON.stringify({ ...hub, pid: other.pid }));
      const args = ['hook', 'user-prompt', '--agent', 'lisa', '--at', killed.at, '--embedder', 'none'];
      const said = 'The roses go by the southern wall.';
      const { stderr } = await cli.run(args, { input: prompted(said) });
      expect(stderr).toContain('one is starting, and takes the event then');
      const agent = await lisa(killed);
      await expect.poll(async () => (await agent.latest()).map(({ content }) => content)).toEqual([said]);
    } finally {
      other.kill();
      await killed.kill();
    }
  });

  it('works with its name behind other options too', async () => {
    const input = event('Stop', { last_assistant_message: 'The tulips go by the pond.' });
    const run = await cli.run(['--agent', 'lisa', '--embedder', 'none', 'hook', 'stop', '--at', 'store'], { input });
    expect(run).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it('that finds a hub no more, where the note of a dead one lies, does not fail', async () => {
    await writeFile(
      cli.path('hub.json'),
      JSON.stringify({ url: 'http://127.0.0.1:9', pid: process.pid, version: '0' }),
    );
    await writeFile(cli.path('hub.token'), 'mdl_none');
    const input = event('Stop', { last_assistant_message: 'The roses go by the southern wall.' });
    const run = await cli.run(['hook', 'stop', '--agent', 'lisa', '--at', cli.folder], { input });
    expect(run).toMatchObject({ exitCode: 0, stdout: '' });
    expect(run.stderr).toMatch(/^madeleine hook: .*ECONNREFUSED/);
  });
});

it('loads neither the engine nor the command line', async () => {
  const seen = new Map<string, number>();
  const follow = async (file: URL): Promise<void> => {
    if (seen.has(file.pathname)) return;
    const text = await readFile(file, 'utf8');
    seen.set(file.pathname, text.length);
    for (const [, module = ''] of text.matchAll(/^(?:import|export)[^;]*?from ['"]([^'"]+)['"];/gm)) {
      if (module.startsWith('.')) await follow(new URL(module, file));
      else expect(module, `imported by ${file.pathname}`).toMatch(/^node:/);
    }
  };
  await follow(new URL('../../dist/cli/hook/main.js', import.meta.url));
  expect(seen.size).toBeGreaterThan(5);
  expect([...seen.keys()].filter((path) => /index\.js|program\.js/.test(path))).toEqual([]);
  // As it is shipped: what the hook shares with the rest must not lie in one file with the library, of over a megabyte.
  seen.clear();
  await follow(new URL('../../dist/bundle/hook.js', import.meta.url));
  expect(seen.size).toBeGreaterThan(1);
  expect([...seen.values()].reduce((sum, length) => sum + length, 0)).toBeLessThan(50_000);
});
