/**
 * The graph around a node as one perspective sees it: entities and agents that memories in view speak of, those
 * memories, and the edges that they carry. Derivations come from the ledger, all other edges from the index.
 */
import { otherEnd } from '../recall-index/edge-tables.ts';
import { type GraphEdge, namedIn } from './edges.ts';
import { sayings } from './graph-words.ts';
import type { LedgerReader } from '../store/ledger-reader.ts';
import { maxCounted } from './node-score.ts';
import { type View, isDerivedFor } from '../recall/view.ts';

/** A node: a memory by its row, or an entity or agent by its numbers. */
export interface GraphNode {
  /** `fact:KEY`, `observation:KEY`, `entity:KEY` or `agent:NAME`. */
  readonly id: string;
  /** Of a memory. */
  readonly row?: number;
  /** Of an entity: its number, then those of the entities that are the same to the perspective. */
  readonly entities?: readonly number[];
}

/** An edge with the node that it leads to. */
export interface Step {
  readonly edge: GraphEdge;
  readonly to: GraphNode;
}

/** What a graph is read from, as one perspective sees it at one moment. */
interface GraphSources {
  readonly ledger: LedgerReader;
  readonly view: View;
}

/** The graph as one perspective sees it. */
export class Graph {
  readonly view: View;
  readonly #sources: GraphSources;
  readonly #entities: Map<number, GraphNode> = new Map();
  readonly #keys: Map<string, string> = new Map();

  constructor(sources: GraphSources) {
    this.view = sources.view;
    this.#sources = sources;
  }

  /** The nodes that an id or a name stands for; none where nothing in view is called so. */
  nodesOf(name: string): readonly GraphNode[] {
    if (name.startsWith('agent:')) return this.#agents(name);
    if (!/^(?:fact|observation|entity):/.test(name)) return this.#named(name);
    const node = /^(?:fact|observation):/.test(name) ? this.memory(name) : this.#entityInView(name);
    return node === undefined ? [] : [node];
  }

  /** The node of a memory in view, or undefined. */
  memory(id: string): GraphNode | undefined {
    const row = this.view.index.memories.row(id);
    return this.view.isInside(row) ? { id, row } : undefined;
  }

