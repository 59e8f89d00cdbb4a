/**
 * Which memories are to be forgotten, and whose beliefs in them go. Owns what `subject`, `id`, `ids` and `query` mean; what
 * goes with the memories is the erasure's. Reads every text of the space, because extraction misses names that a search
 * finds. `query` means every memory with all its words and is no ranking: an erasure must not depend on a cut.
 */
import { agentOf } from '../domain/audience.ts';
import { ConflictError, InvalidArgumentError, NotFoundError } from '../domain/errors.ts';
import { groupBy, present } from '../domain/values.ts';
import { Perspective } from '../domain/belief.ts';
import { type DerivedFrom, type Entity, type Fact, type Memory, isFact, systemAgent } from '../domain/records.ts';
import { foldName } from '../language/fold.ts';
import { factTitle } from '../language/knowledge.ts';
import { eitherOf, type NamedOne, namesOfMeant } from '../recall/ambiguous-names.ts';
import { type Says, saysName, saysQuery } from '../language/words.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import { beliefKey } from '../remember/new-memory.ts';
import { isPromoted } from '../remember/past-sleeps.ts';
import type { Writer } from '../remember/writer.ts';
import type { BeliefKey } from '../store/ledger-reader.ts';
import type { ForgetOptions, MeantSubject } from './forget-options.ts';

/** Characters of a memory by which one who may be meant is told from others. */
const maxSaid = 160;

/** What is to be forgotten. */
export interface Selection {
  /** Ids of memories, oldest first. */
  readonly memories: readonly string[];
  /** Ids of the entities that go, whether or not a memory mentions them. */
  readonly entities?: ReadonlySet<string>;
  /** Texts that say it, where it goes by words. */
  readonly says?: Says;
}

/**
 * The memories that are asked for, of all believers. With an agent, names mean what its
 * perspective calls so, and an id must be in it.
 *
 * @throws {NotFoundError} when no memory has an id.
 * @throws {InvalidArgumentError} when the query has no word to go by.
 * @throws {ConflictError} when the subject may be several: its details tell `which`.
 */
export async function selectForgotten(
  writer: Writer,
  { id, ids, subject, query }: ForgetOptions,
  agent?: string,
): Promise<Selection> {
  const named = id === undefined ? ids : [id];
  if (named !== undefined) return { memories: [...new Set(named)].map((one) => existing(writer, one, agent)) };
  if (subject !== undefined) return bySubject(writer, subject, agent);
  const says = saysQuery(query ?? '');
  if (says === undefined) {
    const rule = '"query" must have a word that is not a stop word';
    throw new InvalidArgumentError('INVALID_ARGUMENT', `forget: ${rule}, got ${JSON.stringify(query)}; name one.`);
  }
  return { memories: await memoriesThat(writer, (memory) => says(textsOf(memory))), says };
}

function existing({ parts: { index } }: Writer, id: string, agent: string | undefined): string {
  const isThere = agent === undefined ? index.has(id) : isEverHeld(index, wholeView(index, agent), id);
  if (isThere) return id;
  const whose = agent === undefined ? 'the space' : `${agent}'s view`;
  const message = `forget: no memory "${id}" is in ${whose}; look it up with search.`;
  throw new NotFoundError('NOT_FOUND', message, { details: { id } });
}

async function bySubject(writer: Writer, subject: string, agent: string | undefined): Promise<Selection> {
  if (subject.startsWith('entity:')) return byEntity(writer, subject, agent);
  const key = foldName(subject);
  await refuseSeveral(writer, subject, agent);
  const { entities, names } = agent === undefined ? await namedFor(writer, subject) : seenBy(writer, subject, agent);
  const says = saysName(names);
  const isNamed = (name: string): boolean =>
    entities.has(name) || (name.startsWith('agent:') && foldName(name.slice('agent:'.length)) === key);
  const named = new Set(memoriesNaming(writer.parts.index, isNamed));
  const memories = await memoriesThat(writer, (memory) => named.has(memory.id) || says(textsOf(memory)));
  return present({ memories, says, entities: agent === undefined ? entities : undefined });
}

