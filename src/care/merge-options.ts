/** What `mergeEntities` takes and answers. */
import { z } from 'zod';
import { type Checked, flag, identifier, signal, text } from '../domain/input.ts';

/** What `mergeEntities` takes. */
export interface MergeEntitiesOptions {
  /** The entity that is the same as another: `entity:KEY`, or a name that is clear to the believer. 1-512 characters. */
  readonly from: string;
  /** The entity that it is the same as, likewise. */
  readonly into: string;
  /** In whose perspective they are one. @default 'system': in everybody's */
  readonly believer?: string;
  /** Tells what would be merged, and changes nothing. @default false */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

/** An entity of a merge. */
export interface MergedEntity {
  /** `entity:KEY`. */
  readonly id: string;
  readonly name: string;
}

/** What `mergeEntities` did, or would do. */
export interface EntityMergeReport {
  /** Whether it only told. */
  readonly dryRun: boolean;
  /** Takes the merge back when it is given to `undo`; missing in a dry run. */
  readonly undo?: string;
  readonly from: MergedEntity;
  readonly into: MergedEntity;
  readonly believer: string;
  /** How many memories that the believer has in view speak of `from`: the names of `into` lead to them too. */
  readonly memories: number;
  /** The commit that holds it. */
  readonly seq: number;
}

/** The rules of {@link MergeEntitiesOptions}. */
export const mergeEntitiesSchema: z.ZodType<Checked<MergeEntitiesOptions>> = z.strictObject({
  from: text(512),
  into: text(512),
  believer: identifier().optional(),
  dryRun: flag.optional(),
  signal,
});
