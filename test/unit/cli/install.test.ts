/** Changes of configuration files: what they keep, what they refuse, and that taking them back restores the text. */
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ConfigChange, isChange, makeChange, planChange } from '../../../src/cli/install/config-change.ts';
import { type Host, type HostPlaces, ownCommand } from '../../../src/cli/install/host.ts';
import { hostNamed, hosts, lineDiff } from '../../../src/cli/install/carry-out.ts';
import { planInstall, planUninstall } from '../../../src/cli/install/plan-install.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const own = { command: '/usr/bin/node', args: ['/opt/madeleine/bin/madeleine.js'] };
const options = ['--agent', 'lisa', '--at', '/data/memory'];
const started = [...own.args, 'mcp', ...options];

let home: string;
let seconds = 0;
beforeEach(async () => {
  home = await temporaryFolder();
});

function places(more: Partial<HostPlaces> = {}): HostPlaces {
  return { home, project: join(home, 'project'), environment: {}, platform: 'linux', ...more };
}

async function writeConfig(host: Host, text: string): Promise<string> {
  const file = host.userFile(places());
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

async function make(changes: readonly ConfigChange[]): Promise<void> {
  for (const change of changes) {
    seconds += 1;
    await makeChange(change, new Date(seconds * 1000));
  }
}

function install(host: Host, { hooks = false, project = false } = {}): Promise<readonly ConfigChange[]> {
  return planInstall({ host, places: places(), project, own, options, ...(hooks && { hooks: 'command' }) });
}

function uninstall(host: Host, project = false): Promise<readonly ConfigChange[]> {
  return planUninstall({ host, places: places(), project });
}

/** A configuration that people have, in the syntax of each host. */
const lived: Readonly<Record<string, string>> = {
  'claude-code':
    '{\n  "numStartups": 41,\n  "mcpServers": {\n    "github": {\n      "command": "gh-mcp"\n    }\n  },\n  "projects": {\n    "/work": { "allowedTools": [] }\n  }\n}\n',
  'claude-desktop': '{\n\t"globalShortcut": "Ctrl+Space"\n}',
  cursor: '{"mcpServers":{"fetch":{"command":"uvx","args":["mcp-server-fetch"]}}}',
  vscode:
    '{\r\n    // what the team uses\r\n    "inputs": [],\r\n    "servers": {\r\n        "git": { "type": "stdio", "command": "uvx" }, // pinned\r\n    }\r\n}\r\n',
  codex:
    '# mine\nmodel = "gpt-5" # the big one\n\n[mcp_servers.docs]\ncommand = "docs"\n# keep\n\n# after\n[tui]\ntheme = "dark"\n',
  gemini: '{\n  /* colours */\n  "ui": { "theme": "GitHub" }\n}\n',
};

describe.each(hosts)('install into $title', (host) => {
  const before = lived[host.name] as string;

  it('adds the entry and changes nothing else, and uninstall restores the text to the byte', async () => {
    const file = await writeConfig(host, before);
    await make(await install(host));
    const after = await readFile(file, 'utf8');
    expect(after).toContain('madeleine.js');
    const kept = before.split(/\r?\n/).filter((line) => /\/\/|\/\*|#|theme|github|docs|"git"/.test(line));
    expect(kept.filter((line) => !after.includes(line.trim()))).toEqual([]);
    await make(await uninstall(host));
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('makes the file where there is none, and uninstall takes it away again', async () => {
    const file = host.userFile(places());
    await make(await install(host));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await make(await uninstall(host));
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('has nothing to do the second time, and nothing to take out where it is not', async () => {
    await writeConfig(host, before);
    expect(await uninstall(host)).toEqual([]);
    await make(await install(host));
    expect(await install(host)).toEqual([]);
  });

  it('keeps what the user added to the entry when the command changes', async () => {
    const file = await writeConfig(host, before);
    await make(await install(host));
    const text = await readFile(file, 'utf8');
    const marked =
      host.syntax === 'toml'
        ? text.replace(/(\[mcp_servers\.madeleine\])/, '$1\nstartup_timeout_sec = 60')
        : text.replace(/("madeleine":\s*\{)/, '$1"env": {"LANG": "C"},');
    expect(marked).not.toBe(text);
    await writeFile(file, marked);
    const other = { ...own, command: '/other/node' };
    await make(await planInstall({ host, places: places(), project: false, own: other, options }));
    const renewed = await readFile(file, 'utf8');
    expect(renewed).toContain('/other/node');
    expect(renewed).toMatch(host.syntax === 'toml' ? /startup_timeout_sec = 60/ : /"LANG": "C"/);
    expect(await uninstall(host)).toHaveLength(1);
  });

  it.each(['{ "mcpServers": ', '[1, 2', '= broken', '[]', '{"mcpServers": 3, "servers": 3}\n= '])(
    'refuses the damaged file %j and leaves it as it is',
    async (text) => {
      const file = await writeConfig(host, text);
      await expect(install(host)).rejects.toThrow(/^install: ".*" must be (JSON|TOML).*; nothing was changed\./);
      await expect(uninstall(host)).rejects.toThrow(/^uninstall: /);
      expect(await readFile(file, 'utf8')).toBe(text);
    },
  );

  it('refuses to replace another server of its name', async () => {
    const text =
      host.syntax === 'toml'
        ? '[mcp_servers.madeleine]\ncommand = "cake"\n'
        : JSON.stringify({ [host.table]: { madeleine: { command: 'cake', env: { KEY: 'hidden' } } } });
    const file = await writeConfig(host, text);
    const refused = await install(host).catch((error: Error) => error.message);
    expect(refused).toMatch(/^install: ".*\.madeleine" of .* must start Madeleine/);
    expect(refused).not.toContain('hidden');
    await expect(uninstall(host)).rejects.toThrow(/must start Madeleine/);
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});

describe('the entries as the hosts read them', () => {
  it.each([
    [
      'claude-code',
      '.claude.json',
      { mcpServers: { madeleine: { type: 'stdio', command: own.command, args: started } } },
    ],
    [
      'claude-desktop',
      '.config/Claude/claude_desktop_config.json',
      { mcpServers: { madeleine: { command: own.command, args: started } } },
    ],
    [
      'cursor',
      '.cursor/mcp.json',
      { mcpServers: { madeleine: { type: 'stdio', command: own.command, args: started } } },
    ],
    [
      'vscode',
      '.config/Code/User/mcp.json',
      { servers: { madeleine: { type: 'stdio', command: own.command, args: started } } },
    ],
    ['gemini', '.gemini/settings.json', { mcpServers: { madeleine: { command: own.command, args: started } } }],
  ])('%s in ~/%s', async (name, file, expected) => {
    await make(await install(hostNamed('install', name)));
    expect(JSON.parse(await readFile(join(home, file), 'utf8'))).toEqual(expected);
  });

  it('codex in ~/.codex/config.toml', async () => {
    await make(await install(hostNamed('install', 'codex')));
    expect(await readFile(join(home, '.codex/config.toml'), 'utf8')).toBe(
      `[mcp_servers.madeleine]\ncommand = "/usr/bin/node"\nargs = [ ${started.map((word) => `"${word}"`).join(', ')} ]\n`,
    );
  });

  it.each([
    ['claude-code', '.mcp.json'],
    ['cursor', '.cursor/mcp.json'],
    ['vscode', '.vscode/mcp.json'],
    ['codex', '.codex/config.toml'],
    ['gemini', '.gemini/settings.json'],
  ])('%s of a project in %s', async (name, file) => {
    await make(await install(hostNamed('install', name), { project: true }));
    expect(await readFile(join(home, 'project', file), 'utf8')).toContain('madeleine.js');
  });

  it('lie where variables and systems say', () => {
    const at = (name: string, more: Partial<HostPlaces>): string => hostNamed('install', name).userFile(places(more));
    expect(at('claude-code', { environment: { CLAUDE_CONFIG_DIR: '/c' } })).toBe('/c/.claude.json');
    expect(at('codex', { environment: { CODEX_HOME: '/x' } })).toBe('/x/config.toml');
    expect(at('vscode', { platform: 'darwin' })).toBe(join(home, 'Library/Application Support/Code/User/mcp.json'));
    expect(at('claude-desktop', { platform: 'win32', environment: { APPDATA: '/roaming' } })).toBe(
      '/roaming/Claude/claude_desktop_config.json',
    );
  });
});

describe('the hooks of Claude Code', () => {
  const host = hostNamed('install', 'claude-code');
  const settings = (): string => join(home, '.claude/settings.json');
  const others = {
    model: 'opus',
    hooks: {
      Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }],
      PostToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: 'prettier --write' }] }],
    },
  };

  it('stand beside those of others, each with its own command, and go without them', async () => {
    await mkdir(dirname(settings()), { recursive: true });
    const text = `${JSON.stringify(others, null, 2)}\n`;
    await writeFile(settings(), text);
    await make(await install(host, { hooks: true }));
    const { hooks } = JSON.parse(await readFile(settings(), 'utf8')) as typeof others & {
      hooks: Record<string, { hooks: unknown[] }[]>;
    };
    expect(Object.keys(hooks).sort()).toEqual([
      'PostToolUse',
      'PostToolUseFailure',
      'SessionStart',
      'Stop',
      'UserPromptSubmit',
    ]);
    expect(hooks.Stop[0]).toEqual(others.hooks.Stop[0]);
    expect(hooks['UserPromptSubmit']).toEqual([
      {
        hooks: [
          { type: 'command', command: own.command, args: [...own.args, 'hook', 'user-prompt', ...options], timeout: 5 },
        ],
      },
    ]);
    expect(await install(host, { hooks: true })).toEqual([]);
    await make(await uninstall(host));
    expect(await readFile(settings(), 'utf8')).toBe(text);
  });

  it('replace older ones of Madeleine and stay next to what stands in the same group', async () => {
    const older = { type: 'command', command: '"/old/madeleine.js" hook stop --agent lisa' };
    const mixed = {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }, older] }, { hooks: [older] }] },
    };
    await mkdir(dirname(settings()), { recursive: true });
    await writeFile(settings(), JSON.stringify(mixed));
    await make(await install(host, { hooks: true }));
    const { hooks } = JSON.parse(await readFile(settings(), 'utf8')) as typeof mixed;
    expect(hooks.Stop).toHaveLength(2);
    expect(hooks.Stop[0]).toEqual({ hooks: [{ type: 'command', command: 'say done' }] });
    expect(JSON.stringify(hooks.Stop[1])).toContain('/opt/madeleine/bin/madeleine.js');
  });

  it('are refused where the settings are damaged, and then the server is not written either', async () => {
    await mkdir(dirname(settings()), { recursive: true });
    await writeFile(settings(), '{"hooks": {"Stop": "none"}}');
    await expect(install(host, { hooks: true })).rejects.toThrow(/"hooks.Stop" is no list/);
    await expect(stat(join(home, '.claude.json'))).rejects.toThrow('ENOENT');
  });
});

