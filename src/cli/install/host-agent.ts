/**
 * As which agent a host remembers, and with which token its hooks come to the hub as that agent. All hosts of a
 * machine remember as one agent, whose name is asked for once and kept as the setting `agent` of the user's
 * madeleine.toml. `--agent` separates a host, and a host that has a name keeps it.
 */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { HubTokens, maskedToken } from '../../http/hub-tokens.ts';
import { agentSchema, checked, foldAgent } from '../../index.ts';
import type { CommandContext } from '../command-context.ts';
import { configFileName } from '../config/find-store.ts';
import { resolveConfig } from '../config/resolve-config.ts';
import { ask, type DryRunFlags, isAtTerminal } from '../confirm.ts';
import { readHubNote } from '../hub/hub-note.ts';
import { preferredPort } from '../hub/hub-place.ts';
import { plain } from '../text-layout.ts';
import { type ConfigChange, isChange, planChange } from './config-change.ts';
import { type Host, type InstalledMemory, memoryIn } from './host.ts';
import { type HubDoor, type InstalledHooks, type PlanOptions, installedHooks, installedIn } from './plan-install.ts';

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

/** A door for hooks whose token can be taken back as long as nobody has it. */
export interface MadeDoor extends HubDoor {
  readonly takeBack: () => Promise<void>;
}

/** Where the hub of the store will listen, and a token of the agent for it: the one that is there, if it is still good. */
export async function hubDoor(
  context: CommandContext,
  agent: string,
  known: string | undefined,
  { dryRun = false }: DryRunFlags,
): Promise<MadeDoor> {
  const { folder } = context;
  const { space, 'hub.port': port } = context.config().values;
  const tokens = new HubTokens(folder, () => new Date());
  const kept = known === undefined ? undefined : await tokens.kept(known);
  const isGood = kept?.agent === agent && kept.space === space && kept.scope === 'write';
  const made = isGood || dryRun ? undefined : await tokens.create({ agent, space, scope: 'write' });
  const url =
    (await readHubNote(folder))?.url ??
    `http://127.0.0.1:${port || preferredPort(await realpath(folder).catch(() => folder))}`;
  const takeBack = async (): Promise<void> => (made === undefined ? undefined : tokens.revoke(made.id));
  return { url, token: made?.token ?? (isGood && known !== undefined ? known : maskedToken), takeBack };
}

/** Revokes the token of hooks that do not send it any more, if their store has it. */
export async function revokeOld({ at, token }: Partial<InstalledHooks> = {}): Promise<void> {
  if (at === undefined || token === undefined) return;
  const tokens = new HubTokens(at, () => new Date());
  const kept = await tokens.kept(token);
  if (kept !== undefined) await tokens.revoke(kept.id);
}

/** Says where the token of hooks lies. */
export function tokenLines({ host, places, project }: PlanOptions, door: HubDoor | undefined): readonly string[] {
  const file = host.environmentFile?.(places, project);
  if (door === undefined || file === undefined) return [];
  return [
    `The hooks ask the hub at ${door.url}. Their token lies in ${plain(file)}, as MADELEINE_TOKEN under "env": do not share that file.`,
  ];
}

/** What is wrong with the hooks of a host that ask the hub of this store; undefined where nothing is, or there are none. */
export async function hookTrouble(context: CommandContext, plan: PlanOptions): Promise<string | undefined> {
  const [hooks, { at }] = [await installedHooks(plan), await installedIn(plan)];
  if (hooks?.kind !== 'http' || at !== context.folder) return undefined;
  const { title } = plan.host;
  const hub = await readHubNote(at);
  if (hub !== undefined && !hooks.url?.startsWith(`${hub.url}/`))
    return `The hooks of ${title} ask ${hooks.url}, but the hub listens at ${hub.url}.`;
  const kept = hooks.token === undefined ? undefined : await new HubTokens(at, () => new Date()).kept(hooks.token);
  return kept === undefined ? `The hooks of ${title} send no token that this store knows.` : undefined;
}