/** One of several who are called so, by the id of an entity: what mentions it, and what says a name that is its alone. */
async function byEntity(writer: Writer, id: string, agent: string | undefined): Promise<Selection> {
  const { index, ledger } = writer.parts;
  const believers = inView(index, agent);
  const [entity] = await ledger.records('entity', [id]);
  const same = new Set([id, ...index.merges.sameAs(believers, id)]);
  const named = new Set(memoriesNaming(index, (name) => same.has(name)));
  const isInView = agent === undefined || [...named].some((memory) => isEverHeld(index, believers, memory));
  if (entity === undefined || !isInView) {
    const whose = agent === undefined ? 'the space' : `${agent}'s view`;
    const message = `forget: no entity "${id}" is in ${whose}; look it up with entities.`;
    throw new NotFoundError('NOT_FOUND', message, { details: { subject: id } });
  }
  const names = index.namesOf(believers);
  const called = agent === undefined || index.isCalled(believers, entity.name, id) ? [entity.name] : [];
  const own = called.filter((name) => names.fullerThan(name).length === 0);
  const says = own.length === 0 ? undefined : saysName(own);
  const memories = await memoriesThat(writer, (memory) => named.has(memory.id) || says?.(textsOf(memory)) === true);
  return present({ memories, says, entities: agent === undefined ? same : undefined });
}

/** A name that may mean several, or a part of one, takes nobody with it: the error tells who may be meant, and how to say who is. */
async function refuseSeveral({ parts }: Writer, subject: string, agent: string | undefined): Promise<void> {
  const believers = inView(parts.index, agent);
  const fuller = parts.index.namesOf(believers).fullerThan(subject);
  if (fuller.length === 0) return;
  const ones = await namesOfMeant(parts, believers, fuller);
  const rule = `"subject" must mean one alone, got ${JSON.stringify(subject)}, which may be ${eitherOf(ones)}`;
  const ids = ones.flatMap(({ id }) => id ?? []);
  const byId = ids.length === 0 ? 'the ids of memories' : `the id of one as "subject": ${ids.join(', ')}`;
  const which = await Promise.all(ones.map((one) => told(parts, believers, one)));
  throw new ConflictError('CONFLICT', `forget: ${rule}; give the whole name, or ${byId}.`, {
    details: { subject, which },
    hint: 'Nothing was forgotten. Ask the user who is meant, then call again with that id as the subject.',
  });
}

/** One who may be meant, with the memory that says of them last, by which a person can tell who it is. */
async function told(
  { index, ledger }: Writer['parts'],
  believers: readonly string[],
  { name, id }: NamedOne,
): Promise<MeantSubject> {
  const speaking = id === undefined ? [] : [...memoriesNaming(index, (one) => one === id)];
  const last = speaking.findLast((memory) => index.isHeld(believers, memory));
  const [said] = last === undefined ? [] : await ledger.said([last]);
  return present({ name, id, says: said?.content.slice(0, maxSaid) });
}

/** Whose memories and names count: an agent's view, or everybody's for the owner of the space. */
function inView(index: RecallIndex, agent: string | undefined): readonly string[] {
  const everybody = [...index.believers()].map((believer) => believer.agent);
  return agent === undefined ? [...new Set([...everybody, systemAgent])] : wholeView(index, agent);
}

/** Whether one of some believers holds a memory, or did. */
function isEverHeld(index: RecallIndex, believers: readonly string[], memory: string): boolean {
  return believers.some((believer) => index.beliefOf(believer, memory) !== undefined);
}

interface Named {
  /** Ids. */
  readonly entities: ReadonlySet<string>;
  /** What texts call them. */
  readonly names: readonly string[];
}

/** The entities whose name, alias or path holds the subject, and those that are merged with one of them. */
async function namedFor({ parts: { index, ledger } }: Writer, subject: string): Promise<Named> {
  const key = foldName(subject);
  const says = saysName([subject]);
  const entities = new Map<string, Entity>();
  for await (const entity of ledger.all('entity')) {
    const isIt = entity.nameKey === key || entity.aliases.some((alias) => foldName(alias) === key);
    if (isIt || says([entity.name, entity.path, ...entity.aliases])) entities.set(entity.id, entity);
  }
  const believers = inView(index, undefined);
  const same = [...entities.keys()].flatMap((id) => [...index.merges.sameAs(believers, id)]);
  const exact = [...entities.values()].filter(({ nameKey }) => nameKey === key);
  return { entities: new Set(same), names: [subject, ...exact.flatMap(({ aliases }) => aliases)] };
}

