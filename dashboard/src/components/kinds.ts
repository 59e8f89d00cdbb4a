/** What the kinds of nodes and the states of beliefs are called on the page, and which colours they have. */
import type { BeliefState, MemoryGraphNodeKind, RecalledMemory } from 'madeleine';

/** A kind of node. */
export type NodeKind = MemoryGraphNodeKind;

/** The type of a memory. */
export type MemoryType = RecalledMemory['type'];

/** How a kind of node is written and shown. */
export interface KindLook {
  readonly one: string;
  readonly many: string;
  /** The token of theme.css that holds its colour. */
  readonly token: `--kind-${NodeKind}`;
}

/** The look of each kind, in the order of legends. */
export const kinds: Readonly<Record<NodeKind, KindLook>> = {
  agent: { one: 'agent', many: 'agents', token: '--kind-agent' },
  fact: { one: 'fact', many: 'facts', token: '--kind-fact' },
  observation: { one: 'observation', many: 'observations', token: '--kind-observation' },
  thought: { one: 'thought', many: 'thoughts', token: '--kind-thought' },
  entity: { one: 'entity', many: 'entities', token: '--kind-entity' },
  session: { one: 'session', many: 'sessions', token: '--kind-session' },
};

/** The kinds of nodes, in the order of legends. */
export const nodeKinds: readonly NodeKind[] = Object.keys(kinds) as NodeKind[];

/** Each type of memory in words. */
export const memoryTypeWords: Readonly<Record<MemoryType, string>> = {
  fact: 'Fact',
  user_input: 'Something said',
  tool_output: 'Tool output',
  thought: 'Thought',
  error: 'Error',
  document: 'Document',
};

const states: Readonly<Record<BeliefState, string>> = {
  held: 'holds it',
  faded: 'it has faded',
  archived: 'it is archived',
  withdrawn: 'withdrew it',
};

/** What a memory is: the kind of its node by its type, where it has one, else by its id. */
export function kindOf(id: string, type?: string): NodeKind {
  if (type === 'thought') return 'thought';
  const table = id.slice(0, id.indexOf(':'));
  return nodeKinds.find((kind) => kind === table) ?? 'observation';
}

/** How a belief stands, as the end of a sentence that begins with the believer. */
export function stateWords(state: BeliefState): string {
  return states[state];
}
