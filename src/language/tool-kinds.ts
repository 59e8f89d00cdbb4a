/**
 * Things of which one uses one at a time, by kind: who switches to Vue has left React. Names are in lower case, as a
 * clause has them; a name of two words is written with a space.
 */
import { listed } from './word-lists.ts';

/** Kinds of which people use two side by side, though for one purpose they use one. */
const manyAtATime = new Set(['framework', 'server', 'language', 'database', 'cloud']);

const names: Readonly<Record<string, string>> = {
  framework: 'react vue angular svelte solidjs preact ember next.js nuxt sveltekit remix astro',
  server: 'express fastify koa hono flask django fastapi rails laravel spring nestjs',
  packages: 'npm pnpm yarn bun pip poetry uv conda maven gradle',
  testing: 'jest vitest mocha jasmine ava pytest unittest rspec junit',
  bundler: 'webpack vite rollup esbuild parcel turbopack rspack',
  browser: 'chrome firefox safari edge brave opera vivaldi',
  editor: 'vim neovim emacs vscode sublime intellij webstorm pycharm zed cursor nano helix',
  system: 'debian ubuntu fedora arch mint centos rhel nixos gentoo opensuse windows macos freebsd linux',
  phone: 'iphone android pixel galaxy fairphone oneplus huawei xiaomi nokia',
  code: 'github gitlab bitbucket gitea forgejo codeberg',
  chat: 'slack teams discord mattermost zulip rocketchat',
  calls: 'zoom skype webex jitsi',
  tickets: 'jira linear trello asana clickup youtrack monday',
  ci: 'jenkins buildkite circleci travis drone teamcity',
  cloud: 'aws azure gcp heroku vercel netlify fly.io render hetzner digitalocean',
  database: 'mysql postgresql postgres mariadb sqlite mongodb oracle cockroachdb surrealdb dynamodb cassandra',
  language: 'python rust go java kotlin scala typescript javascript ruby php perl swift elixir haskell clojure c# c++',
  indentation: 'tabs spaces tab space',
};
/** Names of two words. */
const pairs: Readonly<Record<string, string>> = {
  'github actions': 'ci',
  'gitlab ci': 'ci',
  'vs code': 'editor',
  'visual studio': 'editor',
  'sublime text': 'editor',
  'dark mode': 'theme',
  'light mode': 'theme',
  'dark theme': 'theme',
  'light theme': 'theme',
  'google cloud': 'cloud',
  'microsoft teams': 'chat',
};
/** What people call a thing of a kind: "our database is MySQL" tells of us, "the API uses Go" of the API. */
const nouns: Readonly<Record<string, string>> = {
  framework: 'framework',
  packages: 'package manager packager',
  testing: 'runner',
  bundler: 'bundler',
  browser: 'browser',
  editor: 'editor ide',
  system: 'os distro distribution',
  phone: 'phone mobile smartphone',
  code: 'repo repos repository repositories code',
  chat: 'chat messenger',
  tickets: 'tracker tickets',
  ci: 'ci pipeline pipelines',
  cloud: 'cloud hosting host everything infrastructure',
  database: 'database db data',
  language: 'language',
  indentation: 'indentation',
  theme: 'theme',
};
const kindOfName: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([kind, list]) => listed(list).map((name): [string, string] => [name, kind])),
);

/** A thing of a kind in a phrase. */
export interface FoundTool {
  readonly kind: string;
  /** Where it begins in the phrase, and how many words it has. */
  readonly at: number;
  readonly length: 1 | 2;
}

/** The first thing of a kind that a phrase names; undefined where it names none. */
export function toolIn(words: readonly string[]): FoundTool | undefined {
  for (const [at, word] of words.entries()) {
    const both = pairs[`${word} ${words[at + 1] ?? ''}`];
    if (both !== undefined) return { kind: both, at, length: 2 };
    const kind = kindOfName.get(word);
    if (kind !== undefined) return { kind, at, length: 1 };
  }
  return undefined;
}

/** What people ask for by two words or another one: "Which test framework do we use?" */
const askedBy: ReadonlyMap<string, string> = new Map([
  ...['test framework', 'testing framework', 'test runner', 'unit test', 'testing library'].map(
    (noun) => [noun, 'testing'] as const,
  ),
  ...['frontend framework', 'web framework', 'ui framework', 'js framework', 'javascript framework'].map(
    (noun) => [noun, 'framework'] as const,
  ),
  ...['backend framework', 'web server'].map((noun) => [noun, 'server'] as const),
  ...['issue tracker', 'bug tracker', 'ticket system', 'ticketing system', 'project management'].map(
    (noun) => [noun, 'tickets'] as const,
  ),
  ...['operating system', 'linux distribution', 'distro', 'os'].map((noun) => [noun, 'system'] as const),
  ...['cloud provider', 'hosting provider', 'cloud platform'].map((noun) => [noun, 'cloud'] as const),
  ...['ci provider', 'ci system', 'ci server', 'ci tool', 'pipeline'].map((noun) => [noun, 'ci'] as const),
  ...['code editor', 'text editor', 'ide'].map((noun) => [noun, 'editor'] as const),
  ...['chat tool', 'chat app', 'messenger'].map((noun) => [noun, 'chat'] as const),
  ...['build tool'].map((noun) => [noun, 'bundler'] as const),
  ...['package manager', 'packager'].map((noun) => [noun, 'packages'] as const),
  ...['db', 'database', 'database engine', 'sql database'].map((noun) => [noun, 'database'] as const),
]);

/** The names of the things of a kind, by a noun for it in the singular; of two words the first. */
export function toolsOf(noun: string): readonly string[] {
  const kind = askedBy.get(noun) ?? (names[noun] !== undefined ? noun : '');
  const ofPairs = Object.entries(pairs).flatMap(([pair, one]) => (one === kind ? [listed(pair)[0] ?? ''] : []));
  return [...listed(names[kind] ?? '').filter((name) => name !== ''), ...ofPairs];
}

/** Whether people use several of a kind at a time. */
export function areManyAtATime(kind: string): boolean {
  return manyAtATime.has(kind);
}

/** Whether a noun says no more than the kind does. */
export function isNounOfKind(noun: string, kind: string): boolean {
  return listed(nouns[kind] ?? '').includes(noun);
}
