/**
 * What has surfaced in which session, so that nobody is told the same thing over and over. Kept in
 * memory for as long as the space is open, and for the sessions that were heard of last.
 */
import type { AmbientItem } from './ambient-value.ts';
import { dedupMessages, rememberedSessions } from './defaults.ts';

/** One session of one agent: how many messages it has had, and at which of them each memory surfaced. */
interface Surfaced {
  messages: number;
  readonly at: Map<string, number>;
}

/** What has surfaced in the sessions of a space. */
export class SessionMemory {
  /** By agent and session, the one that was heard of longest ago first. */
  readonly #sessions: Map<string, Surfaced> = new Map();

  /** Counts a message of a session; answers what surfaced there in the last messages. */
  hear(agent: string, session: string): ReadonlySet<string> {
    const key = keyOf(agent, session);
    const known = this.#sessions.get(key) ?? { messages: 0, at: new Map<string, number>() };
    this.#sessions.delete(key);
    this.#sessions.set(key, known);
    if (this.#sessions.size > rememberedSessions) {
      const [oldest] = this.#sessions.keys();
      this.#sessions.delete(oldest as string);
    }
    known.messages += 1;
    for (const [memory, message] of known.at) {
      if (known.messages - message > dedupMessages) known.at.delete(memory);
    }
    return new Set(known.at.keys());
  }

  /** Notes what surfaced at the last message of a session. */
  note(agent: string, session: string, items: readonly Pick<AmbientItem, 'memory'>[]): void {
    const known = this.#sessions.get(keyOf(agent, session));
    for (const { memory } of items) known?.at.set(memory, known.messages);
  }
}

/** Names may hold any character that is no control character. */
function keyOf(agent: string, session: string): string {
  return `${agent}\n${session.replace(/^session:/, '')}`;
}
