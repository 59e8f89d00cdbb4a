/**
 * How far a language model is believed about an observation: a claim is a sentence that has words in common with it, and
 * about names that it uses. What is out of bounds is dropped; it is not put right. Who may come to believe a claim, and
 * how far it is trusted, the step decides that promotes it.
 */
import { z } from 'zod';
import { maxIdBytes } from '../domain/input.ts';
import { type FactKind, factKinds, type Observation } from '../domain/records.ts';
import { termsOf, wordsOf } from '../language/terms.ts';
import type { Claim } from '../language/claim.ts';
import type { Self, Voice } from '../language/voice.ts';
import { longestClaim, mostClaims, mostNames } from './model-defaults.ts';

/** A claim as the model answers it. */
export interface SaidClaim {
  readonly content: string;
  readonly believer: 'everybody' | 'agent';
  readonly kind: FactKind;
  readonly about: readonly string[];
  readonly confidence: number;
}

/** The claims of one observation, as the model answers them; without ranges, which some providers refuse in a schema. */
export const saidClaims: z.ZodType<readonly SaidClaim[]> = z.array(
  z.object({
    content: z.string(),
    believer: z.enum(['everybody', 'agent']),
    kind: z.enum(factKinds),
    about: z.array(z.string()),
    confidence: z.number(),
  }),
);

/** The claims that are within bounds. */
export function boundedClaims(observation: Observation, voice: Voice, said: readonly SaidClaim[]): readonly Claim[] {
  const terms = new Set(termsOf(observation.content));
  const kept: Claim[] = [];
  for (const { content, believer, kind, about, confidence } of said) {
    const sentence = content.toWellFormed().trim();
    const isGrounded = termsOf(sentence).some((term) => terms.has(term));
    if (!isGrounded || sentence.length > longestClaim || confidence <= 0) continue;
    kept.push({
      content: sentence,
      believer: believer === 'agent' ? observation.agent : voice.believer,
      kind,
      about: namesIn(observation, voice, about),
      confidence: Math.min(confidence, 1),
      from: [observation.id],
    });
    if (kept.length === mostClaims) break;
  }
  return kept;
}

/** The names that the observation itself uses, word by word: a model may take one from elsewhere, or make it up. */
function namesIn({ content }: Observation, { self }: Voice, names: readonly string[]): readonly string[] {
  const words = wordsIn(content);
  const used = names.flatMap((name) => {
    const key = wordsIn(name);
    if (key === wordsIn(self?.name ?? '')) return nameOf(self);
    return key.trim() !== '' && Buffer.byteLength(name) <= maxIdBytes && words.includes(key) ? [name] : [];
  });
  return used.slice(0, mostNames);
}

function nameOf(self: Self | undefined): readonly string[] {
  if (self === undefined || self.is === 'unnamed') return [];
  return [self.is === 'agent' ? `agent:${self.name}` : self.name];
}

function wordsIn(text: string): string {
  return ` ${wordsOf(text).join(' ')} `;
}
