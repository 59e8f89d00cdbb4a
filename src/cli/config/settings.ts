/**
 * Every setting, in one table: its key, what it may be, its default, and what it does. The order
 * is that of the documentation and of `madeleine config`.
 *
 * A key `section.name` is `name` in `[section]` of madeleine.toml and `MADELEINE_SECTION__NAME` in
 * the environment.
 */
import {
  type SignalName,
  authLevels,
  embedderNames,
  mostWeight,
  profileNames,
  sharingChoices,
  sharingPresetNames,
  signalNames,
  spaceName,
} from '../../index.ts';

interface SettingKind<T> {
  /** In words, for messages and the documentation, e.g. `a whole number, 1-200`. */
  readonly words: string;
  /** The value that a text in the environment stands for; what it cannot read it leaves as it is. */
  fromText(text: string): unknown;
  /** Whether a value is of this kind. */
  accepts(value: unknown): value is T;
}

const textKind: SettingKind<string> = {
  words: 'a text',
  fromText: (text) => text,
  accepts: (value): value is string => typeof value === 'string' && value.trim() !== '',
};

/** The name of a space or a namespace. */
const nameKind: SettingKind<string> = {
  words: 'a name of 1-64 letters, digits, "-" or "_"',
  fromText: (text) => text,
  accepts: (value): value is string => spaceName.safeParse(value).success,
};

const switchKind: SettingKind<boolean> = {
  words: 'true or false',
  fromText: (text) => ({ true: true, false: false, '1': true, '0': false })[text.toLowerCase()] ?? text,
  accepts: (value): value is boolean => typeof value === 'boolean',
};

