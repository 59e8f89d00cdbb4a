/** What callers may say of any memory, and the rules for it. */
import { z } from 'zod';
import {
  domainName,
  flag,
  identifier,
  listOf,
  maxContentLength,
  moodValue,
  numberIn,
  oneOf,
  recordKey,
  text,
} from '../domain/input.ts';
import type { Mood } from '../domain/records.ts';
import {
  type Channel,
  channels,
  type Domain,
  type EntityType,
  entityTypes,
  type KnowledgeType,
  knowledgeTypes,
  type Ring,
  rings,
} from '../domain/vocabulary.ts';
import { maxEntitiesPerMemory, maxNameLength, maxRelationsPerMemory } from './defaults.ts';

/** An entity as a caller names it. */
export interface EntityInput {
  /** 1-512 characters. */
  readonly name: string;
  /** Other names for it, at most 32. */
  readonly aliases?: readonly string[];
  /** @default 'other', or what an entity of this name already is */
  readonly type?: EntityType;
  /** The path of a file. */
  readonly path?: string;
}

/** A relation between two entities, which a memory tells. */
export interface RelationInput {
  /** A name, or an entity with more about it; the memory then mentions it. */
  readonly from: EntityInput | string;
  /** In words, such as `owns` or `works at`; at most 64 characters. */
  readonly predicate: string;
  readonly to: EntityInput | string;
}

/** What observations and beliefs have in common. */
export interface MemoryInput {
  /** A key of the caller's own, at most 256 bytes. The same key with the same content changes nothing. */
  readonly id?: string;
  /** 1 (trivial) to 10 (vital). @default 5 */
  readonly importance?: number;
  /** How it felt: valence and arousal, each -1..1. */
  readonly mood?: Mood;
  readonly domain?: Domain;
  /** At most 256 bytes. */
  readonly topic?: string;
  readonly ring?: Ring;
  readonly knowledgeType?: KnowledgeType;
  /** Whether `system` believes it, so that every agent may recall it. @default false */
  readonly shared?: boolean;
  /** Whether the belief never fades. @default false */
  readonly permanent?: boolean;
  /** 0..1. @default the trust of the channel */
  readonly confidence?: number;
  /** How the text came here; trust follows from it. @default 'user' */
  readonly channel?: Channel;
  /** The id of the source within its channel. @default the agent's name */
  readonly source?: string;
  /** Entities that it mentions, beside those that are found in the text; at most 64. */
  readonly entities?: readonly (EntityInput | string)[];
  /** Relations that it tells, beside those that are found in the text; at most 20. */
  readonly relations?: readonly RelationInput[];
}

const entityInput = z.strictObject({
  name: text(maxNameLength),
  aliases: listOf(text(maxNameLength), 'names', 0, 32).optional(),
  type: oneOf(entityTypes).optional(),
  path: text(4096).optional(),
});

/** An entity by its name, or with more about it. */
export const entityOrName: z.ZodType<EntityInput | string> = z.union([text(maxNameLength), entityInput], {
  error: 'must be a name, or { name, aliases?, type?, path? }',
}) as unknown as z.ZodType<EntityInput | string>;

const relationInput = z.strictObject({ from: entityOrName, predicate: text(64), to: entityOrName });

/** The content of a memory. */
export const content: z.ZodType<string> = text(maxContentLength);

/** The rules for {@link MemoryInput}. */
export const memoryInputShape: { readonly [K in keyof MemoryInput]-?: z.ZodType<MemoryInput[K] | undefined> } = {
  id: recordKey().optional(),
  importance: numberIn(1, 10).optional(),
  mood: moodValue.optional(),
  domain: domainName.optional(),
  topic: identifier().optional(),
  ring: oneOf(rings).optional(),
  knowledgeType: oneOf(knowledgeTypes).optional(),
  shared: flag.optional(),
  permanent: flag.optional(),
  confidence: numberIn(0, 1).optional(),
  channel: oneOf(channels).optional(),
  source: identifier().optional(),
  entities: listOf(entityOrName, 'entities', 0, maxEntitiesPerMemory).optional(),
  relations: listOf(relationInput, 'relations', 0, maxRelationsPerMemory).optional(),
};
