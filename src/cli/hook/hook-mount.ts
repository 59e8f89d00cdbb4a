/**
 * The hooks as a door of the hub, at `/v1/hooks`: the process of a hook hands its event over here, and Claude Code's hooks
 * of type `http` need no process. What has come is worked off also when the caller has left.
 */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Mount } from '../../http/mount.ts';
import { AgentInTalk, type AgentVerbs, DeniedError, type Embedder, InvalidArgumentError } from '../../index.ts';
import { answerHook } from './answer-hook.ts';
import {
  type HookAnswer,
  type HookEvent,
  type HookName,
  hookOfEvent,
  hookText,
  hooksPath,
  readEvent,
} from './hook-event.ts';

/** What the door is made of. */
export interface HookMountOptions {
  /** The memory of an agent. */
  readonly memoryOf: (space: string, agent: string) => Promise<AgentVerbs>;
  /** Its model is loaded when a session begins, so that the first prompt need not wait for it. */
  readonly embedder: Embedder;
  /** Whether it may read files that an event names: those who call are on this machine. */
  readonly readsFiles: boolean;
  /** Hears what went wrong after the answer. */
  readonly onError: (error: unknown) => void;
}

/** Opens the door. An answer is sent as soon as it is known; what is remembered goes on behind it. */
export function hookMount({ memoryOf, embedder, readsFiles, onError }: HookMountOptions): Mount {
  return {
    path: hooksPath,
    methods: ['POST'],
    access: 'write',
    summary: "An event of Claude Code, for its hooks of type `http`, as the token's agent.",
    handle: async (request, { with: talk, ...identity }) => {
      const { searchParams } = new URL(request.url);
      // The owner may be any agent, and says which.
      const space = identity.space ?? searchParams.get('space') ?? undefined;
      const agent = identity.agent ?? searchParams.get('agent') ?? undefined;
      if (space === undefined || agent === undefined) {
        const rule = "a hook needs the token of an agent, and the owner's is nobody's in particular";
        throw new DeniedError('FORBIDDEN', `hooks: ${rule}; madeleine token create --agent NAME makes one.`);
      }
      const told = eventIn(await request.text());
      const reads = readsFiles && (identity.agent === undefined || isOfItsSession(told));
      const event = reads ? told : { ...told, transcript: '' };
      const hook = hookFor(event);
      if (hook === 'session-start') warm(embedder).catch(onError);
      const own = await memoryOf(space, agent);
      const memory = talk === undefined ? own : new AgentInTalk(own, talk);
      return Response.json(
        await new Promise<HookAnswer | object>((resolve, reject) => {
          answerHook[hook](memory, event, resolve).then(
            () => resolve({}),
            (error: unknown) => {
              onError(error);
              reject(error);
            },
          );
        }),
      );
    },
  };
}

/**
 * Whether the file of a conversation is named after its session, as Claude Code names it. With the token of one agent
 * no other is read: it does not know the sessions of others.
 */
function isOfItsSession({ transcript, fields }: HookEvent): boolean {
  return basename(transcript) === `${hookText(fields, 'session_id')}.jsonl`;
}

/** Loads the model. Each text is another, as a known one needs no model. */
async function warm(embedder: Embedder): Promise<void> {
  if (embedder.dimension > 0) await embedder.embed([randomUUID()]);
}

function hookFor({ fields }: HookEvent): HookName {
  const name = hookText(fields, 'hook_event_name');
  const found = Object.entries(hookOfEvent).find(([event]) => event === name);
  if (found !== undefined) return found[1];
  const rule = `"hook_event_name" must be one of ${Object.keys(hookOfEvent).join(', ')}`;
  throw new InvalidArgumentError('INVALID_ARGUMENT', `hooks: ${rule}, got ${JSON.stringify(name)}.`);
}

function eventIn(body: string): HookEvent {
  try {
    return readEvent(body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidArgumentError('INVALID_ARGUMENT', `hooks: the body is no event: ${reason}.`, { cause: error });
  }
}
