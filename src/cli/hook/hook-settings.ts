/** What hooks need of the settings. It loads all that the settings know of, the engine too: only where there is time. */
import { type ConfigFlags, resolveConfig } from '../config/resolve-config.ts';
import type { SettingValues } from '../config/settings.ts';
import { startHub } from '../hub/start-hub.ts';
import { processIo } from '../command-io.ts';
import { unheard } from './hook-event.ts';
import { type HookPlace, tellHub } from './hub-for-hook.ts';

/** The agent where neither the hook nor a setting names one. */
const defaultAgent = 'claude-code';

/** The memory that the settings name, where the arguments of a hook leave something open. */
export function settledPlace(given: Partial<HookPlace>): HookPlace {
  const { at, space, embedder, agent = defaultAgent } = valuesFor(given);
  return { at, space, embedder, agent };
}

/** Starts the hub of a store as the settings say, and hands it the event that it was started for, whose hook has ended. */
export async function startSettledHub(given: Partial<HookPlace>, event: string): Promise<void> {
  const { at, space, embedder, 'hub.idle_exit': idleExit } = valuesFor(given);
  const { url } = await startHub(at, { space, embedder, idleExit });
  await tellHub(url, settledPlace(given), unheard(event));
}

function valuesFor({ at, space, agent, embedder }: Partial<HookPlace>): SettingValues {
  // A word that is no embedder is refused by the rule of the setting.
  return resolveConfig({ at, space, agent, embedder } as ConfigFlags, processIo()).values;
}
