/**
 * Which memories are to be forgotten. Owns what `subject`, `id`, `ids` and `query` mean; what goes with the
 * memories is the erasure's. Reads every text of the space, because what a search would still find
 * must not be missed for want of an extracted name.
 */
import { InvalidArgumentError, NotFoundError } from '../domain/errors.ts';
import { factTitle } from '../language/knowledge.ts';
import { foldName } from '../language/fold.ts';
import { Perspective } from '../domain/perspective.ts';
import { type Entity, type Fact, isFact, type Memory } from '../domain/records.ts';
import { type Says, saysName, saysQuery } from '../language/words.ts';
import type { RecallIndex } from '../recall-index/recall-index.ts';
import type { Writer } from '../remember/writer.ts';
import type { ForgetOptions } from './forget-options.ts';

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
 * The memories that are asked for, whoever believes them. With an agent, names mean what its
 * perspective calls so, and an id must be in it.
 *
 * @throws {NotFoundError} when no memory has an id.
 * @throws {InvalidArgumentError} when the query has no word to go by.
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
  const isThere =
    agent === undefined
      ? index.has(id)
      : new Perspective(agent).believers.some((believer) => index.beliefOf(believer, id) !== undefined);
  if (isThere) return id;
  const whose = agent === undefined ? 'the space' : `${agent}'s view`;
  throw new NotFoundError('NOT_FOUND', `forget: no memory "${id}" is in ${whose}; look it up with search.`, {
    details: { id },
  });
}

async function bySubject(writer: Writer, subject: string, agent: string | undefined): Promise<Selection> {
  const key = foldName(subject);
  const { entities, names } = agent === undefined ? await namedFor(writer, subject) : seenBy(writer, subject, agent);
  const says = saysName(names);
  const isNamed = (name: string): boolean =>
    entities.has(name) || (name.startsWith('agent:') && foldName(name.slice('agent:'.length)) === key);
  const named = new Set(memoriesNaming(writer.parts.index, isNamed));
  const memories = await memoriesThat(writer, (memory) => named.has(memory.id) || says(textsOf(memory)));
  return { memories, says, ...(agent === undefined ? { entities } : {}) };
}

interface Named {
  /** Ids. */
  readonly entities: ReadonlySet<string>;
  /** What texts call them. */
  readonly names: readonly string[];
}

/** The entities whose name, alias or path holds the subject, and those that are merged with one of them. */
async function namedFor({ parts: { ledger } }: Writer, subject: string): Promise<Named> {
  const key = foldName(subject);
  const says = saysName([subject]);
  const entities = new Map<string, Entity>();
  for await (const entity of ledger.all('entity')) {
    const isIt = entity.nameKey === key || entity.aliases.some((alias) => foldName(alias) === key);
    if (isIt || says([entity.name, entity.path, ...entity.aliases])) entities.set(entity.id, entity);
  }
  for await (const { from, to, undoneAt } of ledger.all('entity_merge')) {
    if (undoneAt !== undefined || entities.has(from) === entities.has(to)) continue;
    const [other] = await ledger.records('entity', [entities.has(from) ? to : from]);
    if (other !== undefined) entities.set(other.id, other);
  }
  const exact = [...entities.values()].filter(({ nameKey }) => nameKey === key);
  return { entities: new Set(entities.keys()), names: [subject, ...exact.flatMap(({ aliases }) => aliases)] };
}

/** What an agent's perspective calls so: what others call an entity is theirs to say. */
function seenBy({ parts: { index } }: Writer, subject: string, agent: string): Named {
  return { entities: new Set(index.entitiesNamed(new Perspective(agent).believers, subject)), names: [subject] };
}

/** The memories that mention one of some names or are about it. */
function* memoriesNaming({ memories }: RecallIndex, isNamed: (name: string) => boolean): Generator<string> {
  for (const slot of memories.slots()) {
    if (namesOf(memories, slot).some(isNamed)) yield memories.ids[slot] as string;
  }
}

/** The ids of the entities and agents that the memory in a slot mentions, is about or relates. */
export function namesOf(memories: RecallIndex['memories'], slot: number): readonly string[] {
  // Mentions are pairs of a name and a surface.
  const mentioned = (memories.mentions[slot] as readonly number[]).filter((_, at) => at % 2 === 0);
  // Relations are triples with the predicate in the middle.
  const related = (memories.relations[slot] as readonly number[]).filter((_, at) => at % 3 !== 1);
  return [...mentioned, ...(memories.about[slot] as readonly number[]), ...related].map((name) =>
    memories.names.text(name),
  );
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
