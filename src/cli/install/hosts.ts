/**
 * The hosts that `madeleine install` knows, one row each: the file, its syntax and the table in it, as their own
 * documentation has them.
 */
import { join } from 'node:path';
import { InvalidArgumentError, nearest } from '../../index.ts';
import type { Host, HostPlaces } from './host.ts';

/** The table. */
export const hosts: readonly Host[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    syntax: 'json',
    table: 'mcpServers',
    userFile: (places) => join(places.environment['CLAUDE_CONFIG_DIR'] || places.home, '.claude.json'),
    projectFile: ({ project }) => join(project, '.mcp.json'),
    hookFile: (places, project) => join(claudeFolder(places, project), 'settings.json'),
    typed: true,
    next: 'Start a new session; /mcp lists the server.',
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    syntax: 'json',
    table: 'mcpServers',
    userFile: (places) => join(applicationData(places), 'Claude', 'claude_desktop_config.json'),
    typed: false,
    next: 'Quit Claude Desktop and start it again.',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    syntax: 'json',
    table: 'mcpServers',
    userFile: ({ home }) => join(home, '.cursor', 'mcp.json'),
    projectFile: ({ project }) => join(project, '.cursor', 'mcp.json'),
    typed: true,
    next: 'Restart Cursor and turn the server on in its list of MCP servers.',
  },
  {
    name: 'vscode',
    title: 'VS Code',
    syntax: 'jsonc',
    table: 'servers',
    userFile: (places) => join(applicationData(places), 'Code', 'User', 'mcp.json'),
    projectFile: ({ project }) => join(project, '.vscode', 'mcp.json'),
    typed: true,
    next: 'Run "MCP: List Servers" and start it.',
  },
  {
    name: 'codex',
    title: 'Codex',
    syntax: 'toml',
    table: 'mcp_servers',
    userFile: ({ home, environment }) => join(environment['CODEX_HOME'] || join(home, '.codex'), 'config.toml'),
    projectFile: ({ project }) => join(project, '.codex', 'config.toml'),
    typed: false,
    next: 'Start Codex anew; /mcp lists the server.',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    syntax: 'jsonc',
    table: 'mcpServers',
    userFile: ({ home }) => join(home, '.gemini', 'settings.json'),
    projectFile: ({ project }) => join(project, '.gemini', 'settings.json'),
    typed: false,
    next: 'Start Gemini CLI anew; /mcp lists the server.',
  },
];

/**
 * The host of a name.
 *
 * @throws {InvalidArgumentError} when there is none of this name.
 */
export function hostNamed(operation: string, name: string): Host {
  const found = hosts.find((host) => host.name === name);
  if (found !== undefined) return found;
  const names = hosts.map((host) => host.name);
  const meant = nearest(name, names);
  const remedy = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw new InvalidArgumentError(
    'INVALID_ARGUMENT',
    `${operation}: "host" must be one of ${names.join(', ')}, got ${JSON.stringify(name)}.${remedy}`,
  );
}

function claudeFolder({ home, project, environment }: HostPlaces, ofProject: boolean): string {
  return ofProject ? join(project, '.claude') : environment['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
}

/** Where programs with a window keep their configuration. */
function applicationData({ home, environment, platform }: HostPlaces): string {
  if (platform === 'win32') return environment['APPDATA'] || join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return environment['XDG_CONFIG_HOME'] || join(home, '.config');
}
