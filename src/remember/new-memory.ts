/** What every new memory gets: provenance, a belief with its half-life, and the text that is embedded. */
import { createHash, createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { audienceFrom, believerWithin } from '../domain/audience.ts';
import { halfLifeDays, emotionalIntensity } from '../domain/belief.ts';
import {
  type Belief,
  type Fact,
  type FactKind,
  type KnowledgeType,
  type Memory,
  type Mention,
  type Mood,
  type Observation,
  type Provenance,
  type Ring,
  isFact,
  systemAgent,
} from '../domain/records.ts';
import type { Tombstone } from '../domain/upkeep-records.ts';
import type { Sharing } from '../domain/sharing.ts';
import { type Channel, channelTrust, ringWithin } from '../domain/vocabulary.ts';
import { type ConceptOptions, conceptsOf } from '../language/words.ts';
import { surfacesWhenOf } from '../language/occasions.ts';
import { normaliseContent } from '../language/fold.ts';
import { inferMood } from '../language/infer-mood.ts';
import { factKindOf, factTitle, knowledgeTypeOf, ringOf } from '../language/knowledge.ts';
import { present } from '../domain/values.ts';
import { givenEmbeddingOf } from '../embed/check-vectors.ts';
import type { Ledger } from '../store/ledger.ts';
import type { Checked } from '../domain/input.ts';
import { assertedStrength, defaultImportance } from './defaults.ts';
import type { MemoryInput } from './memory-input.ts';
import type { RefusedPart } from './receipt.ts';

/** Where an assertion comes from; the channel alone decides how far it is trusted. */
export function provenanceOf(channel: Channel | undefined, source: string | undefined, agent: string): Provenance {
  const by = channel ?? 'user';
  return { channel: by, source: source ?? agent, trust: channelTrust[by] };
}

/** Who comes to believe what an agent writes: the agent or `system`, within the audience that the call gives. */
export function believerOf(
  agent: string,
  { shared, audience, with: talk }: Pick<Checked<MemoryInput>, 'shared' | 'audience' | 'with'>,
): string {
  return believerWithin(shared === true ? systemAgent : agent, audience ?? audienceFrom(talk));
}

/** The same for beliefs of the same agent in the same memory. */
export function beliefKey(agent: string, memory: string): string {
  return JSON.stringify([agent, memory]);
}

/** What a new belief is made of. */
export interface NewBeliefInput {
  readonly agent: string;
  readonly memory: Memory;
  readonly provenance: Provenance;
  readonly confidence: number | undefined;
  readonly permanent: boolean | undefined;
  /** What the believer keeps with it. */
  readonly kept?: KeptWith;
  readonly at: Date;
  readonly position: number;
}

/** What a believer keeps with a memory for itself. */
export type KeptWith = Pick<Belief, 'tags' | 'metadata'>;

/** What a call gives of that. */
export function keptWith({ tags, metadata }: Pick<Checked<MemoryInput>, keyof KeptWith>): KeptWith {
  return present({ tags: tags && [...new Set(tags)], metadata });
}

/** The half-life in days that a belief in this memory has when it is new. */
export function newHalfLifeDays(memory: Memory, settings: RememberSettings): number {
  const base = isFact(memory) ? settings.factHalfLifeDays : settings.observationHalfLifeDays;
  return halfLifeDays(base, memory.importance, emotionalIntensity(memory.mood));
}

/** A belief that is asserted now. With decay turned off it is permanent in all but name: it does not fade. */
export function newBelief(input: NewBeliefInput, settings: RememberSettings): Belief {
  return {
    agent: input.agent,
    memory: input.memory.id,
    strength: assertedStrength,
    confidence: input.confidence ?? input.provenance.trust,
    since: input.at,
    reinforcedAt: input.at,
    accesses: 0,
    permanent: input.permanent ?? !settings.decay,
    halfLifeDays: newHalfLifeDays(input.memory, settings),
    provenance: input.provenance,
    ...(input.position > input.memory.position ? { position: input.position } : {}),
    ...input.kept,
  };
}

/** What of a call is not taken in because the memory is there already and has its own. */
export function refusedOfKnown(known: Memory, input: Checked<MemoryInput>): RefusedPart[] {
  const { concepts = known.concepts, embedding } = input;
  const given = embedding === undefined ? known.givenEmbedding : givenEmbeddingOf(embedding);
  return [
    ...(isDeepStrictEqual(concepts, known.concepts) ? [] : ['concepts']),
    ...(isDeepStrictEqual(given, known.givenEmbedding) ? [] : ['embedding']),
  ].map((what) => ({ what: `"${what}"`, reason: 'the memory was there already and keeps its own' }));
}

/** What tells facts apart. */
export interface SaidFact {
  readonly content: string;
  /** Ids of what it is about, sorted. */
  readonly about: readonly string[];
  readonly validFrom?: Date | undefined;
  readonly validTo?: Date | undefined;
}

/** The same for facts that say the same of the same, for the same time: 64 hexadecimal digits. */
export function contentKey({ content, about, validFrom, validTo }: SaidFact): string {
  const said = [normaliseContent(content), ...about, validFrom?.toISOString(), validTo?.toISOString()];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** The settings of the write path. */
export interface RememberSettings {
  /** Whether beliefs fade at all. */
  readonly decay: boolean;
  readonly factHalfLifeDays: number;
  readonly observationHalfLifeDays: number;
  /** Whether a memory that is given no mood gets the one that its text speaks of. */
  readonly inferMood: boolean;
  /** Words that count as technical terms beside the built-in ones. */
  readonly technicalTerms: readonly string[];
  /** The parts of the policy that the memory was opened with. */
  readonly sharing: Partial<Sharing>;
}

// One more may believe a memory that others hold only if all of its description is the new believer's own words.

const describedFact = [
  'content',
  'importance',
  'mood',
  'moodInferred',
  'domain',
  'topic',
  'ring',
  'knowledgeType',
  'concepts',
  'surfacesWhen',
  'givenEmbedding',
  'kind',
  'title',
  'validFrom',
  'validTo',
] as const;

/** Whether two facts look the same to whoever believes them. */
export function isSameFact(known: Fact, asked: Fact): boolean {
  return describedFact.every((field) => isDeepStrictEqual(known[field], asked[field]));
}

/** Whether two memories call the same entities by the same names. */
export function areSameMentions(known: readonly Mention[], asked: readonly Mention[]): boolean {
  const said = (mentions: readonly Mention[]): string =>
    JSON.stringify(mentions.map(({ entity, surfaces }) => [entity, ...[...surfaces].sort()].join('\n')).sort());
  return said(known) === said(asked);
}

/** What a tombstone can stand for. */
export type Grave =
  | { readonly of: 'id'; readonly id: string }
  /** What a memory said, under whatever id; `key` as {@link contentKey} and {@link observationKey} make it. */
  | { readonly of: 'content'; readonly key: string }
  /** One agent's belief in a memory that others may still hold. */
  | { readonly of: 'belief'; readonly agent: string; readonly memory: string }
  | { readonly of: 'relation'; readonly from: string; readonly predicate: string; readonly to: string };

/** The tombstone of something in this space. */
export function tombstoneOf(ledger: Ledger, grave: Grave): Tombstone {
  const said = JSON.stringify(Object.entries(grave).sort(([one], [other]) => (one < other ? -1 : 1)));
  return { id: `tombstone:${createHmac('sha256', ledger.meta.tombstoneKey).update(said).digest('hex')}` };
}

/** Those of some graves that have a tombstone, as the texts of their tombstones' ids. */
export async function tombstonesAmong(ledger: Ledger, graves: readonly Grave[]): Promise<ReadonlySet<string>> {
  if (!(await hasForgotten(ledger))) return new Set();
  const asked = new Set(graves.map((grave) => tombstoneOf(ledger, grave).id));
  return new Set((await ledger.records('tombstone', [...asked])).map(({ id }) => id));
}

/** Whether anything was ever forgotten here: most spaces need not look further. */
async function hasForgotten(ledger: Ledger): Promise<boolean> {
  for await (const _tombstone of ledger.all('tombstone')) return true;
  return false;
}

/** The tombstones of some graves that are not there yet, each once. */
export async function newTombstones(ledger: Ledger, graves: readonly Grave[]): Promise<readonly Tombstone[]> {
  const there = await tombstonesAmong(ledger, graves);
  const ids = new Set(graves.map((grave) => tombstoneOf(ledger, grave).id));
  return [...ids].filter((id) => !there.has(id)).map((id) => ({ id }));
}

/** The same for observations of the same words by the same speaker at the same time. */
export function observationKey(said: Pick<Observation, 'content' | 'speaker' | 'occurredAt'>): string {
  return contentKey({ content: said.content, about: [said.speaker ?? ''], validFrom: said.occurredAt });
}

// The fields of a memory that follow from its text alone, for whatever the caller left out.

/** How a memory felt, and whether that was inferred. */
export interface MoodFields {
  readonly mood?: Mood;
  readonly moodInferred?: true;
}

/** The mood that the caller gave, else the one that the text speaks of if moods are to be inferred. */
export function moodFields(text: string, given: Mood | undefined, infer: boolean): MoodFields {
  if (given !== undefined) return { mood: given };
  const mood = infer ? inferMood(text) : undefined;
  return mood === undefined ? {} : { mood, moodInferred: true };
}

/** What the caller gave; anything given, an empty list included, stays as it is. */
export interface GivenFields {
  readonly concepts?: readonly string[];
  readonly surfacesWhen?: readonly string[];
}

/** What the caller gave of a fact. */
export interface GivenFactFields extends GivenFields {
  readonly kind?: FactKind;
  readonly title?: string;
  readonly knowledgeType?: KnowledgeType;
  readonly ring?: Ring;
  /** 1..10. */
  readonly importance?: number;
  /** Whether the belief in it is for good. */
  readonly permanent?: boolean;
  /** How it came: a ring that is found lies within the bounds of that. */
  readonly channel?: Channel;
}

/** The fields that every memory has. */
export interface InferredFields {
  readonly concepts: readonly string[];
  readonly surfacesWhen: readonly string[];
}

/** The fields that only a fact has. */
export interface InferredFactFields extends InferredFields {
  readonly kind: FactKind;
  readonly title: string;
  readonly knowledgeType: KnowledgeType;
  readonly ring: Ring;
}

/** Concepts and triggers of a memory; triggers follow from the concepts that are in force, given or found. */
export function inferFields(text: string, given: GivenFields, options: ConceptOptions = {}): InferredFields {
  const concepts = given.concepts ?? conceptsOf(text, options);
  return { concepts, surfacesWhen: given.surfacesWhen ?? surfacesWhenOf(text, concepts) };
}

/** Concepts, triggers, kind, title, type of knowledge and ring of a fact; each follows from what is in force before it. */
export function inferFactFields(
  text: string,
  given: GivenFactFields,
  options: ConceptOptions = {},
): InferredFactFields {
  const kind = given.kind ?? factKindOf(text);
  const knowledgeType = given.knowledgeType ?? knowledgeTypeOf(text, kind);
  const { importance = defaultImportance, permanent = false } = given;
  return {
    ...inferFields(text, given, options),
    kind,
    title: given.title ?? factTitle(kind, text),
    knowledgeType,
    ring: given.ring ?? ringWithin(ringOf({ kind, knowledgeType, importance, permanent }), given.channel),
  };
}
