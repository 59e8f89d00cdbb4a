/** The errors of a configuration. */
import { InvalidArgumentError, nearest } from '../../index.ts';
import type { Setting } from './settings.ts';

/** A setting that does not exist, with the one that was probably meant. */
export function unknownSetting(name: string, where: string, known: readonly string[]): InvalidArgumentError {
  const meant = nearest(name, known);
  const remedy = meant === undefined ? `known are ${known.join(', ')}` : `did you mean "${meant}"?`;
  return new InvalidArgumentError(
    'CONFIG_INVALID',
    `config: "${name}" in ${where} is not a setting; ${remedy}${meant === undefined ? '.' : ''}`,
    { details: { name, where } },
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
