/**
 * Who believes what no call has shared or kept: reads and sets the policy of a space, and applies it to what agents
 * write. What the memory was opened with counts before what is set for the space; what nobody sets is private.
 */
import { z } from 'zod';
import type { CallOptions } from '../domain/call-options.ts';
import { ConflictError, throwIfCancelled } from '../domain/errors.ts';
import { type Checked, checked, signal } from '../domain/input.ts';
import { type Fields, record } from '../domain/result.ts';
import {
  type Sharing,
  type SharingParts,
  sharingChoices,
  sharingFields,
  sharingOf,
  sharingPresets,
} from '../domain/sharing.ts';
import type { Channel, ObservationType } from '../domain/vocabulary.ts';
import { isPersonal } from '../language/opinions.ts';
import type { Writer } from './writer.ts';

/** What `sharing` takes: the parts to set; none to be told the policy. */
export interface SharingOptions extends SharingParts, CallOptions {}

/** The rules for {@link SharingOptions}. */
export const sharingSchema: z.ZodType<Checked<SharingOptions>> = z.strictObject({ ...sharingFields, signal });

/** Who set a part: what the memory was opened with, the owner for this space, or nobody. */
const origin = z.enum(['opened', 'space', 'default']);

const sharingPolicyFields = {
  statements: z.enum(sharingChoices.statements),
  findings: z.enum(sharingChoices.findings),
  thoughts: z.enum(sharingChoices.thoughts),
  opinions: z.enum(sharingChoices.opinions),
  confidences: z.enum(sharingChoices.confidences),
  /** Who set the parts that can be set: `opened` is fixed by what the memory was opened with. */
  from: record({ statements: origin, findings: origin, thoughts: origin }),
};
/** The policy of a space: who gets what no call has shared. */
export interface SharingPolicy extends Fields<typeof sharingPolicyFields> {}

/** The rules of {@link SharingPolicy}. */
export const sharingPolicyRules: z.ZodType<SharingPolicy> = record(sharingPolicyFields);

const settableParts = ['statements', 'findings', 'thoughts'] as const;

/** Tells the policy of a space, once the parts that are given are set. What is there already stays as it is. */
export async function sharingPolicy(writer: Writer, options: SharingOptions): Promise<SharingPolicy> {
  const { signal: cancel, ...asked } = checked('sharing', sharingSchema, options);
  throwIfCancelled('sharing', cancel);
  const { ledger, settings } = writer.parts;
  const opened = settings.sharing;
  const set = sharingOf(asked);
  for (const part of settableParts) {
    if (set[part] === undefined || opened[part] === undefined || set[part] === opened[part]) continue;
    const message = `sharing: "${part}" must stay "${opened[part]}", with which the memory was opened, got "${set[part]}"; change the option "sharing", or [sharing] in madeleine.toml.`;
    throw new ConflictError('CONFLICT', message, { details: { part, opened: opened[part] } });
  }
  const kept = { ...(await ledger.sharing()), ...set };
  if (Object.keys(set).length > 0) await ledger.setSharing(kept);
  const originOf = (part: (typeof settableParts)[number]): z.output<typeof origin> =>
    opened[part] !== undefined ? 'opened' : kept[part] !== undefined ? 'space' : 'default';
  const from = { statements: originOf('statements'), findings: originOf('findings'), thoughts: originOf('thoughts') };
  return { ...(await sharingIn(writer)), from };
}

/** Who gets what in a space now. */
export async function sharingIn({ parts: { ledger, settings } }: Writer): Promise<Sharing> {
  return { ...sharingPresets.private, ...(await ledger.sharing()), ...settings.sharing };
}

/** What decides who believes a new memory. */
export interface Shareable {
  readonly content?: string | undefined;
  readonly type?: ObservationType | undefined;
  readonly speaker?: string | undefined;
  readonly channel?: Channel | undefined;
  readonly shared?: boolean | undefined;
}

/** A memory with whether `system` believes it: as the call says, else by the policy of the space. */
export function withSharing<Input extends Shareable>(sharing: Sharing, input: Input): Input & { shared: boolean } {
  return { ...input, shared: input.shared ?? isForEveryone(sharing, input) };
}

/** Whether the policy gives everyone what an agent found or thought. What is said in talk has a speaker. */
export function isForEveryone(
  { findings, thoughts }: Sharing,
  { content = '', type, speaker, channel }: Shareable,
): boolean {
  const to = type === 'thought' ? thoughts : findings;
  return to === 'everyone' && channel === 'agent' && speaker === undefined && !isPersonal(content);
}
