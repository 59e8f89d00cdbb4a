import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { ShownMemory } from './shown-memories.ts';

/** What a graph is drawn of: some memories, and whose beliefs, links and derivations count. */
export interface GraphScope {
  readonly index: RecallIndex;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly memories: readonly ShownMemory[];
  /** Names; missing where everybody's count. */
  readonly believers?: ReadonlySet<string>;
}

/** Whether what is so for a believer belongs to the graph; what nobody is named for does. */
export function isInScope({ believers }: GraphScope, believer: string | undefined): boolean {
  return believers === undefined || believer === undefined || believers.has(believer);
}