/** What an agent's perspective calls so: what others call an entity is theirs to say. */
function seenBy({ parts: { index } }: Writer, subject: string, agent: string): Named {
  return { entities: new Set(index.entitiesCalled(wholeView(index, agent), subject)), names: [subject] };
}

function* memoriesNaming({ memories }: RecallIndex, isNamed: (name: string) => boolean): Generator<string> {
  for (const row of memories.rows()) {
    if (namesOf(memories, row).some(isNamed)) yield memories.ids[row]!;
  }
}

/** The ids of the entities and agents that the memory in a slot mentions, is about or relates. */
export function namesOf(memories: RecallIndex['memories'], row: number): readonly string[] {
  // Mentions are pairs of a name and a surface.
  const mentioned = memories.mentions[row]!.filter((_, at) => at % 2 === 0);
  // Relations are triples with the predicate in the middle.
  const related = memories.relations[row]!.filter((_, at) => at % 3 !== 1);
  return [...mentioned, ...memories.about[row]!, ...related].map((name) => memories.names.text(name));
}

async function memoriesThat(writer: Writer, isIt: (memory: Memory) => boolean): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const memory of writer.parts.ledger.allMemories()) if (isIt(memory)) found.push(memory.id);
  return found;
}

/** All that a memory says; who recorded it and where it came from is no part of that. */
function textsOf(memory: Memory): readonly (string | undefined)[] {
  const { content, topic, domain, concepts, surfacesWhen } = memory;
  const project = domain?.startsWith('project:') ? domain.slice('project:'.length) : undefined;
  return [content, isFact(memory) ? givenTitle(memory) : memory.speaker, topic, project, ...concepts, ...surfacesWhen];
}

/** The title of a fact, unless it was made from its kind and its content. */
function givenTitle({ content, kind, title }: Fact): string | undefined {
  return title === factTitle(kind, content) ? undefined : title;
}

// Whose beliefs go when some memories are forgotten: everybody's for the owner of the space, an agent's own for an
// agent. A memory that nobody is left to believe is erased. Decides; writes nothing.

/** What goes. */
export class ForgottenBeliefs {
  /** Ids of memories that are erased for everybody. */
  readonly erased: Set<string> = new Set();
  /** Memories that match and stay, because they are universal and an agent forgets for itself. */
  kept: readonly string[] = [];
  /** Observations that stay, of facts that go. */
  readonly sources: Set<string> = new Set();
  readonly #agent: string | undefined;
  readonly #unbelieved = new Map<string, BeliefKey>();

  private constructor(agent: string | undefined) {
    this.#agent = agent;
  }

