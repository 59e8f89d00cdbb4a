/** What install and uninstall share: which host and files are meant, the question, the writing and the report. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { withoutTokens } from '../../http/hub-tokens.ts';
import { InvalidArgumentError, nearest } from '../../index.ts';
import type { CommandContext } from '../command-context.ts';
import { type ConfirmationFlags, addConfirmation, confirm } from '../confirm.ts';
import { plain, plainLine } from '../text-layout.ts';
import { type ConfigChange, makeChange } from './config-change.ts';
import type { Host, HostPlaces } from './host.ts';
import type { PlanOptions } from './plan-install.ts';

/** The options that both commands take. */
export interface HostFlags extends ConfirmationFlags {
  readonly project?: boolean;
  readonly dryRun?: boolean;
}

/** Adds the host and the options that both commands take. */
export function addHostFlags(command: Command): Command {
  return addConfirmation(
    command
      .argument('<host>', hosts.map(({ name }) => name).join(', '))
      .option(
        '--project',
        'Changes the files of the project in the working folder instead of yours. Not for `claude-desktop`.',
      )
      .option('--dry-run', 'Shows what would change, and changes nothing.'),
  );
}

/**
 * The host and the files that a command means.
 *
 * @throws {InvalidArgumentError} for a host that is not known, or one without files of a project.
 */
export function meant(context: CommandContext, name: string, { project = false }: HostFlags): PlanOptions {
  const { homeFolder: home, workingFolder, environment } = context.io;
  const host = hostNamed(context.operation, name);
  if (project && host.projectFile === undefined) {
    throw context.refusal(`${host.title} has no configuration of a project; leave --project out`);
  }
  const places: HostPlaces = { home, project: workingFolder, environment, platform: process.platform };
  return { host, places, project };
}

/** What is told of a host beside its changes. */
export interface HostReport {
  readonly lines: readonly string[];
  /** The same for `--json`. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Shows the changes, asks, makes them, and says what to do next. */
export async function carryOut(
  context: CommandContext,
  { title, next }: Host,
  changes: readonly ConfigChange[],
  flags: HostFlags,
  { lines: told, data }: HostReport = { lines: [], data: {} },
): Promise<void> {
  const { json, operation } = context;
  const diffs = changes.map(({ file, before = '', after = '' }) => {
    return { file, diff: lineDiff(before, after).map(withoutTokens) };
  });
  if (flags.dryRun === true) {
    await context.print({ changes: diffs, ...data }, () => [
      ...(changes.length === 0 ? unchanged(title) : diffs.flatMap(shown)),
      ...told,
    ]);
    return;
  }
  if (changes.length > 0 && !json) await context.write(`${diffs.flatMap(shown).join('\n')}\n\n`);
  if (changes.length > 0) await confirm(context, `Change the configuration of ${title}?`, flags);
  const made: { readonly file: string; readonly backup?: string }[] = [];
  for (const change of changes) {
    const backup = await makeChange(change, new Date());
    made.push({ file: change.file, ...(backup === undefined ? {} : { backup }) });
  }
  const isInstall = operation === 'install';
  const done = isInstall ? 'installed in' : 'uninstalled from';
  await context.print({ changes: made, ...data }, () =>
    made.length === 0
      ? [...unchanged(title), ...told]
      : [
          `${context.colours.green(`${done} ${title}`)}`,
          ...made.map(({ file, backup }) => `  ${plain(file)}${backup ? ` (before: ${plain(backup)})` : ''}`),
          ...told,
          isInstall ? next : `${title} goes without Madeleine from its next start on.`,
        ],
  );
}

function shown({ file, diff }: { readonly file: string; readonly diff: readonly string[] }): readonly string[] {
  return [plain(file), ...diff.map((line) => `  ${line.slice(0, 2)}${plainLine(line.slice(2))}`)];
}

function unchanged(title: string): readonly string[] {
  return [`${title}: nothing to change`];
}

// What a change does to a text, line by line, as people read it.

const contextLines = 3;

interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** The changed lines with those around them, marked with a blank, `-` or `+`; `...` where lines are left out. */
export function lineDiff(before: string, after: string): readonly string[] {
  const lines = merged(linesOf(before), linesOf(after));
  const changed = lines.flatMap(({ mark }, place) => (mark === ' ' ? [] : [place]));
  const isShown = (place: number): boolean => changed.some((other) => Math.abs(other - place) <= contextLines);
  return lines.flatMap(({ mark, text }, place) => {
    if (isShown(place)) return [`${mark} ${text}`.trimEnd()];
    return place > 0 && isShown(place - 1) ? ['...'] : [];
  });
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Both texts as one list. What they begin and end with alike is passed over before anything is compared. */
function merged(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const kept = (text: string): DiffLine => ({ mark: ' ', text });
  return [
    ...before.slice(0, head).map(kept),
    ...compared(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(kept),
  ];
}

/** The longest common lines of both stay, the rest goes or comes. */
function compared(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const common = before.map(() => new Array<number>(after.length + 1).fill(0));
  common.push(new Array<number>(after.length + 1).fill(0));
  for (let b = before.length - 1; b >= 0; b -= 1) {
    for (let a = after.length - 1; a >= 0; a -= 1) {
      common[b]![a] =
        before[b] === after[a] ? common[b + 1]![a + 1]! + 1 : Math.max(common[b + 1]![a]!, common[b]![a + 1]!);
    }
  }
  const lines: DiffLine[] = [];
  let [b, a] = [0, 0];
  while (b < before.length || a < after.length) {
    if (b < before.length && a < after.length && before[b] === after[a]) {
      lines.push({ mark: ' ', text: before[b]! });
      b += 1;
      a += 1;
    } else if (b < before.length && (a === after.length || common[b + 1]![a]! >= common[b]![a + 1]!)) {
      lines.push({ mark: '-', text: before[b]! });
      b += 1;
    } else {
      lines.push({ mark: '+', text: after[a]! });
      a += 1;
    }
  }
  return lines;
}

// The hosts that `madeleine install` knows, one row each: the file, its syntax and the table in it, as their own
// documentation has them.

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
    environmentFile: (places, project) =>
      join(claudeFolder(places, project), project ? 'settings.local.json' : 'settings.json'),
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
