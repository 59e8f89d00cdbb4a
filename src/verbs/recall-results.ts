/** What the verbs that recall and explain answer, from the wire. */
import { z } from 'zod';
import { quadrantMoods, type Quadrant } from '../domain/mood.ts';
import type { Mood } from '../domain/records.ts';
import {
  type Domain,
  entityTypes,
  factKinds,
  followTypes,
  knowledgeTypes,
  linkKinds,
  linkStates,
  observationTypes,
  rings,
} from '../domain/vocabulary.ts';
import type { Signal } from '../domain/signal.ts';
import type { Conflict, ConflictsResult } from '../recall/conflicts.ts';
import { Constellation, type ConstellationFields } from '../recall/constellation.ts';
import type { EntityInView } from '../recall/entities-in-view.ts';
import type { ExplainedSignal, Explanation } from '../recall/explain.ts';
import { explainOutcomes, type MemoryExplanation } from '../recall/explain-memory.ts';
import { type MemoryLink, memoryRoles, type Superseded } from '../recall/memory-link.ts';
import type { MoodInUse } from '../recall/mood.ts';
import { profileNames } from '../recall/profiles.ts';
import { type Believer, memoryTypeNames, type RecalledMemory, type RecallResult } from '../recall/recall-options.ts';
import type { ThoughtPlace } from '../recall/thought-place.ts';
import type { BeliefState, Why, WhyBeliever, WhyLink, WhyMemory, WhySuccession } from '../recall/why-value.ts';
import { count, listOrNone, number, recordOf, type Shape, wireDate, words, yes } from '../domain/result.ts';
import { provenance } from './remember-results.ts';

const signalShape: Shape<Signal> = { name: words, value: number, weight: number, contribution: number };

/** One reason why a memory surfaced. */
export const signal: z.ZodType<Signal> = recordOf<Signal>(signalShape);

const moodShape: Shape<Mood> = { valence: number, arousal: number };

/** How something felt. */
export const mood: z.ZodType<Mood> = recordOf<Mood>(moodShape);

const believerShape: Shape<Believer> = {
  agent: words,
  strength: number,
  confidence: number,
  since: wireDate,
  permanent: yes,
  provenance,
};

/** Who believes a memory. */
export const believer: z.ZodType<Believer> = recordOf<Believer>(believerShape);

/** Since when a memory does not hold any more. */
export const superseded: z.ZodType<Superseded> = recordOf<Superseded>({
  by: words.exactOptional(),
  at: wireDate,
  reason: words.exactOptional(),
});

const toldLinkStates = linkStates.filter((state) => state !== 'dismissed');

const link = recordOf<MemoryLink>({
  kind: z.enum(linkKinds),
  memory: words,
  rule: words,
  similarity: number,
  state: z.enum(toldLinkStates),
});

const thoughtPlace = recordOf<ThoughtPlace>({
  type: z.enum(followTypes).exactOptional(),
  of: words.exactOptional(),
  reason: words.exactOptional(),
  revisedBy: words.exactOptional(),
});

/** A memory that came up. */
export const recalledMemory: z.ZodType<RecalledMemory> = recordOf<RecalledMemory>({
  id: words,
  type: z.enum(memoryTypeNames),
  content: words,
  kind: z.enum(factKinds).exactOptional(),
  title: words.exactOptional(),
  score: number,
  signals: listOrNone(signal),
  believers: listOrNone(believer),
  occurredAt: wireDate,
  session: words.exactOptional(),
  speaker: words.exactOptional(),
  recordedBy: words.exactOptional(),
  entities: listOrNone(
    recordOf<RecalledMemory['entities'][number]>({ id: words, name: words, type: z.enum(entityTypes) }),
  ),
  concepts: listOrNone(words),
  importance: number,
  mood: mood.exactOptional(),
  moodSource: z.enum(['given', 'inferred']).exactOptional(),
  domain: (words as z.ZodType<Domain>).exactOptional(),
  topic: words.exactOptional(),
  ring: z.enum(rings).exactOptional(),
  knowledgeType: z.enum(knowledgeTypes).exactOptional(),
  validFrom: wireDate.exactOptional(),
  validTo: wireDate.exactOptional(),
  branchId: words.exactOptional(),
  thoughtNumber: count.exactOptional(),
  thought: thoughtPlace.exactOptional(),
  role: z.enum(memoryRoles).exactOptional(),
  links: z.array(link).exactOptional(),
  superseded: superseded.exactOptional(),
});

