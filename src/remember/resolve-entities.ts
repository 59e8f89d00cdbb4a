/**
 * From names to entities. A name means the entity that the writer's own perspective knows by it
 * (aliases included), else the entity of exactly this name, else a new one. Another agent's
 * aliases never decide, since that would tell whom they mean.
 */
import { foldName } from '../domain/fold.ts';
import { idIn } from '../domain/ids.ts';
import type { Perspective } from '../domain/perspective.ts';
import type { Entity } from '../domain/records.ts';
import { maxEntitiesPerMemory } from './defaults.ts';
import type { ExtractedEntity } from './extract/extracted-entity.ts';
import type { EntityInput } from './memory-input.ts';
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
  /** Whether it is new to the writer's perspective; that others know it already is theirs to say. */
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
  for (const { name, type, path, surfaces } of found) {
    addName(byKey, refused, {
      input: { name, type, ...(path === undefined ? {} : { path }) },
      surfaces: [name, ...surfaces],
    });
  }
  return { names: [...byKey.values()], refused };
}

function addName(byKey: Map<string, NamedEntity>, refused: RefusedPart[], named: NamedEntity): void {
  const key = foldName(named.input.name);
  const known = byKey.get(key);
  if (key === '') refused.push({ what: named.input.name, reason: 'the name has no letters or digits' });
  else if (known !== undefined)
    byKey.set(key, { input: known.input, surfaces: [...known.surfaces, ...named.surfaces] });
  else if (byKey.size < maxEntitiesPerMemory) byKey.set(key, named);
  else refused.push({ what: named.input.name, reason: `a memory mentions at most ${maxEntitiesPerMemory} entities` });
}

/** Resolves the names of one call; every name means one entity throughout the call. */
export class EntityResolver {
  readonly #writer: Writer;
  readonly #perspective: Perspective;
  readonly #byKey = new Map<string, Entity>();
  readonly #created = new Map<string, Entity>();
  readonly #known = new Map<string, Entity>();
  readonly #inView = new Set<string>();

  constructor(writer: Writer, perspective: Perspective) {
    this.#writer = writer;
    this.#perspective = perspective;
  }

  /** Looks up all names of the call in two round trips at the most. */
  async load(names: readonly NamedEntity[]): Promise<void> {
    const { index, ledger } = this.#writer.parts;
    const keys = new Set(names.map(({ input }) => foldName(input.name)));
    const inView = new Map<string, string>();
    for (const key of keys) {
      const [id] = index.entitiesNamed(this.#perspective.believers, key);
      if (id !== undefined) inView.set(key, id);
    }
    const seen = new Map(
      (await ledger.records('entity', [...new Set(inView.values())])).map((entity) => [entity.id, entity]),
    );
    for (const [key, id] of inView) {
      this.#keep(key, seen.get(id));
      this.#inView.add(id);
    }
    const unseen = [...keys].filter((key) => !this.#byKey.has(key));
    for (const entity of await ledger.entitiesByName(unseen)) {
      if (!this.#byKey.has(entity.nameKey)) this.#keep(entity.nameKey, entity);
    }
  }

  /** The entity of a name, made when there is none. */
  resolve({ input, surfaces }: NamedEntity): ResolvedEntity {
    const key = foldName(input.name);
    const entity = this.#byKey.get(key) ?? this.#make(key, input);
    return { entity, surfaces: [...new Set(surfaces)], created: !this.#inView.has(entity.id) };
  }

  /** The entities that this call makes. */
  get created(): readonly Entity[] {
    return [...this.#created.values()];
  }

  /** Every entity that this call has seen. */
  get known(): readonly Entity[] {
    return [...this.#known.values(), ...this.#created.values()];
  }

  #keep(key: string, entity: Entity | undefined): void {
    if (entity === undefined) return;
    this.#byKey.set(key, entity);
    this.#known.set(entity.id, entity);
  }

  #make(key: string, input: EntityInput): Entity {
    const entity: Entity = {
      id: idIn('entity', this.#writer.parts.newId()),
      name: input.name,
      nameKey: key,
      aliases: [...(input.aliases ?? [])],
      type: input.type ?? 'other',
      ...(input.path === undefined ? {} : { path: input.path }),
    };
    this.#byKey.set(key, entity);
    this.#created.set(entity.id, entity);
    return entity;
  }
}

/** An entity as a receipt names it. */
export function linkedEntity({ entity, created }: ResolvedEntity): LinkedEntity {
  return { id: entity.id, name: entity.name, type: entity.type, created };
}
