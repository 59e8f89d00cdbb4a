/** What `mergeEntities` takes and answers. */
import { count, type Fields, record, words, yes } from '../domain/result.ts';
import { z } from 'zod';
import { type Checked, flag, type Given, identifier, signal, text } from '../domain/input.ts';

const mergeEntitiesFields = {
  /** The entity that is the same as another: `entity:KEY`, or a name that is clear to the believer. 1-512 characters. */
  from: text(512),
  /** The entity that it is the same as, likewise. */
  into: text(512),
  /** In whose perspective they are one. @default 'system': in everybody's */
  believer: identifier().optional(),
  /** Tells what would be merged, and changes nothing. @default false */
  dryRun: flag.optional(),
  signal,
};
/** What `mergeEntities` takes. */
export interface MergeEntitiesOptions extends Given<typeof mergeEntitiesFields> {}
export const mergeEntitiesSchema: z.ZodType<Checked<MergeEntitiesOptions>> = z.strictObject(mergeEntitiesFields);

const mergedEntityFields = {
  /** `entity:KEY`. */
  id: words,
  name: words,
};
/** An entity of a merge. */
export interface MergedEntity extends Fields<typeof mergedEntityFields> {}
export const mergedEntityRules: z.ZodType<MergedEntity> = record(mergedEntityFields);

const entityMergeReportFields = {
  /** Whether it only told. */
  dryRun: yes,
  /** Takes the merge back when it is given to `undo`; missing in a dry run. */
  undo: words.exactOptional(),
  from: mergedEntityRules,
  into: mergedEntityRules,
  believer: words,
  /** How many memories that the believer has in view speak of `from`: the names of `into` lead to them too. */
  memories: count,
  /** The commit that holds it. */
  seq: count,
};
/** What `mergeEntities` did, or would do. */
export interface EntityMergeReport extends Fields<typeof entityMergeReportFields> {}
export const entityMergeReportRules: z.ZodType<EntityMergeReport> = record(entityMergeReportFields);
