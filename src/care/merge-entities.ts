/**
 * Merges two entities because somebody says that they are one. The merge is of the kind that sleep makes: an edge
 * of its believer, which `undo` ends. Nothing that mentions either entity is touched.
 */
import { present } from '../domain/values.ts';
import { ConflictError, InvalidArgumentError, NotFoundError, throwIfCancelled } from '../domain/errors.ts';
import { checked } from '../domain/input.ts';
import { Perspective } from '../domain/belief.ts';
import { type Entity, type EntityMerge, systemAgent } from '../domain/records.ts';
import { foldName } from '../language/fold.ts';
import { memoriesOf } from '../recall/entities-in-view.ts';
import type { Writer } from '../remember/writer.ts';
import {
  type EntityMergeReport,
  type MergeEntitiesOptions,
  type MergedEntity,
  mergeEntitiesSchema,
} from './merge-options.ts';
import { mergeWrite } from '../remember/merge-write.ts';

/**
 * Merges two entities in a perspective.
 *
 * @throws {InvalidArgumentError} when an option breaks a rule, or both mean one entity.
 * @throws {NotFoundError} when no memory in the perspective speaks of one of them.
 * @throws {ConflictError} when a name means several entities, or the two are one already.
 */
export async function mergeEntities(writer: Writer, options: MergeEntitiesOptions): Promise<EntityMergeReport> {
  const asked = checked('mergeEntities', mergeEntitiesSchema, options);
  const { dryRun = false, signal } = asked;
  throwIfCancelled('mergeEntities', signal);
  return writer.exclusive(async () => {
    const { clock, ledger } = writer.parts;
    const believer = await writer.agents.meant(asked.believer ?? systemAgent);
    const { entity: from, memories } = await meantEntity(writer, believer, 'from', asked.from);
    const { entity: into } = await meantEntity(writer, believer, 'into', asked.into);
    const merge = { believer, from: from.id, to: into.id, at: clock() };
    checkApart(writer, merge);
    throwIfCancelled('mergeEntities', signal);
    const told = { dryRun, from, into, believer, memories };
    if (dryRun) return { ...told, seq: ledger.head.seq };
    const { undo, write } = await mergeWrite(writer, [merge]);
    return present({ ...told, undo: undo[0]?.id, seq: await writer.commit(write) });
  });
}

function checkApart({ parts: { index } }: Writer, { believer, from, to }: EntityMerge): void {
  if (from === to) {
    const rule = `"into" must be another entity than "from", got ${to} for both`;
    const details = { option: 'into', received: to };
    throw new InvalidArgumentError('INVALID_ARGUMENT', `mergeEntities: ${rule}; name another.`, { details });
  }
  if (!index.merges.sameAs(new Perspective(believer).believers, from).has(to)) return;
  const rule = `"from" must not be one with "into" yet, got ${from} and ${to}, which ${believer} holds for one`;
  throw new ConflictError('CONFLICT', `mergeEntities: ${rule}; leave it so, or undo that merge.`, {
    details: { believer, from, into: to },
  });
}

/** An entity that somebody knows. */
interface MeantEntity {
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
async function meantEntity(
  { parts: { index, ledger } }: Writer,
  believer: string,
  option: keyof Pick<MergeEntitiesOptions, 'from' | 'into'>,
  said: string,
): Promise<MeantEntity> {
  // What an agent heard in talks it knows, too; what is one to it there alone is not one for good.
  const inView = new Perspective(believer, () => index.byName).believers;
  const known = [...index.believers()].filter(({ agent }) => believer === systemAgent || inView.includes(agent));
  const agents = known.map(({ agent }) => agent);
  const ids = said.startsWith('entity:') ? [said] : index.entitiesNamed(agents, said);
  const spokenOf = new Map(ids.map((id) => [id, memoriesOf(known, [index.memories.names.find(id)])]));
  const there = (await ledger.records('entity', ids)).filter(({ id }) => (spokenOf.get(id) ?? 0) > 0);
  // An entity's own name says more of it than an alias that it shares with another.
  const own = there.filter(({ nameKey }) => nameKey === foldName(said));
  const [first, ...others] = [...(own.length > 0 ? own : there)].sort((one, other) => (one.id < other.id ? -1 : 1));
  if (first === undefined) throw unknown(option, said, believer);
  const same = index.merges.sameAs(new Perspective(believer).believers, first.id);
  if (!others.every(({ id }) => same.has(id))) throw ambiguous(option, said, [first, ...others]);
  return { entity: { id: first.id, name: first.name }, memories: spokenOf.get(first.id) ?? 0 };
}

function unknown(option: string, said: string, believer: string): NotFoundError {
  const whose = believer === systemAgent ? 'anybody' : believer;
  const rule = `"${option}" must be an entity that a memory of ${whose} speaks of, got ${JSON.stringify(said)}`;
  const details = { [option]: said, believer };
  return new NotFoundError('NOT_FOUND', `mergeEntities: ${rule}; look it up with entities.`, {
    details,
    hint: 'entities lists who and what is known by name.',
  });
}

function ambiguous(option: string, said: string, found: readonly Entity[]): ConflictError {
  const ids = found.map(({ id }) => id);
  const rule = `"${option}" must mean one entity, got ${JSON.stringify(said)}, which means ${ids.length}`;
  const remedy = `give the id of one: ${ids.join(', ')}`;
  return new ConflictError('CONFLICT', `mergeEntities: ${rule}; ${remedy}.`, { details: { [option]: said, ids } });
}
