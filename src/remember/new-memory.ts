/** What every new memory gets: provenance, a belief with its half-life, and the text that is embedded. */
import { createHash } from 'node:crypto';
import { halfLifeDays } from '../domain/belief-strength.ts';
import { normaliseContent } from '../language/fold.ts';
import { emotionalIntensity } from '../domain/mood.ts';
import { type Belief, type Channel, type Memory, type Provenance, channelTrust, isFact } from '../domain/records.ts';
import { assertedStrength } from './defaults.ts';
import type { RememberSettings } from './settings.ts';

/** Where an assertion comes from; the channel alone decides how far it is trusted. */
export function provenanceOf(channel: Channel | undefined, source: string | undefined, agent: string): Provenance {
  const by = channel ?? 'user';
  return { channel: by, source: source ?? agent, trust: channelTrust[by] };
}

/** The same for beliefs of the same agent in the same memory. */
export function beliefKey(agent: string, memory: string): string {
  return JSON.stringify([agent, memory]);
}

/** What a new belief is made of. */
export interface BeliefInput {
  readonly agent: string;
  readonly memory: Memory;
  readonly provenance: Provenance;
  readonly confidence: number | undefined;
  readonly permanent: boolean | undefined;
  readonly at: Date;
}

/** The half-life in days that a belief in this memory has when it is new. */
export function newHalfLifeDays(memory: Memory, settings: RememberSettings): number {
  const base = isFact(memory) ? settings.factHalfLifeDays : settings.observationHalfLifeDays;
  return halfLifeDays(base, memory.importance, emotionalIntensity(memory.mood));
}

/** A belief that is asserted now. With decay turned off it is permanent in all but name: it does not fade. */
export function newBelief(input: BeliefInput, settings: RememberSettings): Belief {
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
  };
}

/** The text that stands for a memory in the vector space: with who said it. */
export function embeddedText(memory: { readonly content: string; readonly speaker?: string | undefined }): string {
  return memory.speaker === undefined ? memory.content : `${memory.speaker}: ${memory.content}`;
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
