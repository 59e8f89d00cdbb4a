/**
 * To whom a memory goes that no call has shared or kept: the policy of a space, part by part. Owns the choices, the
 * presets and the rules for what a caller sets; who comes to believe what follows in `remember/` and `sleep/`.
 */
import { z } from 'zod';
import { type Given, objectOf, oneOf } from './input.ts';

/** What each part may be, the most private choice first. */
export const sharingChoices = {
  statements: ['hearer', 'audience', 'everyone'],
  findings: ['self', 'everyone'],
  thoughts: ['self', 'everyone'],
  opinions: ['self'],
  confidences: ['hearer'],
} as const;

/** A part of the policy. */
export type SharingPart = keyof typeof sharingChoices;

/** Who gets what: every part of the policy. */
export type Sharing = { readonly [Part in SharingPart]: (typeof sharingChoices)[Part][number] };

/** The parts of the policy, by name. */
export const sharingPartNames: readonly SharingPart[] = [
  'statements',
  'findings',
  'thoughts',
  'opinions',
  'confidences',
];

const always = { opinions: 'self', confidences: 'hearer' } as const;

/** The policies that have a name. */
export const sharingPresets = {
  private: { statements: 'hearer', findings: 'self', thoughts: 'self', ...always },
  household: { statements: 'everyone', findings: 'self', thoughts: 'self', ...always },
  team: { statements: 'everyone', findings: 'everyone', thoughts: 'everyone', ...always },
} as const satisfies Readonly<Record<string, Sharing>>;

/** The name of a policy. */
export type SharingPreset = keyof typeof sharingPresets;

/** The names of the policies. */
export const sharingPresetNames = ['private', 'household', 'team'] as const satisfies readonly SharingPreset[];

/** The rules of the parts and of the preset, by which `sharing` is set at every door. */
export const sharingFields = {
  /** A policy by its name, for the parts that are not given themselves. */
  preset: oneOf(sharingPresetNames).optional(),
  /**
   * Who gets what a user says, when sleep makes facts of it: the agent that heard it, every agent in talk with this
   * user, or every agent.
   */
  statements: oneOf(sharingChoices.statements).optional(),
  /** Who gets what an agent notes or believes on its own account: itself, or every agent. What it says in talk stays its own. */
  findings: oneOf(sharingChoices.findings).optional(),
  /** Who gets an agent's thoughts: itself, or every agent. */
  thoughts: oneOf(sharingChoices.thoughts).optional(),
  /** Who gets what an agent thinks of somebody or something: always itself. */
  opinions: oneOf(sharingChoices.opinions).optional(),
  /** Who gets what is told in confidence: always the agent that heard it. */
  confidences: oneOf(sharingChoices.confidences).optional(),
};
/** Parts of a policy, as a caller sets them. */
export interface SharingParts extends Given<typeof sharingFields> {}

/** The rules for a policy as a caller names it: by its preset, or by its parts. */
export const sharingRules: z.ZodType<SharingPreset | SharingParts, SharingPreset | SharingParts> = z.union(
  [oneOf(sharingPresetNames), objectOf(sharingFields)],
  { error: `must be one of ${sharingPresetNames.join(', ')}, or { preset?, statements?, findings?, thoughts? }` },
);

/** The rules for what a store keeps of a policy. */
export const storedSharing: z.ZodType<Partial<Sharing>> = z.object({
  statements: z.enum(sharingChoices.statements).exactOptional(),
  findings: z.enum(sharingChoices.findings).exactOptional(),
  thoughts: z.enum(sharingChoices.thoughts).exactOptional(),
});

/** The parts that are set, those of the preset included. */
export function sharingOf(asked: SharingPreset | SharingParts | undefined): Partial<Sharing> {
  if (asked === undefined) return {};
  const { preset, ...parts } = typeof asked === 'string' ? { preset: asked } : asked;
  return { ...(preset === undefined ? {} : sharingPresets[preset]), ...parts };
}
