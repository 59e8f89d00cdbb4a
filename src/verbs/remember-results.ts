/** What the verbs that remember and forget answer, from the wire. */
import { z } from 'zod';
import type { Provenance } from '../domain/records.ts';
import { channels, entityTypes, followTypes, linkKinds, linkStates } from '../domain/vocabulary.ts';
import type { FollowedThought, ThoughtReceipt } from '../graph/think-options.ts';
import type { JudgedLink } from '../remember/judge.ts';
import type { ObserveManyResult } from '../remember/observe.ts';
import type { LinkedEntity, Receipt, RefusedPart } from '../remember/receipt.ts';
import type { ForgetReport, ForgottenMemory } from '../care/forget-options.ts';
import { count, number, recordOf, type Shape, words, yes } from '../domain/result.ts';

const receiptShape: Shape<Receipt> = {
  id: words,
  outcome: z.enum(['stored', 'merged', 'withdrawn']),
  reason: words.exactOptional(),
  believer: words,
  strength: number,
  confidence: number,
  session: words.exactOptional(),
  linked: z.array(recordOf<LinkedEntity>({ id: words, name: words, type: z.enum(entityTypes), created: yes })),
  refused: z.array(recordOf<RefusedPart>({ what: words, reason: words })),
  superseded: z.array(words).exactOptional(),
  embedded: yes,
  seq: count,
};

/** What `observe`, `believe` and `withdraw` answer. */
export const receipt: z.ZodType<Receipt> = recordOf<Receipt>(receiptShape);

/** What `observeMany` and `believeMany` answer. */
export const observedMany: z.ZodType<ObserveManyResult> = recordOf<ObserveManyResult>({
  receipts: z.array(receipt),
  seq: count,
});

/** What `think` answers. */
export const thoughtReceipt: z.ZodType<ThoughtReceipt> = recordOf<ThoughtReceipt>({
  ...receiptShape,
  thoughtNumber: count,
  totalThoughts: count,
  nextThoughtNeeded: yes,
  branchId: words.exactOptional(),
  follows: recordOf<FollowedThought>({
    id: words,
    type: z.enum(followTypes),
    reason: words.exactOptional(),
  }).exactOptional(),
  branches: z.array(words),
  thoughtHistoryLength: count,
});

/** What `judge` answers. */
export const judgedLink: z.ZodType<JudgedLink> = recordOf<JudgedLink>({
  kind: z.enum(linkKinds),
  one: words,
  other: words,
  state: z.enum(linkStates),
  before: z.enum(linkStates).exactOptional(),
  similarity: number,
  by: words,
  believer: words,
  seq: count,
});

/** What `forget` answers. */
export const forgetReport: z.ZodType<ForgetReport> = recordOf<ForgetReport>({
  dryRun: yes,
  memories: z.array(recordOf<ForgottenMemory>({ id: words, content: words.exactOptional() })),
  kept: z.array(words),
  sources: z.array(words),
});

/** Where an assertion came from. */
export const provenance: z.ZodType<Provenance> = recordOf<Provenance>({
  channel: z.enum(channels),
  source: words,
  trust: number,
});
