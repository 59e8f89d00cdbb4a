/** What `think` takes and answers. */
import { count, type Fields, list, record, words, yes } from '../domain/result.ts';
import { z } from 'zod';
import {
  type Checked,
  date,
  flag,
  type Given,
  identifier,
  integerIn,
  withCommas,
  recordKey,
  signal,
  text,
} from '../domain/input.ts';
import { type Channel, followTypes } from '../domain/vocabulary.ts';
import { content, type MemoryInput, memoryInputFields } from '../remember/memory-input.ts';
import { type Receipt, receiptFields } from '../remember/receipt.ts';

/** Thoughts to a chain at the most, as far as their numbers go. */
export const maxThoughts = 1_000_000;

const place = z.union([integerIn(1, maxThoughts), recordKey()], {
  error: `must be the number of a thought in the chain, 1-${withCommas(maxThoughts)}, or the id of one`,
}) as unknown as z.ZodType<number | string, number | string>;

const thinkFields = {
  /** 1 to 100,000 characters. Half of one (a lone surrogate) becomes U+FFFD, which the receipt tells. */
  thought: content,
  /** Its number in its chain. 1 begins a new chain, unless it says what it follows. @default one more than the last */
  thoughtNumber: integerIn(1, maxThoughts).optional(),
  /** How many thoughts you expect; never less than its number. @default as before */
  totalThoughts: integerIn(1, maxThoughts).optional(),
  /** Whether another thought is needed after it. If not, the next thought begins a new chain. @default true */
  nextThoughtNeeded: flag.optional(),
  /** Whether it revises another. @default whether `revisesThought` is given */
  isRevision: flag.optional(),
  /** What it revises: a number in the chain, or the id of a thought in view. */
  revisesThought: place.optional(),
  /** Where its branch begins: a number in the chain, or the id of a thought in view. */
  branchFromThought: place.optional(),
  /** The branch that it is on; a new one needs `branchFromThought`. @default the main line, or that of what it follows */
  branchId: identifier().optional(),
  /** Whether the chain needs more thoughts than planned. Then a next one follows in any case. @default false */
  needsMoreThoughts: flag.optional(),
  /** The key or id of its session, opened when there is none. @default that of the thought whose id it follows */
  session: recordKey().optional(),
  /** Why it continues, branches off or revises; 1-10,000 characters. */
  reason: text(10_000).optional(),
  /** The id of the thought that it continues. @default this agent's last on this branch in this session */
  follows: recordKey().optional(),
  /** When it was thought. @default now */
  occurredAt: date.optional(),
  signal,
};
/** What `think` takes. */
export interface ThinkOptions extends MemoryInput, Given<typeof thinkFields> {
  /** How it came here; a thought is the agent's own. @default 'agent' */
  readonly channel?: Channel;
}

/** What `think` takes, once its rules are checked. */
export type CheckedThought = Checked<ThinkOptions>;

export const thinkSchema: z.ZodType<CheckedThought> = z
  .strictObject({ ...memoryInputFields, ...thinkFields })
  .refine(({ isRevision, revisesThought }) => isRevision !== true || revisesThought !== undefined, {
    path: ['revisesThought'],
    error: 'must say what is revised where "isRevision" is true',
  })
  .refine(({ isRevision, revisesThought }) => isRevision !== false || revisesThought === undefined, {
    path: ['revisesThought'],
    error: 'must be left out where "isRevision" is false',
  })
  .refine(({ branchFromThought, branchId }) => branchFromThought === undefined || branchId !== undefined, {
    path: ['branchId'],
    error: 'must name the branch that begins at "branchFromThought"',
  })
  .refine(({ branchFromThought, revisesThought }) => branchFromThought === undefined || revisesThought === undefined, {
    path: ['branchFromThought'],
    error: 'must be left out where "revisesThought" says what the thought follows',
  })
  .refine(({ follows, ...others }) => follows === undefined || !saysPlace(others), {
    path: ['follows'],
    error: 'must be left out where "revisesThought" or "branchFromThought" says what the thought follows',
  });

function saysPlace({ revisesThought, branchFromThought }: Omit<CheckedThought, 'follows'>): boolean {
  return revisesThought !== undefined || branchFromThought !== undefined;
}

const followedThoughtFields = {
  /** `observation:KEY`. */
  id: words,
  type: z.enum(followTypes),
  reason: words.exactOptional(),
};
/** What a thought follows. */
export interface FollowedThought extends Fields<typeof followedThoughtFields> {}
export const followedThoughtRules: z.ZodType<FollowedThought> = record(followedThoughtFields);

const thoughtReceiptFields = {
  thoughtNumber: count,
  totalThoughts: count,
  nextThoughtNeeded: yes,
  branchId: words.exactOptional(),
  /** Missing where it begins a chain. */
  follows: followedThoughtRules.exactOptional(),
  /** The branches of its chain, in the order in which they began. */
  branches: list(words),
  /** The thoughts of its chain, this one included. */
  thoughtHistoryLength: count,
};
/** What was stored of a thought, and where in its chain it stands; counts are of what this agent sees. */
export interface ThoughtReceipt extends Receipt, Fields<typeof thoughtReceiptFields> {}
export const thoughtReceiptRules: z.ZodType<ThoughtReceipt> = record({ ...receiptFields, ...thoughtReceiptFields });
