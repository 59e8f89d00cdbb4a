/** What `believe` takes. */
import { z } from 'zod';
import type { CallOptions } from '../domain/call-options.ts';
import {
  type Checked,
  date,
  type Given,
  listOf,
  objectOf,
  oneOf,
  oneOption,
  recordKey,
  signal,
  text,
} from '../domain/input.ts';
import { factKinds } from '../domain/vocabulary.ts';
import { maxPerCall } from './defaults.ts';
import { content, entityOrName, type MemoryInput, memoryInputFields } from './memory-input.ts';

const heldFields = {
  /** Whom or what it is about: names, entities, or `agent:NAME`; at most 16. */
  about: listOf(entityOrName, 'names', 0, 16).optional(),
  /** @default inferred from the text, else 'world.fact' */
  kind: oneOf(factKinds).optional(),
  /** @default 'kind: first ten words' */
  title: text(1000).optional(),
  /** Since when it is so. */
  validFrom: date.optional(),
  /** Until when it was so. */
  validTo: date.optional(),
  /** Ids of the observations in view that it follows from; at most 64. */
  derivedFrom: listOf(recordKey(), 'ids', 0, 64).optional(),
  /**
   * Ids of memories that it supersedes, for the believer of the new fact. They stay, but are
   * marked and no longer answer beside it. A key without a table names a fact. At most 16.
   */
  supersedes: listOf(recordKey(), 'ids', 1, 16).optional(),
  /** Why it supersedes them: 1 to 1,000 characters. */
  reason: text(1000).optional(),
};
const whatFields = {
  /** What is held true: 1 to 100,000 characters; half of one (a lone surrogate) becomes U+FFFD, which the receipt tells. Give either this or `memory`; the id of a memory alone is taken as `memory`. */
  content: content.optional(),
  /** The id of a memory in view to believe. It is asserted again, or for the first time by this agent. */
  memory: recordKey().optional(),
};
const factFields = {
  /** What is held true: 1 to 100,000 characters; half of one (a lone surrogate) becomes U+FFFD, which the receipt tells. */
  content,
};

/** Something to hold true. */
export interface BeliefInput extends MemoryInput, Given<typeof heldFields>, Given<typeof whatFields> {}

/** What `believe` takes. */
export interface BelieveOptions extends BeliefInput, CallOptions {}

/** A fact to hold true. */
export interface FactInput extends MemoryInput, Given<typeof heldFields>, Given<typeof factFields> {}

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
  'tags',
  'metadata',
  'signal',
]);

/** A content that is only the id of a memory means that memory, and says nothing by itself. */
export function believeMeant(options: object): object {
  const { content, memory, ...others }: { readonly content?: unknown; readonly memory?: unknown } = options;
  const isId = typeof content === 'string' && /^\s*(?:fact|observation):\S+\s*$/.test(content);
  return isId && memory === undefined ? { ...others, memory: content.trim() } : options;
}

type Rules = Pick<Checked<BeliefInput>, 'validFrom' | 'validTo' | 'supersedes' | 'reason'>;

const isInOrder = ({ validFrom, validTo }: Rules): boolean =>
  validFrom === undefined || validTo === undefined || validFrom <= validTo;
const orderRule = { path: ['validTo'], error: 'must not be before "validFrom"' };
const hasReasonFor = ({ supersedes, reason }: Rules): boolean => reason === undefined || supersedes !== undefined;
const reasonRule = { path: ['reason'], error: 'must be given with "supersedes"' };

/** The rules for {@link BelieveOptions}. */
export const believeSchema: z.ZodType<Checked<BelieveOptions>> = z
  .strictObject({ ...memoryInputFields, ...heldFields, ...whatFields, signal })
  .superRefine(oneOption(['content', 'memory']))
  .superRefine((options, context) => {
    if (options.memory === undefined) return;
    for (const [option, value] of Object.entries(options)) {
      if (value === undefined || ofBelief.has(option)) continue;
      context.addIssue({ code: 'custom', path: [option], message: 'must be left out with "memory"', input: value });
    }
  })
  .refine(isInOrder, orderRule)
  .refine(hasReasonFor, reasonRule);

const factRules: z.ZodType<Checked<FactInput>, FactInput> = objectOf({
  ...memoryInputFields,
  ...heldFields,
  ...factFields,
})
  .refine(isInOrder, orderRule)
  .refine(hasReasonFor, reasonRule);

const believeManyFields = {
  /** 1 to 1,000 of them. */
  facts: listOf(factRules, 'facts', 1, maxPerCall),
  signal,
};
/** What `believeMany` takes. */
export interface BelieveManyOptions extends Given<typeof believeManyFields> {}

/** The rules for {@link BelieveManyOptions}. */
export const believeManySchema: z.ZodType<CheckedBelieveMany> = z.strictObject(believeManyFields);

/** A belief whose rules are checked. */
export type CheckedBelief = Checked<BeliefInput>;

/** What `believeMany` takes, once its rules are checked. */
export interface CheckedBelieveMany {
  readonly facts: readonly Checked<FactInput>[];
  readonly signal?: AbortSignal | undefined;
}
