/**
 * What is in force, and from where: flags, then the environment, then madeleine.toml, then
 * defaults. Each layer is checked whole, so that a mistake shows even where another layer wins.
 */
import { type TomlTable, parse } from 'smol-toml';
import {
  InvalidArgumentError,
  type OpenOptions,
  type SharingParts,
  type SignalWeights,
  profiles,
  signalNames,
} from '../../index.ts';
import { type ConfigSurroundings, defaultPlace, environmentName, fullPlace, readConfigText } from './find-store.ts';
import { invalidSetting, readEnvironment, unknownSetting } from './read-environment.ts';
import { type Setting, type SettingKey, type SettingValues, settings, weightKey } from './settings.ts';

/** A value in force and the layer that set it. */
export interface ConfigEntry {
  readonly key: SettingKey;
  /** Undefined when nothing sets it. */
  readonly value: unknown;
  readonly from: 'flag' | 'environment' | 'file' | 'default';
  /** The option, the variable or the file. */
  readonly source?: string;
  readonly secret: boolean;
}

/** The configuration that is in force. */
export interface Config {
  readonly values: SettingValues;
  readonly entries: readonly ConfigEntry[];
  /** The file that was read. */
  readonly file?: string;
}

/** Values that options set for one command; undefined ones set nothing. */
export type ConfigFlags = Partial<{ readonly [K in SettingKey]: SettingValues[K] | undefined }>;

/**
 * Resolves the configuration.
 *
 * @throws {InvalidArgumentError} CONFIG_INVALID for an unknown key or a value that its setting cannot have.
 */
export function resolveConfig(flags: ConfigFlags, surroundings: ConfigSurroundings): Config {
  const environment = readEnvironment(surroundings.environment);
  const file = readConfigFile(surroundings);
  const entries = settings.map((setting): ConfigEntry => {
    const { key, flag = '' } = setting;
    const variable = environmentName(key);
    const layers: readonly Layer[] = [
      { from: 'flag', source: flag, name: flag, where: 'the options', value: flags[key] },
      { from: 'environment', source: variable, name: variable, where: 'the environment', value: environment.get(key) },
      ...(file
        ? [{ from: 'file', source: file.path, name: key, where: file.path, value: file.values.get(key) } as const]
        : []),
    ];
    const set = layers.filter(({ value }) => value !== undefined);
    for (const { name, where, value } of set) {
      if (!setting.kind.accepts(value)) throw invalidSetting(setting, name, where, value);
    }
    const [winner] = set;
    const place = { key, secret: setting.secret ?? false };
    if (winner === undefined) return { ...place, from: 'default', value: defaultOf(setting, surroundings) };
    const { from, source, value } = winner;
    if (key !== 'at') return { ...place, from, source, value };
    const base = from === 'file' && file ? file.folder : surroundings.workingFolder;
    return { ...place, from, source, value: fullPlace(String(value), base, surroundings.homeFolder) };
  });
  const set = entries.filter((entry) => entry.value !== undefined).map((entry) => [entry.key, entry.value]);
  const values = Object.fromEntries(set) as unknown as SettingValues;
  return { values, entries: withWeights(entries, values), ...(file ? { file: file.path } : {}) };
}

/** With the weights of the profile in force, where nothing sets others; `values` holds only those that are set. */
function withWeights(entries: readonly ConfigEntry[], values: SettingValues): readonly ConfigEntry[] {
  const { weights } = profiles[values['retrieval.profile']];
  const own = new Map(signalNames.map((name) => [weightKey(name) as string, weights[name] ?? 0]));
  return entries.map((entry) => (entry.value === undefined ? { ...entry, value: own.get(entry.key) } : entry));
}

/** What one layer says of one setting. */
interface Layer {
  readonly from: 'flag' | 'environment' | 'file';
  readonly source: string;
  /** What the setting is called there. */
  readonly name: string;
  readonly where: string;
  readonly value: unknown;
}

function defaultOf(setting: Setting, surroundings: ConfigSurroundings): unknown {
  return setting.key === 'at' ? defaultPlace(surroundings) : setting.default;
}

