/** Install and uninstall through the real command line, in a home of their own. */
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { CliInProcess } from '../support/cli-in-process.ts';
import { HubStore } from '../support/hub-store.ts';

let cli: CliInProcess;
beforeEach(async () => {
  cli = await CliInProcess.make();
});
afterEach(() => cli.remove());

/** Who runs the tests: the name that is offered, and taken where nobody can be asked. */
const account = userInfo().username;
/** The user's settings, in the home of a test. */
const settingsFile = '.config/madeleine/madeleine.toml';

interface WrittenServer {
  readonly command: string;
  readonly args: readonly string[];
}

async function writtenServer(file = '.claude.json'): Promise<WrittenServer> {
  const text = await readFile(cli.path(file), 'utf8');
  return (JSON.parse(text) as { mcpServers: { madeleine: WrittenServer } }).mcpServers.madeleine;
}

/** As which agent a host remembers, by its configuration. */
async function agentIn(file: string): Promise<string | undefined> {
  const { args } = await writtenServer(file);
  return args[args.indexOf('--agent') + 1];
}

/** Installs as somebody at a terminal, who answers one question after the other. */
async function installAtTerminal(args: readonly string[], answers: readonly string[]): Promise<string> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = new PassThrough();
  const left = [...answers];
  let asked = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    asked += text;
    if (text.endsWith('] ')) stdin.write(`${left.shift() ?? ''}\n`);
  });
  const folders = { homeFolder: cli.folder, workingFolder: cli.folder, dataFolder: cli.path('data') };
  const configFolder = cli.path('.config/madeleine');
  const { signal } = new AbortController();
  const io = { stdin, stdout, stderr, signal, environment: {}, userName: 'paul', configFolder, ...folders };
  expect(await runCli(['install', ...args], io)).toBe(0);
  expect(left).toEqual([]);
  return `${asked}${String(stdout.read())}`;
}