describe('a change of a file', () => {
  it('keeps the old text beside the new one, the mode, and a link as a link', async () => {
    const real = join(home, 'dotfiles.json');
    const link = join(home, 'settings.json');
    await writeFile(real, '{"a": 1}');
    await chmod(real, 0o640);
    await symlink(real, link);
    const change = await planChange('install', link, 'json', () => [{ path: ['b'], value: 2 }]);
    const backup = await makeChange(change, new Date('2026-11-22T10:00:00.123Z'));
    expect(backup).toBe(`${real}.madeleine-backup-2026-11-22T10-00-00-123Z`);
    expect(await readFile(backup as string, 'utf8')).toBe('{"a": 1}');
    expect(JSON.parse(await readFile(link, 'utf8'))).toEqual({ a: 1, b: 2 });
    expect((await stat(real)).mode & 0o777).toBe(0o640);
    expect((await readdir(home)).sort()).toEqual([
      'dotfiles.json',
      'dotfiles.json.madeleine-backup-2026-11-22T10-00-00-123Z',
      'settings.json',
    ]);
  });

  it('leaves a file alone that says the name in a way it does not understand', async () => {
    const file = join(home, 'config.toml');
    const inline = 'mcp_servers = { docs = { command = "docs" } }\n';
    await writeFile(file, inline);
    const edit = { path: ['mcp_servers', 'madeleine'], value: { command: 'node' } };
    await expect(planChange('install', file, 'toml', () => [edit])).rejects.toThrow(/nothing was changed/);
    const told = 'note = """\n[mcp_servers.madeleine]\nno = 1\n"""\n';
    await writeFile(file, told);
    await expect(planChange('install', file, 'toml', () => [edit])).rejects.toThrow(/nothing was changed/);
    expect(await readFile(file, 'utf8')).toBe(told);
  });

  it('keeps a byte order mark, and an empty file counts as empty', async () => {
    const file = join(home, 'a.json');
    await writeFile(file, '\uFEFF{}');
    const edits = () => [{ path: ['a'], value: 1 }];
    expect((await planChange('install', file, 'json', edits)).after).toMatch(/^\uFEFF\{\s*"a": 1\s*\}$/);
    await writeFile(file, '');
    expect((await planChange('install', file, 'json', edits)).after).toBe('{\n  "a": 1\n}\n');
    expect(isChange(await planChange('install', file, 'json', () => []))).toBe(false);
  });
});

