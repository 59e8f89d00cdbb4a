/** Finds whatever a few words may mean, over the whole space: entities, memories, sessions, agents, views and commands. */
import { kindOf, type NodeKind } from '../components/kinds.ts';
import { go, inspect } from '../route.ts';
import { closeSession } from '../session.ts';
import { agent, agents, asOwner, chooseAgent, theme } from '../state.ts';
import { views } from '../views/views.ts';
import { countOf } from '../words.ts';

/** Something that was found. */
export interface Found {
  readonly key: string;
  /** What it is called: exact names come first by this. */
  readonly name: string;
  /** What it is, in a word or a few. */
  readonly what: string;
  readonly kind?: NodeKind;
  /** Goes there, or does it. */
  readonly open: () => void;
}

/** How many of each sort are found. */
const most = 8;

/** What needs no question to the hub: agents, views and commands whose names hold all the words. */
export function foundHere(words: readonly string[]): readonly Found[] {
  const own: readonly Found[] = [
    ...agents.value.map(({ name, believes }) => ({
      key: `agent ${name}`,
      name,
      what: `agent, ${countOf(believes, 'memory', 'memories')}`,
      kind: 'agent' as const,
      open: () => chooseAgent(name),
    })),
    // What no link leads to shows nothing without an address of its own.
    ...views
      .filter(({ isLinked = true }) => isLinked)
      .map(({ name, title }) => ({
        key: `view ${name}`,
        name: title,
        what: 'view',
        open: () => go(name),
      })),
    ...commands,
  ];
  return own.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
}

const commands: readonly Found[] = (
  [
    ['Use the dark theme', () => (theme.value = 'dark')],
    ['Use the light theme', () => (theme.value = 'light')],
    ['Use the theme of the system', () => (theme.value = 'system')],
    ['State a belief', () => go('mending', { stating: 'yes' })],
    ['Judge contradictions', () => go('mending')],
    ['Let the space sleep', () => go('health')],
    ['Download a backup', () => go('health')],
    ['Sign out', () => void closeSession().finally(() => location.reload())],
  ] as const
).map(([name, open]) => ({ key: `command ${name}`, name, what: 'command', open: () => void open() }));

/** The recall of what was typed, which is always to be had. */
export function recallOf(typed: string): Found {
  const open = (): void => go('recall', { query: typed });
  return { key: 'recall', name: typed, what: `recall this as ${agent.value}`, open };
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly type?: string;
  readonly times?: number;
}

/** Entities and sessions by name, and memories by what they say. */
export async function foundAtHub(words: readonly string[], signal: AbortSignal): Promise<readonly Found[]> {
  const [exact, ...all] = [words.join(' '), ...words];
  const bindings = { exact, ...Object.fromEntries(all.map((word, at) => [`word${at}`, word])) };
  const holds = (field: string): string =>
    all.map((_, at) => `string::lowercase(${field}) CONTAINS $word${at}`).join(' AND ');
  const rows = async (sql: string): Promise<readonly Row[]> =>
    (await asOwner('query', { sql, bindings, limit: most }, signal)).rows as readonly Row[];
  const [entities, sessions, memories] = await Promise.all([
    rows(
      `SELECT id, name, type, count(<-MENTIONS) AS times, string::lowercase(name) = $exact AS is_exact FROM entity WHERE ${holds('name')} OR ${holds('array::join(aliases, "\\n")')} ORDER BY is_exact DESC, times DESC LIMIT ${most}`,
    ),
    rows(
      `SELECT id, goal AS name, started_at FROM session WHERE goal != NONE AND ${holds('goal')} ORDER BY started_at DESC LIMIT ${most}`,
    ),
    rows(
      `SELECT id, content AS name, type, recorded_at FROM observation, fact WHERE ${holds('content')} ORDER BY recorded_at DESC LIMIT ${most}`,
    ),
  ]);
  return [
    ...entities.map(({ id, name, type, times = 0 }) => ({
      key: id,
      name,
      what: `${type}, in ${countOf(times, 'memory', 'memories')}`,
      kind: 'entity' as const,
      open: () => go('entity', { id }),
    })),
    ...sessions.map(({ id, name }) => ({
      key: id,
      name,
      what: 'session',
      kind: 'session' as const,
      open: () => go('reasoning', { session: id }),
    })),
    ...memories.map(({ id, name, type }) => {
      const kind = kindOf(id, type);
      return { key: id, name, what: kind, kind, open: () => inspect(id) };
    }),
  ];
}

/** Those of a name that is just that first, then names that begin so, then the rest; else as they came. */
export function exactFirst(found: readonly Found[], typed: string): readonly Found[] {
  const wanted = typed.trim().toLowerCase();
  const rank = ({ name }: Found): number => {
    const folded = name.toLowerCase();
    return folded === wanted ? 0 : folded.startsWith(wanted) ? 1 : 2;
  };
  return [...found].sort((one, other) => rank(one) - rank(other));
}