/** A list of texts; separated by commas in the environment. */
const listKind: SettingKind<readonly string[]> = {
  words: 'a list of texts',
  fromText: (text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  accepts: (value): value is readonly string[] => Array.isArray(value) && value.every((part) => textKind.accepts(part)),
};

/** Lists of texts by name; `name=text,text;name=text` in the environment. */
const listsKind: SettingKind<Readonly<Record<string, readonly string[]>>> = {
  words: 'lists of texts by name',
  fromText: (text) => {
    const parts = text.split(';').filter((part) => part.trim() !== '');
    const lists = parts.map((part) => {
      const [, name, list] = /^([^=]+)=(.*)$/s.exec(part) ?? [];
      return name === undefined || list === undefined ? undefined : ([name.trim(), listKind.fromText(list)] as const);
    });
    return lists.includes(undefined) ? text : Object.fromEntries(lists as (readonly [string, unknown])[]);
  },
  accepts: (value): value is Readonly<Record<string, readonly string[]>> =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((list) => listKind.accepts(list)),
};

function choiceKind<T extends string>(choices: readonly T[]): SettingKind<T> {
  return {
    words: `one of ${choices.join(', ')}`,
    fromText: (text) => text,
    accepts: (value): value is T => choices.some((choice) => choice === value),
  };
}

function numberKind(min: number, max: number): SettingKind<number> {
  return {
    words: `a number, ${min}-${max}`,
    fromText: numberFromText,
    accepts: (value): value is number => typeof value === 'number' && value >= min && value <= max,
  };
}

/** A number, or 0 for none. */
function numberOrNone(min: number, max: number): SettingKind<number> {
  const { fromText, accepts } = numberKind(min, max);
  return {
    words: `a number, 0 or ${min}-${max}`,
    fromText,
    accepts: (value): value is number => value === 0 || accepts(value),
  };
}

function wholeNumberKind(min: number, max: number): SettingKind<number> {
  return {
    words: `a whole number, ${min}-${max}`,
    fromText: numberFromText,
    accepts: (value): value is number => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  };
}

function numberFromText(text: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}

type WeightKey = `retrieval.weights.${string}`;

/** One row of the table. */
interface SettingRow<T = unknown> {
  readonly kind: SettingKind<T>;
  /** Missing when there is none; `at` has one that depends on the system. */
  readonly default?: T;
  /** The option that sets it for one command. */
  readonly flag?: string;
  /** Whether its value is never shown. */
  readonly secret?: boolean;
  /** What it does, in one sentence. */
  readonly docs: string;
}

const weights: Readonly<Record<WeightKey, SettingRow<number>>> = Object.fromEntries(
  signalNames.map((name) => [
    weightKey(name),
    { kind: numberKind(0, mostWeight), docs: `The weight of the signal ${name}. Default: the profile's.` },
  ]),
);

/** The table, by keys. */
const table = {
  at: {
    kind: textKind,
    flag: '--at',
    docs: "Where the memory lies: a folder, or the ws:// or wss:// address of a SurrealDB server. Default: the user's data folder.",
  },
  space: {
    kind: nameKind,
    default: 'default',
    flag: '--space',
    docs: "The space: one tenant's memory.",
  },
  agent: {
    kind: textKind,
    flag: '--agent',
    docs: 'Who remembers and recalls. Without one, commands that need an agent ask for it; `madeleine install` keeps the name here that all hosts get.',
  },
  embedder: {
    kind: choiceKind(embedderNames),
    default: 'minilm',
    flag: '--embedder',
    docs: 'What turns texts into vectors: the bundled MiniLM, which reads English, or none for lexical recall. In the library any embedding model of the AI SDK works; for other languages take a multilingual one, such as `text-embedding-3-small`.',
  },
  'retrieval.profile': {
    kind: choiceKind(profileNames),
    default: 'balanced',
    flag: '--profile',
    docs: 'How recall weighs its signals.',
  },
  'retrieval.limit': {
    kind: wholeNumberKind(1, 200),
    default: 10,
    flag: '--limit',
    docs: 'How many memories recall and search answer.',
  },
  'retrieval.emotion_weight': {
    kind: numberKind(0, 1),
    default: 0.3,
    flag: '--emotion-weight',
    docs: 'The share of a mood in the score of recall and search: 0 turns moods off.',
  },
  'retrieval.candidate_multiplier': {
    kind: wholeNumberKind(1, 5),
    default: 2,
    flag: '--candidate-multiplier',
    docs: 'How many times the limit recall and search put in order by a mood.',
  },
  'retrieval.infer_mood': {
    kind: switchKind,
    default: false,
    docs: 'Whether a memory that is given no mood gets the one that its English text speaks of, marked as inferred.',
  },
  ...weights,
  'belief.decay': { kind: switchKind, default: true, docs: 'Whether beliefs fade over time.' },
  'belief.fact_half_life_days': {
    kind: numberKind(0.01, 100_000),
    default: 180,
    docs: 'Days in which the belief in a fact halves.',
  },
  'belief.observation_half_life_days': {
    kind: numberKind(0.01, 100_000),
    default: 60,
    docs: 'Days in which the belief in an observation halves.',
  },
  'concepts.technical_terms': {
    kind: listKind,
    default: [],
    docs: 'Words that count as technical terms beside the built-in ones; separated by commas in the environment.',
  },
  'sharing.preset': {
    kind: choiceKind(sharingPresetNames),
    docs: 'Who gets what no call has shared: nobody else (private), every agent what users say (household), or every agent also what agents find and think (team). Default: the policy of the space, else private.',
  },
  'sharing.statements': {
    kind: choiceKind(sharingChoices.statements),
    docs: 'Who gets what a user says, when sleep makes facts of it. Default: by the preset.',
  },
  'sharing.findings': {
    kind: choiceKind(sharingChoices.findings),
    docs: 'Who gets what an agent notes or believes on its own account. Default: by the preset.',
  },
  'sharing.thoughts': {
    kind: choiceKind(sharingChoices.thoughts),
    docs: "Who gets an agent's thoughts. Default: by the preset.",
  },
  'ambient.enabled': {
    kind: switchKind,
    default: true,
    docs: 'Whether memories surface by themselves; off, ambient answers nothing.',
  },
  'ambient.anchors': {
    kind: listsKind,
    default: {},
    docs: 'What agents care about: a list of words or phrases by the name of each agent.',
  },
  'hub.port': {
    kind: wholeNumberKind(0, 65_535),
    default: 0,
    flag: '--port',
    docs: "The port of the hub; 0 for one that follows from the store's folder, or any that is free when that is taken.",
  },
  'hub.idle_exit': {
    kind: numberKind(0, 10_080),
    default: 15,
    flag: '--idle-exit',
    docs: 'Minutes without a call after which a hub that was started in the background leaves; 0 for never.',
  },
  'hub.sleep_after_idle': {
    kind: numberOrNone(0.01, 10_080),
    default: 30,
    flag: '--sleep-after-idle',
    docs: 'Minutes without a call after which a space sleeps in the hub; 0 for never.',
  },
  'hub.open_spaces': {
    kind: wholeNumberKind(1, 10_000),
    default: 16,
    docs: 'How many spaces a hub keeps open; of more, the one used longest ago is put away until its next call.',
  },
  'hub.start_for_commands': {
    kind: switchKind,
    default: true,
    docs: 'Whether commands start a hub where none runs; MCP servers and hooks always do.',
  },
  'server.username': { kind: textKind, flag: '--username', docs: 'The user at a SurrealDB server.' },
  'server.password': { kind: textKind, secret: true, docs: 'The password at a SurrealDB server.' },
  'server.token': {
    kind: textKind,
    secret: true,
    docs: 'A token for a SurrealDB server, instead of user and password.',
  },
  'server.auth_level': {
    kind: choiceKind(authLevels),
    default: 'root',
    flag: '--auth-level',
    docs: 'Where the user of a SurrealDB server is defined.',
  },
  'server.namespace': {
    kind: nameKind,
    default: 'madeleine',
    docs: 'The namespace of a SurrealDB server in which each space is a database.',
  },
  'server.wait_ms': {
    kind: wholeNumberKind(0, 600_000),
    default: 5000,
    docs: 'How long a call waits for a SurrealDB server that is away before it fails, in milliseconds.',
  },
  'server.queue': {
    kind: wholeNumberKind(1, 10_000),
    default: 1000,
    docs: 'How many calls wait for a SurrealDB server that is away; one more is refused.',
  },
  'server.stale_reads_ms': {
    kind: wholeNumberKind(0, 604_800_000),
    default: 3_600_000,
    docs: 'For how long reads answer from what the process knows while a SurrealDB server is away, in milliseconds.',
  },
  'server.reader_username': {
    kind: textKind,
    docs: 'A user of the database at a SurrealDB server who may only read, for madeleine query.',
  },
  'server.reader_password': { kind: textKind, secret: true, docs: 'The password of this user.' },
  'server.indexes': {
    kind: switchKind,
    default: false,
    docs: 'Whether a SurrealDB server keeps full-text and HNSW indexes for other programs; writes pay for them.',
  },
} satisfies Readonly<Record<string, SettingRow>>;

type Table = typeof table;
/** Those without a default. */
type Unset = { [K in keyof Table]: K extends 'at' ? never : 'default' extends keyof Table[K] ? never : K }[keyof Table];
type ValueOf<Row> = Row extends { readonly kind: SettingKind<infer T> } ? T : never;

/** The key of a setting. */
export type SettingKey = keyof Table | WeightKey;

/** The value of each setting, by its key; those without a default may be missing. */
export type SettingValues = { readonly [K in Exclude<keyof Table, Unset>]: ValueOf<Table[K]> } & {
  readonly [K in Unset]?: ValueOf<Table[K]>;
} & { readonly [weight: WeightKey]: number | undefined };

/** One setting. */
export interface Setting extends SettingRow {
  readonly key: SettingKey;
}

/** Every setting, in the order of the table. */
export const settings: readonly Setting[] = Object.entries<SettingRow>(table).map(([key, row]) => ({
  key: key as SettingKey,
  ...row,
}));

/** The key of the weight of a signal. */
export function weightKey(name: SignalName): WeightKey {
  return `retrieval.weights.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
