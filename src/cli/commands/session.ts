import type { Command } from 'commander';
import type {
  DigestOptions,
  ResumeOptions,
  Session,
  SessionInView,
  SessionOptions,
  SessionsOptions,
} from '../../index.ts';
import { type Colours, CommandContext } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { wholeNumber } from '../option-values.ts';
import { plain, wrap } from '../text-layout.ts';

/** Adds `madeleine session` with what can be done with sessions. */
export function addSession(program: Command, io: CommandIo): void {
  const session = program
    .command('session')
    .summary('open, close, list, resume and sum up sessions')
    .description(
      'Opens and closes sessions of the agent that --agent names, lists those in its view, and tells where they stand.',
    )
    .helpCommand(false);
  addOpen(session, io);
  addClose(session, io);
  addList(session, io);
  addResume(session, io);
  addDigest(session, io);
}

interface ChangeFlags {
  readonly goal?: string;
  readonly plan?: string;
}

function addOpen(session: Command, io: CommandIo): void {
  const command = session
    .command('open')
    .summary('open a session, or open it again, or change it')
    .description('Opens a session, a closed one again; of one that is open it changes the goal and the plan.')
    .argument('[key]', 'the key of the session; a new one without')
    .option('--goal <goal>', 'what it is for')
    .option('--plan <status>', 'in_progress, blocked or completed')
    .action((id: string | undefined, flags: ChangeFlags) => change(io, command, { id, ...flags, status: 'open' }));
}

function addClose(session: Command, io: CommandIo): void {
  const command = session
    .command('close')
    .summary('close a session')
    .description('Closes a session.')
    .argument('<key>', 'the key of the session')
    .option('--plan <status>', 'in_progress, blocked or completed')
    .action((id: string, flags: ChangeFlags) => change(io, command, { id, ...flags, status: 'closed' }));
}

async function change(
  io: CommandIo,
  command: Command,
  { plan: planStatus, ...asked }: ChangeFlags & { readonly id: string | undefined; readonly status: Session['status'] },
): Promise<void> {
  const context = new CommandContext(io, command);
  // The library checks every value: what an option holds need not be of its type.
  const options = { ...asked, planStatus, signal: context.signal } as SessionOptions;
  const changed = await context.withAgent((agent) => agent.session(options));
  await context.print(changed, () => sessionLines(changed, context.colours));
}

function addList(session: Command, io: CommandIo): void {
  const command = session
    .command('list')
    .summary('the sessions in view, the one used last first')
    .description(
      'Lists the sessions that the agent or system opened, and those to which a memory that it holds belongs.',
    )
    .option('--status <status>', 'open or closed; both when left out')
    .option('--limit <number>', 'how many at most (default: 50)', wholeNumber('list', '--limit'))
    .action(async (flags: { readonly status?: string; readonly limit?: number }) => {
      const context = new CommandContext(io, command);
      const options = { ...flags, signal: context.signal } as SessionsOptions;
      const found = await context.withAgent((agent) => agent.sessions(options));
      await context.print(found, () =>
        found.length === 0 ? ['no sessions'] : found.flatMap((one) => seenLines(one, context.colours)),
      );
    });
}

function addResume(session: Command, io: CommandIo): void {
  const command = session
    .command('resume')
    .summary('go on with a session: open it again, and tell where it stood')
    .description('Goes on with a session: opens it again where it was closed, and tells where it stood.')
    .argument('[key]', 'the key of the session; without, the open one that was used last')
    .option('--max-tokens <number>', 'tokens to tell it in (default: 200)', wholeNumber('resume', '--max-tokens'))
    .action(async (id: string | undefined, flags: { readonly maxTokens?: number }) => {
      const context = new CommandContext(io, command);
      const options = { ...(id === undefined ? {} : { id }), ...flags, signal: context.signal } as ResumeOptions;
      const resumed = await context.withAgent((agent) => agent.resume(options));
      await context.print(resumed, () => [
        ...seenLines(resumed.session, context.colours),
        ...wrap(plain(resumed.digest.text), context.width),
      ]);
    });
}

function addDigest(session: Command, io: CommandIo): void {
  const command = session
    .command('digest')
    .summary('a session in one paragraph')
    .description(
      'Tells a session in one paragraph: its goal, the current line of thought, what was decided, what is left open, and names.',
    )
    .argument('<key>', 'the key of the session')
    .option('--max-tokens <number>', 'tokens to tell it in (default: 200)', wholeNumber('digest', '--max-tokens'))
    .action(async (key: string, flags: { readonly maxTokens?: number }) => {
      const context = new CommandContext(io, command);
      const options = { session: key, ...flags, signal: context.signal } as DigestOptions;
      const told = await context.withAgent((agent) => agent.digest(options));
      await context.print(told, () => wrap(plain(told.text), context.width));
    });
}

type Shown = Pick<Session, 'id' | 'goal' | 'status' | 'planStatus' | 'startedAt' | 'endedAt'>;

function sessionLines(
  { id, goal, status, planStatus, startedAt, endedAt }: Shown,
  colours: Colours,
): readonly string[] {
  const until = endedAt === undefined ? '' : ` until ${endedAt.toISOString()}`;
  return [
    `${colours.green(status)} ${colours.bold(plain(id))}, ${planStatus.replace('_', ' ')}`,
    ...(goal === undefined ? [] : [`  for ${plain(goal)}`]),
    `  from ${startedAt.toISOString()}${until}`,
  ];
}

function seenLines(session: SessionInView, colours: Colours): readonly string[] {
  return [...sessionLines(session, colours), `  memories: ${session.memories}, thoughts: ${session.thoughts}`];
}
