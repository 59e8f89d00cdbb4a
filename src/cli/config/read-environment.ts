/** Reads the settings that the environment sets. */
import { InvalidArgumentError, nearest } from '../../index.ts';
import { type Environment, environmentName } from './find-store.ts';
import { type Setting, settings } from './settings.ts';

/** The variable from which hooks of type `http` take their token. Hosts hand it on to the servers that they start. */
export const tokenVariable = 'MADELEINE_TOKEN';
/** Variables that are no settings: the token's, and the one by which the Python package finds the command. */
const others: ReadonlySet<string> = new Set([tokenVariable, 'MADELEINE_COMMAND']);

/**
 * What the environment sets, by key, not yet checked. An empty variable sets nothing.
 *
 * @throws {InvalidArgumentError} CONFIG_INVALID for a MADELEINE_ variable that sets no setting.
 */
export function readEnvironment(environment: Environment): ReadonlyMap<string, unknown> {
  const byName = new Map(settings.map((setting) => [environmentName(setting.key), setting]));
  const values = new Map<string, unknown>();
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith('MADELEINE_') || text === undefined || text === '' || others.has(name)) continue;
    const setting = byName.get(name);
    if (setting === undefined)
      throw unknownSetting(name, 'the environment', [...byName.keys()], `Correct the variable, or \`unset ${name}\`.`);
    values.set(setting.key, setting.kind.fromText(text));
  }
  return values;
}

/** A setting that does not exist, with the one that was probably meant; `hint` says what to do with it. */
export function unknownSetting(
  name: string,
  where: string,
  known: readonly string[],
  hint: string,
): InvalidArgumentError {
  const meant = nearest(name, known);
  const remedy = meant === undefined ? `known are ${known.join(', ')}` : `did you mean "${meant}"?`;
  return new InvalidArgumentError(
    'CONFIG_INVALID',
    `config: "${name}" in ${where} is not a setting; ${remedy}${meant === undefined ? '.' : ''}`,
    { hint, details: { name, where } },
  );
}

/** A value that a setting cannot have. A secret's value stays out of the message. */
export function invalidSetting(setting: Setting, name: string, where: string, value: unknown): InvalidArgumentError {
  const received = setting.secret ? 'something else' : (JSON.stringify(value) ?? String(value));
  return new InvalidArgumentError(
    'CONFIG_INVALID',
    `config: "${name}" in ${where} must be ${setting.kind.words}, got ${received}.`,
    { details: { name, where } },
  );
}
