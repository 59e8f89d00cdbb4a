/**
 * Every setting, in one table: its key, what it may be, its default, and what it does. The order
 * is that of the documentation and of `madeleine config`.
 *
 * A key `section.name` is `name` in `[section]` of madeleine.toml and `MADELEINE_SECTION__NAME` in
 * the environment.
 */
import { type SignalName, embedderNames, mostWeight, profileNames, signalNames } from '../../index.ts';

// What kinds of values settings have: how each is read from text and what it may be.

/** A kind of value. */
interface SettingKind<T> {
  /** In words, for messages and the documentation, e.g. `a whole number, 1-200`. */
  readonly words: string;
  /** The value that a text in the environment stands for; what it cannot read it leaves as it is. */
  fromText(text: string): unknown;
  /** Whether a value is of this kind. */
  accepts(value: unknown): value is T;
}

/** A text that is not blank. */
const textKind: SettingKind<string> = {
  words: 'a text',
  fromText: (text) => text,
  accepts: (value): value is string => typeof value === 'string' && value.trim() !== '',
};

/** Yes or no. */
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

/** One of a closed list of words. */
function choiceKind<T extends string>(choices: readonly T[]): SettingKind<T> {
  return {
    words: `one of ${choices.join(', ')}`,
    fromText: (text) => text,
    accepts: (value): value is T => choices.some((choice) => choice === value),
  };
}

/** A number in a closed range. */
function numberKind(min: number, max: number): SettingKind<number> {
  return {
    words: `a number, ${min}-${max}`,
    fromText: numberFromText,
    accepts: (value): value is number => typeof value === 'number' && value >= min && value <= max,
  };
}

/** A whole number in a closed range. */
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

/** The key of a signal's weight. */
type WeightKey = `retrieval.weights.${string}`;

/** The type of each setting's value; those that may be absent have no default. */
export interface SettingValues {
  readonly at: string;
  readonly space: string;
  readonly agent?: string;
  readonly embedder: (typeof embedderNames)[number];
  readonly 'retrieval.profile': (typeof profileNames)[number];
  readonly 'retrieval.limit': number;
  readonly 'retrieval.emotion_weight': number;
  readonly 'retrieval.candidate_multiplier': number;
  readonly 'retrieval.infer_mood': boolean;
  readonly [weight: WeightKey]: number | undefined;
  readonly 'belief.decay': boolean;
  readonly 'belief.fact_half_life_days': number;
  readonly 'belief.observation_half_life_days': number;
  readonly 'concepts.technical_terms': readonly string[];
  readonly 'ambient.enabled': boolean;
  readonly 'ambient.anchors': Readonly<Record<string, readonly string[]>>;
  readonly 'hub.port': number;
  readonly 'hub.idle_exit': number;
  readonly 'hub.sleep_after_idle': number;
  readonly 'hub.start_for_commands': boolean;
  readonly 'server.username'?: string;
  readonly 'server.password'?: string;
  readonly 'server.token'?: string;
}

/** The key of a setting. */
export type SettingKey = keyof SettingValues;

/** One row of the table. */
export interface Setting {
  readonly key: SettingKey;
  readonly kind: SettingKind<unknown>;
  /** Undefined when there is none; `at` has one that depends on the system. */
  readonly default?: unknown;
  /** The option that sets it for one command. */
  readonly flag?: string;
  /** Whether its value is never shown. */
  readonly secret?: boolean;
  /** What it does, in one sentence. */
  readonly docs: string;
}

