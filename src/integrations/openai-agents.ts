/**
 * A session for the OpenAI Agents SDK (`@openai/agents`, an optional peer) in the memory of one agent. Only types of the
 * SDK are imported.
 *
 *   item -> observation: content  = what was said, or the item as JSON where it is no speech or too large for metadata
 *                        session  = the id of the session, tag = the same with `openai-agents:` before it
 *                        metadata = { openaiAgents: { position, item? } }
 *
 * The SDK of Python gives its items other fields, so sessions of `madeleine_memory.openai_agents` have tags of their own.
 */
import type { AgentInputItem, Session } from '@openai/agents-core';
import { z } from 'zod';
import { type AgentVerbs, checked, type RecalledMemory } from '../index.ts';
import { agentMemory, speechRules } from './conversation-memory.ts';
import { everyMemory, maxItemLength } from './every-memory.ts';

/** Whose memory a session is in. */
export interface MemorySessionOptions {
  /** The memory of the agent that the model speaks for. */
  readonly memory: AgentVerbs;
  /** The key of the session, at most 200 bytes. */
  readonly session: string;
  /** Who speaks to the agent. @default nobody is named */
  readonly speaker?: string;
}

interface KeptItem {
  readonly position: number;
  readonly item: AgentInputItem;
  readonly id: string;
}

type Observation = Parameters<AgentVerbs['observe']>[0];

/** The longest key of a session, in bytes: a tag holds it. */
const maxSessionBytes = 200;

const optionsSchema = z.strictObject({
  memory: agentMemory,
  ...speechRules,
  session: speechRules.session
    .unwrap()
    .refine((key) => Buffer.byteLength(key) <= maxSessionBytes, { error: `must be at most ${maxSessionBytes} bytes` }),
});
type Checked = z.output<typeof optionsSchema>;

// The SDK checks what it gets; an item is what it gave.
const item = z.custom<AgentInputItem>((value) => typeof value === 'object' && value !== null);
const keptSchema = z.object({ openaiAgents: z.object({ position: z.int(), item: item.optional() }) });
const speechSchema = z.object({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]),
});

/** The most observations that one call takes. */
const batch = 1_000;

/**
 * A session whose history is part of an agent's memory: what both said is recalled long after it. Its items come back as
 * they were, at most 10,000 of them; one program at a time adds to it.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule.
 */
export function memorySession(options: MemorySessionOptions): Session {
  return new MemorySession(checked('memorySession', optionsSchema, options));
}

class MemorySession implements Session {
  readonly #options: Checked;
  readonly #tag: string;

  constructor(options: Checked) {
    this.#options = options;
    this.#tag = `openai-agents:${options.session}`;
  }

  async getSessionId(): Promise<string> {
    return this.#options.session;
  }

  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const items = (await this.#all()).map((kept) => kept.item);
    return limit === undefined ? items : items.slice(Math.max(0, items.length - limit));
  }

  async addItems(items: AgentInputItem[]): Promise<void> {
    if (items.length === 0) return;
    const first = ((await this.#all()).at(-1)?.position ?? -1) + 1;
    const observations = items.map((added, at) => this.#observation(added, first + at));
    for (let at = 0; at < observations.length; at += batch)
      await this.#options.memory.observeMany({ observations: observations.slice(at, at + batch) });
  }

  async popItem(): Promise<AgentInputItem | undefined> {
    const last = (await this.#all()).at(-1);
    if (last) await this.#options.memory.withdraw({ id: last.id });
    return last?.item;
  }

  async clearSession(): Promise<void> {
    for (const { id } of await this.#all()) await this.#options.memory.withdraw({ id });
  }

  async #all(): Promise<readonly KeptItem[]> {
    const found: KeptItem[] = [];
    const { memory } = this.#options;
    const memories = everyMemory((at) => memory.latest({ ...at, tags: [this.#tag], archived: true }));
    for await (const memory of memories) {
      const kept = itemOf(memory);
      if (kept !== undefined) found.push(kept);
    }
    return found.sort((one, other) => one.position - other.position);
  }

  #observation(added: AgentInputItem, position: number): Observation {
    const { memory, session, speaker } = this.#options;
    const whole = JSON.stringify(added);
    const fits = whole.length <= maxItemLength;
    const speech = speechSchema.safeParse(added).data;
    const kept = {
      content: (fits && speech && textOf(speech.content)) || whole,
      session,
      tags: [this.#tag],
      metadata: { openaiAgents: { position, ...(fits && { item: JSON.parse(whole) }) } },
    };
    if (speech?.role === 'user') return { ...kept, channel: 'user', ...(speaker !== undefined && { speaker }) };
    if (speech) return { ...kept, channel: 'agent', speaker: memory.name };
    // Calls of tools and their results belong to the history and say little by themselves.
    return { ...kept, channel: 'tool', type: 'tool_output', importance: 1 };
  }
}

/** What somebody else has tagged as an item is none. */
function itemOf({ id, content, believers }: RecalledMemory): KeptItem | undefined {
  const kept = keptSchema.safeParse(believers[0]?.metadata).data?.openaiAgents;
  const whole = kept && (kept.item ?? item.safeParse(jsonIn(content)).data);
  return whole && { id, position: kept.position, item: whole };
}

function jsonIn(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function textOf(content: z.infer<typeof speechSchema>['content']): string {
  const texts = typeof content === 'string' ? [content] : content.flatMap(({ text }) => text ?? []);
  return texts.join('\n').trim();
}
