/** What help says beside the options: the groups of commands, examples, what other tools call them, and which option a bare word is for. */

/** Commands in the order in which help lists them, by heading. */
export const commandGroups: Readonly<Record<string, string>> = {
  'Start:': 'demo install uninstall open',
  'Remember:': 'observe believe think session share unshare withdraw',
  'Recall:': 'recall search ambient latest facts entities',
  'Understand:': 'why explain neighbours explore navigate conflicts judge compare inspect graph query timeline stats',
  'Mend:': 'merge impact rollback undo forget purge',
  'Move:': 'import export backup restore',
  'Keep well:': 'sleep sharing doctor reindex migrate',
  'Serve and set up:': 'mcp serve stop token hook config',
};

/** Examples by command: they are run as they stand. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  demo: ['demo', 'demo --keep ./luna'],
  install: ['install claude-code --hooks', 'install cursor --agent lisa'],
  uninstall: ['uninstall claude-code'],
  open: ['open --at ./luna'],
  observe: [
    'observe "Luna slept on the heater all day." --agent lisa --speaker Mark',
    'git log -1 --format=%B | madeleine observe - --agent lisa --type document',
  ],
  believe: [
    'believe "Luna is Mark\'s cat." --agent lisa --about Luna',
    'believe "Luna lives in Lyon." --agent lisa --supersedes fact:KEY --reason "They moved."',
  ],
  think: ['think "The clock is right, so it must be the time zone." --agent lisa'],
  'session open': ['session open kitchen --agent lisa --goal "Plan the week"'],
  'session close': ['session close kitchen --agent lisa --plan completed'],
  'session list': ['session list --agent lisa', 'session list --agent lisa --status open'],
  'session resume': ['session resume kitchen --agent lisa'],
  'session digest': ['session digest kitchen --agent lisa --max-tokens 100'],
  withdraw: ['withdraw fact:KEY --agent lisa'],
  share: ['share fact:KEY --agent lisa'],
  unshare: ['unshare fact:KEY --agent lisa'],
  recall: ['recall What does Luna like --agent lisa', 'recall "How is Luna?" --agent lisa --why'],
  search: ['search Luna --agent lisa --limit 20 --offset 20'],
  ambient: ['ambient "How is Luna doing in the cold?" --agent lisa'],
  latest: ['latest --agent lisa --limit 5', 'latest --agent lisa --why'],
  facts: ['facts Luna Mark --agent lisa'],
  entities: ['entities Lu --agent lisa'],
  why: ['why fact:KEY --agent lisa'],
  neighbours: ['neighbours fact:KEY --agent lisa'],
  explain: ['explain fact:KEY "How is Luna?" --agent lisa'],
  explore: ['explore Luna --agent lisa', 'explore Luna --agent lisa --mermaid'],
  navigate: ['navigate observation:KEY --agent lisa'],
  conflicts: ['conflicts --agent lisa'],
  judge: ['judge fact:KEY fact:KEY dismissed --agent lisa'],
  compare: ['compare lisa electra Luna'],
  inspect: ['inspect fact:KEY'],
  graph: ['graph --dot > memory.dot'],
  query: ['query "SELECT content, importance FROM observation ORDER BY importance DESC LIMIT 5"'],
  timeline: ['timeline --bucket day --limit 20'],
  stats: ['stats'],
  merge: ['merge "Fahim" "Fahim Khan" --dry-run'],
  impact: ['impact import:chat.json'],
  rollback: ['rollback --source import:chat.json --dry-run'],
  undo: ['undo', 'undo undo:KEY'],
  forget: ['forget --subject Rex --dry-run', 'forget --id fact:KEY'],
  purge: ['purge'],
  import: [
    'import conversation.json --agent lisa',
    'import conversations.json --agent lisa --dry-run',
    'import sessions --format claude-code --agent lisa',
  ],
  export: ['export space.ndjson', 'export memories.md --format markdown', 'export --hash'],
  backup: ['backup space.backup'],
  restore: ['restore space.backup --at ./empty'],
  sleep: ['sleep --dry-run', 'sleep'],
  sharing: ['sharing', 'sharing team --thoughts self'],
  doctor: ['doctor'],
  reindex: ['reindex --embedder minilm'],
  migrate: ['migrate'],
  mcp: ['mcp --agent lisa'],
  serve: ['serve --port 7777'],
  stop: ['stop'],
  'token create': ['token create --agent lisa --scope read', 'token create --owner'],
  'token list': ['token list'],
  'token revoke': ['token revoke KEY'],
  hook: ['hook user-prompt < event.json'],
  config: ['config'],
  completion: ['completion bash'],
};

/** The option that a bare word is most likely for, by commands that take none. */
const optionsForWords: Readonly<Record<string, string>> = {
  forget: 'subject',
  rollback: 'source',
  conflicts: 'state',
  timeline: 'bucket',
  demo: 'keep',
  reindex: 'embedder',
  mcp: 'agent',
  'token create': 'agent',
};

/** Options by the form of a word that is for them; the first that a command has is meant. */
const optionsByForm: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:fact|observation):/, ['id']],
  [/^\d+$/, ['limit', 'port']],
];

/**
 * The option that a word is for where a command takes no word there: `--id fact:KEY`, `--limit 5`, `--subject Rex`; a
 * path is that of the store.
 *
 * @param options - those of the command, without dashes.
 */
export function optionForWord(command: string, word: string, options: readonly string[]): string | undefined {
  const byForm = optionsByForm.flatMap(([form, meant]) => (form.test(word) ? meant : []));
  const known = byForm.find((option) => options.includes(option)) ?? optionsForWords[command];
  return known ?? (/[/\\]/.test(word) ? 'at' : undefined);
}

/** What other tools call a command. */
const synonyms: Readonly<Record<string, string>> = {
  observe: 'add remember save store note write record put insert log',
  latest: 'list ls recent history last',
  forget: 'delete remove rm erase del drop clear',
  recall: 'ask get retrieve remind answer',
  search: 'find grep lookup',
  believe: 'learn know update edit correct fact set',
  inspect: 'show cat view describe',
  query: 'sql select surrealql',
  serve: 'start up daemon server hub run',
  stop: 'kill down quit end shutdown',
  open: 'ui web page dashboard browse',
  install: 'setup init',
  doctor: 'check health verify fsck',
  stats: 'status info count',
  sleep: 'dream consolidate reflect',
  restore: 'recover',
  export: 'dump',
  import: 'load ingest',
  compare: 'diff',
  explore: 'related traverse',
  neighbours: 'neighbors similar nearest',
  '--help': 'man usage commands',
  '--version': 'version',
};

/** The command, or the option, that somebody means who types what other tools call it. */
export function meantCommand(typed: string): string | undefined {
  const word = typed.toLowerCase();
  return Object.entries(synonyms).find(([, others]) => others.split(' ').includes(word))?.[0];
}
