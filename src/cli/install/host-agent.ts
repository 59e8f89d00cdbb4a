/**
 * As which agent a host remembers. All hosts of a machine remember as one agent, whose name is asked for once and kept
 * as the setting `agent` of the user's madeleine.toml. `--agent` separates a host, and a host that has a name keeps it.
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { agentSchema, checked, foldAgent } from '../../index.ts';
import type { CommandContext } from '../command-context.ts';
import { configFileName } from '../config/find-store.ts';
import { resolveConfig } from '../config/resolve-config.ts';
import { ask, type DryRunFlags, isAtTerminal } from '../confirm.ts';
import { plain } from '../text-layout.ts';
import { type ConfigChange, isChange, planChange } from './config-change.ts';
import type { Host } from './host.ts';
import { type InstalledMemory, type PlanOptions, installedIn, memoryIn } from './plan-install.ts';

/** The agent of one host. */
export interface HostAgent {
  readonly name: string;
  /** What this host's name follows from: `--agent`, the entry that is there, or what holds for the machine. */
  readonly from: 'flag' | 'entry' | 'machine';
  /** What holds for the machine; missing where nobody has chosen yet. */
  readonly machine?: string;
  /** Keeps a name that was chosen now. */
  readonly changes: readonly ConfigChange[];
}

/**
 * Finds out as which agent a host is to remember. Asks at a terminal where no name is kept yet; elsewhere, with `--yes`
 * and with `--dry-run` the name of the user's account is taken.
 *
 * @throws {InvalidArgumentError} when the name breaks the rule of agents' names.
 */
export async function hostAgent(context: CommandContext, plan: PlanOptions, flags: DryRunFlags): Promise<HostAgent> {
  const machine = machineAgent(context);
  const known = machine === undefined ? {} : { machine };
  const { agent: given } = context.given;
  if (given !== undefined) return { ...known, name: checkedName(context, given), from: 'flag', changes: [] };
  const { agent: kept } = await installedIn(plan);
  if (kept !== undefined) return { ...known, name: kept, from: 'entry', changes: [] };
  if (machine !== undefined) return { machine, name: checkedName(context, machine), from: 'machine', changes: [] };
  const name = await chosenName(context, flags);
  const file = join(context.io.configFolder, configFileName);
  const change = await planChange(context.operation, file, 'toml', () => [{ path: ['agent'], value: name }]);
  return { machine: name, name, from: 'machine', changes: [change].filter(isChange) };
}

/** The setting, which a madeleine.toml of the working folder may leave to that of the user. */
function machineAgent(context: CommandContext): string | undefined {
  const { io, given } = context;
  const inForce = given.agent === undefined ? context.config().values.agent : undefined;
  return inForce ?? resolveConfig({}, { ...io, environment: {}, workingFolder: io.configFolder }).values.agent;
}

async function chosenName(context: CommandContext, { yes, dryRun }: DryRunFlags): Promise<string> {
  const { userName } = context.io;
  if (yes === true || dryRun === true || !isAtTerminal(context)) return checkedName(context, userName);
  const answer = await ask(
    context,
    `All hosts that you install share one memory. Under which name does it remember? [${plain(userName)}] `,
  );
  return checkedName(context, answer.trim() === '' ? userName : answer);
}

function checkedName({ operation }: CommandContext, name: string): string {
  return checked(operation, agentSchema, { name: name.trim() }).name;
}

/** The titles of the other hosts of this user that remember as the same agent in the same store and space. */
export async function hostsWith(
  plan: PlanOptions,
  options: readonly string[],
  all: readonly Host[],
): Promise<readonly string[]> {
  const own = memoryIn(options);
  const others = all.filter(({ name }) => name !== plan.host.name);
  const memories = await Promise.all(others.map((host) => installedIn({ ...plan, host, project: false })));
  const folded = ({ agent = '', ...place }: InstalledMemory): object => ({ ...place, agent: foldAgent(agent) });
  const isOwn = (memory: InstalledMemory = {}): boolean => isDeepStrictEqual(folded(memory), folded(own));
  return others.filter((_, place) => isOwn(memories[place])).map(({ title }) => title);
}

/** Says whose memory a host has, which other hosts have it too, and what agents of other names get. */
export function sharingLines(
  { name, from, machine }: HostAgent,
  title: string,
  sharedWith: readonly string[],
): readonly string[] {
  const agent = JSON.stringify(name);
  const isOwn = from !== 'machine' && machine !== undefined && foldAgent(machine) !== foldAgent(name);
  const others = isOwn ? `; --agent ${plain(machine)} gives it the memory of the hosts of this machine` : '';
  const kept = from === 'entry' ? `${title} keeps the agent ${agent} that it has` : `${title} remembers as ${agent}`;
  return [
    `${kept}${others}.`,
    sharedWith.length === 0
      ? 'No other host that you have installed remembers as this agent.'
      : `The same memory has: ${sharedWith.join(', ')}. What one of them stores, each of them recalls.`,
    'Agents with other names get only what is shared with them; `madeleine sharing` tells what that is.',
  ];
}