  /** The node of an entity or agent that memories in view speak of, or undefined. */
  #entityInView(id: string): GraphNode | undefined {
    const number = this.view.index.memories.names.find(id);
    if (number < 0) return undefined;
    const node = this.#entity(number);
    return this.view.rowsOf(node.entities ?? [], 1).length === 0 ? undefined : node;
  }

  /** The nodes of entities that memories in view call by a name; of the agent so called where there is no such entity. */
  #named(name: string): readonly GraphNode[] {
    const nodes = new Set(this.view.named(name).map((number) => this.#entity(number)));
    return nodes.size === 0 ? this.#agents(`agent:${name}`) : [...nodes];
  }

  /** The nodes of an agent, in whatever case memories in view write its name. */
  #agents(id: string): readonly GraphNode[] {
    return this.view.index.agentsCalled(id).flatMap((one) => this.#entityInView(one) ?? []);
  }

  /** What a node is called among the memories in view, folded: nodes of one score stand in this order. */
  keyOf({ id, entities }: GraphNode): string {
    if (entities === undefined) return id;
    const key = this.#keys.get(id) ?? surfaceOf(this.view, entities) ?? id;
    this.#keys.set(id, key);
    return key;
  }

  /** The id of the last memory in view that speaks of the first of some entities that are the same, in a list; none where none does. */
  tellingOf([entity = -1]: readonly number[]): readonly string[] {
    return this.view.rowsOf([entity], 1).map((row) => this.view.index.memories.idOf(row));
  }

  /** The steps from a node to all that it is tied to; from an entity to the last `most` memories that speak of it. */
  steps({ id, row, entities = [] }: GraphNode, most: number): readonly Step[] {
    if (row !== undefined) return this.#fromMemory(id, row);
    const told = this.view.rowsOf(entities, most);
    return [
      ...told.map((memory) => this.#telling(memory, entities, id)),
      ...told.flatMap((memory) => this.#relations(memory, entities, id)),
    ];
  }

  /** By the id of each memory the steps to what it is derived from and to what is derived from it, as far as both are in view. */
  async derivations(nodes: readonly GraphNode[]): Promise<ReadonlyMap<string, readonly Step[]>> {
    const { ledger, view } = this.#sources;
    const memories = nodes.filter(({ row }) => row !== undefined).map(({ id }) => id);
    const steps = new Map<string, Step[]>(memories.map((id) => [id, []]));
    for (const derived of await ledger.edgesAround('derived_from', memories)) {
      const { fact, observation, at } = derived;
      if (at !== undefined && at.getTime() > view.time) continue;
      const [from, to] = [this.memory(fact), this.memory(observation)];
      if (from === undefined || to === undefined || !isDerivedFor(view, derived)) continue;
      const { words } = sayings.derivedFrom;
      const edge: GraphEdge = { kind: 'derivedFrom', from: fact, to: observation, words };
      steps.get(fact)?.push({ edge, to });
      steps.get(observation)?.push({ edge, to: from });
    }
    for (const found of steps.values()) found.sort((one, other) => view.compareIdsLearned(one.to.id, other.to.id));
    return steps;
  }

  #telling(row: number, entities: readonly number[], entity: string): Step {
    const { memories } = this.view.index;
    const from = memories.idOf(row);
    const kind = entities.some((number) => memories.about[row]?.includes(number)) ? 'about' : 'mentions';
    return { edge: { kind, from, to: entity, words: sayings[kind].words }, to: { id: from, row } };
  }

  /** The steps to other entities along the relations that a memory tells of one; one to itself leads nowhere. */
  #relations(row: number, entities: readonly number[], entity: string): readonly Step[] {
    return this.view.relationsIn(row).flatMap(({ from, predicate: words, to }): readonly Step[] => {
      const isAlong = entities.includes(from);
      if (isAlong === entities.includes(to)) return [];
      const node = this.#entity(isAlong ? to : from);
      const ends = isAlong ? { from: entity, to: node.id } : { from: node.id, to: entity };
      return [{ edge: { kind: 'relates', ...ends, words }, to: node }];
    });
  }

  #fromMemory(id: string, row: number): readonly Step[] {
    const { about, mentioned } = namedIn(this.view.index.memories, row);
    const spokenOf = new Set([...about, ...mentioned].map((number) => this.#entity(number)));
    return [
      ...[...spokenOf].map((to): Step => ({ edge: this.#telling(row, to.entities ?? [], to.id).edge, to })),
      ...this.#thoughts(id, row),
      ...this.#links(row),
    ];
  }

  #thoughts(id: string, row: number): readonly Step[] {
    const { memories, thoughts } = this.view.index;
    return [...thoughts.before(row), ...thoughts.after(row)].flatMap((follow): readonly Step[] => {
      const other = follow.from === row ? follow.to : follow.from;
      if (!this.view.isInside(other)) return [];
      const to = { id: memories.idOf(other), row: other };
      const [from, back] = follow.from === row ? [id, to.id] : [to.id, id];
      return [{ edge: { kind: 'follows', from, to: back, words: sayings[follow.type].words }, to }];
    });
  }

  #links(row: number): readonly Step[] {
    const { links, memories } = this.view.index;
    const byLearning = links
      .of(this.view.believers, row)
      .toSorted((one, other) => this.view.compareLearned(otherEnd(one, row), otherEnd(other, row)));
    return byLearning.flatMap((link): readonly Step[] => {
      const other = otherEnd(link, row);
      if (link.state === 'dismissed' || !this.view.isInside(other)) return [];
      const [from, to] = [memories.idOf(link.one), memories.idOf(link.other)];
      const edge = { kind: link.kind, from, to, words: sayings[link.kind].words };
      return [{ edge, to: { id: memories.idOf(other), row: other } }];
    });
  }

  /** Of several that are the same the one that is spoken of most stands for all, so that it is known by what is in view. */
  #entity(number: number): GraphNode {
    const known = this.#entities.get(number);
    if (known !== undefined) return known;
    const entities = maxSpokenOfFirst(this.view, this.view.sameAs(number));
    const [first = number] = entities;
    const node = { id: this.view.index.memories.names.text(first), entities };
    for (const same of entities) this.#entities.set(same, node);
    return node;
  }
}

function maxSpokenOfFirst(view: View, entities: readonly number[]): readonly number[] {
  if (entities.length === 1) return entities;
  return entities
    .map((entity) => ({
      entity,
      times: view.rowsOf([entity], maxCounted).length,
      surface: surfaceOf(view, [entity]) ?? '',
    }))
    .sort((one, other) => other.times - one.times || (one.surface < other.surface ? -1 : 1))
    .map(({ entity }) => entity);
}

/** The name that the last memories in view use most for an entity, folded; the first in the alphabet of equals. */
function surfaceOf(view: View, entities: readonly number[]): string | undefined {
  const { mentions, surfaces } = view.index.memories;
  const counts = new Map<number, number>();
  for (const row of view.rowsOf(entities, maxCounted)) {
    const said = mentions[row] ?? [];
    for (let position = 0; position < said.length; position += 2) {
      const surface = said[position + 1]!;
      if (surface >= 0 && entities.includes(said[position]!)) counts.set(surface, (counts.get(surface) ?? 0) + 1);
    }
  }
  const [best] = [...counts]
    .map(([surface, count]) => ({ text: surfaces.text(surface), count }))
    .sort((one, other) => other.count - one.count || (one.text < other.text ? -1 : 1));
  return best?.text;
}
