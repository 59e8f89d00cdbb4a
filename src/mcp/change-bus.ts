/** Change notifications to all streams of 2026 clients that act as one agent: followed while there is a stream. */
import { InMemoryServerEventBus, type ServerEvent, type ServerEventBus } from '@modelcontextprotocol/server';
import type { AgentVerbs } from '../index.ts';
import { followChanges } from './follow-changes.ts';

/** The changes in one perspective, as the protocol's handler takes them. */
export class ChangeBus implements ServerEventBus {
  readonly #bus = new InMemoryServerEventBus();
  readonly #memoryOf: () => Promise<AgentVerbs>;
  #following: AbortController | undefined;

  constructor(memoryOf: () => Promise<AgentVerbs>) {
    this.#memoryOf = memoryOf;
  }

  publish(event: ServerEvent): void {
    this.#bus.publish(event);
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const leave = this.#bus.subscribe(listener);
    this.#following ??= this.#follow();
    return () => {
      leave();
      if (this.#bus.listenerCount > 0) return;
      this.#following?.abort();
      this.#following = undefined;
    };
  }

  #follow(): AbortController {
    const following = new AbortController();
    followChanges({
      memoryOf: this.#memoryOf,
      signal: following.signal,
      tell: (uris) => {
        this.publish({ kind: 'resources_list_changed' });
        for (const uri of uris) this.publish({ kind: 'resource_updated', uri });
      },
    });
    return following;
  }
}