describe('madeleine install', () => {
  it('shows what would change and writes nothing with --dry-run', async () => {
    const { exitCode, stdout } = await cli.run(['install', 'cursor', '--dry-run']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(cli.path('.cursor/mcp.json'));
    expect(stdout).toMatch(/^ {2}\+ {5}"madeleine": \{$/m);
    expect(stdout).toContain(`"--agent",\n  +         "${account}"`);
    expect(await readdir(cli.folder)).toEqual([]);
  });

  it('asks first, and without a terminal wants --yes', async () => {
    const { exitCode, stderr } = await cli.run(['install', 'cursor']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/pass --yes to go on/);
    expect(await readdir(cli.folder)).toEqual([]);
  });

  it('writes a command that starts this installation for the memory that was named, and takes it out again', async () => {
    const before = '{\n  "theme": "dark"\n}\n';
    await writeFile(cli.path('.claude.json'), before);
    const memory = ['--agent', 'lisa', '--at', 'store', '--space', 'home'];
    const installed = await cli.run(['install', 'claude-code', '--yes', '--hooks', ...memory]);
    expect(installed.stderr).toBe('');
    expect(installed.stdout).toMatch(/installed in Claude Code/);
    expect(installed.stdout).toMatch(/\.claude\.json \(before: .*\.madeleine-backup-/);
    const { command, args } = await writtenServer();
    expect(args.slice(1)).toEqual(['mcp', '--agent', 'lisa', '--at', cli.path('store'), '--space', 'home']);
    const started = spawnSync(command, [args[0] as string, '--version'], { encoding: 'utf8', env: {} });
    expect(started.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const again = await cli.run(['install', 'claude-code', '--yes', '--hooks', ...memory]);
    expect(again.stdout).toMatch(/^Claude Code: nothing to change\nClaude Code remembers as "lisa"\.\n/);
    expect((await cli.json(['uninstall', 'claude-code', '--dry-run']))['changes']).toHaveLength(2);
    const { stdout } = await cli.run(['uninstall', 'claude-code', '--yes']);
    expect(stdout).toMatch(/\nClaude Code goes without Madeleine from its next start on\.\n$/);
    expect(stdout).not.toContain('lists the server');
    expect(await readFile(cli.path('.claude.json'), 'utf8')).toBe(before);
    expect((await readdir(cli.path('.claude'))).filter((name) => !name.includes('.madeleine-backup-'))).toEqual([]);
  });

  it('changes the hooks that are there with the entry, so that tools and hooks have one memory', async () => {
    await cli.run(['install', 'claude-code', '--yes', '--hooks', '--agent', 'paul', '--at', 'store']);
    const memory = ['--agent', 'lisa', '--at', 'other', '--space', 'home'];
    const { stdout } = await cli.run(['install', 'claude-code', '--yes', ...memory]);
    expect(stdout).toContain('.claude/settings.json');
    const settings = await readFile(cli.path('.claude/settings.json'), 'utf8');
    const { hooks } = JSON.parse(settings) as { hooks: Record<string, { hooks: { args: string[] }[] }[]> };
    const hooked = Object.values(hooks).map((groups) => groups.flatMap((group) => group.hooks.map(({ args }) => args)));
    expect(hooked).toHaveLength(5);
    for (const [args, ...more] of hooked) {
      expect(args?.slice(3)).toEqual((await writtenServer()).args.slice(2));
      expect(more).toEqual([]);
    }
    expect((await cli.run(['install', 'claude-code', '--yes', '--at', 'wss://m.example'])).stderr).toMatch(
      /hooks need/,
    );
  });

  it('writes hooks that ask the hub, with a token that only the user can read and uninstall revokes', async () => {
    const memory = ['--agent', 'lisa', '--at', 'store'];
    const install = ['install', 'claude-code', '--hooks', 'http', '--yes', ...memory];
    expect((await cli.json([...install, '--dry-run']))['changes']).toHaveLength(2);
    expect(await cli.json(['token', 'list', ...memory])).toEqual([]);
    const { stdout } = await cli.run(install);
    expect(stdout).toMatch(/"MADELEINE_TOKEN": "mdl_\.\.\."/);
    expect(stdout).toMatch(/^The hooks ask the hub at http:\/\/127\.0\.0\.1:2\d{4}\. Their token lies in /m);
    const file = cli.path('.claude/settings.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { hooks, env } = JSON.parse(await readFile(file, 'utf8')) as {
      readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly { readonly type: string }[] }[]>>;
      readonly env: { readonly MADELEINE_TOKEN: string };
    };
    expect(Object.entries(hooks).map(([event, [group]]) => [event, group?.hooks[0]?.type])).toEqual([
      ['SessionStart', 'command'],
      ['UserPromptSubmit', 'http'],
      ['PostToolUse', 'http'],
      ['PostToolUseFailure', 'http'],
      ['Stop', 'http'],
    ]);
    const told = { type: 'http', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:2\d{4}\/v1\/hooks$/) };
    expect(hooks['Stop']?.[0]?.hooks).toEqual([
      {
        ...told,
        headers: { Authorization: 'Bearer $MADELEINE_TOKEN' },
        allowedEnvVars: ['MADELEINE_TOKEN'],
        timeout: 2,
      },
    ]);
    expect(await cli.json(['token', 'list', ...memory])).toMatchObject([{ agent: 'lisa', scope: 'write' }]);
    // The kind and the token stay.
    expect((await cli.run(['install', 'claude-code', '--yes', ...memory])).stdout).toMatch(/^Claude Code: nothing to/);
    await cli.run(['install', 'claude-code', '--yes', '--agent', 'paul', '--at', 'store']);
    expect(await cli.json(['token', 'list', ...memory])).toMatchObject([{ agent: 'paul' }]);
    expect(await readFile(file, 'utf8')).not.toContain(env.MADELEINE_TOKEN);
    await cli.run(['uninstall', 'claude-code', '--yes']);
    expect(await cli.json(['token', 'list', ...memory])).toEqual([]);
    expect((await readdir(cli.path('.claude'))).filter((name) => !name.includes('.madeleine-backup-'))).toEqual([]);
  });

  it('revokes the token of hooks that go to another store, and of hooks whose entry was taken out by hand', async () => {
    const install = ['install', 'claude-code', '--yes', '--agent', 'lisa'];
    const tokensIn = (at: string): Promise<unknown> => cli.json(['token', 'list', '--agent', 'lisa', '--at', at]);
    await cli.run([...install, '--hooks', 'http', '--at', 'store']);
    expect(await tokensIn('store')).toMatchObject([{ agent: 'lisa' }]);
    await cli.run([...install, '--at', 'other']);
    expect(await tokensIn('store')).toEqual([]);
    expect(await tokensIn('other')).toMatchObject([{ agent: 'lisa' }]);
    await writeFile(cli.path('.claude.json'), '{}');
    await cli.run(['uninstall', 'claude-code', '--yes']);
    expect(await tokensIn('other')).toEqual([]);
  });

  it('keeps the token of hooks of a project out of the file that is shared, and doctor tells of a token that is gone', async () => {
    const memory = ['--agent', 'lisa', '--at', 'store', '--embedder', 'none'];
    await cli.run(['observe', 'Luna is a cat.', ...memory]);
    await cli.run(['install', 'claude-code', '--project', '--hooks', 'http', '--yes', ...memory]);
    expect(await readFile(cli.path('.claude/settings.json'), 'utf8')).not.toMatch(/mdl_/);
    expect(await readFile(cli.path('.claude/settings.local.json'), 'utf8')).toMatch(
      /"MADELEINE_TOKEN": "mdl_[\w-]{43}"/,
    );
    expect((await cli.run(['doctor', ...memory])).stdout).not.toMatch(/hooks/);
    const [made] = (await cli.json(['token', 'list', ...memory])) as unknown as readonly { readonly id: string }[];
    await cli.run(['token', 'revoke', made?.id ?? '', ...memory]);
    const { stdout, exitCode } = await cli.run(['doctor', ...memory]);
    expect(stdout).toMatch(/hooks: The hooks of Claude Code send no token that this store knows\./);
    expect(exitCode).toBe(0);
    await cli.run(['uninstall', 'claude-code', '--project', '--yes']);
    await expect(stat(cli.path('.claude/settings.local.json'))).rejects.toThrow('ENOENT');
  });

  it('writes an entry with which a client of MCP starts a server that offers the tools', async () => {
    await cli.run(['install', 'claude-code', '--yes', '--agent', 'lisa', '--at', 'served', '--embedder', 'none']);
    const { command, args } = await writtenServer();
    const client = new Client({ name: 'host', version: '1' });
    // Hosts hand their environment on: that of hooks of type `http` has their token.
    const env = { HOME: cli.folder, MADELEINE_TOKEN: 'mdl_none' };
    await client.connect(new StdioClientTransport({ command, args: [...args], env }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('recall_memory');
    await client.close();
    await new HubStore(cli, 'served').kill();
  });

  it('writes into the project of the working folder with --project', async () => {
    await mkdir(cli.path('.vscode'));
    const { changes } = await cli.json(['install', 'vscode', '--project', '--yes']);
    expect(changes).toEqual([{ file: cli.path('.vscode/mcp.json') }, { file: cli.path(settingsFile) }]);
    expect(await readFile(cli.path('.vscode/mcp.json'), 'utf8')).toContain(`"${account}"`);
  });

  it.each([
    [['install', 'claude'], /install: "host" must be one of claude-code, .*, got "claude"\./],
    [['install', 'claude-desktop', '--project'], /Claude Desktop has no configuration of a project/],
    [['install', 'codex', '--hooks'], /Codex has no hooks that Madeleine speaks/],
    [['install', 'claude-code', '--hooks', 'grpc'], /"--hooks" must be command or http, got "grpc"/],
    [['uninstall', 'emacs'], /uninstall: "host" must be one of/],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stderr } = await cli.run([...args, '--yes']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('leaves a damaged file untouched', async () => {
    await mkdir(cli.path('.codex'));
    await writeFile(cli.path('.codex/config.toml'), 'model = \n');
    const { exitCode, stderr } = await cli.run(['install', 'codex', '--yes']);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/install: ".*config\.toml" must be TOML .*; nothing was changed/);
    expect(await readdir(cli.path('.codex'))).toEqual(['config.toml']);
    expect(await readFile(cli.path('.codex/config.toml'), 'utf8')).toBe('model = \n');
  });
});

describe('the agent of hosts', () => {
  it('is asked for once at a terminal, with the name of the user offered, and the next host takes it', async () => {
    const first = await installAtTerminal(['cursor'], ['Lisa ', 'y']);
    expect(first).toContain('Under which name does it remember? [paul] ');
    expect(first).toContain(
      'Cursor remembers as "Lisa".\nNo other host that you have installed remembers as this agent.',
    );
    expect(await readFile(cli.path(settingsFile), 'utf8')).toBe('agent = "Lisa"\n');
    const second = await installAtTerminal(['gemini'], ['y']);
    expect(second).not.toContain('Under which name');
    expect(second).toContain('The same memory has: Cursor. What one of them stores, each of them recalls.');
    expect(second).toContain('Agents with other names get only what is shared with them');
    expect([await agentIn('.cursor/mcp.json'), await agentIn('.gemini/settings.json')]).toEqual(['Lisa', 'Lisa']);
  });

  it('is the one of the account where nobody answers, and stands before the tables of the settings', async () => {
    await mkdir(dirname(cli.path(settingsFile)), { recursive: true });
    await writeFile(cli.path(settingsFile), '# mine\n[ambient]\nenabled = true\n');
    await installAtTerminal(['cursor'], ['', 'y']);
    expect(await readFile(cli.path(settingsFile), 'utf8')).toBe('agent = "paul"\n# mine\n[ambient]\nenabled = true\n');
    await cli.run(['install', 'gemini', '--yes']);
    expect([await agentIn('.cursor/mcp.json'), await agentIn('.gemini/settings.json')]).toEqual(['paul', 'paul']);
  });

  it('is found in the settings of the user by a project that has settings of its own', async () => {
    await mkdir(dirname(cli.path(settingsFile)), { recursive: true });
    await writeFile(cli.path(settingsFile), 'agent = "lisa"\n');
    await writeFile(cli.path('madeleine.toml'), 'space = "home"\n');
    const { agent, changes } = await cli.json(['install', 'cursor', '--yes']);
    expect(agent).toBe('lisa');
    expect(changes).toHaveLength(1);
  });

  it('is another one with --agent, which separates that host and no other', async () => {
    await cli.run(['install', 'cursor', '--yes']);
    const { stdout } = await cli.run(['install', 'gemini', '--yes', '--agent', 'electra']);
    expect(stdout).toContain(
      `Gemini CLI remembers as "electra"; --agent ${account} gives it the memory of the hosts of this machine.\n` +
        'No other host that you have installed remembers as this agent.',
    );
    expect(await readFile(cli.path(settingsFile), 'utf8')).toBe(`agent = "${account}"\n`);
    const { agent, sharedWith } = await cli.json(['install', 'claude-code', '--yes']);
    expect({ agent, sharedWith }).toEqual({ agent: account, sharedWith: ['Cursor'] });
  });

  it('is one and the same in other letters', async () => {
    await cli.run(['install', 'cursor', '--yes', '--agent', 'Lisa']);
    const { sharedWith } = await cli.json(['install', 'gemini', '--yes', '--agent', 'LISA']);
    expect(sharedWith).toEqual(['Cursor']);
  });

  it('stays what it was in a host that has one, and that is told with the way to change it', async () => {
    await cli.run(['install', 'cursor', '--yes', '--agent', 'cursor']);
    await cli.run(['install', 'gemini', '--yes']);
    const { stdout } = await cli.run(['install', 'cursor', '--yes']);
    expect(stdout).toContain(
      `Cursor keeps the agent "cursor" that it has; --agent ${account} gives it the memory of the hosts of this machine.`,
    );
    expect(await agentIn('.cursor/mcp.json')).toBe('cursor');
    await cli.run(['install', 'cursor', '--yes', '--agent', account]);
    expect(await agentIn('.cursor/mcp.json')).toBe(account);
  });
});
