import { z } from 'zod';
import {
  type AgentVerbs,
  onOneLine,
  planStatuses,
  type Session,
  type SessionDigest,
  type SessionInView,
  shorten,
} from '../../index.ts';
import { type MemoryTool, memoryTool, type ToolAnswer, type ToolContext, writingHints } from '../memory-tool.ts';
import { fenced } from '../recalled-block.ts';
import { countArgument, given, id, choiceArgument, textArgument } from './arguments.ts';
import { compact } from './answers.ts';

/** Sessions to a list when a call does not say. */
const defaultResults = 10;
/** Characters of a goal in a list. */
const maxOfGoal = 160;

const needsId: ReadonlySet<string | undefined> = new Set(['close', 'digest']);

const input = z
  .strictObject({
    action: choiceArgument(['resume', 'open', 'close', 'digest', 'list']).describe(
      'resume: go on with one, and hear where it stood; open: begin one, or change its goal or plan; close: it is done; digest: what happened in it; list: those that you know',
    ),
    id: id
      .optional()
      .describe('The session, by its id or a name of yours; resume takes the one used last when left out'),
    goal: textArgument(2_000).optional().describe('With open: what it is for'),
    plan_status: choiceArgument(planStatuses).optional().describe('With open or close: how its plan stands'),
    status: choiceArgument(['open', 'closed']).optional().describe('With list: only these'),
    n_results: countArgument(1, 100).optional().describe(`With list: at most; ${defaultResults} when left out`),
    max_tokens: countArgument(20, 2_000).optional().describe('Of a digest; 200 when left out'),
  })
  .refine(({ action, id: asked }) => !needsId.has(action) || asked !== undefined, {
    path: ['id'],
    error: 'must name a session; action "list" tells their ids',
  });

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
  run: (memory, args, context) => actions[args.action](memory, args, context),
});

type Action = z.output<typeof input>['action'];
type Act = (memory: AgentVerbs, args: z.output<typeof input>, context: ToolContext) => Promise<ToolAnswer>;

const actions: Readonly<Record<Action, Act>> = {
  resume: async (memory, { id: asked, max_tokens: maxTokens }, { signal }) => {
    const { session: resumed, reopened, digest } = await memory.resume(given({ id: asked, maxTokens, signal }));
    const words = `${resumed.id} goes on${reopened ? '; it was closed and is open again' : ''}.`;
    return told([words, fenced(digest.text)], { session: resumed, reopened, digest });
  },
  open: async (memory, { id: asked, goal, plan_status: planStatus }, { signal }) => {
    const opened = await memory.session({ status: 'open', ...given({ id: asked, goal, planStatus, signal }) });
    return told([`${opened.id} is open. Name it in add_memory and record_thought.`], { session: opened });
  },
  close: async (memory, { id: asked = '', plan_status: planStatus }, { signal }) => {
    // Closing one that nobody opened would open it first; its digest is not to be had.
    await memory.digest({ session: asked, ...given({ signal }) });
    const closed = await memory.session({ id: asked, status: 'closed', ...given({ planStatus, signal }) });
    return told([`${closed.id} is closed; action "resume" goes on with it.`], { session: closed });
  },
  digest: async (memory, { id: asked = '', max_tokens: maxTokens }, { signal }) => {
    const digest = await memory.digest({ session: asked, ...given({ maxTokens, signal }) });
    return told([fenced(digest.text)], { digest });
  },
  list: async (memory, { status, n_results: limit = defaultResults }, { signal }) => {
    const sessions = await memory.sessions({ limit, ...given({ status, signal }) });
    const lines = sessions.map(
      ({ id: of, goal = 'no goal', status: stands, lastAt, startedAt }) =>
        `- ${of}, ${stands}, last used ${(lastAt ?? startedAt).toISOString().slice(0, 10)}: ${shorten(onOneLine(goal), maxOfGoal)}`,
    );
    const nothing = 'There are no sessions. Action "open" with a goal begins one.';
    return told(lines.length === 0 ? [nothing] : [fenced(lines.join('\n'))], { sessions });
  },
};

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
