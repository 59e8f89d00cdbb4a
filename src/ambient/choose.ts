/**
 * Chooses what is worth saying among the memories of a walk. A memory must score enough by what the index knows of it.
 * Once read, it must be in force and not said already, and each thing is said once.
 */
import { idIn } from '../domain/values.ts';
import type { Signal } from '../domain/signal.ts';
import {
  type Anchor,
  type NodeSignalName,
  contributions,
  memoryTraits,
  nodeSignals,
  nodeWeights,
  weighed,
} from '../graph/node-score.ts';
import type { AskedOfName } from '../language/answer-forms.ts';
import { saysOneThing } from '../language/ended.ts';
import { normaliseContent } from '../language/fold.ts';
import { isFactIn } from '../recall/believer-view.ts';
import { tellingOf } from '../recall/rank.ts';
import { tellsOnlyName } from '../language/said-in-passing.ts';
import { isDerivation } from '../recall/replacement.ts';
import type { RecalledMemory } from '../recall/recall-options.ts';
import type { View } from '../recall/view.ts';
import {
  closenessWeight,
  dedupMessages,
  maxBestKnown,
  maxItems,
  maxNodes,
  maxQuestions,
  minScore,
  maxScored,
} from './defaults.ts';
import { ownTerms } from './bearing.ts';
import { tellsWhatBecame } from './changes.ts';
import type { Seed } from './seeds.ts';
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
  return scoredNodes(view, nodes, anchors)
    .filter(({ score }) => score >= minScore)
    .sort((one, other) => other.score - one.score || view.compareIdsLearned(one.id, other.id));
}

/** The closest memories that the walk came to, with their scores. */
function scoredNodes(view: View, nodes: Iterable<WalkNode>, anchors: readonly Anchor[]): readonly ScoredNode[] {
  const { memories } = view.index;
  const scored: ScoredNode[] = [];
  // Memories that ask more than they tell answer nothing.
  const telling = [...nodes].filter(({ row }) => memories.questionShare.get(row) <= maxQuestions);
  for (const node of closest(telling)) {
    const traits = memoryTraits(view, node.row, anchors);
    if (traits === undefined) continue;
    const values = { closeness: node.closeness, ...nodeSignals(traits, view.time) };
    const score = weighed(values, weights);
    scored.push({ ...node, id: memories.idOf(node.row), score, values });
  }
  return scored;
}

/**
 * What is known best of the meant names, for a message that asks nothing that is known of them: what tells their state or
 * who they are where that is asked, then facts, then what was said last. A few, or empty where the message names nobody.
 */
export function bestKnown(
  view: View,
  nodes: Iterable<WalkNode>,
  { anchors, asked }: { readonly anchors: readonly Anchor[]; readonly asked: AskedOfName | undefined },
): readonly ScoredNode[] {
  const { memories } = view.index;
  const tells = ({ row }: ScoredNode): number => (asked === undefined ? 0 : tellingOf(view, row, asked));
  const isFact = ({ row }: ScoredNode): number => Number(isFactIn(memories, row));
  const lastOf = ({ row }: ScoredNode): number => memories.occurredAt.get(row) || 0;
  const known = scoredNodes(view, nodes, anchors).filter(
    ({ seed }) => seed.entities.length + seed.speakers.length > 0 && seed.isThing !== true,
  );
  const learned = new Map(view.asLearned(known.map(({ row }) => row)).map((row, place) => [row, place]));
  return known
    .toSorted(
      (one, other) =>
        tells(other) - tells(one) ||
        isFact(other) - isFact(one) ||
        lastOf(other) - lastOf(one) ||
        learned.get(other.row)! - learned.get(one.row)!,
    )
    .slice(0, asked === undefined ? maxBestKnown : maxNodes);
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
      .at(-maxScored) ?? 0;
  const above = nodes.filter(({ closeness }) => closeness >= bar);
  return above.sort((one, other) => other.closeness - one.closeness).slice(0, maxScored);
}

/**
 * The best five of the ten best that are in force and not in the context; for what has changed since, what was told then.
 * Of two that contradict each other the better one is told, with the other beside it.
 *
 * @param read - the memories by id, with those that contradict them and those told later of the same.
 */
export function choose(
  view: View,
  nodes: readonly ScoredNode[],
  read: ReadonlyMap<string, RecalledMemory>,
  exclusion: Exclusion,
): readonly Choice[] {
  const chosen: Choice[] = [];
  const said = new Set<string>();
  let looked = 0;
  for (const found of nodes) {
    const first = read.get(found.id);
    if (first === undefined || first.superseded !== undefined) continue;
    if (!isOfOwn(found.seed, first)) continue;
    if (chosen.length === maxItems || ++looked > maxNodes) break;
    const choice = choiceOf(view, nodes, asItIsNow(view, found, first, read), read);
    const { node, memory, contradictedBy } = choice;
    const content = normaliseContent(memory.content);
    const isThere = exclusion.has(node.row) || exclusion.says(memory.content);
    // What became of one of several things may be told by itself.
    const isSaid = [node.id, content, contradictedBy?.id ?? ''].some((one) => said.has(one));
    if (isThere || isSaid || isDerived(memory, chosen)) continue;
    for (const one of [memory, contradictedBy]) if (one) said.add(one.id).add(normaliseContent(one.content));
    chosen.push(choice);
  }
  return chosen;
}