  /** What goes with these memories, for everybody or for one agent. */
  static async of(writer: Writer, memories: readonly string[], agent?: string): Promise<ForgottenBeliefs> {
    const gone = new ForgottenBeliefs(agent);
    const { index } = writer.parts;
    for (const memory of memories) {
      const held = believersOf(index, memory);
      if (agent === undefined) gone.erased.add(memory);
      else if (held.some((believer) => gone.isOwn(believer))) {
        gone.#forget(
          memory,
          held.filter((believer) => gone.isOwn(believer)),
          held,
        );
      } else if (held.some((believer) => agentOf(believer) === systemAgent && index.isHeld([believer], memory)))
        gone.kept = [...gone.kept, memory];
    }
    await gone.#followDerivations(writer);
    const forgotten = new Set(gone.memories);
    gone.kept = gone.kept.filter((memory) => !forgotten.has(memory));
    return gone;
  }

  /** Whether nobody but those who forget believes a memory. */
  isOwnAlone(index: RecallIndex, memory: string): boolean {
    const held = believersOf(index, memory);
    return this.#agent === undefined || (held.length > 0 && held.every((believer) => this.isOwn(believer)));
  }

  /** Beliefs that go while others keep theirs. */
  get unbelieved(): readonly BeliefKey[] {
    return [...this.#unbelieved.values()];
  }

  /** The ids of all memories that somebody forgets. */
  get memories(): readonly string[] {
    return [...new Set([...this.erased, ...this.unbelieved.map(({ memory }) => memory)])];
  }

  /** Where the first of the beliefs in a memory that go stands in the order of writes. */
  placeOf(index: RecallIndex, memory: string): number {
    const row = index.memories.row(memory);
    const going = [...index.believers()].filter((one) => one.document(row) >= 0 && this.isGone(one.agent, memory));
    const places = going.map((one) => one.position(one.document(row)));
    return places.length === 0 ? index.memories.position.get(row) : Math.min(...places);
  }

  #forget(memory: string, agents: readonly string[], held: readonly string[]): void {
    if (held.every((agent) => agents.includes(agent))) this.erased.add(memory);
    else for (const agent of agents) this.#unbelieved.set(beliefKey(agent, memory), { agent, memory });
  }

  /** Whether an agent is left without a belief in a memory that stays with others. */
  isUnbelieved(agent: string, memory: string): boolean {
    return this.#unbelieved.has(beliefKey(agent, memory));
  }

  /** Whether a believer is the agent that forgets; the owner of the space forgets for everybody. */
  isOwn(believer: string): boolean {
    return this.#agent === undefined || agentOf(believer) === this.#agent;
  }

  /** Whether a believer is left without a belief in a memory. */
  isGone(agent: string, memory: string): boolean {
    return this.erased.has(memory) || this.isUnbelieved(agent, memory);
  }

  /** A fact that a believer holds because of forgotten observations alone goes too. */
  async #followDerivations({ parts: { index, ledger } }: Writer): Promise<void> {
    const edges = await ledger.list('derived_from');
    // What sleep gave to everybody, or to everybody within an audience.
    const copies = [...new Set(edges.map(({ fact }) => fact))].flatMap((memory) =>
      believersOf(index, memory).flatMap((agent) => (agentOf(agent) === systemAgent ? [{ agent, memory }] : [])),
    );
    const promoted = (await ledger.beliefs(copies)).filter(isPromoted);
    const made = new Set(promoted.map(({ agent, memory }) => beliefKey(agent, memory)));
    const forgotten = new Set(this.memories);
    for (const [fact, from] of groupBy(edges, (edge) => edge.fact)) {
      if (this.erased.has(fact) || !from.some(({ observation }) => forgotten.has(observation))) continue;
      const held = believersOf(index, fact);
      const baseless = held.filter(
        (agent) => this.#isBaseless(agent, from) || (made.has(beliefKey(agent, fact)) && this.#isOwnCopy(agent, from)),
      );
      const isNobodys = held.length === 0 && from.every(({ observation }) => this.erased.has(observation));
      if (baseless.length > 0 || isNobodys) this.#forget(fact, baseless, held);
    }
    this.#noteSources(index, edges);
  }

  #isBaseless(agent: string, edges: readonly DerivedFrom[]): boolean {
    if (!this.isOwn(agent)) return false;
    const own = edges.filter(({ believer }) => believer === undefined || believer === agent);
    return own.length > 0 && own.every(({ observation }) => this.isGone(agent, observation));
  }

  /** Whether sleep read what everybody believes, or everybody within an audience, out of this agent's own observations and nobody else's. */
  #isOwnCopy(copy: string, edges: readonly DerivedFrom[]): boolean {
    const sources = edges.filter(({ believer }) => believer === undefined || believer === copy);
    return sources.length > 0 && sources.every(({ observation }) => this.erased.has(observation));
  }

  #noteSources(index: RecallIndex, edges: readonly DerivedFrom[]): void {
    const gone = new Set(this.memories);
    const view = inView(index, this.#agent);
    for (const { fact, observation } of edges) {
      const isSeen = this.#agent === undefined || isEverHeld(index, view, observation);
      if (gone.has(fact) && !gone.has(observation) && isSeen) this.sources.add(observation);
    }
  }
}

/** The believers whose memories an agent sees, in whatever talk. */
function wholeView(index: RecallIndex, agent: string): readonly string[] {
  return new Perspective(agent, () => index.byName).believers;
}

/** Who believes a memory or did: nobody else has a belief in it. */
function believersOf(index: RecallIndex, memory: string): readonly string[] {
  const row = index.memories.row(memory);
  return [...index.believers()].filter((believer) => believer.document(row) >= 0).map(({ agent }) => agent);
}
