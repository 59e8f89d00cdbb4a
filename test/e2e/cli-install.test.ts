/** Install and uninstall through the real command line, in a home of their own. */
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliSurroundings } from '../support/cli-run.ts';
import { HubStore } from '../support/hub-store.ts';

let cli: CliSurroundings;
beforeEach(async () => {
  cli = await CliSurroundings.make();
});
afterEach(() => cli.remove());

interface WrittenServer {
  readonly command: string;
  readonly args: readonly string[];
}

async function writtenServer(): Promise<WrittenServer> {
  const text = await readFile(cli.path('.claude.json'), 'utf8');
  return (JSON.parse(text) as { mcpServers: { madeleine: WrittenServer } }).mcpServers.madeleine;
}

describe('madeleine install', () => {
  it('shows what would change and writes nothing with --dry-run', async () => {
    const { exitCode, stdout } = await cli.run(['install', 'cursor', '--dry-run']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(cli.path('.cursor/mcp.json'));
    expect(stdout).toMatch(/^ {2}\+ {5}"madeleine": \{$/m);
    expect(stdout).toMatch(/"--agent",\n.*"cursor"/);
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
    expect(again.stdout).toBe('Claude Code: nothing to change\n');
    const { changes } = await cli.json(['uninstall', 'claude-code', '--yes']);
    expect(changes).toHaveLength(2);
    expect(await readFile(cli.path('.claude.json'), 'utf8')).toBe(before);
    expect((await readdir(cli.path('.claude'))).filter((name) => !name.includes('.madeleine-backup-'))).toEqual([]);
  });

  it('writes an entry with which a client of MCP starts a server that offers the tools', async () => {
    await cli.run(['install', 'claude-code', '--yes', '--agent', 'lisa', '--at', 'served', '--embedder', 'none']);
    const { command, args } = await writtenServer();
    const client = new Client({ name: 'host', version: '1' });
    await client.connect(new StdioClientTransport({ command, args: [...args], env: { HOME: cli.folder } }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('recall_memory');
    await client.close();
    await new HubStore(cli, 'served').kill();
  });

  it('writes into the project of the working folder with --project', async () => {
    await mkdir(cli.path('.vscode'));
    const { changes } = await cli.json(['install', 'vscode', '--project', '--yes']);
    expect(changes).toEqual([{ file: cli.path('.vscode/mcp.json') }]);
    expect(await readFile(cli.path('.vscode/mcp.json'), 'utf8')).toContain('"vscode"');
  });

  it.each([
    [['install', 'claude'], /install: "host" must be one of claude-code, .*, got "claude"\./],
    [['install', 'claude-desktop', '--project'], /Claude Desktop has no configuration of a project/],
    [['install', 'codex', '--hooks'], /Codex has no hooks that Madeleine speaks/],
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
