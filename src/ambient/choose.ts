/**
 * Which of the memories that a walk came to are worth saying: those that score enough by what the index
 * knows of them, and of these, once they are read, what is in force and not said already, each thing once.
 */
import { idIn } from '../domain/ids.ts';
import type { Signal } from '../domain/signal.ts';
import type { Anchor } from '../graph/anchors.ts';
import {
  type NodeSignalName,
  contributions,
  memoryTraits,
  nodeSignals,
  nodeWeights,
  weighed,
} from '../graph/node-score.ts';
import type { View } from '../recall/view.ts';
import { normaliseContent } from '../language/fold.ts';
import type { RecalledMemory } from '../recall/recall-options.ts';
import { closenessWeight, dedupMessages, minScore, maxItems, maxNodes, maxQuestions, scoredNodes } from './defaults.ts';
import type { WalkNode } from './walk.ts';

/** A memory that the walk came to, with what it is worth. */
export interface ScoredNode extends WalkNode {
  /** `observation:KEY` or `fact:KEY`. */
  readonly id: string;
  /** 0..1: the sum of the signals' contributions. */
  readonly score: number;
  readonly values: Readonly<Record<SignalName, number>>;
}

/** A memory that is worth saying. */
export interface Choice {
  readonly node: ScoredNode;
  readonly memory: RecalledMemory;
  /** What in view contradicts it, in force as well. */
  readonly contradictedBy?: RecalledMemory;
}

type SignalName = 'closeness' | NodeSignalName;

/** How closely a memory belongs to the message, and beside it what it counts by itself. */
const weights: Readonly<Record<SignalName, number>> = {
  closeness: closenessWeight,
  ...(Object.fromEntries(
    Object.entries(nodeWeights).map(([name, weight]) => [name, (1 - closenessWeight) * weight]),
  ) as Record<NodeSignalName, number>),
};

/** The memories that score enough by what the index knows of them, the best first. */
export function worthSaying(view: View, nodes: Iterable<WalkNode>, anchors: readonly Anchor[]): readonly ScoredNode[] {
  const { memories } = view.index;
  const worth: ScoredNode[] = [];
  // Memories that ask more than they tell answer nothing.
  const telling = [...nodes].filter(({ slot }) => memories.questionShare.get(slot) <= maxQuestions);
  for (const node of closest(telling)) {
    const traits = memoryTraits(view, node.slot, anchors);
    if (traits === undefined) continue;
    const values = { closeness: node.closeness, ...nodeSignals(traits, view.time) };
    const score = weighed(values, weights);
    if (score < minScore) continue;
    worth.push({ ...node, id: memories.idOf(node.slot), score, values });
  }
  return worth.sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
}

/** What makes up the score of a memory. */
export function signalsOf({ values }: ScoredNode): readonly Signal[] {
  return contributions(values, weights);
}

/** Those that belong most closely to the message, closest first; of thousands only the ones above the bar are put in order. */
function closest(nodes: readonly WalkNode[]): readonly WalkNode[] {
  const bar =
    Float64Array.from(nodes, ({ closeness }) => closeness)
      .sort()
      .at(-scoredNodes) ?? 0;
  const above = nodes.filter(({ closeness }) => closeness >= bar);
  return above.sort((one, other) => other.closeness - one.closeness).slice(0, scoredNodes);
}

/**
 * The best five of the ten best that are in force and not in the context. Of two that contradict each other the
 * better one is told, with the other beside it.
 *
 * @param read - the memories by id, with those that contradict them.
 */
export function choose(
  nodes: readonly ScoredNode[],
  read: ReadonlyMap<string, RecalledMemory>,
  exclusion: Exclusion,
): readonly Choice[] {
  const chosen: Choice[] = [];
  const said = new Set<string>();
  let looked = 0;
  for (const node of nodes) {
    const memory = read.get(node.id);
    if (memory === undefined || memory.superseded !== undefined) continue;
    if (chosen.length === maxItems || ++looked > maxNodes) break;
    const content = normaliseContent(memory.content);
    if (said.has(node.id) || said.has(content) || exclusion.says(memory.content)) continue;
    const contradictedBy = opponentOf(memory, read);
    for (const one of contradictedBy === undefined ? [memory] : [memory, contradictedBy]) {
      said.add(one.id).add(normaliseContent(one.content));
    }
    chosen.push({ node, memory, ...(contradictedBy === undefined ? {} : { contradictedBy }) });
  }
  return chosen;
}

/** What contradicts a memory, still holds, and is no exception that leaves the rule as it is. */
function opponentOf(memory: RecalledMemory, read: ReadonlyMap<string, RecalledMemory>): RecalledMemory | undefined {
  const opposed = (memory.links ?? []).filter(({ kind, state }) => kind === 'contradicts' && state !== 'exception');
  return opposed
    .map((link) => read.get(link.memory))
    .find((other) => other !== undefined && other.superseded === undefined);
}

/** What is in the context. */
export interface InContext {
  readonly message: string;
  /** Texts, or ids of memories. */
  readonly exclude: readonly string[];
  readonly session: string | undefined;
  /** Ids of what surfaced in the session. */
  readonly surfaced: ReadonlySet<string>;
}

/** Tells of memories whether the context holds them already. */
export class Exclusion {
  readonly #view: View;
  readonly #ids: ReadonlySet<string>;
  readonly #texts: readonly string[];
  readonly #session: number;

  constructor(view: View, { message, exclude, session, surfaced }: InContext) {
    this.#view = view;
    this.#ids = new Set([...exclude, ...surfaced]);
    this.#texts = [message, ...exclude].map(normaliseContent);
    this.#session = session === undefined ? -1 : view.index.memories.sessions.find(idIn('session', session));
  }

  /** Whether a memory is there by its id, or among the last messages of the session. */
  has(slot: number): boolean {
    const { memories } = this.#view.index;
    if (this.#ids.has(memories.idOf(slot))) return true;
    if (this.#session < 0 || memories.session.values[slot] !== this.#session) return false;
    return this.#view.holdings(slot).some(({ believer, document }) => {
      let after = document;
      for (let steps = 0; steps < dedupMessages && after >= 0; steps++) after = believer.timelines.next.get(after);
      return after < 0;
    });
  }

  /** Whether a text is there, by itself or within another, whatever its case and final stops. */
  says(content: string): boolean {
    const said = normaliseContent(content);
    return this.#texts.some((text) => text.includes(said));
  }
}
