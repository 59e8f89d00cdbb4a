/**
 * From names to entities. A name in a memory means the entity that the perspective of the memory's
 * believer knows by it (aliases included), else one that others have made exactly so (name, type
 * and path), else a new one. What others call or take an entity for never decides, since that
 * would tell what they know; and what is shared is understood by what is universal, not by what
 * the agent that shares it knows for itself.
 */
import { idIn } from '../domain/values.ts';
import { Perspective } from '../domain/belief.ts';
import { type Entity, type EntityType, type Relates, systemAgent } from '../domain/records.ts';
import { predicateInWords } from '../language/entity-statements.ts';
import { extractEntities, typeOfGiven, withAliases } from '../language/extract-entities.ts';
import { type NamedRelation, findRelations } from '../language/find-relations.ts';
import { foldName } from '../language/fold.ts';
import { coreWords, honorifics } from '../language/name-forms.ts';
import { type ExtractedEntity, proseCharacters } from '../language/find-names.ts';
import { namesMeant } from '../recall-index/name-matcher.ts';
import { maxEntitiesPerMemory } from './defaults.ts';
import type { EntityInput, RelationInput } from './memory-input.ts';
import type { LinkedEntity, RefusedPart } from './receipt.ts';
import type { Writer } from './writer.ts';

/** A name that a memory uses, given by the caller or found in the text. */
export interface NamedEntity {
  readonly input: EntityInput;
  /** The forms of the name to find it by. */
  readonly surfaces: readonly string[];
}

/** What a memory's names have become. */
export interface ResolvedEntity {
  readonly entity: Entity;
  readonly surfaces: readonly string[];
  /** What the believer's perspective calls it. */
  readonly name: string;
  /** What the believer's perspective takes it for. */
  readonly type: EntityType;
  /** Whether it is new to the believer's perspective; that others know it already is theirs to say. */
  readonly created: boolean;
}

/** The names of one memory, those that the caller gave first. */
export function namedEntities(
  given: readonly (EntityInput | string)[],
  found: readonly ExtractedEntity[],
): { readonly names: readonly NamedEntity[]; readonly refused: readonly RefusedPart[] } {
  const byKey = new Map<string, NamedEntity>();
  const refused: RefusedPart[] = [];
  for (const entry of given) {
    const input = typeof entry === 'string' ? { name: entry } : entry;
    addName(byKey, refused, { input, surfaces: [input.name, ...(input.aliases ?? [])] });
  }
  const titled = titledNames([...[...byKey.values()].map(({ input }) => input.name), ...found.map(({ name }) => name)]);
  for (const { name: said, type, path, surfaces } of found) {
    const name = (type === 'person' || type === 'other' ? titled.get(foldName(said)) : undefined) ?? said;
    addName(byKey, refused, {
      input: { name, type, ...(path === undefined ? {} : { path }) },
      surfaces: [said, ...surfaces],
    });
  }
  return { names: [...byKey.values()], refused };
}

/** The names that begin with a title, by what stands behind it: of "Dr Weber", "Weber" is no entity of its own. */
function titledNames(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    names.flatMap((name) => {
      const key = foldName(name);
      const core = coreWords(key).join(' ');
      return core !== '' && honorifics.has(/^[^ .]+(?=[. ])/.exec(key)?.[0] ?? '') ? [[core, name] as const] : [];
    }),
  );
}

function addName(byKey: Map<string, NamedEntity>, refused: RefusedPart[], named: NamedEntity): void {
  const key = foldName(named.input.name);
  const known = byKey.get(key);
  if (key === '') refused.push({ what: named.input.name, reason: 'the name has no letters or digits' });
  else if (known !== undefined)
    // What the caller says of it stands; what was found in the text fills the gaps.
    byKey.set(key, { input: { ...named.input, ...known.input }, surfaces: [...known.surfaces, ...named.surfaces] });
  else if (byKey.size < maxEntitiesPerMemory) byKey.set(key, named);
  else refused.push({ what: named.input.name, reason: `a memory mentions at most ${maxEntitiesPerMemory} entities` });
}

/** A name in a memory of one believer. */
export interface NameOfBeliever {
  readonly believer: string;
  readonly name: NamedEntity;
}

