import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Config, type ConfigFlags, resolveConfig } from '../../../src/cli/config/resolve-config.ts';
import { environmentName } from '../../../src/cli/config/find-store.ts';
import { settings } from '../../../src/cli/config/settings.ts';

describe('the configuration', () => {
  let workingFolder: string;
  let configFolder: string;
  beforeEach(async () => {
    workingFolder = await mkdtemp(join(tmpdir(), 'madeleine-work-'));
    configFolder = await mkdtemp(join(tmpdir(), 'madeleine-conf-'));
  });
  afterEach(async () => {
    await rm(workingFolder, { recursive: true });
    await rm(configFolder, { recursive: true });
  });

  function resolved(flags: ConfigFlags = {}, environment: Record<string, string> = {}): Config {
    return resolveConfig(flags, {
      environment,
      workingFolder,
      configFolder,
      homeFolder: '/home/ann',
      dataFolder: '/data',
    });
  }
  function writeToml(text: string, folder: string = workingFolder): Promise<void> {
    return writeFile(join(folder, 'madeleine.toml'), text);
  }
  function entry(config: Config, key: string): unknown {
    return config.entries.find((one) => one.key === key);
  }

  it('takes flags before the environment before the file before defaults, and says where from', async () => {
    await writeToml('agent = "file"\nspace = "file"\n[retrieval]\nlimit = 3\n');
    const config = resolved({ agent: 'flag' }, { MADELEINE_AGENT: 'environment', MADELEINE_SPACE: 'environment' });
    expect(entry(config, 'agent')).toMatchObject({ value: 'flag', from: 'flag', source: '--agent' });
    expect(entry(config, 'space')).toMatchObject({
      value: 'environment',
      from: 'environment',
      source: 'MADELEINE_SPACE',
    });
    expect(entry(config, 'retrieval.limit')).toMatchObject({
      value: 3,
      from: 'file',
      source: join(workingFolder, 'madeleine.toml'),
    });
    expect(entry(config, 'embedder')).toMatchObject({ value: 'minilm', from: 'default' });
    expect(config.values.at).toBe('/data/memory');
    expect(config.values).not.toHaveProperty('server.token');
  });

  it('lets the environment win over the file in how moods bear on recall', async () => {
    await writeToml('[retrieval]\nemotion_weight = 0.1\ncandidate_multiplier = 3\n');
    expect(resolved().values).toMatchObject({ 'retrieval.emotion_weight': 0.1, 'retrieval.candidate_multiplier': 3 });
    const config = resolved({}, { MADELEINE_RETRIEVAL__EMOTION_WEIGHT: '0.6' });
    expect(config.values).toMatchObject({ 'retrieval.emotion_weight': 0.6, 'retrieval.candidate_multiplier': 3 });
    expect(entry(config, 'retrieval.emotion_weight')).toMatchObject({ from: 'environment' });
    expect(() => resolved({}, { MADELEINE_RETRIEVAL__EMOTION_WEIGHT: '1.5' })).toThrow(/a number, 0-1/);
    expect(() => resolved({}, { MADELEINE_RETRIEVAL__CANDIDATE_MULTIPLIER: '0' })).toThrow(/a whole number, 1-5/);
  });

  it('takes weights from their section and the environment, and shows those of the profile for the rest', async () => {
    await writeToml('[retrieval]\nprofile = "cognitive"\n[retrieval.weights]\nco_activation = 0\nring = 0.5\n');
    const config = resolved({}, { MADELEINE_RETRIEVAL__WEIGHTS__RING: '0.75' });
    expect(config.values).toMatchObject({ 'retrieval.weights.co_activation': 0, 'retrieval.weights.ring': 0.75 });
    expect(config.values).not.toHaveProperty('retrieval.weights.semantic');
    expect(entry(config, 'retrieval.weights.ring')).toMatchObject({ value: 0.75, from: 'environment' });
    expect(entry(config, 'retrieval.weights.semantic')).toMatchObject({ value: 0.3, from: 'default' });
    expect(entry(config, 'retrieval.weights.lexical')).toMatchObject({ value: 0, from: 'default' });
  });

  it('reads the file of the configuration folder only when the working folder has none', async () => {
    await writeToml('agent = "theirs"', configFolder);
    expect(resolved().values.agent).toBe('theirs');
    await writeToml('space = "here"');
    expect(resolved().values).toMatchObject({ space: 'here' });
    expect(resolved().values).not.toHaveProperty('agent');
  });

  it('reads every kind of value from the environment', () => {
    const { values } = resolved(
      {},
      {
        MADELEINE_RETRIEVAL__PROFILE: 'lexical',
        MADELEINE_RETRIEVAL__LIMIT: '7',
        MADELEINE_BELIEF__DECAY: 'false',
        MADELEINE_BELIEF__FACT_HALF_LIFE_DAYS: '0.5',
        MADELEINE_CONCEPTS__TECHNICAL_TERMS: 'elefante, kubelet ,',
        MADELEINE_AMBIENT__ENABLED: '0',
        MADELEINE_AMBIENT__ANCHORS: 'lisa=cats, the cold; electra=deadlines;',
        MADELEINE_AGENT: '',
        PATH: '/bin',
      },
    );
    expect(values).toMatchObject({
      'retrieval.profile': 'lexical',
      'retrieval.limit': 7,
      'belief.decay': false,
      'belief.fact_half_life_days': 0.5,
      'concepts.technical_terms': ['elefante', 'kubelet'],
      'ambient.enabled': false,
      'ambient.anchors': { lisa: ['cats', 'the cold'], electra: ['deadlines'] },
    });
    expect(values).not.toHaveProperty('agent');
  });

  it('resolves folders against where they are written, and leaves addresses as they are', async () => {
    expect(resolved({ at: 'm' }).values.at).toBe(join(workingFolder, 'm'));
    expect(resolved({ at: 'wss://db.example:8000' }).values.at).toBe('wss://db.example:8000');
    expect(resolved({}, { MADELEINE_AT: '~/m' }).values.at).toBe('/home/ann/m');
    await writeToml('at = "m"', configFolder);
    expect(resolved().values.at).toBe(join(configFolder, 'm'));
  });

  it.each([
    [
      '[retrieval]\nlimt = 3',
      /"retrieval.limt" in .*madeleine.toml is not a setting; did you mean "retrieval.limit"\?/,
    ],
    ['[retrieval.weights]\nlexcal = 1', /"retrieval.weights.lexcal" in .* did you mean "retrieval.weights.lexical"\?/],
    ['[retrieval.weights]\nlexical = -1', /"retrieval.weights.lexical" in .* must be a number, 0-100, got -1/],
    ['agnet = "x"', /"agnet" .* did you mean "agent"\?/],
    ['[retrival]\nlimit = 3', /"retrival" .* did you mean "retrieval"\?/],
    ['retrieval = 3', /"retrieval" in .* is not a setting/],
    ['zzzzzzzz = 1', /"zzzzzzzz" .* known are at, space, agent/],
    ['[retrieval]\nlimit = "3"', /"retrieval.limit" in .* must be a whole number, 1-200, got "3"/],
    ['[retrieval]\nlimit = 201', /must be a whole number, 1-200, got 201/],
    ['embedder = "gpt"', /"embedder" in .* must be one of minilm, none, got "gpt"/],
    ['space = "my home"', /"space" in .* must be a name of 1-64 letters, digits, "-" or "_", got "my home"/],
    ['[server]\nnamespace = "a b"', /"server.namespace" in .* must be a name of/],
    ['[hub]\nsleep_after_idle = 0.005', /must be a number, 0 or 0.01-10080, got 0.005/],
    ['[ambient]\nanchors = ["cats"]', /"ambient.anchors" in .* must be lists of texts by name/],
    ['[ambient.anchors]\nlisa = "cats"', /"ambient.anchors" in .* must be lists of texts by name/],
    ['agent = ', /madeleine.toml" must be TOML/],
  ])('refuses a file with %j', async (toml, message) => {
    await writeToml(toml);
    expect(() => resolved()).toThrow(message);
    expect(() => resolved()).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID', exitCode: 2 }));
  });

  it('refuses unknown variables and wrong values, even where something else wins', () => {
    expect(() => resolved({}, { MADELEINE_RETREIVAL__LIMIT: '3' })).toThrow(
      /did you mean "MADELEINE_RETRIEVAL__LIMIT"\?/,
    );
    expect(() => resolved({ embedder: 'none' }, { MADELEINE_EMBEDDER: 'gpt' })).toThrow(
      /"MADELEINE_EMBEDDER" in the environment/,
    );
    expect(() => resolved({ space: 'home' }, { MADELEINE_SPACE: 'my home' })).toThrow(
      /"MADELEINE_SPACE" in the environment/,
    );
    expect(() => resolved({}, { MADELEINE_BELIEF__DECAY: 'perhaps' })).toThrow(/must be true or false, got "perhaps"/);
  });

  it('never shows a secret in an error', () => {
    expect(() => resolved({}, { MADELEINE_SERVER__PASSWORD: '  ' })).toThrow(/must be a text, got something else/);
  });

  it('has a variable and a description for each setting', () => {
    const names = settings.map((setting) => environmentName(setting.key));
    expect(new Set(names).size).toBe(settings.length);
    expect(settings.filter((setting) => !setting.docs.endsWith('.'))).toEqual([]);
  });
});
