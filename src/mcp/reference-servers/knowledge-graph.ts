/**
 * An agent's facts as the knowledge graph that the reference memory server keeps: entities by name, what was observed
 * of each, and how they stand to each other. An entity is there once a fact is about it that is no relation. Reads
 * through the verbs of a memory, so that it shows what this agent holds, and writes through the same.
 */
import { randomUUID } from 'node:crypto';
import {
  type AgentVerbs,
  type FactInput,
  type FactInView,
  type FactSubject,
  foldName,
  readEntityStatement,
  relationTypeOf,
} from '../../index.ts';

/** What was observed of an entity. */
export interface GraphObservation {
  /** Of the fact. */
  readonly id: string;
  readonly text: string;
}

/** Somebody or something. */
export interface GraphEntity {
  /** As it was created. */
  readonly name: string;
  readonly type: string;
  readonly observations: readonly GraphObservation[];
}

/** How one entity stands to another. */
export interface GraphRelation {
  /** Of the fact. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly type: string;
}

/** What a reading of the graph takes. */
export interface GraphOptions {
  /** Only what is about one of these. @default all of it */
  readonly names?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Reading {
  name: string;
  type: string;
  isTyped: boolean;
  readonly observations: GraphObservation[];
}

/** Facts that one call lists or holds at most, and names that it asks for. */
const [maxFacts, maxNames] = [1_000, 100];

/** The graph as an agent sees it. */
export class KnowledgeGraph {
  readonly #entities = new Map<string, Reading>();
  readonly #relations: GraphRelation[] = [];
  /** The ids of all facts about a name, those that do not hold any more among them. */
  readonly #about = new Map<string, string[]>();
  readonly #known = new Set<string>();

  private constructor(facts: readonly FactInView[]) {
    for (const fact of facts) this.#take(fact);
  }

  /** Reads the graph, faded parts too: what nobody has asked about for long is still known. */
  static async of(memory: AgentVerbs, { names, signal }: GraphOptions = {}): Promise<KnowledgeGraph> {
    const about = names === undefined ? undefined : listable(names);
    if (about?.length === 0) return new KnowledgeGraph([]);
    const facts: FactInView[] = [];
    const asked = {
      faded: true,
      superseded: true,
      limit: maxFacts,
      ...(about && { about }),
      ...(signal && { signal }),
    };
    for (let total = 1; facts.length < total; ) {
      const page = await memory.facts({ ...asked, offset: facts.length });
      facts.push(...page.facts);
      total = page.facts.length === 0 ? 0 : page.total;
    }
    return new KnowledgeGraph(facts);
  }

  /** In the order in which they came to be known. */
  get entities(): readonly GraphEntity[] {
    return [...this.#entities.values()];
  }

  /** Those that have one of some entities at either end; in the order in which they came to be known. */
  relationsOf(entities: readonly GraphEntity[]): readonly GraphRelation[] {
    const among = new Set(entities.map(({ name }) => foldName(name)));
    return this.#relations.filter(({ from, to }) => among.has(foldName(from)) || among.has(foldName(to)));
  }

  /** All of them. */
  get relations(): readonly GraphRelation[] {
    return this.#relations;
  }

  /** The entity of a name, whatever its case. */
  entity(name: string): GraphEntity | undefined {
    return this.#entities.get(foldName(name));
  }

  /** The ids of all facts about a name, relations among them. */
  factsAbout(name: string): readonly string[] {
    return this.#about.get(foldName(name)) ?? [];
  }

  /**
   * Holds facts true, and tells of each whether it is new to the graph. Each has a key of its own, so that it stays apart
   * from the same fact of another agent and no order here tells when others came to hold it.
   */
  async add(memory: AgentVerbs, facts: readonly FactInput[], signal?: AbortSignal): Promise<readonly boolean[]> {
    const isNew: boolean[] = [];
    for (let at = 0; at < facts.length; at += maxFacts) {
      const part = facts
        .slice(at, at + maxFacts)
        .map((fact) => ({ id: randomUUID(), channel: 'agent', ...fact }) as const);
      const { receipts } = await memory.believeMany({ facts: part, ...(signal && { signal }) });
      for (const { id } of receipts) {
        isNew.push(!this.#known.has(id));
        this.#known.add(id);
      }
    }
    return isNew;
  }

  #take(fact: FactInView): void {
    const subjects = fact.about.filter(({ id }) => id.startsWith('entity:'));
    this.#known.add(fact.id);
    for (const { name } of subjects) {
      const key = foldName(name);
      this.#about.set(key, [...(this.#about.get(key) ?? []), fact.id]);
    }
    if (fact.superseded !== undefined) return;
    const relation = relationIn(fact, subjects);
    if (relation !== undefined) this.#relations.push(relation);
    else for (const subject of subjects) this.#observe(fact, subject);
  }

  #observe({ id, content }: FactInView, { name, type = 'other' }: FactSubject): void {
    const key = foldName(name);
    const known = this.#entities.get(key);
    const entity = known ?? { name, type, isTyped: false, observations: [] };
    if (known === undefined) this.#entities.set(key, entity);
    const said = readEntityStatement(content, name);
    if (said.says === 'observation') entity.observations.push({ id, text: said.text });
    else if (entity.isTyped) entity.observations.push({ id, text: content });
    else Object.assign(entity, { name, type: said.type, isTyped: true });
  }
}

/** Forgets facts; answers how many stay because they are universal. */
export async function forgetFacts(memory: AgentVerbs, ids: readonly string[], signal?: AbortSignal): Promise<number> {
  const distinct = [...new Set(ids)];
  let kept = 0;
  for (let at = 0; at < distinct.length; at += maxFacts) {
    const part = distinct.slice(at, at + maxFacts);
    kept += (await memory.forget({ ids: part, ...(signal && { signal }) })).kept.length;
  }
  return kept;
}

/** The relation that a fact about both of its ends tells. */
function relationIn({ id, title, relations }: FactInView, subjects: readonly FactSubject[]): GraphRelation | undefined {
  const nameOf = (entity: string): string | undefined => subjects.find((subject) => subject.id === entity)?.name;
  const told = relations.flatMap(({ from, predicate, to }) => {
    const [start, end] = [nameOf(from), nameOf(to)];
    const type = relationTypeOf(predicate, title);
    return start === undefined || end === undefined ? [] : [{ id, from: start, to: end, type }];
  });
  return told.find(({ type }) => type === title) ?? told[0];
}

/** Names by which facts can be asked for; undefined where all have to be read, for a name that looks like an id or is one of many. */
function listable(names: readonly string[]): readonly string[] | undefined {
  const distinct = [...new Set(names)].filter((name) => foldName(name) !== '' && name.length <= 512);
  const isPlain = distinct.every((name) => !/^(?:agent|entity):/.test(name));
  return isPlain && distinct.length <= maxNames ? distinct : undefined;
}