/** Resolves the names of one call; every name of a believer means one entity throughout the call. */
export class EntityResolver {
  readonly #writer: Writer;
  /** Entities in the perspective of a believer, by believer and name. */
  readonly #inView = new Map<string, Entity>();
  /** Entities that others know, or that this call has made, by name. */
  readonly #others = new Map<string, Entity[]>();
  /** What the names of this call have become, by believer and name. */
  readonly #resolved = new Map<string, Entity>();
  readonly #created: Entity[] = [];

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** Looks up all names of the call in two round trips at the most. */
  async load(names: readonly NameOfBeliever[]): Promise<void> {
    const { index, ledger } = this.#writer.parts;
    const idOf = new Map<string, string>();
    const unseen = new Set<string>();
    for (const { believer, name } of names) {
      const key = foldName(name.input.name);
      const id = index.entityMeant(new Perspective(believer).believers, key);
      if (id === undefined) unseen.add(key);
      else idOf.set(placeOf(believer, key), id);
    }
    const seen = await ledger.entities([...new Set(idOf.values())]);
    const byId = new Map(seen.map((entity) => [entity.id, entity]));
    for (const [place, id] of idOf) {
      const entity = byId.get(id);
      if (entity !== undefined) this.#inView.set(place, entity);
    }
    for (const entity of await ledger.entitiesByName([...unseen])) this.#note(entity);
  }

  /** The entity of a name in a memory of this believer, made when there is none. */
  resolve({ input, surfaces }: NamedEntity, believer: string): ResolvedEntity {
    const key = foldName(input.name);
    const place = placeOf(believer, key);
    const seen = this.#inView.get(place);
    const known = this.#resolved.get(place) ?? seen ?? this.#resolved.get(placeOf(systemAgent, key));
    const entity = known ?? this.#alike(key, input) ?? this.#make(key, input);
    this.#resolved.set(place, entity);
    const { name, type } = seen === undefined || this.#calls(believer, entity) ? entity : asSaid(input);
    return { entity, surfaces: [...new Set(surfaces)], name, type, created: seen === undefined };
  }

  /** Those of the entities with these ids that this call makes. */
  made(ids: Iterable<string>): readonly Entity[] {
    const used = new Set(ids);
    return this.#created.filter(({ id }) => used.has(id));
  }

  /** Every entity that a name of this call has become. */
  get known(): readonly Entity[] {
    return [...this.#resolved.values()];
  }

  #alike(key: string, input: EntityInput): Entity | undefined {
    const { name, type } = asSaid(input);
    return this.#others
      .get(key)
      ?.find((entity) => entity.name === name && entity.type === type && entity.path === input.path);
  }

  /** Whether a believer's perspective knows an entity by its own name, and not by an alias only. */
  #calls(believer: string, { id, name }: Entity): boolean {
    return this.#writer.parts.index.isCalled(new Perspective(believer).believers, name, id);
  }

  #note(entity: Entity): void {
    const alike = this.#others.get(entity.nameKey);
    if (alike === undefined) this.#others.set(entity.nameKey, [entity]);
    else alike.push(entity);
  }

  #make(key: string, input: EntityInput): Entity {
    const entity: Entity = {
      id: idIn('entity', this.#writer.untimedId()),
      ...asSaid(input),
      nameKey: key,
      aliases: [...(input.aliases ?? [])],
      ...(input.path === undefined ? {} : { path: input.path }),
    };
    this.#created.push(entity);
    this.#note(entity);
    return entity;
  }
}

/** The name and the type of an entity, as they are given or as the name tells. */
export function asSaid({ name, type }: EntityInput): Pick<Entity, 'name' | 'type'> {
  return { name, type: type ?? typeOfGiven(name) };
}

function placeOf(believer: string, key: string): string {
  return JSON.stringify([believer, key]);
}

/** An entity as a receipt names it. */
export function linkedEntity({ entity, name, type, created }: ResolvedEntity): LinkedEntity {
  return { id: entity.id, name, type, created };
}

/** A text, and what is known of it. */
export interface ToldText {
  readonly content: string;
  /** Who says it; a fact has nobody. */
  readonly speaker?: string | undefined;
  /** Entities that the caller gives. @default none */
  readonly entities?: readonly (EntityInput | string)[] | undefined;
  /** Relations that the caller gives. @default none */
  readonly relations?: readonly RelationInput[] | undefined;
}

/**
 * The names of a memory with those that its believer knows and the text writes in another way than names are found
 * by: small ("zoe got engaged"), or in a script without capitals. A name that means several is left out.
 */