/** The table. */
export const settings: readonly Setting[] = [
  {
    key: 'at',
    kind: textKind,
    flag: '--at',
    docs: "Where the memory lies: a folder, or the ws:// or wss:// address of a SurrealDB server. Default: the user's data folder.",
  },
  {
    key: 'space',
    kind: textKind,
    default: 'default',
    flag: '--space',
    docs: 'The space: one tenant, 1-64 of A-Z a-z 0-9 _ -.',
  },
  {
    key: 'agent',
    kind: textKind,
    flag: '--agent',
    docs: 'Who remembers and recalls. Without one, commands that need an agent ask for it.',
  },
  {
    key: 'embedder',
    kind: choiceKind(embedderNames),
    default: 'minilm',
    flag: '--embedder',
    docs: 'What turns texts into vectors: the bundled MiniLM, or none for lexical recall.',
  },
  {
    key: 'retrieval.profile',
    kind: choiceKind(profileNames),
    default: 'balanced',
    flag: '--profile',
    docs: 'How recall weighs its signals.',
  },
  {
    key: 'retrieval.limit',
    kind: wholeNumberKind(1, 200),
    default: 10,
    flag: '--limit',
    docs: 'How many memories recall and search answer.',
  },
  {
    key: 'retrieval.emotion_weight',
    kind: numberKind(0, 1),
    default: 0.3,
    flag: '--emotion-weight',
    docs: 'The share of a mood in the score of recall and search: 0 turns moods off.',
  },
  {
    key: 'retrieval.candidate_multiplier',
    kind: wholeNumberKind(1, 5),
    default: 2,
    flag: '--candidate-multiplier',
    docs: 'How many times the limit recall and search put in order by a mood.',
  },
  {
    key: 'retrieval.infer_mood',
    kind: switchKind,
    default: false,
    docs: 'Whether a memory that is given no mood gets the one that its English text speaks of, marked as inferred.',
  },
  ...signalNames.map((name) => ({
    key: weightKey(name),
    kind: numberKind(0, mostWeight),
    docs: `The weight of the signal ${name}. Default: the profile's.`,
  })),
  { key: 'belief.decay', kind: switchKind, default: true, docs: 'Whether beliefs fade over time.' },
  {
    key: 'belief.fact_half_life_days',
    kind: numberKind(0.01, 100_000),
    default: 180,
    docs: 'Days in which the belief in a fact halves.',
  },
  {
    key: 'belief.observation_half_life_days',
    kind: numberKind(0.01, 100_000),
    default: 60,
    docs: 'Days in which the belief in an observation halves.',
  },
  {
    key: 'concepts.technical_terms',
    kind: listKind,
    default: [],
    docs: 'Words that count as technical terms beside the built-in ones; separated by commas in the environment.',
  },
  {
    key: 'ambient.enabled',
    kind: switchKind,
    default: true,
    docs: 'Whether memories surface by themselves; off, ambient answers nothing.',
  },
  {
    key: 'ambient.anchors',
    kind: listsKind,
    default: {},
    docs: 'What agents care about: a list of words or phrases by the name of each agent.',
  },
  {
    key: 'hub.port',
    kind: wholeNumberKind(0, 65_535),
    default: 0,
    flag: '--port',
    docs: "The port of the hub; 0 for one that follows from the store's folder, or any that is free when that is taken.",
  },
  {
    key: 'hub.idle_exit',
    kind: numberKind(0, 10_080),
    default: 15,
    flag: '--idle-exit',
    docs: 'Minutes without a call after which a hub that was started in the background leaves; 0 for never.',
  },
  {
    key: 'hub.sleep_after_idle',
    kind: numberKind(0, 10_080),
    default: 30,
    flag: '--sleep-after-idle',
    docs: 'Minutes without a call after which a space sleeps in the hub; 0 for never.',
  },
  {
    key: 'hub.start_for_commands',
    kind: switchKind,
    default: true,
    docs: 'Whether commands start a hub where none runs; MCP servers and hooks always do.',
  },
  { key: 'server.username', kind: textKind, docs: 'The user at a SurrealDB server.' },
  { key: 'server.password', kind: textKind, secret: true, docs: 'The password at a SurrealDB server.' },
  {
    key: 'server.token',
    kind: textKind,
    secret: true,
    docs: 'A token for a SurrealDB server, instead of user and password.',
  },
];

/** The key of the weight of a signal. */
export function weightKey(name: SignalName): WeightKey {
  return `retrieval.weights.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

/** The variable of the environment that sets a setting. */
export function environmentName(key: SettingKey): string {
  return `MADELEINE_${key.replaceAll('.', '__').toUpperCase()}`;
}
