/**
 * The entities of a memory that comes to be shared. An entity has the name, the type and the path that its first memory
 * gave it, and that memory may be private. So a shared memory comes to mention entities as it tells of them itself, in the
 * perspective of everybody. Who held it before takes both for one.
 */
import { agentOf } from '../domain/audience.ts';
import { Perspective } from '../domain/belief.ts';
import { type Entity, type EntityMerge, isFact, type Memory, type Mention, systemAgent } from '../domain/records.ts';
import { foldName } from '../language/fold.ts';
import type { LedgerEdge, LedgerWrite } from '../store/codec.ts';
import { asSaid, edgeText, EntityResolver, type NamedEntity, readEntities, withKnownNames } from './entities.ts';
import type { Writer } from './writer.ts';

/** What a write needs beside the new belief, and the entities that it mentions. */
export interface PublicEntities extends Pick<LedgerWrite, 'edgeDeletes'> {
  readonly insert: NonNullable<LedgerWrite['insert']>;
  readonly known: readonly Entity[];
}

/**
 * What makes a memory mention only what everybody may know of its entities, once `believer` holds it. Runs within the
 * writer queue.
 *
 * @param believer - `system`, or `system` within an audience.
 */
export async function publicEntities(
  writer: Writer,
  memory: Memory,
  believer: string,
  at: Date,
): Promise<PublicEntities> {
  const { ledger } = writer.parts;
  const { about, believes, mentions, relates } = await ledger.edges([memory.id]);
  const entities = await ledger.records(
    'entity',
    mentions.map(({ entity }) => entity),
  );
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const told = namesTold(writer, believer, memory);
  const target = new Set(about.map((edge) => edge.target));
  const hidden: { readonly mention: Mention; readonly name: NamedEntity }[] = [];
  const guessed: Mention[] = [];
  for (const mention of mentions) {
    const entity = byId.get(mention.entity);
    if (entity === undefined) continue;
    const name = nameIn(mention, entity, told);
    if (name === undefined && isInText(mention, memory) && !target.has(entity.id)) guessed.push(mention);
    else if (!isPublic(writer, believer, entity, name ?? givenName(mention, entity)))
      hidden.push({ mention, name: name ?? givenName(mention, entity) });
  }
  if (hidden.length + guessed.length === 0) return { insert: {}, known: [] };
  const resolver = new EntityResolver(writer);
  await resolver.load(hidden.map(({ name }) => ({ believer, name })));
  const made = new Map(hidden.map(({ mention, name }) => [mention.entity, resolver.resolve(name, believer).entity.id]));
  const now = (id: string): string => made.get(id) ?? id;
  const dropped = new Set(guessed.map(({ entity }) => entity));
  const isMoved = (...ends: readonly string[]): boolean => ends.some((id) => made.has(id) || dropped.has(id));
  const moved = {
    mentions: hidden.map(({ mention }) => mention),
    about: about.filter(({ target }) => isMoved(target)),
    relates: relates.filter(({ from, to }) => isMoved(from, to)),
  };
  const kept = new Set(mentions.map(({ entity }) => entity).filter((id) => !made.has(id)));
  const merges = believes
    .filter(({ agent }) => agentOf(agent) !== systemAgent)
    .flatMap(({ agent }) => [...made].map(([to, from]): EntityMerge => ({ believer: agent, from, to, at })));
  const there = await ledger.named('entity_merge', merges);
  return {
    insert: {
      entity: resolver.made(made.values()),
      mentions: onceEach(
        moved.mentions.map((mention) => ({ ...mention, entity: now(mention.entity) })),
        ({ entity }) => entity,
      ).filter(({ entity }) => !kept.has(entity)),
      about: onceEach(
        moved.about.map((edge) => ({ ...edge, target: now(edge.target) })),
        ({ target: of }) => of,
      ).filter(({ target: of }) => !about.some((edge) => edge.target === of)),
      relates: onceEach(
        moved.relates
          .filter(({ from, to }) => !dropped.has(from) && !dropped.has(to) && now(from) !== now(to))
          .map((edge) => ({ ...edge, from: now(edge.from), to: now(edge.to) })),
        edgeText,
      ),
      entity_merge: merges.filter((_, place) => there[place] === undefined),
    },
    edgeDeletes: [
      ...[...moved.mentions, ...guessed].map((record): LedgerEdge => ({ table: 'mentions', record })),
      ...moved.about.map((record): LedgerEdge => ({ table: 'about', record })),
      ...moved.relates.map((record): LedgerEdge => ({ table: 'relates', record })),
    ],
    known: resolver.known,
  };
}

/** The first of each key: two entities of one agent may be one to everybody. */
function onceEach<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return [...new Map([...items].reverse().map((item) => [keyOf(item), item])).values()].reverse();
}

/** The names in the text of a memory, as everybody may read them. */
function namesTold(writer: Writer, believer: string, memory: Memory): readonly NamedEntity[] {
  const { content } = memory;
  const speaker = isFact(memory) ? undefined : memory.speaker;
  return withKnownNames(writer, believer, content, readEntities({ content, speaker }).names);
}

/** The name in the text by which a memory mentions an entity; none where only another memory tells that it is one. */
function nameIn({ surfaces }: Mention, { name }: Entity, told: readonly NamedEntity[]): NamedEntity | undefined {
  const keys = new Set([name, ...surfaces].map(foldName));
  return told.find((one) => [one.input.name, ...one.surfaces].some((each) => keys.has(foldName(each))));
}

/** The name of an entity that was given with the memory. */
function givenName({ surfaces }: Mention, { name }: Entity): NamedEntity {
  const called = surfaces.length === 0 ? [name] : surfaces;
  return { input: { name: called[0]! }, surfaces: called };
}

function isInText({ surfaces }: Mention, { content }: Memory): boolean {
  const text = content.toLowerCase();
  return surfaces.some((surface) => text.includes(surface.toLowerCase()));
}

/** Whether everybody means an entity by a name, or would make it so if nobody does. */
function isPublic({ parts: { index } }: Writer, believer: string, entity: Entity, { input }: NamedEntity): boolean {
  const meant = index.entityMeant(new Perspective(believer).believers, foldName(input.name));
  if (meant !== undefined) return meant === entity.id;
  const said = asSaid(input);
  return entity.name === said.name && entity.type === said.type && entity.path === input.path;
}