/** What is told of a memory, with what contradicts it. */
function choiceOf(
  view: View,
  nodes: readonly ScoredNode[],
  now: Choice,
  read: ReadonlyMap<string, RecalledMemory>,
): Choice {
  const { node, memory } = asTold(nodes, now, read);
  const contradictedBy = now.contradictedBy ?? opponentOf(view, memory, read);
  return { node, memory, ...(contradictedBy === undefined ? {} : { contradictedBy }) };
}

/** A memory in the place of which stands what it was read out of, where that came up too and the memory only tells a name. */
function asTold(nodes: readonly ScoredNode[], chosen: Choice, read: ReadonlyMap<string, RecalledMemory>): Choice {
  if (!tellsOnlyName(chosen.memory.content)) return chosen;
  const node = nodes.find(({ id }) => chosen.memory.derivedFrom?.includes(id));
  const memory = node && read.get(node.id);
  return node === undefined || memory === undefined || memory.superseded !== undefined ? chosen : { node, memory };
}

/** Whether a memory was read out of one that is chosen, or that out of it. */
function isDerived(memory: RecalledMemory, chosen: readonly Choice[]): boolean {
  return chosen.some((other) => isDerivation(other.memory, memory));
}

/** The last memory that tells what became of one, in its place. */
function asItIsNow(
  view: View,
  node: ScoredNode,
  memory: RecalledMemory,
  read: ReadonlyMap<string, RecalledMemory>,
): Choice {
  const [last] = [...read.values()]
    .filter((other) => other.superseded === undefined && tellsWhatBecame(view, other, memory, node.seed.entities))
    .sort(
      (one, other) => other.occurredAt.getTime() - one.occurredAt.getTime() || view.compareIdsLearned(other.id, one.id),
    );
  if (last === undefined) return { node, memory };
  // What tells several things is told still, and beside it what became of one of them.
  if (!saysOneThing(memory.content)) return { node, memory, contradictedBy: last };
  return { node: { ...node, row: view.index.memories.row(last.id), id: last.id, by: 'changed' }, memory: last };
}

/** Whether a memory that a noun such as "my sister" led to is of the speaker's own one. */
export function isOfOwn({ mustSay }: Seed, { content, speaker = '' }: RecalledMemory): boolean {
  return mustSay === undefined || mustSay.test(content) || mustSay.test(`I, ${speaker}`);
}

/** What contradicts a memory, still holds beside it, and is no exception that leaves the rule as it is. */
function opponentOf(
  view: View,
  memory: RecalledMemory,
  read: ReadonlyMap<string, RecalledMemory>,
): RecalledMemory | undefined {
  const opposed = (memory.links ?? []).filter(({ kind, state }) => kind === 'contradicts' && state !== 'exception');
  return opposed
    .map((link) => read.get(link.memory))
    .find((other) => other !== undefined && other.superseded === undefined && !tellsWhatBecame(view, memory, other));
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
  /** The terms of each memory that is there by its id. */
  readonly #terms: readonly ReadonlySet<number>[];
  readonly #session: number;

  constructor(view: View, { message, exclude, session, surfaced }: InContext) {
    this.#view = view;
    this.#ids = new Set([...exclude, ...surfaced]);
    this.#texts = [message, ...exclude].map(normaliseContent);
    const { memories } = view.index;
    const rows = [...this.#ids].map((id) => memories.row(id)).filter((row) => row >= 0);
    this.#terms = rows.map((row) => new Set(ownTerms(memories, row)));
    this.#session = session === undefined ? -1 : view.index.memories.sessions.find(idIn('session', session));
  }

  /** Whether a memory is there by its id, as a fact in the words of one that is, or among the last messages of the session. */
  has(row: number): boolean {
    const { memories } = this.#view.index;
    if (this.#ids.has(memories.idOf(row))) return true;
    if (isFactIn(memories, row) && this.#isSaid(ownTerms(memories, row))) return true;
    if (this.#session < 0 || memories.session.values[row] !== this.#session) return false;
    return this.#view.holdings(row).some(({ believer, document }) => {
      let after = document;
      for (let steps = 0; steps < dedupMessages && after >= 0; steps++) after = believer.timelines.next.get(after);
      return after < 0;
    });
  }

  /** Whether one memory that is there has all of these terms. */
  #isSaid(terms: readonly number[]): boolean {
    return terms.length > 1 && this.#terms.some((there) => terms.every((term) => there.has(term)));
  }

  /** Whether a text is there, by itself or within another, whatever its case and final stops. */
  says(content: string): boolean {
    const said = normaliseContent(content);
    return this.#texts.some((text) => text.includes(said));
  }
}
