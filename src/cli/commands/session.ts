/** The commands on sessions. */
import type { Command } from 'commander';
import type { Session, SessionInView } from '../../index.ts';
import type { Colours } from '../command-context.ts';
import type { CommandIo } from '../command-io.ts';
import { plain, wrap } from '../text-layout.ts';
import { addAgentCommand, type Printing, type VerbCommand } from '../verb-command.ts';

/** Adds `madeleine session` with what can be done with sessions. */
export function addSession(program: Command, io: CommandIo): void {
  const session = program
    .command('session')
    .summary('open, close, list, resume and sum up sessions')
    .description(
      'Opens and closes sessions of the agent that --agent names, lists those in its view, and tells where they stand.',
    )
    .helpCommand(false);
  for (const command of [openSession, closeSession]) addAgentCommand(session, io, 'session', command);
  addAgentCommand(session, io, 'sessions', {
    name: 'list',
    summary: 'the sessions in view, the one used last first',
    description:
      'Lists the sessions that the agent or system opened, and those to which a memory that it holds belongs.',
    options: {
      status: '<status> Only those of this status. Default: both.',
      limit: '<number> How many at most. Default: 50.',
    },
    print: (found, { context }) =>
      found.length === 0 ? ['no sessions'] : found.flatMap((one) => seenLines(one, context.colours)),
  });
  addAgentCommand(session, io, 'resume', {
    name: 'resume',
    summary: 'go on with a session: open it again, and tell where it stood',
    description: 'Goes on with a session: opens it again where it was closed, and tells where it stood.',
    options: { id: '[key] The key of the session. Default: the open one that was used last.', maxTokens },
    print: (resumed, { context }) => [
      ...seenLines(resumed.session, context.colours),
      ...wrap(plain(resumed.digest.text), context.width),
    ],
  });
  addAgentCommand(session, io, 'digest', {
    name: 'digest',
    summary: 'a session in one paragraph',
    description:
      'Tells a session in one paragraph: its goal, the current line of thought, what was decided, what is left open, and names.',
    options: { session: '<key> The key of the session.', maxTokens },
    print: ({ text }, { context }) => wrap(plain(text), context.width),
  });
}

const maxTokens = '<number> Tokens to tell it in at most. Default: 200.';
const planStatus =
  '<status> Where its plan stands. From `in_progress` to `blocked` and back, or to `completed`; from there to `in_progress`.';
const print = (changed: Session, { context }: Printing): readonly string[] => sessionLines(changed, context.colours);

const openSession: VerbCommand<Session> = {
  name: 'open',
  summary: 'open a session, or open it again, or change it',
  description: 'Opens a session, a closed one again; of one that is open it changes the goal and the plan.',
  options: {
    id: '[key] The key of the session. Default: a new one.',
    goal: '<goal> What it is for.',
    shared: 'Lets every agent see its goal and go on with it.',
    planStatus: `${planStatus} Default: \`in_progress\`.`,
  },
  prepare: (asked) => ({ ...asked, status: 'open' }),
  print,
};

const closeSession: VerbCommand<Session> = {
  name: 'close',
  summary: 'close a session',
  description: 'Closes a session.',
  options: { id: '<key> The key of the session.', planStatus: `${planStatus} Default: where it stood.` },
  prepare: (asked) => ({ ...asked, status: 'closed' }),
  print,
};

type Shown = Pick<Session, 'id' | 'goal' | 'status' | 'planStatus' | 'startedAt' | 'endedAt'>;

function sessionLines(
  { id, goal, status, planStatus, startedAt, endedAt }: Shown,
  colours: Colours,
): readonly string[] {
  const isLeft = status === 'closed' && planStatus !== 'completed';
  const until = endedAt === undefined ? '' : ` until ${endedAt.toISOString()}`;
  return [
    `${colours.green(status)} ${colours.bold(plain(id))}, ${isLeft ? 'its plan left ' : ''}${planStatus.replace('_', ' ')}`,
    ...(goal === undefined ? [] : [`  for ${plain(goal)}`]),
    `  from ${startedAt.toISOString()}${until}`,
  ];
}

function seenLines(session: SessionInView, colours: Colours): readonly string[] {
  return [...sessionLines(session, colours), `  memories: ${session.memories}, thoughts: ${session.thoughts}`];
}
