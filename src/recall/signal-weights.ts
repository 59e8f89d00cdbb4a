/** Weights of one's own for signals, instead of a profile's. */
import { z } from 'zod';
import { numberIn } from '../domain/input.ts';
import { nearest } from '../domain/nearest.ts';
import { type Profile, type ProfileName, profiles, type SignalName, signalNames } from './profiles.ts';

/** A weight for some signals, each 0-100; ranking normalises all of them to add up to 1. */
export type SignalWeights = Readonly<Partial<Record<SignalName, number>>>;

/** The largest weight; what counts is how weights compare. */
export const mostWeight = 100;

const weight = numberIn(0, mostWeight);

/** The rules for {@link SignalWeights}: an unknown name is refused with the nearest that is known. */
export const signalWeightsSchema: z.ZodType<SignalWeights> = z
  .record(z.string(), z.unknown(), { error: 'must be weights by the names of signals' })
  .superRefine((given, context) => {
    for (const [name, value] of Object.entries(given)) {
      const refuse = (message: string): void =>
        context.addIssue({ code: 'custom', path: [name], message, input: value });
      if (!signalNames.some((known) => known === name)) refuse(unknownSignal(name));
      else if (value !== undefined && !weight.safeParse(value).success) refuse(`must be 0-${mostWeight}`);
    }
  }) as unknown as z.ZodType<SignalWeights>;

function unknownSignal(name: string): string {
  const meant = nearest(name, signalNames);
  return meant === undefined
    ? `must be the name of a signal (${signalNames.join(', ')})`
    : `must be the name of a signal, perhaps "${meant}"`;
}

/** A profile with weights of one's own for some of its signals. */
export function weightedProfile(name: ProfileName, weights: SignalWeights): Profile {
  const profile = profiles[name];
  return { ...profile, weights: { ...profile.weights, ...weights } };
}

/** Whether a profile weighs anything at all. */
export function weighsSomething({ weights }: Profile): boolean {
  return Object.values(weights).some((one) => one > 0);
}
