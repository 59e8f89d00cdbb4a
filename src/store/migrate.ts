/** Gives a new space the schema of this build, and brings that of an older one up to it, step by step. */
import type { DateTime } from 'surrealdb';
import { UnsupportedError } from '../domain/errors.ts';
import { type Sharing, storedSharing } from '../domain/sharing.ts';
import { momentOf } from './codec.ts';
import { addedSchema, placedSchema, sharedSchema, schema } from './schema.ts';
import type { SpaceDatabase } from './space-database.ts';
import * as statements from './statement.ts';

/** What brings a space to the schema of a build. */
export interface SchemaHistory {
  /** The first version that was released; a space of an earlier one cannot be opened. */
  readonly first: number;
  /** Everything that a new space defines: the schema of the latest version. */
  readonly schema: string;
  /** What takes a space from each released version to the next, the first one first; each may run again. */
  readonly steps: readonly string[];
}

/** The history of this build's schema. */
export const history: SchemaHistory = { first: 13, schema, steps: [sharedSchema, addedSchema, placedSchema] };

/** The version of the schema that a history leads to. */
export function latestVersion({ first, steps }: SchemaHistory): number {
  return first + steps.length;
}

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
 * Defines the schema of a new space, or takes the steps that are missing.
 *
 * @throws {UnsupportedError} STORE_NEWER when a later build wrote the space; UNSUPPORTED when one from before the
 * first release did.
 */
export async function migrate(
  database: SpaceDatabase,
  newKey: string,
  now: Date,
  known: SchemaHistory = history,
): Promise<SpaceMeta> {
  const { first, steps } = known;
  await database.run(statements.defineMeta);
  const take = async (statement: string, version: number): Promise<void> => {
    await database.run(statement);
    await database.run(statements.writeMeta, { version, space_key: newKey, at: momentOf(now) });
  };
  const before = (await readMeta(database))?.version;
  if (before === undefined) await take(known.schema, latestVersion(known));
  else refuseUnknown(before, first, latestVersion(known));
  for (const [index, step] of steps.entries()) {
    if (before !== undefined && first + index >= before) await take(step, first + index + 1);
  }
  const { space_key: spaceKey, tombstone_key: tombstoneKey, version } = (await readMeta(database)) ?? {};
  if (version === undefined || spaceKey === undefined || tombstoneKey === undefined)
    throw new UnsupportedError('UNSUPPORTED', 'open: the space has no version record; restore a backup.');
  return { version, spaceKey, tombstoneKey };
}

function refuseUnknown(version: number, first: number, latest: number): void {
  const details = { version, known: latest };
  if (version > latest) {
    const message = `open: the store has schema version ${version}, this build knows up to ${latest}; upgrade madeleine.`;
    throw new UnsupportedError('STORE_NEWER', message, { details });
  }
  if (version >= first) return;
  const message = `open: the store has schema version ${version}, from before the first release, which has ${first}; export it with the build that wrote it, and import the file.`;
  throw new UnsupportedError('UNSUPPORTED', message, { details });
}

/** When a space was last backed up. */
export async function readBackupTime(database: SpaceDatabase): Promise<Date | undefined> {
  return (await readMeta(database))?.backed_up_at?.toDate();
}

/** The parts of the policy that are set for the space; what no version knows is left out. */
export async function readSharing(database: SpaceDatabase): Promise<Partial<Sharing>> {
  const { sharing = '{}' } = (await readMeta(database)) ?? {};
  const read = storedSharing.safeParse(JSON.parse(sharing));
  return read.success ? read.data : {};
}

interface MetaRow {
  readonly version?: number;
  readonly space_key?: string;
  readonly tombstone_key?: string;
  readonly backed_up_at?: DateTime;
  /** JSON. */
  readonly sharing?: string;
}

async function readMeta(database: SpaceDatabase): Promise<MetaRow | undefined> {
  const [row] = await database.run<[MetaRow | null | undefined]>(statements.readMeta);
  return row ?? undefined;
}
