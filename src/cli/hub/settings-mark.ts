/** Tells settings of a memory apart, so that a command can say when the hub runs with others than its own. */
import { createHash } from 'node:crypto';
import type { OpenOptions } from '../../index.ts';

/** A mark of the settings by which a memory decides: equal for equal settings, and nothing to read them from. */
export function settingsMark(options: OpenOptions): string {
  const { profile, weights, emotionWeight, candidateMultiplier, inferMood, ambient, anchors, ...others } = options;
  const { decay, factHalfLifeDays, observationHalfLifeDays, technicalTerms, sharing } = others;
  const recall = [profile, weights, emotionWeight, candidateMultiplier, inferMood, ambient, anchors];
  const belief = [decay, factHalfLifeDays, observationHalfLifeDays, technicalTerms, sharing];
  return createHash('sha256')
    .update(JSON.stringify([recall, belief]))
    .digest('hex')
    .slice(0, 16);
}
