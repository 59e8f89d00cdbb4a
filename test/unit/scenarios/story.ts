/** A story: one space whose clock stands still until time passes. */
import type {
  BelieveOptions,
  Madeleine,
  ObserveOptions,
  OpenOptions,
  RecalledMemory,
  SearchOptions,
} from '../../../src/index.ts';
import { openSpace } from '../../support/open-space.ts';

const dayMs = 86_400_000;

/** A space with a clock of its own, and short words for what its agents do. */
export interface Story {
  readonly memory: Madeleine;
  now(): Date;
  /** Lets days pass. */
  wait(days: number): void;
  /** Holds something true; answers its id. */
  believe(agent: string, content: string, more?: Omit<BelieveOptions, 'content' | 'memory'>): Promise<string>;
  /** Holds a memory of an id true; answers the id. */
  believeAgain(agent: string, id: string, more?: Omit<BelieveOptions, 'content' | 'memory'>): Promise<string>;
  /** Records what happened; answers its id. */
  observe(agent: string, content: string, more?: Omit<ObserveOptions, 'content'>): Promise<string>;
  withdraw(agent: string, id: string): Promise<void>;
  /** Everything that an agent finds of the story's subject. */
  found(agent: string, more?: Partial<SearchOptions>): Promise<readonly RecalledMemory[]>;
  /** One memory as an agent finds it. */
  seen(agent: string, id: string, more?: Partial<SearchOptions>): Promise<RecalledMemory | undefined>;
  /** What each memory is in an agent's answer, by id. */
  roles(agent: string, more?: Partial<SearchOptions>): Promise<Readonly<Record<string, string>>>;
}

/** Begins a story about a subject, which every query asks for. */
export async function beginStory(subject: string, options: Partial<OpenOptions> = {}): Promise<Story> {
  let now = new Date('2026-01-01T00:00:00Z');
  const memory = await openSpace({ clock: () => now, ...options });
  const found: Story['found'] = async (agent, more = {}) =>
    (await memory.agent(agent).search({ query: subject, limit: 50, ...more })).memories;
  return {
    memory,
    now: () => now,
    wait: (days) => {
      now = new Date(now.getTime() + days * dayMs);
    },
    believe: async (agent, content, more = {}) => (await memory.agent(agent).believe({ content, ...more })).id,
    believeAgain: async (agent, id, more = {}) => (await memory.agent(agent).believe({ memory: id, ...more })).id,
    observe: async (agent, content, more = {}) => (await memory.agent(agent).observe({ content, ...more })).id,
    withdraw: async (agent, id) => {
      await memory.agent(agent).withdraw({ id });
    },
    found,
    seen: async (agent, id, more = {}) => (await found(agent, more)).find((one) => one.id === id),
    roles: async (agent, more = {}) => {
      const { memories } = await memory.agent(agent).recall({ query: subject, attention: false, ...more });
      return Object.fromEntries(memories.map(({ id, role }) => [id, role ?? '']));
    },
  };
}