export function withKnownNames(
  { parts: { index } }: Writer,
  believer: string,
  content: string,
  names: readonly NamedEntity[],
): readonly NamedEntity[] {
  const read = content.slice(0, proseCharacters);
  const taken = new Uint8Array(read.length);
  for (const surface of names.flatMap(({ surfaces }) => surfaces)) {
    if (surface === '') continue;
    for (let at = read.indexOf(surface); at >= 0; at = read.indexOf(surface, at + surface.length))
      taken.fill(1, at, at + surface.length);
  }
  const more = new Map<string, NamedEntity>();
  for (const { surface, from, to, entities, among } of namesMeant(
    index.namesOf(new Perspective(believer).believers),
    read,
  )) {
    if (entities.length === 0 || among.length > 0 || taken[from] === 1 || taken[to - 1] === 1) continue;
    if (names.length + more.size >= maxEntitiesPerMemory || more.has(surface)) continue;
    more.set(surface, { input: { name: surface }, surfaces: [read.slice(from, to)] });
  }
  const known = new Set(names.map(({ input }) => foldName(input.name)));
  const added = [...more].flatMap(([surface, named]) => (known.has(surface) ? [] : [named]));
  return [...names, ...added];
}

/** What a memory says of entities. */
export interface SaidOfEntities {
  readonly names: readonly NamedEntity[];
  readonly relations: readonly NamedRelation[];
  readonly refused: readonly RefusedPart[];
}

/** Reads the entities and relations of a memory. */
export function readEntities({ content, speaker, entities = [], relations = [] }: ToldText): SaidOfEntities {
  const given = [...entities, ...endsOf(relations)];
  const mentioned = extractEntities(content, { speakers: speaker === undefined ? [] : [speaker] });
  const extracted = withAliases(content, mentioned, speaker);
  const named = namedEntities(given, extracted);
  const names = named.names.map(({ input, surfaces }) => ({ name: input.name, type: input.type ?? 'other', surfaces }));
  const found = findRelations({ content, speaker, names });
  return {
    ...(found.introduced.length === 0 ? named : namedEntities(given, [...extracted, ...found.introduced])),
    relations: [
      ...namedRelations(relations),
      ...found.relations.map((relation) => ({ ...relation, found: true as const })),
    ],
  };
}

// From the relations that a memory tells in names to edges between its entities. An edge belongs to the memory that
// tells it, so that it counts for agents with that memory in view and for nobody else.

/** What tells relations: a memory on its way into the ledger. */
export interface Telling {
  readonly names: readonly NamedEntity[];
  readonly relations: readonly NamedRelation[];
}

/** The relations that a caller gives, by the names of their ends. */
function namedRelations(given: readonly RelationInput[]): readonly NamedRelation[] {
  return given.map(({ from, predicate, to }) => ({
    from: nameOf(from),
    predicate: predicateInWords(predicate),
    to: nameOf(to),
  }));
}

/** The ends of the relations that a caller gives: entities that the memory mentions. */
function endsOf(given: readonly RelationInput[]): readonly (EntityInput | string)[] {
  return given.flatMap(({ from, to }) => [from, to]);
}

/** What has become of the relations of one memory. */
export interface ToldRelations {
  /** Each once. */
  readonly relates: readonly Relates[];
  readonly refused: readonly RefusedPart[];
}

/** The edges of what a memory tells; a relation that is no edge between two of its entities is refused. */
export function toldRelations(
  memory: string,
  { names, relations }: Telling,
  entityOf: (name: NamedEntity) => string,
): ToldRelations {
  const byKey = new Map(names.map((name) => [foldName(name.input.name), name]));
  const idOf = (name: string): string | undefined => {
    const named = byKey.get(foldName(name));
    return named === undefined ? undefined : entityOf(named);
  };
  const edges = new Map<string, Relates>();
  const refused: RefusedPart[] = [];
  for (const { predicate, found, ...ends } of relations) {
    const [from, to] = [idOf(ends.from), idOf(ends.to)];
    if (from !== undefined && to !== undefined && from !== to && predicate !== '')
      edges.set(edgeText({ from, predicate, to }), { from, predicate, to, memory });
    else if (found === undefined)
      refused.push({
        what: `${ends.from} ${predicate} ${ends.to}`,
        reason: 'a relation is two different entities of the memory and words between them',
      });
  }
  return { relates: [...edges.values()], refused };
}

/** Whether two memories tell the same relations. */
export function areSameRelations(known: readonly Relates[], asked: readonly Relates[]): boolean {
  const said = (relations: readonly Relates[]): string => JSON.stringify(relations.map(edgeText).sort());
  return said(known) === said(asked);
}

/** The same for edges of the same ends and words, whichever memory tells them. */
export function edgeText({ from, predicate, to }: Relates): string {
  return JSON.stringify([from, predicate, to]);
}

function nameOf(end: EntityInput | string): string {
  return typeof end === 'string' ? end : end.name;
}
