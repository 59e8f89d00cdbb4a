import type { Command } from 'commander';
import type {
  BelieveOptions,
  JudgeOptions,
  ObserveOptions,
  Receipt,
  ThinkOptions,
  ThoughtReceipt,
} from '../../index.ts';
import { type Colours, CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { decimal, moodValue, repeated, wholeNumber } from '../option-values.ts';
import { cut, plain } from '../text-layout.ts';

interface ObserveFlags extends MemoryFlags {
  readonly type?: string;
  readonly speaker?: string;
  readonly session?: string;
  readonly occurredAt?: string;
  readonly branchId?: string;
  readonly thoughtNumber?: number;
}

/** Adds `madeleine observe`: remembers something that happened. */
export function addObserve(program: Command, io: CommandIo): void {
  const command = program
    .command('observe')
    .summary('remember something that happened')
    .description('Remembers something that happened, as the agent that --agent names.')
    .argument('[content]', 'what happened; - or a pipe reads it from standard input')
    .option('--type <type>', 'user_input, tool_output, thought, error or document')
    .option('--speaker <name>', 'who said it')
    .option('--session <key>', 'the session that it belongs to; opened when there is none')
    .option('--occurred-at <date>', 'when it happened, ISO 8601; now when left out')
    .option('--branch-id <key>', 'the branch of a chain of thought')
    .option(
      '--thought-number <number>',
      'the number in a chain of thought',
      wholeNumber('observe', '--thought-number'),
    );
  addMemoryFlags(command).action(async (argument: string | undefined, flags: ObserveFlags) => {
    const context = new CommandContext(io, command);
    const content = await contentFrom(context, argument);
    const { type, speaker, session, occurredAt, branchId, thoughtNumber, ...shared } = flags;
    const own = { type, speaker, session, occurredAt, branchId, thoughtNumber };
    // The library checks every value: what an option holds need not be of its type.
    const options = { ...memoryInputOf(shared), ...own, content, signal: context.signal } as ObserveOptions;
    const receipt = await context.withAgent((agent) => agent.observe(options));
    await context.print(receipt, () => renderReceipt(receipt, context.colours));
  });
}

interface BelieveFlags extends MemoryFlags {
  readonly memory?: string;
  readonly about?: readonly string[];
  readonly kind?: string;
  readonly title?: string;
  readonly validFrom?: string;
  readonly validTo?: string;
  readonly derivedFrom?: readonly string[];
  readonly supersedes?: readonly string[];
  readonly reason?: string;
}

/** Adds `madeleine believe`: holds something true. */
export function addBelieve(program: Command, io: CommandIo): void {
  const command = program
    .command('believe')
    .summary('hold something true')
    .description('Holds something true, as the agent that --agent names: a new fact, or a memory in view.')
    .argument('[content]', 'the fact; - or a pipe reads it from standard input')
    .option('--memory <id>', 'a memory in view that is to be believed, instead of a content')
    .option('--about <name>', 'whom or what the fact is about (may be repeated)', repeated)
    .option('--kind <kind>', 'the kind of the fact, e.g. self.preference; inferred when left out')
    .option('--title <title>', 'a title; made from the first words when left out')
    .option('--valid-from <date>', 'since when it is so, ISO 8601')
    .option('--valid-to <date>', 'until when it was so, ISO 8601')
    .option('--derived-from <id>', 'an observation that it follows from (may be repeated)', repeated)
    .option('--supersedes <id>', 'a memory whose place it takes (may be repeated)', repeated)
    .option('--reason <reason>', 'why it takes the place of another');
  addMemoryFlags(command).action(async (argument: string | undefined, flags: BelieveFlags) => {
    const context = new CommandContext(io, command);
    const { memory, about, kind, title, validFrom, validTo, derivedFrom, supersedes, reason, ...shared } = flags;
    // With both, the library says that it takes one of them.
    const content = memory !== undefined && argument === undefined ? undefined : await contentFrom(context, argument);
    const own = { memory, content, about, kind, title, validFrom, validTo, derivedFrom, supersedes, reason };
    // The library checks every value: what an option holds need not be of its type.
    const options = { ...memoryInputOf(shared), ...own, signal: context.signal } as BelieveOptions;
    const receipt = await context.withAgent((agent) => agent.believe(options));
    await context.print(receipt, () => renderReceipt(receipt, context.colours));
  });
}

interface ThinkFlags extends MemoryFlags {
  readonly thoughtNumber?: number;
  readonly totalThoughts?: number;
  readonly nextThoughtNeeded: boolean;
  readonly needsMoreThoughts?: boolean;
  readonly revisesThought?: number | string;
  readonly branchFromThought?: number | string;
  readonly branchId?: string;
  readonly follows?: string;
  readonly reason?: string;
  readonly session?: string;
  readonly occurredAt?: string;
}

/** Adds `madeleine think`: one thought of a chain. */
export function addThink(program: Command, io: CommandIo): void {
  const command = program
    .command('think')
    .summary('think: continue a chain of thought, branch off it, or revise a thought')
    .description(
      'Remembers a thought of the agent that --agent names, with what it follows: its last one, unless an option says otherwise.',
    )
    .argument('[thought]', 'the thought; - or a pipe reads it from standard input')
    .option('--revises-thought <thought>', 'what it revises: a number in the chain, or an id', numberOrId)
    .option('--branch-from-thought <thought>', 'where its branch begins: a number in the chain, or an id', numberOrId)
    .option('--branch-id <key>', 'the branch that it is on')
    .option('--follows <id>', 'the thought that it continues')
    .option('--reason <reason>', 'why it goes on, branches off or revises as it does')
    .option(
      '--thought-number <number>',
      'its number; counted on when left out',
      wholeNumber('think', '--thought-number'),
    )
    .option('--total-thoughts <number>', 'how many there will be', wholeNumber('think', '--total-thoughts'))
    .option('--no-next-thought-needed', 'no other thought is needed after it')
    .option('--needs-more-thoughts', 'more are needed than were planned')
    .option('--session <key>', 'the session that it belongs to; opened when there is none')
    .option('--occurred-at <date>', 'when it was thought, ISO 8601; now when left out');
  addMemoryFlags(command).action(async (argument: string | undefined, flags: ThinkFlags) => {
    const context = new CommandContext(io, command);
    const thought = await contentFrom(context, argument);
    // The library checks every value: what an option holds need not be of its type.
    const options = { ...memoryInputOf(flags), thought, signal: context.signal } as unknown as ThinkOptions;
    const receipt = await context.withAgent((agent) => agent.think(options));
    await context.print(receipt, () => renderThought(receipt, context.colours));
  });
}

/** Digits are the number of a thought, anything else is an id. */
function numberOrId(value: string): number | string {
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** Adds `madeleine withdraw`: stops believing a memory. */
export function addWithdraw(program: Command, io: CommandIo): void {
  const command = program
    .command('withdraw')
    .summary('stop believing a memory')
    .description(
      'Stops believing a memory, as the agent that --agent names. Other believers keep it, and recall --as-of still ' +
        'shows it. believe --memory takes that back.',
    )
    .argument('<id>', 'the id of a memory that the agent itself believes')
    .action(async (id: string) => {
      const context = new CommandContext(io, command);
      const receipt = await context.withAgent((agent) => agent.withdraw({ id, signal: context.signal }));
      await context.print(receipt, () => renderReceipt(receipt, context.colours));
    });
}

/** Adds `madeleine judge`: says whether two memories really support or contradict each other. */
export function addJudge(program: Command, io: CommandIo): void {
  const command = program
    .command('judge')
    .summary('say whether two memories really support or contradict each other')
    .description(
      'Sets the state of the link between two memories, as the agent that --agent names sees it: confirmed, ' +
        'dismissed (neither shown nor used any more), exception (both hold), or potential again.',
    )
    .argument('<one>', 'the id of a memory in view')
    .argument('<other>', 'the id of another memory in view')
    .argument('<state>', 'confirmed, dismissed, exception or potential')
    .option('--kind <kind>', 'supports or contradicts; states a link where no rule has found one')
    .action(async (one: string, other: string, state: string, flags: { readonly kind?: string }) => {
      const context = new CommandContext(io, command);
      // The library checks every value: what an argument holds need not be of its type.
      const options = { one, other, state, kind: flags.kind, signal: context.signal } as JudgeOptions;
      const link = await context.withAgent((agent) => agent.judge(options));
      await context.print(link, () => [
        `${context.colours.green(link.state)} ${context.colours.bold(link.one)} ${link.kind} ${link.other}`,
        `  found by ${link.by}, similarity ${link.similarity.toFixed(2)}`,
        ...(link.before === undefined ? [] : [`  it was ${link.before} before`]),
      ]);
    });
}

/** The receipt of a thought as lines for a terminal. */
function renderThought(receipt: ThoughtReceipt, colours: Colours): readonly string[] {
  const { thoughtNumber, totalThoughts, nextThoughtNeeded, branchId, follows, branches, thoughtHistoryLength } =
    receipt;
  const where = branchId === undefined ? '' : ` on branch ${plain(branchId)}`;
  const how = { next: 'continues', branch: 'branches off', revision: 'revises' } as const;
  const [first = '', ...rest] = renderReceipt(receipt, colours);
  const lines = [
    first,
    `  thought ${thoughtNumber} of ${totalThoughts}${where}${nextThoughtNeeded ? '' : ', the last'}`,
    follows === undefined ? '  begins a chain' : `  ${how[follows.type]} ${plain(follows.id)}`,
    follows?.reason === undefined ? '' : `  because ${plain(follows.reason)}`,
    branches.length === 0 ? '' : `  branches of the chain: ${branches.map(plain).join(', ')}`,
    `  thoughts in the chain: ${thoughtHistoryLength}`,
    ...rest,
  ];
  return lines.filter((line) => line !== '');
}

/** A receipt as lines for a terminal. */
function renderReceipt(receipt: Receipt, colours: Colours): readonly string[] {
  const believer = receipt.believer === 'system' ? 'universal' : `believed by ${plain(receipt.believer)}`;
  const linked = receipt.linked.map(
    (entity) => `${cut(plain(entity.name), 40)} (${entity.type}${entity.created ? ', new' : ''})`,
  );
  const lines = [
    `${colours.green(receipt.outcome)} ${colours.bold(receipt.id)}`,
    receipt.reason === undefined ? '' : `  ${plain(receipt.reason)}`,
    `  ${believer}, strength ${receipt.strength.toFixed(2)}, confidence ${receipt.confidence.toFixed(2)}`,
    receipt.session === undefined ? '' : `  in ${receipt.session}`,
    linked.length === 0 ? '' : `  linked to ${linked.join(', ')}`,
    ...(receipt.superseded ?? []).map((id) => `  takes the place of ${plain(id)}`),
    ...receipt.refused.map((part) => colours.yellow(`  left out ${plain(part.what)}: ${plain(part.reason)}`)),
  ];
  return lines.filter((line) => line !== '');
}

/** The shared options as commander reads them. */
interface MemoryFlags {
  readonly id?: string;
  readonly importance?: number;
  readonly mood?: { readonly valence: number; readonly arousal: number };
  readonly domain?: string;
  readonly topic?: string;
  readonly ring?: string;
  readonly knowledgeType?: string;
  readonly shared?: boolean;
  readonly permanent?: boolean;
  readonly confidence?: number;
  readonly channel?: string;
  readonly source?: string;
  readonly entity?: readonly string[];
}

/** Adds the shared options to a command. */
function addMemoryFlags(command: Command): Command {
  const name = command.name();
  return command
    .option('--id <key>', 'a key of your own; the same key and content again changes nothing')
    .option('--importance <number>', '1 (trivial) to 10 (vital)', decimal(name, '--importance'))
    .option('--mood <mood>', 'how it felt: valence,arousal, each -1 to 1, or a word', moodValue(name, '--mood'))
    .option('--domain <domain>', 'work, personal, learning, reference, system or project:NAME')
    .option('--topic <topic>', 'what it is about, in a word or two')
    .option('--ring <ring>', 'core, domain, topic or leaf')
    .option('--knowledge-type <type>', 'law, principle, preference, method, fact, decision or insight')
    .option('--shared', 'make it universal: every agent may recall it')
    .option('--permanent', 'never let the belief in it fade')
    .option('--no-permanent', 'let it fade, also where it was permanent')
    .option('--confidence <number>', '0 to 1', decimal(name, '--confidence'))
    .option('--channel <channel>', 'how it came: user, agent, tool, import or consolidation')
    .option('--source <source>', 'the source within its channel')
    .option('--entity <name>', 'somebody or something that it mentions (may be repeated)', repeated);
}

/** What the shared options say, under the library's names; it checks the values. */
function memoryInputOf({ entity, ...flags }: MemoryFlags): Record<string, unknown> {
  return { ...flags, ...(entity === undefined ? {} : { entities: entity }) };
}

/** A text such as the content of a memory: the argument, or standard input for `-` or when something is piped in. */
export async function contentFrom(
  context: CommandContext,
  argument: string | undefined,
  name = 'content',
): Promise<string> {
  const { stdin } = context.io;
  if (argument !== undefined && argument !== '-') return argument;
  if (argument === undefined && stdin.isTTY)
    throw context.refusal(`"${name}" is required; pass a text, or - to read it`);
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8').trimEnd();
}