/** What `latest` answers. */
export const latestMemories: z.ZodType<readonly RecalledMemory[]> = z.array(recalledMemory);

/** What `conflicts` answers. */
export const conflictsResult: z.ZodType<ConflictsResult> = recordOf<ConflictsResult>({
  conflicts: listOrNone(
    recordOf<Conflict>({
      one: recalledMemory,
      other: recalledMemory,
      rule: words,
      similarity: number,
      state: z.enum(linkStates),
    }),
  ),
  total: count,
});

/** What `entities` answers. */
export const entitiesInView: z.ZodType<readonly EntityInView[]> = z.array(
  recordOf<EntityInView>({ id: words, name: words, type: z.enum(entityTypes), memories: count }),
);

const resultShape: Shape<RecallResult> = {
  agent: words,
  query: words,
  profile: z.enum(profileNames),
  mood: recordOf<MoodInUse>({
    ...moodShape,
    quadrant: z.enum(Object.keys(quadrantMoods) as Quadrant[]),
    source: z.enum(['given', 'provider']),
  }).exactOptional(),
  memories: listOrNone(recalledMemory),
  total: count,
  notices: listOrNone(words),
};

/** What `search` answers. */
export const recallResult: z.ZodType<RecallResult> = recordOf<RecallResult>(resultShape);

/** What `recall` answers. */
export const constellation: z.ZodType<Constellation> = recordOf<ConstellationFields>({
  ...resultShape,
  synthesis: z.string().default(''),
  broughtIn: z.int().default(0),
}).transform((fields) => new Constellation(fields));

const explanation = recordOf<Explanation>({
  memory: words,
  score: number,
  signals: z.array(recordOf<ExplainedSignal>({ ...signalShape, sentence: words })),
  summary: words,
});

/** What `explain` answers. */
export const memoryExplanation: z.ZodType<MemoryExplanation> = recordOf<MemoryExplanation>({
  id: words,
  query: words,
  outcome: z.enum(explainOutcomes),
  reason: words,
  rank: count.exactOptional(),
  total: count,
  memory: recalledMemory.exactOptional(),
  explanation: explanation.exactOptional(),
});

/** A memory as it is told beside another. */
export const whyMemory: z.ZodType<WhyMemory> = recordOf<WhyMemory>({
  id: words,
  type: z.enum(['fact', ...observationTypes]),
  content: words,
  speaker: words.exactOptional(),
  occurredAt: wireDate.exactOptional(),
  validTo: wireDate.exactOptional(),
});

/** What took a memory's place, or whose place it took. */
export const succession: z.ZodType<WhySuccession> = recordOf<WhySuccession>({
  memory: whyMemory,
  believer: words,
  at: wireDate,
  reason: words.exactOptional(),
  withdrawnAt: wireDate.exactOptional(),
});

const whyLink = recordOf<WhyLink>({
  memory: whyMemory,
  rule: words,
  similarity: number,
  state: z.enum(toldLinkStates),
});

/** How a belief stands. */
export const beliefState: z.ZodType<BeliefState> = z.enum(['held', 'faded', 'archived', 'withdrawn']);

/** Times in which a memory was believed before. */
export const pastBeliefs: z.ZodType<WhyBeliever['past']> = z.array(
  recordOf<WhyBeliever['past'][number]>({ since: wireDate, until: wireDate }),
);

/** What `why` answers. */
export const why: z.ZodType<Why> = recordOf<Why>({
  agent: words,
  memory: whyMemory,
  believers: z.array(
    recordOf<WhyBeliever>({
      ...believerShape,
      state: beliefState,
      reinforcedAt: wireDate,
      withdrawnAt: wireDate.exactOptional(),
      validTo: wireDate.exactOptional(),
      past: pastBeliefs,
    }),
  ),
  derivedFrom: z.array(whyMemory),
  supersedes: z.array(succession),
  supersededBy: z.array(succession),
  supports: z.array(whyLink),
  contradicts: z.array(whyLink),
  text: words,
});
