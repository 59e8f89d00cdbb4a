/** Brings a space's schema to the version of this build: ordered, each step idempotent. */
import type { DateTime } from 'surrealdb';
import { UnsupportedError } from '../domain/errors.ts';
import { moment } from './codec.ts';
import type { SpaceDatabase } from './space-database.ts';
import { initialSchema } from './migrations/0001-initial.ts';
import { perAgentSchema } from './migrations/0002-per-agent.ts';
import { inferredMoodSchema } from './migrations/0003-inferred-mood.ts';
import { overTimeSchema } from './migrations/0004-over-time.ts';
import { derivationBelieverSchema } from './migrations/0005-derivation-believer.ts';
import { sleepSchema } from './migrations/0006-sleep.ts';
import { supersededObservationsSchema } from './migrations/0007-superseded-observations.ts';
import { undoSchema } from './migrations/0008-undo.ts';
import { tombstonesSchema } from './migrations/0009-tombstones.ts';
import { saidBeforeFoundSchema } from './migrations/0010-said-before-found.ts';
import { thoughtsSchema } from './migrations/0011-thoughts.ts';
import { toldRelationsSchema } from './migrations/0012-told-relations.ts';
import { lookingBackSchema } from './migrations/0013-looking-back.ts';
import * as statements from './statement.ts';

/** The schema's steps in order; the version of a space is how many of them it has taken. */
export const migrations: readonly { readonly name: string; readonly statement: string }[] = [
  { name: '0001-initial', statement: initialSchema },
  { name: '0002-per-agent', statement: perAgentSchema },
  { name: '0003-inferred-mood', statement: inferredMoodSchema },
  { name: '0004-over-time', statement: overTimeSchema },
  { name: '0005-derivation-believer', statement: derivationBelieverSchema },
  { name: '0006-sleep', statement: sleepSchema },
  { name: '0007-superseded-observations', statement: supersededObservationsSchema },
  { name: '0008-undo', statement: undoSchema },
  { name: '0009-tombstones', statement: tombstonesSchema },
  { name: '0010-said-before-found', statement: saidBeforeFoundSchema },
  { name: '0011-thoughts', statement: thoughtsSchema },
  { name: '0012-told-relations', statement: toldRelationsSchema },
  { name: '0013-looking-back', statement: lookingBackSchema },
];

/** What a space says of itself. */
export interface SpaceMeta {
  /** The version of its schema. */
  readonly version: number;
  /** A key of its own, made once; it names the space beyond its name. */
  readonly spaceKey: string;
  /** A random key of its own, with which it hashes what is forgotten; it leaves the store by no door. */
  readonly tombstoneKey: string;
}

/**
 * Takes the steps that are missing.
 *
 * @throws {UnsupportedError} STORE_NEWER when a later build wrote the space.
 */
export async function migrate(database: SpaceDatabase, newKey: string, at: Date): Promise<SpaceMeta> {
  await database.run(statements.defineMeta);
  const before = (await readMeta(database))?.version ?? 0;
  if (before > migrations.length) {
    throw new UnsupportedError(
      'STORE_NEWER',
      `open: the store has schema version ${before}, this build knows up to ${migrations.length}; upgrade madeleine.`,
      { details: { version: before, known: migrations.length } },
    );
  }
  for (const [index, step] of migrations.entries()) {
    if (index < before) continue;
    await database.run(step.statement);
    await database.run(statements.writeMeta, { version: index + 1, space_key: newKey, at: moment(at) });
  }
  const { space_key: spaceKey, tombstone_key: tombstoneKey, version } = (await readMeta(database)) ?? {};
  if (version === undefined || spaceKey === undefined || tombstoneKey === undefined)
    throw new UnsupportedError('UNSUPPORTED', 'open: the space has no version record; restore a backup.');
  return { version, spaceKey, tombstoneKey };
}

/** When a space was last backed up. */
export async function readBackupTime(database: SpaceDatabase): Promise<Date | undefined> {
  return (await readMeta(database))?.backed_up_at?.toDate();
}

/** The version record as far as the steps so far have filled it. */
interface MetaRow {
  readonly version?: number;
  readonly space_key?: string;
  readonly tombstone_key?: string;
  readonly backed_up_at?: DateTime;
}

async function readMeta(database: SpaceDatabase): Promise<MetaRow | undefined> {
  const [row] = await database.run<[MetaRow | null | undefined]>(statements.readMeta);
  return row ?? undefined;
}
