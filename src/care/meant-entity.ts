/**
 * The entity that an id or a name means to a believer, for whoever owns the space: a merge for `system` counts
 * for everybody, so there every name counts that anybody uses.
 */
import { ConflictError, NotFoundError } from '../domain/errors.ts';
import { foldName } from '../language/fold.ts';
import { Perspective } from '../domain/perspective.ts';
import { type Entity, systemAgent } from '../domain/records.ts';
import { memoriesOf } from '../recall/entities-in-view.ts';
import type { Writer } from '../remember/writer.ts';
import type { MergedEntity, MergeEntitiesOptions } from './merge-options.ts';

/** An entity that somebody knows. */
export interface MeantEntity {
  readonly entity: MergedEntity;
  /** How many memories that are believed speak of it; at least one. */
  readonly memories: number;
}

/**
 * The entity that an option means: of several of one name, any that are one to the believer anyway.
 *
 * @throws {NotFoundError} when no memory that the believer has in view speaks of such an entity.
 * @throws {ConflictError} when the name means several.
 */
export async function meantEntity(
  { parts: { index, ledger } }: Writer,
  believer: string,
  option: keyof Pick<MergeEntitiesOptions, 'from' | 'into'>,
  said: string,
): Promise<MeantEntity> {
  const { believers } = new Perspective(believer);
  const known = [...index.believers()].filter(({ agent }) => believer === systemAgent || believers.includes(agent));
  const agents = known.map(({ agent }) => agent);
  const ids = said.startsWith('entity:') ? [said] : index.entitiesNamed(agents, said);
  const spokenOf = new Map(ids.map((id) => [id, memoriesOf(known, index.memories.names.find(id))]));
  const there = (await ledger.records('entity', ids)).filter(({ id }) => (spokenOf.get(id) ?? 0) > 0);
  // An entity's own name says more of it than an alias that it shares with another.
  const own = there.filter(({ nameKey }) => nameKey === foldName(said));
  const [first, ...others] = [...(own.length > 0 ? own : there)].sort((one, other) => (one.id < other.id ? -1 : 1));
  if (first === undefined) throw unknown(option, said, believer);
  const same = index.merges.sameAs(believers, first.id);
  if (!others.every(({ id }) => same.has(id))) throw ambiguous(option, said, [first, ...others]);
  return { entity: { id: first.id, name: first.name }, memories: spokenOf.get(first.id) ?? 0 };
}

function unknown(option: string, said: string, believer: string): NotFoundError {
  const whose = believer === systemAgent ? 'anybody' : believer;
  const rule = `"${option}" must be an entity that a memory of ${whose} speaks of, got ${JSON.stringify(said)}`;
  const details = { [option]: said, believer };
  return new NotFoundError('NOT_FOUND', `mergeEntities: ${rule}; look it up with entities.`, { details });
}

function ambiguous(option: string, said: string, found: readonly Entity[]): ConflictError {
  const ids = found.map(({ id }) => id);
  const rule = `"${option}" must mean one entity, got ${JSON.stringify(said)}, which means ${ids.length}`;
  const remedy = `give the id of one: ${ids.join(', ')}`;
  return new ConflictError('CONFLICT', `mergeEntities: ${rule}; ${remedy}.`, { details: { [option]: said, ids } });
}
