/** What `believe` takes. */
import { z } from 'zod';
import { type Checked, date, listOf, oneOf, recordKey, signal, text } from '../domain/input.ts';
import { type FactKind, factKinds } from '../domain/vocabulary.ts';
import { maxPerCall } from './defaults.ts';
import { content, type EntityInput, entityOrName, type MemoryInput, memoryInputShape } from './memory-input.ts';

/** Something to hold true. */
export interface BeliefInput extends MemoryInput {
  /** What is held true: 1 to 100,000 characters. Either this or `memory` is given. */
  readonly content?: string;
  /** The id of a memory in view that is to be believed: it is asserted again, or for the first time by this agent. */
  readonly memory?: string;
  /** Whom or what it is about: names, entities, or `agent:NAME`; at most 16. */
  readonly about?: readonly (EntityInput | string)[];
  /** @default inferred from the text, else 'world.fact' */
  readonly kind?: FactKind;
  /** @default 'kind: first ten words' */
  readonly title?: string;
  /** Since when it is so. */
  readonly validFrom?: Date | string;
  /** Until when it was so. */
  readonly validTo?: Date | string;
  /** Ids of the observations in view that it follows from; at most 64. */
  readonly derivedFrom?: readonly string[];
  /**
   * Ids of memories that it takes the place of, for whoever comes to believe it: they stay, but are
   * marked and no longer answer beside it. A key without a table is that of a fact. At most 16.
   */
  readonly supersedes?: readonly string[];
  /** Why it takes their place: 1 to 1,000 characters. */
  readonly reason?: string;
}

/** What `believe` takes. */
export interface BelieveOptions extends BeliefInput {
  readonly signal?: AbortSignal;
}

/** A fact to hold true. */
export interface FactInput extends Omit<BeliefInput, 'content' | 'memory'> {
  /** What is held true: 1 to 100,000 characters. */
  readonly content: string;
}

/** What `believeMany` takes. */
export interface BelieveManyOptions {
  /** 1 to 1,000 of them. */
  readonly facts: readonly FactInput[];
  readonly signal?: AbortSignal;
}

/** What can be said of a belief in a memory that is there already; the rest is the memory's and is never edited. */
const ofBelief: ReadonlySet<string> = new Set([
  'memory',
  'shared',
  'permanent',
  'confidence',
  'channel',
  'source',
  'supersedes',
  'reason',
  'signal',
]);

const factShape = {
  ...memoryInputShape,
  about: listOf(entityOrName, 'names', 0, 16).optional(),
  kind: oneOf(factKinds).optional(),
  title: text(1000).optional(),
  validFrom: date.optional(),
  validTo: date.optional(),
  derivedFrom: listOf(recordKey(), 'ids', 0, 64).optional(),
  supersedes: listOf(recordKey(), 'ids', 1, 16).optional(),
  reason: text(1000).optional(),
} as const;

type Rules = Pick<Checked<BeliefInput>, 'validFrom' | 'validTo' | 'supersedes' | 'reason'>;

const isInOrder = ({ validFrom, validTo }: Rules): boolean =>
  validFrom === undefined || validTo === undefined || validFrom <= validTo;
const orderRule = { path: ['validTo'], error: 'must not be before "validFrom"' };
const hasReasonFor = ({ supersedes, reason }: Rules): boolean => reason === undefined || supersedes !== undefined;
const reasonRule = { path: ['reason'], error: 'must be given with "supersedes"' };

/** The rules for {@link BelieveOptions}. */
export const believeSchema: z.ZodType<Checked<BelieveOptions>> = z
  .strictObject({ ...factShape, content: content.optional(), memory: recordKey().optional(), signal })
  .refine((options) => (options.content === undefined) !== (options.memory === undefined), {
    error: 'must have either "content" or "memory"',
  })
  .superRefine((options, context) => {
    if (options.memory === undefined) return;
    for (const [option, value] of Object.entries(options)) {
      if (value === undefined || ofBelief.has(option)) continue;
      context.addIssue({ code: 'custom', path: [option], message: 'must be left out with "memory"', input: value });
    }
  })
  .refine(isInOrder, orderRule)
  .refine(hasReasonFor, reasonRule);

/** The rules for {@link BelieveManyOptions}. */
export const believeManySchema: z.ZodType<CheckedBelieveMany> = z.strictObject({
  facts: listOf(
    z
      .strictObject({ ...factShape, content })
      .refine(isInOrder, orderRule)
      .refine(hasReasonFor, reasonRule),
    'facts',
    1,
    maxPerCall,
  ),
  signal,
});

/** A belief whose rules are checked. */
export type CheckedBelief = Checked<BeliefInput>;

/** What `believeMany` takes, once its rules are checked. */
export interface CheckedBelieveMany {
  readonly facts: readonly Checked<FactInput>[];
  readonly signal?: AbortSignal | undefined;
}
