/** Reads the settings that the environment sets. */
import { unknownSetting } from './config-error.ts';
import { environmentName, settings } from './settings.ts';

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What the environment sets, by key, not yet checked. An empty variable sets nothing.
 *
 * @throws {InvalidArgumentError} CONFIG_INVALID for a MADELEINE_ variable that sets no setting.
 */
export function readEnvironment(environment: Environment): ReadonlyMap<string, unknown> {
  const byName = new Map(settings.map((setting) => [environmentName(setting.key), setting]));
  const values = new Map<string, unknown>();
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith('MADELEINE_') || text === undefined || text === '') continue;
    const setting = byName.get(name);
    if (setting === undefined) throw unknownSetting(name, 'the environment', [...byName.keys()]);
    values.set(setting.key, setting.kind.fromText(text));
  }
  return values;
}