it('shows the lines that change with three around them', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].join('\n');
  expect(lineDiff(before, before.replace('e', 'E').replace('h', 'h\ni'))).toEqual([
    '  b',
    '  c',
    '  d',
    '- e',
    '+ E',
    '  f',
    '  g',
    '  h',
    '+ i',
  ]);
  expect(lineDiff('', 'a\nb')).toEqual(['+ a', '+ b']);
  expect(lineDiff('a\nb\nc\nd\ne\nf', 'A\nb\nc\nd\ne\nf')).toEqual(['- a', '+ A', '  b', '  c', '  d', '...']);
});

describe('the command that a host starts', () => {
  const node = '/usr/bin/node';
  it('is this installation by full paths', () => {
    expect(ownCommand().args[0]).toMatch(/bin[/\\]madeleine\.js$/);
    expect(ownCommand({ node, script: '/usr/lib/node_modules/madeleine/bin/madeleine.js', platform: 'linux' })).toEqual(
      {
        command: node,
        args: ['/usr/lib/node_modules/madeleine/bin/madeleine.js'],
      },
    );
  });

  it('is npx with the version where npx started it, through cmd on Windows', () => {
    const script = '/home/lisa/.npm/_npx/1a2b/node_modules/madeleine/bin/madeleine.js';
    const npx = ownCommand({ node, script, platform: 'linux' });
    expect([npx.command, ...npx.args].join(' ')).toMatch(/^npx -y madeleine@\d+\.\d+\.\d+$/);
    const windows = ownCommand({ node, script, platform: 'win32' });
    expect([windows.command, ...windows.args].join(' ')).toMatch(/^cmd \/c npx -y madeleine@\d+\.\d+\.\d+$/);
  });
});
