/** What callers may say of any memory, and the rules for it. */
import { z } from 'zod';
import { audienceField, talkField } from '../domain/audience.ts';
import { moodValue } from '../domain/call-options.ts';
import {
  type Checked,
  domainName,
  flag,
  type Given,
  rawText,
  identifier,
  jsonObject,
  listOf,
  maxContentLength,
  maxMetadataLength,
  maxTags,
  numberIn,
  objectOf,
  oneOf,
  recordKey,
  text,
} from '../domain/input.ts';
import { InvalidArgumentError } from '../domain/errors.ts';
import { checkGivenVector } from '../embed/check-vectors.ts';
import type { Embedder } from '../embed/embedder.ts';
import { channelBounds, channels, entityTypes, knowledgeTypes, ringWithin, rings } from '../domain/vocabulary.ts';
import { maxEntitiesPerMemory, maxNameLength, maxRelationsPerMemory } from './defaults.ts';

const entityInputFields = {
  /** 1-512 characters. */
  name: text(maxNameLength),
  /** Other names for it, at most 32. */
  aliases: listOf(text(maxNameLength), 'names', 0, 32).optional(),
  /** @default 'other', or what an entity of this name already is */
  type: oneOf(entityTypes).optional(),
  /** The path of a file. */
  path: text(4096).optional(),
};
/** An entity as a caller names it. */
export interface EntityInput extends Given<typeof entityInputFields> {}

/** An entity by its name, or with more about it. */
export const entityOrName: z.ZodType<EntityInput | string, EntityInput | string> = z.union(
  [text(maxNameLength), objectOf(entityInputFields)],
  { error: 'must be a name, or { name, aliases?, type?, path? }' },
);

const relationInputFields = {
  /** A name, or an entity with more about it; the memory then mentions it. */
  from: entityOrName,
  /** In words, such as `owns` or `works at`; at most 64 characters. */
  predicate: text(64),
  to: entityOrName,
};
/** A relation between two entities, which a memory tells. */
export interface RelationInput extends Given<typeof relationInputFields> {}

const relationInput: z.ZodType<RelationInput, RelationInput> = objectOf(relationInputFields);

const embeddingInputFields = {
  /** The id of the model that made it: that of the space's embedder. */
  model: identifier(),
  /** As many numbers as that embedder makes. */
  vector: listOf(numberIn(-1e6, 1e6), 'numbers', 1, 8_192),
};
/** A vector of a memory's text that the caller has made. */
export interface EmbeddingInput extends Given<typeof embeddingInputFields> {}

/** The tags of a memory, or some to look for. */
export const tagList: z.ZodType<string[], readonly string[]> = listOf(identifier(), 'tags', 0, maxTags);

/** The content of a memory, as it was given: its receipt tells where half of a character was in it. */
export const content: z.ZodType<string, string> = rawText(maxContentLength);

/** The rules for {@link MemoryInput}. */
export const memoryInputFields = {
  /**
   * A key of the caller's own, at most 256 bytes. The same key with the same content changes nothing. Other agents, and
   * the agent itself in other talks, may use the key for memories of theirs.
   */
  id: recordKey().optional(),
  /** 1 (trivial) to 10 (vital). @default 5 */
  importance: numberIn(1, 10).optional(),
  /** How it felt: valence and arousal, each -1..1. */
  mood: moodValue.optional(),
  domain: domainName.optional(),
  /** At most 256 bytes. */
  topic: identifier().optional(),
  ring: oneOf(rings).optional(),
  knowledgeType: oneOf(knowledgeTypes).optional(),
  /** Whether `system` believes it, so that every agent may recall it. @default by the policy of the space (`sharing`) */
  shared: flag.optional(),
  ...talkField,
  ...audienceField,
  /** Whether the belief never fades. @default false */
  permanent: flag.optional(),
  /** 0..1. @default the trust of the channel */
  confidence: numberIn(0, 1).optional(),
  /** How the text came here; trust follows from it, and for `tool` and `import` what else it may say of itself. @default 'user' */
  channel: oneOf(channels).optional(),
  /** The id of the source within its channel. @default the agent's name */
  source: identifier().optional(),
  /** Entities that it mentions, beside those that are found in the text; at most 64. */
  entities: listOf(entityOrName, 'entities', 0, maxEntitiesPerMemory).optional(),
  /** Relations that it tells, beside those that are found in the text; at most 20. */
  relations: listOf(relationInput, 'relations', 0, maxRelationsPerMemory).optional(),
  /** Its key terms, strongest first: at most five. @default those that stand out in the text */
  concepts: listOf(text(maxNameLength), 'concepts', 0, 5).optional(),
  /** Words of your own by which to find it again; at most 32. They are the believer's, and no other agent sees them. */
  tags: tagList.optional(),
  /** A JSON object that is kept with the belief, at most 16,384 characters as text. No other agent sees it. */
  metadata: jsonObject(maxMetadataLength).optional(),
  /** The vector of its text, where you have one from the model of the space's embedder. @default made here */
  embedding: objectOf(embeddingInputFields).optional(),
};
/** What observations and beliefs have in common. */
export interface MemoryInput extends Given<typeof memoryInputFields> {}

/** What a caller may claim of a memory, as far as its channel bounds that. */
type Claimed = Pick<Checked<MemoryInput>, 'channel' | 'confidence' | 'importance' | 'permanent' | 'ring'>;

/**
 * Refuses what claims more of itself than its channel may, and a vector that this embedder did not make.
 *
 * @throws {InvalidArgumentError} which names the option, the rule and what was received; see {@link channelBounds}.
 */
export function checkInput(
  operation: string,
  embedder: Embedder,
  { embedding, ...claimed }: Claimed & Pick<Checked<MemoryInput>, 'embedding'>,
): void {
  checkBounds(operation, claimed);
  checkGivenVector(operation, embedder, embedding);
}

function checkBounds(operation: string, { channel = 'user', ...claimed }: Claimed): void {
  const bounds = channelBounds[channel];
  if (bounds === undefined) return;
  const { confidence = 0, importance = 0, permanent = false, ring = 'leaf' } = claimed;
  const refuse = (option: keyof typeof claimed, rule: string): never => {
    const received = claimed[option];
    const message = `${operation}: "${option}" ${rule} from the channel ${channel}, got ${received}; leave it out, or say it from the channel user or agent where one of them says so.`;
    throw new InvalidArgumentError('INVALID_ARGUMENT', message, { details: { option, received, channel } });
  };
  if (confidence > bounds.confidence) refuse('confidence', `must be at most ${bounds.confidence}`);
  if (importance > bounds.importance) refuse('importance', `must be at most ${bounds.importance}`);
  if (permanent) refuse('permanent', 'must not be true');
  if (ringWithin(ring, channel) !== ring) refuse('ring', `must lie no further in than ${bounds.ring}`);
}
