/** A profile's weights made to add up to 1. */
import { type Profile, type SignalName, signalNames } from './profiles.ts';
import type { Manner } from '../language/query-wording.ts';

/** A number for each signal. */
export type Weights = Readonly<Record<SignalName, number>>;

/** Weights are multiples of this, so that their sums are exact. */
export const weightStep: number = 2 ** -40;

/**
 * The weights of a profile as shares of 1, in multiples of 2^-40, the heaviest taking the rest:
 * they add up to exactly 1 and no sum of contributions passes it. Without vectors in play the
 * semantic signal has no weight and the others share its part; nor has the thought signal where
 * neither alternatives nor revisions are asked for. Weights are multiplied by the
 * profile's factors for the manner in which a query asks; of two manners that have a factor for the
 * same signal, the one of the last stands.
 */
export function normalisedWeights(profile: Profile, withVectors: boolean, manners: readonly Manner[] = []): Weights {
  const factor = (name: SignalName): number =>
    manners.reduce((last, manner) => profile.asking?.[manner]?.[name] ?? last, 1);
  const asksForThoughts = manners.includes('alternatives') || manners.includes('revisions');
  const raw = (name: SignalName): number =>
    (name === 'semantic' && !withVectors) || (name === 'thought' && !asksForThoughts)
      ? 0
      : Math.max(0, (profile.weights[name] ?? 0) * factor(name));
  const total = signalNames.reduce((sum, name) => sum + raw(name), 0);
  const weights = Object.fromEntries(signalNames.map((name) => [name, 0])) as Record<SignalName, number>;
  if (total === 0) return weights;
  let rest = 1;
  for (const name of signalNames) {
    weights[name] = Math.floor(raw(name) / total / weightStep) * weightStep;
    rest -= weights[name];
  }
  const heaviest = signalNames.reduce((best, name) => (weights[name] > weights[best] ? name : best));
  weights[heaviest] += rest;
  return weights;
}
