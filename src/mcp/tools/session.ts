import { z } from 'zod';
import {
  type AgentVerbs,
  onOneLine,
  type ResumeOptions,
  type Session,
  type SessionDigest,
  type SessionInView,
  type SessionOptions,
  type SessionsOptions,
  shorten,
  type TalkOptions,
} from '../../index.ts';
import { type MemoryTool, memoryTool, type ToolAnswer, writingHints } from '../memory-tool.ts';
import { fenced } from '../recalled-block.ts';
import { oneWordOf, offered, own, upTo } from '../tool-input.ts';
import { talkOffer } from './arguments.ts';
import { compact } from './answers.ts';

/** Sessions to a list when a call does not say. */
const defaultResults = 10;
/** Characters of a goal in a list. */
const maxOfGoal = 160;

const needsId: ReadonlySet<string | undefined> = new Set(['close', 'digest']);

const action = oneWordOf(['resume', 'open', 'close', 'digest', 'list']).describe(
  'resume: go on with one, and hear where it stood; open: begin one, or change its goal or plan; close: it is done; digest: what happened in it; list: those that you know',
);

const input = own(z.object({ action }))
  .and(
    offered('resume', {
      id: 'The session, by its id or a name of yours; resume takes the one used last when left out',
    }),
  )
  .and(
    offered('session', {
      goal: 'With open: what it is for',
      planStatus: 'With open or close: how its plan stands',
      shared: 'With open: whether every agent sees its goal and may go on with it',
    }),
  )
  .and(
    offered('sessions', {
      status: 'With list: only these',
      limit: {
        words: `With list: at most; ${defaultResults} when left out`,
        as: 'n_results',
        narrowed: upTo(100),
      },
    }),
  )
  .and(offered('digest', { maxTokens: 'Of a digest; 200 when left out', with: talkOffer }))
  .where(({ action: done, id }) => !needsId.has(done) || id !== undefined, {
    path: ['id'],
    error: 'must name a session; action "list" tells their ids',
  })
  .alsoCalled({ session: 'id' });

const sessionAnswer = z.strictObject({
  id: z.string(),
  goal: z.string().optional(),
  status: z.string(),
  plan_status: z.string(),
  started_at: z.string(),
  ended_at: z.string().optional(),
  last_at: z.string().optional(),
  memories: z.number().optional(),
  thoughts: z.number().optional(),
});

/** `session`: work that goes on over several conversations. */
export const session: MemoryTool = memoryTool({
  name: 'session',
  title: 'Session',
  description:
    'Keeps work together over several conversations. At the start of a conversation call action "resume" to hear where the last one stood, or "open" with a goal; name the session in add_memory and record_thought; at the end call "close".',
  access: 'write',
  annotations: { ...writingHints, idempotentHint: true },
  input,
  output: z.strictObject({
    session: sessionAnswer.optional(),
    reopened: z.literal(true).optional(),
    digest: z.string().optional(),
    sessions: z.array(sessionAnswer).optional(),
  }),
  run: (memory, { action: done, with: talk, ...options }, { signal }) =>
    actions[done](memory, options, { ...(signal && { signal }), ...(talk && { with: talk }) }),
});

/** Arguments of all actions; each takes its own. */
type Asked = ResumeOptions &
  Pick<SessionOptions, 'goal' | 'planStatus' | 'shared'> &
  Pick<SessionsOptions, 'status' | 'limit'>;
type Act = (memory: AgentVerbs, asked: Asked, call: TalkOptions) => Promise<ToolAnswer>;

const actions: Readonly<Record<z.output<typeof action>, Act>> = {
  resume: async (memory, asked, call) => {
    const {
      session: resumed,
      reopened,
      digest,
    } = await memory.resume({ ...picked(asked, 'id', 'maxTokens'), ...call });
    const words = `${resumed.id} goes on${reopened ? '; it was closed and is open again' : ''}.`;
    return told([words, fenced(digest.text)], { session: resumed, reopened, digest });
  },
  open: async (memory, asked, call) => {
    const opened = await memory.session({
      status: 'open',
      ...picked(asked, 'id', 'goal', 'planStatus', 'shared'),
      ...call,
    });
    return told([`${opened.id} is open. Name it in add_memory and record_thought.`], { session: opened });
  },
  close: async (memory, { id = '', ...asked }, call) => {
    const closed = await memory.session({ id, status: 'closed', ...picked(asked, 'planStatus'), ...call });
    return told([`${closed.id} is closed; action "resume" goes on with it.`], { session: closed });
  },
  digest: async (memory, { id = '', ...asked }, call) => {
    const digest = await memory.digest({ session: id, ...picked(asked, 'maxTokens'), ...call });
    return told([fenced(digest.text)], { digest });
  },
  list: async (memory, asked, call) => {
    const sessions = await memory.sessions({ limit: defaultResults, ...picked(asked, 'status', 'limit'), ...call });
    const lines = sessions.map(
      ({ id: of, goal = 'no goal', status: stands, lastAt, startedAt }) =>
        `- ${of}, ${stands}, last used ${(lastAt ?? startedAt).toISOString().slice(0, 10)}: ${shorten(onOneLine(goal), maxOfGoal)}`,
    );
    const nothing = 'There are no sessions. Action "open" with a goal begins one.';
    return told(lines.length === 0 ? [nothing] : [fenced(lines.join('\n'))], { sessions });
  },
};

/** Some of the arguments, those that are given. */
function picked<Name extends keyof Asked>(asked: Asked, ...names: readonly Name[]): Pick<Asked, Name> {
  const isPicked = ([name]: readonly [string, unknown]): boolean => names.some((one) => one === name);
  return Object.fromEntries(Object.entries(asked).filter(isPicked)) as Pick<Asked, Name>;
}

function told(
  lines: readonly string[],
  {
    session: one,
    sessions = [],
    digest,
    reopened = false,
  }: {
    readonly session?: Session | SessionInView;
    readonly sessions?: readonly SessionInView[];
    readonly digest?: SessionDigest;
    readonly reopened?: boolean;
  },
): ToolAnswer {
  return {
    text: lines.join('\n'),
    structured: compact({
      session: one === undefined ? undefined : sessionAnswerOf(one),
      reopened: reopened ? true : undefined,
      digest: digest?.text,
      sessions: sessions.map(sessionAnswerOf),
    }),
  };
}

function sessionAnswerOf(one: Session | SessionInView): Readonly<Record<string, unknown>> {
  const { id: of, goal, status, planStatus, startedAt, endedAt } = one;
  const { lastAt, memories, thoughts } = 'memories' in one ? one : {};
  return compact({
    id: of,
    goal,
    status,
    plan_status: planStatus,
    started_at: startedAt,
    ended_at: endedAt,
    last_at: lastAt,
    memories,
    thoughts,
  });
}
