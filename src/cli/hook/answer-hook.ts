/**
 * What each hook does with a memory: tell something at the start and at a prompt, observe what was said and done.
 * Nothing here ends a process, writes to it or knows where the memory is.
 */
import { createHash } from 'node:crypto';
import { recalledBlock } from '../../mcp/recalled-block.ts';
import { type HookAnswer, type HookEvent, type HookName, hookText } from './hook-event.ts';
import type { HookMemory, HookObservation } from './hook-memory.ts';
import { ordersOnly } from './orders.ts';
import { conversationEnd, isBegun, withoutRecalled } from './recalled-text.ts';
import { besideCharacters, holdsSecret } from './secrets.ts';
import { shortened, toolObservation } from './tool-salience.ts';

/** Characters of a prompt and of an answer that are remembered; what is pasted in is longer. */
const keptCharacters = 4000;
/** Characters below which a prompt or an answer says nothing by itself: "yes", "go on". */
const minCharacters = 12;
/** Characters of a prompt that stand for what a session is for. */
const goalCharacters = 200;
/** Tokens of what is told of the session before. */
const digestTokens = 300;
/** How long a prompt may be read together with memories: its host waits. */
const readWithinMs = 500;
/** The sessions looked through for one of this project. */
const lookedAtSessions = 50;
/**
 * A command of the host (a path has a second slash), a line for the shell, a note for memory (which has one line), or what
 * the host says in the place of the user, whose tags have several words.
 */
const isOfHost = /^(?:\/[\w:-]+(?:\s|$)|!|#.*$|<[a-z]+(?:[-_][a-z]+)+>)/;

/** How a hook speaks while it works: its answer may be needed before it is done. */
export type SayAnswer = (answer: HookAnswer) => void;

/** Does what a hook is for. */
export type AnswerHook = (memory: HookMemory, event: HookEvent, say: SayAnswer) => Promise<void>;

/** Tells of the sessions before this one; after compaction, of this one. */
const sessionStart: AnswerHook = async (memory, event, say) => {
  const source = hookText(event.fields, 'source');
  // A session that goes on has in its context what was said in it.
  if (source === 'resume' || source === 'fork') return;
  const told = source === 'compact' ? [event.session] : await earlierSessions(memory, event);
  const digests = await Promise.all(told.map((session) => memory.digest({ session, maxTokens: digestTokens })));
  tell(memory, 'SessionStart', digests.map(({ text }) => text).join('\n'), say);
};

/** Tells what a prompt brings to mind, and remembers it unless it only orders work. */
const userPrompt: AnswerHook = async (memory, event, say) => {
  const prompt = withoutRecalled(hookText(event.fields, 'prompt'), '');
  if (prompt === '' || isOfHost.test(prompt)) return;
  const message = shortened(prompt, keptCharacters);
  const { session, isHeard } = event;
  // What nobody hears must not count as told in the session.
  const told = isHeard
    ? memory
        .ambient({ message, session, exclude: [message], readWithinMs })
        .then(({ text }) => tell(memory, 'UserPromptSubmit', text, say))
    : undefined;
  await Promise.all([told, rememberPrompt(memory, event, prompt)]);
};

const postTool: AnswerHook = async (memory, event) => {
  const observation = toolObservation(event);
  const around = toolObservation(event, besideCharacters)?.content;
  if (observation !== undefined) await observe(memory, event, observation, around);
};

const stop: AnswerHook = async (memory, event) => {
  const answer = withoutRecalled(hookText(event.fields, 'last_assistant_message'), conversationEnd(event.transcript));
  const said: HookObservation = {
    content: shortened(answer, keptCharacters),
    type: 'user_input',
    channel: 'agent',
    source: 'claude-code',
    speaker: memory.name,
    importance: 4,
  };
  await observe(memory, event, said, shortened(answer, keptCharacters + besideCharacters));
};

/** What the hooks do, by their names. */
export const answerHook: Readonly<Record<HookName, AnswerHook>> = {
  'session-start': sessionStart,
  'user-prompt': userPrompt,
  'post-tool': postTool,
  stop,
};

async function rememberPrompt(memory: HookMemory, event: HookEvent, prompt: string): Promise<void> {
  const content = shortened(prompt, keptCharacters);
  if (!(await isWorthKeeping(content, shortened(prompt, keptCharacters + besideCharacters)))) return;
  // The first prompt says what the session is for.
  if (!isBegun(conversationEnd(event.transcript))) {
    await memory.session({ id: event.session, goal: shortened(content, goalCharacters) });
  }
  // What is to be done now is no news tomorrow.
  if (ordersOnly(content)) return;
  const said = { channel: 'user', source: 'claude-code', speaker: 'user' } as const;
  await keep(memory, event, { content, type: 'user_input', ...said, importance: 5 });
}

/** @param around - what the content was cut from, with some of what was beside it. */
async function observe(
  memory: HookMemory,
  event: HookEvent,
  observation: HookObservation,
  around = observation.content,
): Promise<void> {
  if (await isWorthKeeping(observation.content, around)) await keep(memory, event, observation);
}

/** Stores an event's observation under an id that the same event has again: a host may repeat a hook. */
async function keep(memory: HookMemory, { session, fields }: HookEvent, observation: HookObservation): Promise<void> {
  const { channel, content } = observation;
  const event = JSON.stringify([session, channel, hookText(fields, 'tool_use_id'), content]);
  const id = `hook-${createHash('sha256').update(event).digest('hex').slice(0, 32)}`;
  await memory.observe({ id, ...observation, session });
}

async function isWorthKeeping(content: string, around: string): Promise<boolean> {
  return content.length >= minCharacters && !(await holdsSecret(around));
}

/** The last session of this project, and the last one in which was thought: that may have left ways open. */
async function earlierSessions(memory: HookMemory, { project, session }: HookEvent): Promise<readonly string[]> {
  const sessions = (await memory.sessions({ limit: lookedAtSessions })).filter(({ id }) => id !== `session:${session}`);
  const ofProject = sessions.find(
    ({ id, memories, goal }) => (memories > 0 || goal !== undefined) && id.startsWith(`session:${project}`),
  );
  const thought = sessions.find(({ thoughts }) => thoughts > 0);
  return [...new Set([ofProject, thought])].flatMap((found) => found?.id ?? []);
}

function tell(memory: HookMemory, hookEventName: string, text: string, say: SayAnswer): void {
  const additionalContext = recalledBlock(memory.name, text);
  if (additionalContext !== '') say({ hookSpecificOutput: { hookEventName, additionalContext } });
}