/** What a file sets, by key, not yet checked. */
export interface ConfigFile {
  readonly path: string;
  /** What relative folders in it are relative to. */
  readonly folder: string;
  readonly values: ReadonlyMap<string, unknown>;
}

/** @throws {InvalidArgumentError} CONFIG_INVALID when the file cannot be read, is no TOML, or has an unknown key. */
function readConfigFile(surroundings: ConfigSurroundings): ConfigFile | undefined {
  const file = readConfigText(surroundings, (path, cause) => {
    const message = `config: "${path}" must be a readable file (${cause.code}).`;
    throw new InvalidArgumentError('CONFIG_INVALID', message, { cause });
  });
  return file && { path: file.path, folder: file.folder, values: readToml(file.text, file.path) };
}

function readToml(text: string, path: string): ReadonlyMap<string, unknown> {
  let table: TomlTable;
  try {
    table = parse(text);
  } catch (cause) {
    const [reason] = String(cause instanceof Error ? cause.message : cause).split('\n');
    throw new InvalidArgumentError('CONFIG_INVALID', `config: "${path}" must be TOML: ${reason}.`, { cause });
  }
  const known = settings.map((setting) => setting.key);
  const sections = new Set(known.flatMap(sectionsOf));
  const values = new Map(flattened(table, '', sections));
  for (const key of values.keys()) {
    if (!known.some((name) => name === key))
      throw unknownSetting(key, path, [...known, ...sections], 'Correct the key, or take it out of the file.');
  }
  return values;
}

/** The sections that a key lies in: `a` and `a.b` for `a.b.c`. */
function sectionsOf(key: string): readonly string[] {
  const parts = key.split('.');
  return parts.slice(1).map((_, inner) => parts.slice(0, inner + 1).join('.'));
}

/** Every value of a table under its whole key, as far down as there are sections. */
function* flattened(
  table: Record<string, unknown>,
  prefix: string,
  sections: ReadonlySet<string>,
): Generator<readonly [string, unknown]> {
  for (const [name, value] of Object.entries(table)) {
    const key = `${prefix}${name}`;
    const inner = sections.has(key) ? asTable(value) : undefined;
    if (inner === undefined) yield [key, value];
    else yield* flattened(inner, `${key}.`, sections);
  }
}

function asTable(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** The options of `Madeleine.open` that are settings. */
export function openOptionsOf(values: SettingValues): OpenOptions {
  return {
    at: values.at,
    space: values.space,
    embedder: values.embedder,
    profile: values['retrieval.profile'],
    weights: weightsIn(values),
    emotionWeight: values['retrieval.emotion_weight'],
    candidateMultiplier: values['retrieval.candidate_multiplier'],
    inferMood: values['retrieval.infer_mood'],
    decay: values['belief.decay'],
    factHalfLifeDays: values['belief.fact_half_life_days'],
    observationHalfLifeDays: values['belief.observation_half_life_days'],
    technicalTerms: values['concepts.technical_terms'],
    sharing: sharingIn(values),
    ambient: values['ambient.enabled'],
    anchors: values['ambient.anchors'],
    ...given('username', values['server.username']),
    ...given('password', values['server.password']),
    ...given('token', values['server.token']),
    authLevel: values['server.auth_level'],
    namespace: values['server.namespace'],
    serverWaitMs: values['server.wait_ms'],
    serverQueue: values['server.queue'],
    staleReadsMs: values['server.stale_reads_ms'],
    serverIndexes: values['server.indexes'],
    ...given('readerUsername', values['server.reader_username']),
    ...given('readerPassword', values['server.reader_password']),
  };
}

function sharingIn(values: SettingValues): SharingParts {
  return {
    ...given('preset', values['sharing.preset']),
    ...given('statements', values['sharing.statements']),
    ...given('findings', values['sharing.findings']),
    ...given('thoughts', values['sharing.thoughts']),
  };
}

function weightsIn(values: SettingValues): SignalWeights {
  return Object.fromEntries(
    signalNames.flatMap((name) => {
      const weight = values[weightKey(name)];
      return weight === undefined ? [] : [[name, weight]];
    }),
  );
}

function given<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };
}
